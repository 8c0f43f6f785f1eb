package flow

import "testing"

func TestDayPicked_StandsInTheThreeControls(t *testing.T) {
	s := open(t, dayForm)
	next, effects := run(s, DayPicked{0, "2026-03-05"})
	if got := next.Question().Fields.At(0).Draft; got.Day != "5" || got.Month != "3" || got.Year != "2026" {
		t.Errorf("the draft is %+v", got)
	}
	if got := filled(effects); len(got) != 3 || got[0] != "0 false 5" || got[1] != "0 false 3" || got[2] != "0 false 2026" {
		t.Errorf("filled %q", got)
	}
	for _, day := range []string{"", "2026-03", "x"} {
		if same, _ := run(next, DayPicked{0, day}); !same.Question().Fields.At(0).Draft.Same(next.Question().Fields.At(0).Draft) {
			t.Errorf("%q changes the draft", day)
		}
	}
	if _, effects := run(open(t, contact), DayPicked{0, "2026-03-05"}); len(effects) > 0 {
		t.Errorf("a text takes a day: %v", effects)
	}
}
