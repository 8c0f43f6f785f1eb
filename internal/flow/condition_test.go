package flow

import "testing"

// TestConditions: a question is required while the other answers make it so, and no longer.
func TestConditions(t *testing.T) {
	s := open(t, `{"message":"m","requestedSchema":{"type":"object","properties":{
		"q":{"type":"string","title":"Parser","enum":["old","other"]},"text":{"type":"string","title":"Which one?"}},
		"if":{"properties":{"q":{"const":"other"}},"required":["q"]},"then":{"required":["text"]}}}`)
	isRequired := func(s State, want bool) {
		t.Helper()
		if got := s.Request().Fields[1].Required; got != want {
			t.Errorf("required: %v, want %v", got, want)
		}
	}
	isRequired(s, false)
	other, _ := run(s, choose(0, 1))
	isRequired(other, true)
	if other.FieldLook(1) == s.FieldLook(1) || !other.Changed(&s, 0) {
		t.Error("the question is not drawn again")
	}
	isRequired(s, false) // The earlier state.
	old, _ := run(other, choose(0, 0))
	isRequired(old, false)
	wrong, _ := run(other, Continue)
	if got := problems(wrong); len(got) != 1 {
		t.Fatalf("problems %v", got)
	}
	solved, _ := run(wrong, choose(0, 0), Continue)
	if solved.Step != Review {
		t.Errorf("step %d, problems %v", solved.Step, problems(solved))
	}
}
