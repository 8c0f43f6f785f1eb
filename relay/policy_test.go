package relay

import (
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// policyStep is an event of a case, and the expected step.
type policyStep struct {
	At   int64
	Call *struct{}
	Hear *struct {
		State    State
		Deadline int64
		Chance   *float64
	}
	Fail  *struct{}
	Leave *struct{ Past bool }
	Is    []any
}

// The TypeScript relay passes the same cases.
func TestPolicy(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, Task     string
			Keyed          bool
			Deadline, Poll int64
			Steps          []policyStep
		}
	}
	golden(t, "policy.json", &file)
	actions := map[string]bool{}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			if c.Poll == 0 {
				c.Poll = 5000
			}
			p := &policy{
				task: task(strings.TrimPrefix(c.Task, "elicit")), keyed: c.Keyed, deadline: unixMilli(c.Deadline), poll: time.Duration(c.Poll) * time.Millisecond,
			}
			for i, s := range c.Steps {
				if s.Leave != nil {
					if got := p.isPast(unixMilli(s.At)); got != s.Leave.Past {
						t.Errorf("step %d: past is %v, want %v", i+1, got, s.Leave.Past)
					}
					continue
				}
				next := s.apply(p)
				name := string(next.action)
				actions[name] = true
				if got := fmt.Sprint(name, math.Round(float64(next.duration)/1e6)); got != fmt.Sprint(s.Is...) {
					t.Errorf("step %d: %s after %v, want %v", i+1, name, next.duration, s.Is)
				}
			}
		})
	}
	if got, want := slices.Sorted(maps.Keys(actions)), declaredActions(t); !slices.Equal(got, want) {
		t.Errorf("the cases have the actions %v, want %v", got, want)
	}
}

func (s policyStep) apply(p *policy) step {
	switch now := unixMilli(s.At); {
	case s.Call != nil:
		return p.nextCall(now)
	case s.Hear != nil:
		chance := 0.5
		if s.Hear.Chance != nil {
			chance = *s.Hear.Chance
		}
		return p.handleVerdict(now, Verdict{State: s.Hear.State, Deadline: unixMilli(s.Hear.Deadline)}, chance)
	default:
		return p.handleFailure(now)
	}
}

// declaredActions are those of policy.go, each of which needs a case.
func declaredActions(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile("policy.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, constant := range regexp.MustCompile(` action += "([a-z-]+)"`).FindAllSubmatch(source, -1) {
		names = append(names, string(constant[1]))
	}
	for _, state := range slices.Concat(finalStates, taskStates[taskStart], taskStates[taskWait]) {
		names = append(names, string(state))
	}
	slices.Sort(names)
	return names
}

func unixMilli(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
