package relay

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// The TypeScript half passes the same cases.
func TestAsking(t *testing.T) {
	type step struct {
		At   int64
		Call *struct{}
		Hear *struct {
			State    State
			Deadline int64
			Chance   *float64
		}
		Fail   *struct{}
		Leave  *struct{}
		Insist *struct {
			Said string
			End  int64
		}
		Is []any
	}
	var cases struct {
		Cases []struct {
			Name           string
			Keyed          bool
			Deadline, Poll int64
			Steps          []step
		}
	}
	golden(t, "asking.json", &cases)
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
		a := &asking{keyed: c.Keyed, deadline: moment(c.Deadline), poll: time.Duration(c.Poll) * time.Millisecond}
		for i, s := range c.Steps {
			var n next
			switch now := moment(s.At); {
			case s.Call != nil:
				n = a.call(now)
			case s.Hear != nil:
				chance := 0.5
				if s.Hear.Chance != nil {
					chance = *s.Hear.Chance
				}
				n = a.hear(now, Verdict{State: s.Hear.State, Deadline: moment(s.Hear.Deadline)}, chance)
			case s.Fail != nil:
				n = a.fail(now)
			case s.Leave != nil:
				n = a.leave(now)
			default:
				n = insist(now, moment(s.Insist.End), s.Insist.Said != "", s.Insist.Said == "taken")
			}
			name := decisionNames[n.decision]
			decided[name] = true
			if got := fmt.Sprint(name, math.Round(float64(n.time)/1e6)); got != fmt.Sprint(s.Is...) {
				t.Errorf("%s, step %d: %s after %v, want %v", c.Name, i+1, name, n.time, s.Is)
			}
		}
	}
	// Whoever adds a decision adds a case.
	for _, name := range decisionNames {
		if name == "" || !decided[name] {
			t.Errorf("no case decides %q", name)
		}
	}
	names := decisionNames[:]
	for name := range decided {
		if !slices.Contains(names, name) {
			t.Errorf("%q is no decision", name)
		}
	}
}
