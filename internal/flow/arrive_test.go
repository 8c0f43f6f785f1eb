package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// longForm has n questions and requires the last answer.
func longForm(n int) string {
	var properties strings.Builder
	for i := range n {
		fmt.Fprintf(&properties, `,"p%d":{"type":"string","title":"Question %d","pattern":"^[a-z]*$","minLength":1}`, i, i)
	}
	return `{"message":"m","requestedSchema":{"type":"object","properties":{` + properties.String()[1:] + `},"required":["p` + fmt.Sprint(n-1) + `"]}}`
}

// TestRequested_UpToTheCeiling: a form up to the ceiling is shown and checked in one event each, and a longer one
// is rejected.
// Rows: N34.
func TestRequested_UpToTheCeiling(t *testing.T) {
	for _, n := range []int{1, 50, schema.MaxProperties} {
		t.Run(fmt.Sprint(n, " questions"), func(t *testing.T) {
			s, effects := Update(start(t), arrive(t, "1", longForm(n)))
			if s.Step != Form || !tells[Shown](effects) {
				t.Fatalf("%d questions: step %d, %v", n, s.Step, effects)
			}
			s, _ = Update(s, typeText(n-1, "x"))
			if s, effects = Update(s, Continue); s.Step != Review {
				t.Errorf("%d questions: step %d, %v", n, s.Step, effects)
			}
		})
	}
	s, effects := Update(start(t), arrive(t, "1", longForm(schema.MaxProperties+1)))
	if s.Step != Unshown || s.Rejected != request.TooManyProperties {
		t.Errorf("step %d, reason %q", s.Step, s.Rejected)
	}
	wantReplies(t, effects, "1 error too-many-properties")
	if s, _ = Update(s, arrive(t, "2", contact)); s.Step != Form || s.ID.Text != "2" {
		t.Errorf("step %d of request %s", s.Step, s.ID.Text)
	}
}

// TestCompile_ValidatorIsReadyBeforeContinue: the rules for Continue are compiled once the form is shown. An
// earlier decision does not wait for that, and loses nothing.
// Rows: N34.
func TestCompile_ValidatorIsReadyBeforeContinue(t *testing.T) {
	const hosts = `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","format":"hostname"},"b":{"type":"string","format":"duration"}},"minProperties":1}}`
	if _, effects := Update(start(t), arrive(t, "1", longForm(20))); tells[CompileLater](effects) {
		t.Errorf("a form that needs no validator asks for time: %v", effects)
	}
	s, effects := Update(start(t), arrive(t, "1", hosts))
	if s.Step != Form || !tells[Shown](effects) || !tells[CompileLater](effects) {
		t.Fatalf("step %d, %v", s.Step, effects)
	}
	declined, _ := Update(s, Decline)
	step := declined.Step
	if declined.Compile(); declined.Step != step {
		t.Errorf("compiling after a decision leads to step %d", declined.Step)
	}
	s.Compile()
	s, _ = run(s, typeText(0, "a.example"), Continue)
	if s.Step != Review || s.Snapshot.JSON != `{"a":"a.example"}` {
		t.Errorf("step %d: %s", s.Step, s.Snapshot.JSON)
	}
}
