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

// The TypeScript half passes the same cases.
func TestDeciding(t *testing.T) {
	type step struct {
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
	var cases struct {
		Cases []struct {
			Name, Task     string
			Keyed          bool
			Deadline, Poll int64
			Steps          []step
		}
	}
	golden(t, "policy.json", &cases)
	moment := func(ms int64) time.Time {
		if ms == 0 {
			return time.Time{}
		}
		return time.UnixMilli(ms)
	}
	decided := map[string]bool{}
	for _, c := range cases.Cases {
		if c.Poll == 0 {
			c.Poll = 5000
		}
		d := &deciding{task: task(strings.TrimPrefix(c.Task, "elicit")), keyed: c.Keyed, deadline: moment(c.Deadline), poll: time.Duration(c.Poll) * time.Millisecond}
		for i, s := range c.Steps {
			var n next
			switch now := moment(s.At); {
			case s.Call != nil:
				n = d.call(now)
			case s.Hear != nil:
				chance := 0.5
				if s.Hear.Chance != nil {
					chance = *s.Hear.Chance
				}
				n = d.hear(now, Verdict{State: s.Hear.State, Deadline: moment(s.Hear.Deadline)}, chance)
			case s.Fail != nil:
				n = d.fail(now)
			default:
				if got := d.past(now); got != s.Leave.Past {
					t.Errorf("%s, step %d: past is %v", c.Name, i+1, got)
				}
				continue
			}
			name := string(n.decision)
			decided[name] = true
			if got := fmt.Sprint(name, math.Round(float64(n.time)/1e6)); got != fmt.Sprint(s.Is...) {
				t.Errorf("%s, step %d: %s after %v, want %v", c.Name, i+1, name, n.time, s.Is)
			}
		}
	}
	// A decision without a case is a fault: those of the code are compared with those of the cases.
	source, err := os.ReadFile("policy.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, constant := range regexp.MustCompile(`decision += "([a-z-]+)"`).FindAllSubmatch(source, -1) {
		names = append(names, string(constant[1]))
	}
	for _, state := range slices.Concat(final, enough[toStart], enough[toAwait]) {
		names = append(names, string(state))
	}
	slices.Sort(names)
	if got := slices.Sorted(maps.Keys(decided)); !slices.Equal(got, names) {
		t.Errorf("the cases decide %v, want %v", got, names)
	}
}
