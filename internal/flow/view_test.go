package flow

import (
	"fmt"
	"testing"
)

// Rows: B29.
func TestShowAll_OpensOneQuestionOnly(t *testing.T) {
	s := open(t, contact)
	s, effects := run(s, Expanded{MessageText}, Expanded{0}, Expanded{1}, Expanded{1})
	if !s.Expanded(MessageText) || !s.Expanded(0) || s.Expanded(1) || len(s.View.Expanded) != 2 || len(effects) > 0 {
		t.Fatalf("%v, %v", s.View.Expanded, effects)
	}
	s, _ = run(s, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, Back)
	if s.Step != Form || !s.Expanded(MessageText) {
		t.Errorf("at step %d, back from review %v", s.Step, s.View.Expanded)
	}
	s, _ = run(s, Decline, arrive(t, "2", contact))
	if s.Step != Form || s.Expanded(MessageText) {
		t.Errorf("at step %d, of the next request %v", s.Step, s.View.Expanded)
	}
}

func TestEnded_TellsWhenTheRequestEnded(t *testing.T) {
	s, _ := run(open(t, contact), Decline)
	if want := start(t).Env.Now; s.Ended != want || want == 0 {
		t.Errorf("ended at %d, want %d", s.Ended, want)
	}
}

func TestReview_IsTold(t *testing.T) {
	presents := func(effects []Effect) string {
		text := ""
		for _, effect := range effects {
			if e, is := effect.(OnReview); is {
				text += fmt.Sprint(e.Now, " ")
			}
		}
		return text
	}
	_, effects := run(open(t, contact), typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, Back, Continue, Send)
	if got := presents(effects); got != "true false true false " {
		t.Errorf("told %s", got)
	}
}
