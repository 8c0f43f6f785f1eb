package e2e

import "testing"

// TestChangeIsInSight covers C1 on a small screen: Change leads to a control
// that is on the screen with its label.
// Rows: C1.
func TestChangeIsInSight(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(400, 500, 1)
	key, form := host.show(everyKind, nil)
	form.answerEverything(everyKind)
	form.toReview()
	for _, question := range []struct {
		label string
		field int
	}{{"Notes", 11}, {"Name", 0}, {"Room", 8}} {
		form.Press("Change “" + question.label + "”")
		form.wait("the focus in "+question.label, `(i) => document.activeElement?.id.startsWith("f" + i)`, question.field)
		host.waitFor("the label of "+question.label+" to be on the screen", func() bool {
			top := form.labelTop(question.field)
			return top >= -1 && top <= 440
		})
		form.toReview()
	}
	form.Press("Not now")
	host.outcome(key)
	host.expectQuiet()
}
