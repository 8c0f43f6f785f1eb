package flow

import (
	"reflect"
	"testing"
)

func TestRehearsalChangesNothing(t *testing.T) {
	rehearsal := Rehearsal{Requested: arrive(t, `"2"`, contact)}
	if s := start(t); !s.Fresh() {
		t.Error("nothing has been asked")
	}
	for _, s := range []State{start(t), open(t, contact)} {
		next, effects := Update(s, rehearsal)
		if !reflect.DeepEqual(next, s) || len(effects) > 0 {
			t.Errorf("%v has become %v, with %v", s.Step, next.Step, effects)
		}
	}
	s := open(t, contact)
	if s.Fresh() {
		t.Error("something is asked")
	}
	s, _ = Update(s, CalledOff{ID: s.ID})
	s, _ = Update(s, Close)
	if s.Step != Idle || s.Fresh() {
		t.Error("something was asked")
	}
}
