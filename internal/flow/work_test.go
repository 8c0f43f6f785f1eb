package flow

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// checkedAtOnce checks a question in one go.
func (q *Question) checkedAtOnce(r Reader) bool {
	run := q.newRun(r)
	run.Step(math.MaxInt)
	right, _ := q.take(run, r)
	return right
}

// longForm is a form of n questions, the last of which has to be answered.
func longForm(n int) string {
	var properties strings.Builder
	for i := range n {
		fmt.Fprintf(&properties, `,"p%d":{"type":"string","title":"Question %d","pattern":"^[a-z]*$","minLength":1}`, i, i)
	}
	return `{"message":"m","requestedSchema":{"type":"object","properties":{` + properties.String()[1:] + `},"required":["p` + fmt.Sprint(n-1) + `"]}}`
}

// finishWork plays the slices that are asked for, and counts them.
func finishWork(t *testing.T, s State, effects []Effect) (State, []Effect, int) {
	t.Helper()
	for slices := 0; ; slices++ {
		task := -1
		for _, effect := range effects {
			if w, is := effect.(Work); is {
				task = w.Task
			}
		}
		if task < 0 {
			return s, effects, slices
		}
		if slices > 10_000 {
			t.Fatal("the work never ends")
		}
		s, effects = Update(s, Worked{Task: task})
	}
}

func tells[E Effect](effects []Effect) bool {
	return slices.ContainsFunc(effects, func(e Effect) bool { _, is := e.(E); return is })
}

// TestWork_N34_OrdinaryFormAtOnce: a form of the size that people fill in is
// opened and checked within the event that asks for it.
func TestWork_N34_OrdinaryFormAtOnce(t *testing.T) {
	for _, n := range []int{1, 10, 50, 200} {
		s, effects := Update(start(t), request(t, "1", longForm(n)))
		if s.Step != Form || tells[Work](effects) || !tells[Shown](effects) {
			t.Fatalf("%d questions: step %d, %v", n, s.Step, effects)
		}
		s, _ = Update(s, typed(n-1, "x"))
		if s, effects = Update(s, Continued{}); s.Step != Review || tells[Work](effects) {
			t.Errorf("%d questions: step %d, %v", n, s.Step, effects)
		}
	}
}

// TestWork_N34_LongFormInSlices: a long form is read and checked in several
// slices, with the same outcome as in one.
func TestWork_N34_LongFormInSlices(t *testing.T) {
	s := start(t)
	setPace(t, 50, 50)
	s, effects := Update(s, request(t, "1", longForm(300)))
	if s.Step != Preparing || !s.Open() || tells[Shown](effects) || len(replies(effects)) > 0 {
		t.Fatalf("step %d, %v", s.Step, effects)
	}
	if got := s.Heading().Plain(); got != s.Words.Text(wording.ShellHeading, wording.Server(s.ServerID())) {
		t.Errorf("heading %q", got)
	}
	s, effects, opened := finishWork(t, s, effects)
	if s.Step != Form || s.Question().Fields.Len() != 300 || !tells[Shown](effects) || opened < 10 {
		t.Fatalf("step %d with %d fields after %d slices, %v", s.Step, s.Question().Fields.Len(), opened, effects)
	}
	s, _ = Update(s, typed(299, "x"))
	s, effects = Update(s, Continued{})
	if s.Step != Form || !s.Checking() {
		t.Fatalf("step %d, checking %v", s.Step, s.Checking())
	}
	if next, again := Update(s, Continued{}); !next.Checking() || len(again) > 0 {
		t.Errorf("a second press gives %v", again)
	}
	s, _, checked := finishWork(t, s, effects)
	if s.Step != Review || s.Checking() || checked < 5 || s.Reviewed.JSON != `{"p299":"x"}` {
		t.Errorf("step %d after %d slices: %s", s.Step, checked, s.Reviewed.JSON)
	}
}

// TestWork_N34_DecisionsInBetween: no matter how far the work is, a decision
// settles the request once and the work is forgotten.
func TestWork_N34_DecisionsInBetween(t *testing.T) {
	for decision, want := range map[Event]string{DeclinePressed{}: "decline", CancelPressed{}: "cancel"} {
		for after := range 6 {
			s := start(t)
			setPace(t, 50, 50)
			s, effects := Update(s, request(t, "1", longForm(300)))
			if after > 3 { // while it is checked
				s, _, _ = finishWork(t, s, effects)
				s, effects = Update(s, Continued{})
			}
			task := s.work.task
			for range after % 4 {
				s, effects = Update(s, Worked{Task: task})
			}
			if !tells[Work](effects) {
				t.Fatalf("after %d slices nothing is left to do", after)
			}
			s, effects = Update(s, decision)
			if got := replies(effects); len(got) != 1 || !strings.Contains(got[0], want) {
				t.Fatalf("%T after %d slices: %v", decision, after, got)
			}
			next, more := Update(s, Worked{Task: task})
			if len(more) > 0 || next.Step != s.Step || next.work != next.work.over() {
				t.Errorf("%T after %d slices: then %v", decision, after, more)
			}
		}
	}
}

// TestWork_N34_EditsInBetween: what is typed while the answers are checked is
// checked and reviewed as well.
func TestWork_N34_EditsInBetween(t *testing.T) {
	s := start(t)
	setPace(t, 50, 50)
	s, effects := Update(s, request(t, "1", longForm(300)))
	s, _, _ = finishWork(t, s, effects)
	s, _ = Update(s, typed(299, "x"))
	s, _ = Update(s, Continued{})
	stale := s.work.task
	s, _ = Update(s, Worked{Task: stale})
	s, effects = Update(s, typed(0, "late"))
	if !s.Checking() || !tells[Work](effects) {
		t.Fatalf("the check does not go on: %v", effects)
	}
	if next, more := Update(s, Worked{Task: stale}); next.Step != Form || len(more) > 0 {
		t.Errorf("a slice of the check before gives %v", more)
	}
	s, _, _ = finishWork(t, s, effects)
	if s.Step != Review || s.Reviewed.JSON != `{"p0":"late","p299":"x"}` {
		t.Errorf("step %d: %s", s.Step, s.Reviewed.JSON)
	}
}

