package flow

import (
	"fmt"
	"testing"
)

// drawAll gives the browser its turn until nothing more is drawn without asking.
func drawAll(t *testing.T, s State) (State, []Effect) {
	t.Helper()
	var effects []Effect
	for range 1000 {
		next, more := Update(s, DrawTurn{Task: s.View.Drawing.task})
		effects = append(effects, more...)
		if s = next; !s.View.Drawing.underway {
			return s, effects
		}
	}
	t.Fatal("the drawing never ends")
	return s, effects
}

// opened is a form that takes long to read, with its first slice drawn.
func opened(t *testing.T, params string) State {
	t.Helper()
	s, effects := Update(start(t), request(t, "1", params))
	s, _, _ = finishWork(t, s, effects)
	if s.Step != Form {
		t.Fatalf("at step %d", s.Step)
	}
	return s
}

func TestLongForm_N34_IsDrawnInSlicesAndOnDemand(t *testing.T) {
	s := opened(t, longForm(1000))
	first := s.View.Drawing.Drawn
	if first == 0 || !s.View.Drawing.underway {
		t.Fatalf("%d drawn, under way %v", first, s.View.Drawing.underway)
	}
	if other, effects := Update(s, DrawTurn{Task: s.View.Drawing.task - 1}); other.View.Drawing.Drawn != first || len(effects) > 0 {
		t.Error("the turn of an earlier screen draws")
	}
	s, effects := drawAll(t, s)
	page := s.View.Drawing.Drawn
	watch, watched := has[WatchMore](effects)
	if page <= first || page == 1000 || !watched {
		t.Fatalf("%d drawn, then %d; the end is watched: %v", first, page, watched)
	}
	if same, effects := Update(s, MoreSeen{Task: watch.Task, Focused: true}); same.View.Drawing.Busy() || len(effects) > 0 {
		t.Error("the button goes away under somebody who is on it")
	}
	if same, _ := Update(s, MoreSeen{Task: watch.Task - 1}); same.View.Drawing.Busy() {
		t.Error("what was seen of an earlier screen draws more of this one")
	}
	seen, effects := Update(s, MoreSeen{Task: watch.Task})
	if _, moved := focus(effects); moved || !seen.View.Drawing.Busy() {
		t.Errorf("whoever sees the end sees no more, or the focus moves: %v", effects)
	}

	s, effects = Update(s, MoreAsked{})
	if _, moved := focus(effects); moved {
		t.Fatal("the focus goes where nothing is drawn yet")
	}
	s, effects = drawAll(t, s)
	wantFocus(t, effects, Focus{Target: OnControl, Field: page})
	if s.View.Drawing.Drawn <= page {
		t.Errorf("%d drawn", s.View.Drawing.Drawn)
	}
	s, effects = run(s, DeclinePressed{})
	if stop, ok := has[WatchMore](effects); !ok || stop.Task != 0 || s.View.Drawing.Drawn != 0 {
		t.Errorf("the end of a form that is gone is looked out for: %v", effects)
	}
}

func TestFocus_N34_WaitsForWhatIsDrawn(t *testing.T) {
	s, _ := drawAll(t, opened(t, longForm(1000)))
	s, effects := run(s, typed(900, "UPPER"), Continued{})
	s, more, _ := finishWork(t, s, effects)
	wantFocus(t, append(effects, more...), Focus{Target: OnSummary})
	s, effects = Update(s, ProblemFollowed{})
	if _, moved := focus(effects); moved {
		t.Fatal("the focus goes where nothing is drawn yet")
	}
	held := s
	s, effects = drawAll(t, s)
	wantFocus(t, effects, Focus{Target: OnControl, Field: s.Question().Problems[0].Field})
	if s.View.Drawing.Left() == 0 {
		t.Error("everything is drawn for one question")
	}
	// Somebody who goes elsewhere meanwhile is not brought back.
	s, _ = Update(held, ProblemFollowed{Problem: 7})
	if s.View.Drawing.held == nil {
		t.Error("a problem that is not there takes the focus away")
	}
	s, _ = run(held, CancelPressed{})
	if _, effects = drawAll(t, s); len(effects) > 0 {
		t.Errorf("after the end: %v", effects)
	}
}

func TestMoreAsked_N34_LeadsToTheLabelOfWhatCannotBeAnswered(t *testing.T) {
	s := opened(t, longForm(1000))
	s.Question().Form.Fields[s.View.Drawing.Drawn].Unsupported = "nested"
	first := s.View.Drawing.Drawn
	s, _ = Update(s, MoreAsked{})
	_, effects := drawAll(t, s)
	wantFocus(t, effects, Focus{Target: OnLabel, Field: first})
}

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
