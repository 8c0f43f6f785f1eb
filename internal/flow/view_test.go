package flow

import (
	"fmt"
	"testing"
)

func TestShowAll_B29_OpensOneQuestionOnly(t *testing.T) {
	s := open(t, contact)
	s, effects := run(s, Expanded{MessageText}, Expanded{0}, Expanded{1}, Expanded{1})
	if !s.Expanded(MessageText) || !s.Expanded(0) || s.Expanded(1) || len(s.View.Expanded) != 2 || len(effects) > 0 {
		t.Fatalf("%v, %v", s.View.Expanded, effects)
	}
	s, _ = run(s, typed(0, "Ada"), typed(1, "a@b.example"), Continued{}, WentBack{})
	if s.Step != Form || !s.Expanded(MessageText) {
		t.Errorf("at step %d, back from review %v", s.Step, s.View.Expanded)
	}
	s, _ = run(s, DeclinePressed{}, request(t, "2", contact))
	if s.Step != Form || s.Expanded(MessageText) {
		t.Errorf("at step %d, of the next request %v", s.Step, s.View.Expanded)
	}
}

func TestEnded_TellsWhenTheRequestEnded(t *testing.T) {
	s, effects := run(open(t, contact), DeclinePressed{})
	if _, asked := has[ReadClock](effects); !asked || s.Ended != 0 {
		t.Fatalf("%v, ended %d", effects, s.Ended)
	}
	if s, _ = run(s, ClockRead{Now: 5}, ClockRead{Now: 9}); s.Ended != 5 {
		t.Errorf("ended at %d", s.Ended)
	}
	if s, _ = run(s, request(t, "2", contact), ClockRead{Now: 9}, DeclinePressed{}); s.Ended != 0 {
		t.Errorf("the next one ended at %d", s.Ended)
	}
}

func TestReview_IsTold(t *testing.T) {
	told := func(effects []Effect) string {
		text := ""
		for _, effect := range effects {
			if e, is := effect.(OnReview); is {
				text += fmt.Sprint(e.Now, " ")
			}
		}
		return text
	}
	_, effects := run(open(t, contact), typed(0, "Ada"), typed(1, "a@b.example"), Continued{}, WentBack{}, Continued{}, SendPressed{})
	if got := told(effects); got != "true false true false " {
		t.Errorf("told %s", got)
	}
}