// TestWork_N34_LateRefusal: a form that turns out to be none is refused, and
// makes room for the next request.
func TestWork_N34_LateRefusal(t *testing.T) {
	many := strings.Repeat(`"o",`, 0)
	for i := range 1900 {
		many += fmt.Sprintf(`"o%d",`, i)
	}
	params := `{"message":"m","requestedSchema":{"type":"object","properties":{`
	for i := range 8 {
		params += fmt.Sprintf(`"p%d":{"$ref":"#/$defs/a"},`, i)
	}
	params += `"z":{"type":"string"}},"$defs":{"a":{"type":"string","enum":[` + strings.TrimSuffix(many, ",") + `]}}}}`
	s := start(t)
	setPace(t, 1, 1)
	s, effects := Update(s, request(t, "1", params))
	if s.Step != Preparing {
		t.Fatalf("step %d", s.Step)
	}
	s, _, _ = finishWork(t, s, effects)
	if s.Step != Unshown || s.Rejected != elicit.TooManyOptions {
		t.Errorf("step %d, refusal %q", s.Step, s.Rejected)
	}
	s, effects = Update(s, request(t, "2", contact))
	s, effects, _ = finishWork(t, s, effects)
	if s.Step != Form || s.ID.Text != "2" {
		t.Errorf("step %d of request %s, %v", s.Step, s.ID.Text, effects)
	}
}

// TestWork_N34_DraftKeptWhilePreparing: what the host keeps of an earlier visit
// is not taken for given up before it is back in the form.
func TestWork_N34_DraftKeptWhilePreparing(t *testing.T) {
	s := start(t)
	setPace(t, 1, 1)
	e := request(t, "1", contact)
	e.Drafts = true
	s, _ = Update(s, e)
	for _, event := range []Event{Woken{Alarm: DraftAlarm}, DeclinePressed{}} {
		if _, effects := Update(s, event); tells[KeepDraft](effects) {
			t.Errorf("%T tells a draft: %v", event, effects)
		}
	}
}

// TestWork_N34_N24_DraftInSlices: what comes back of an earlier visit is read
// with the questions, so that a long draft holds nobody up at the end.
func TestWork_N34_N24_DraftInSlices(t *testing.T) {
	s := start(t)
	setPace(t, 50, 50)
	e := request(t, "1", longForm(300))
	e.Drafts = true
	empty, effects := Update(s, e)
	empty, _, without := finishWork(t, empty, effects)
	if empty.DraftRestored {
		t.Error("restored from nothing")
	}
	for i := range 300 {
		empty, _ = Update(empty, typed(i, fmt.Sprint("answer ", i)))
	}
	_, effects = Update(empty, Woken{Alarm: DraftAlarm})
	kept, _ := has[KeepDraft](effects)
	e.Draft = kept.Draft
	s, _ = Update(s, e)
	s, _ = Update(s, in("de"))
	s, effects, with := finishWork(t, s, []Effect{Work{Task: s.work.task}})
	if !s.DraftRestored || !tells[Shown](effects) || s.Question().Fields.At(0).Draft.Text != "answer 0" || s.Question().Fields.At(299).Draft.Text != "answer 299" {
		t.Errorf("restored %v, %+v to %+v", s.DraftRestored, s.Question().Fields.At(0).Draft, s.Question().Fields.At(299).Draft)
	}
	if with <= without {
		t.Errorf("%d slices with a draft, %d without", with, without)
	}
}

// TestWork_N34_ValidatorIsReadyBeforeContinue: what the validator needs for Continue is
// compiled once the form is shown, in slices that yield, and a decision ends it.
func TestWork_N34_ValidatorIsReadyBeforeContinue(t *testing.T) {
	const hosts = `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","format":"hostname"},"b":{"type":"string","format":"duration"}},"minProperties":1}}`
	if _, effects := Update(start(t), request(t, "1", longForm(20))); tells[Work](effects) {
		t.Errorf("a form that needs no validator asks for time: %v", effects)
	}
	s, effects := Update(start(t), request(t, "1", hosts))
	if s.Step != Form || !tells[Shown](effects) || !tells[Work](effects) || s.Checking() {
		t.Fatalf("step %d, %v", s.Step, effects)
	}
	setPace(t, 1, 1)
	task := s.work.task
	declined, _ := Update(s, DeclinePressed{})
	if after, more := Update(declined, Worked{Task: task}); len(more) > 0 || after.Step != declined.Step {
		t.Errorf("after a decision: %v", more)
	}
	s, effects, slices := finishWork(t, s, effects)
	if slices != 3 || s.Checking() || s.Question().checker.NeedsWarming() && s.Question().checker.Warm(1) {
		t.Errorf("%d slices, and then %v", slices, effects)
	}
	s, _ = Update(s, typed(0, "a.example"))
	if s, effects = Update(s, Continued{}); tells[Work](effects) {
		s, _, _ = finishWork(t, s, effects)
	}
	if s.Step != Review || s.Reviewed.JSON != `{"a":"a.example"}` {
		t.Errorf("step %d: %s", s.Step, s.Reviewed.JSON)
	}
}
