package flow

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestUpdate_IsPure records sequences of events and runs each a second time, from its beginning and from states that were
// kept on the way. Both runs give equal states and effects, although the second one finds the caches of the first.
func TestUpdate_IsPure(t *testing.T) {
	const length, interval = 80, 20
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(2, seed))
			events, states, effects := make([]timedEvent, length), []State{start(t)}, make([][]Effect, length)
			for i := range events {
				s := states[i]
				events[i].Event, events[i].now = timeOf(s, anyEvent(t, random, s, fmt.Sprint(i)))
				s, effects[i] = machine.Update(s, events[i].Event, events[i].now)
				if i%7 == 0 {
					s.Compile()
				}
				states = append(states, s)
			}
			for from := 0; from < length; from += interval {
				s := states[from]
				for i, event := range events[from:] {
					i += from
					var got []Effect
					s, got = machine.Update(s, event.Event, event.now)
					if !reflect.DeepEqual(withoutCaches(s), withoutCaches(states[i+1])) {
						t.Fatalf("run again from %d, event %d, %T: state\n%+v\nwant\n%+v", from, i, event.Event, withoutCaches(s), withoutCaches(states[i+1]))
					}
					if !reflect.DeepEqual(got, effects[i]) {
						t.Fatalf("run again from %d, event %d, %T: effects %+v, want %+v", from, i, event.Event, got, effects[i])
					}
				}
			}
		})
	}
}

// withoutCaches returns a state without the checkers, their budget and the prepared entries of lists.
func withoutCaches(s State) State {
	s.Requests = slices.Clone(s.Requests)
	for i := range s.Requests {
		s.Requests[i].checker, s.Requests[i].Form.Budget = nil, nil
	}
	s.Change.original.checker, s.Change.original.Form.Budget = nil, nil
	lists := map[int]*List{}
	for field, list := range s.View.lists {
		copied := *list
		copied.entries = nil
		lists[field] = &copied
	}
	s.View.lists = lists
	return s
}
