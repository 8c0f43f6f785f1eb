package flow

import (
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
)

// TestLeaveEmpty_NeverByASlip: a required answer is sent empty only after Continue has missed it and the person
// has pressed the button for that.
// Rows: P7, P8.
func TestLeaveEmpty_NeverByASlip(t *testing.T) {
	const params = `{"message":"m","requestedSchema":{"type":"object","properties":{"input":{"type":"string"},
		"tags":{"type":"array","minItems":0,"items":{"type":"string","enum":["a","b"]}},
		"code":{"type":"string","minLength":2}},"required":["input","tags","code"]}}`
	s, _ := run(open(t, params), typeText(2, "ab"), typeText(0, "x"), typeText(0, ""), Continue)
	if q := s.Request(); s.Step != Form || !q.Fields[0].Problem.MayBeEmpty || !q.Fields[1].Problem.MayBeEmpty {
		t.Fatalf("step %d, %v", s.Step, problems(s))
	}
	s, effects := run(s, Refilled{Field: 0, Empty: true})
	wantFocus(t, effects, Focus{Target: OnControl, Field: 0})
	s, _ = run(s, Refilled{Field: 1, Empty: true})
	if q := s.Request(); q.Wrong() || q.Fields[0].Draft.Origin != answer.LeftEmpty {
		t.Errorf("left empty: %v", problems(s))
	}
	reviews(t, s, `{"input":"","tags":[],"code":"ab"}`)

	s, _ = run(s, typeText(0, "y"), choose(1, 1))
	reviews(t, s, `{"input":"y","tags":["b"],"code":"ab"}`)
	if s, _ = run(s, typeText(0, ""), choose(1), Continue); s.Step != Form || len(s.Request().Problems) != 2 {
		t.Errorf("taken back: step %d, %v", s.Step, problems(s))
	}

	// A rule of the question can forbid an empty answer.
	s, _ = run(open(t, params), typeText(0, "x"), choose(1, 0), Refilled{Field: 2, Empty: true}, Continue)
	if s.Step != Form || len(s.Request().Problems) != 1 || s.Request().Fields[2].Problem.MayBeEmpty {
		t.Errorf("minLength: step %d, %v", s.Step, problems(s))
	}

	// The draft restores it.
	draft, _ := run(open(t, params), typeText(2, "ab"), Refilled{Field: 0, Empty: true}, Refilled{Field: 1, Empty: true})
	reviews(t, withDrafts(t, params, draft.encodeDraft()), `{"input":"","tags":[],"code":"ab"}`)
}
