package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// paying is a form with a rule between two of its questions.
const paying = `{"message":"How do you pay?","requestedSchema":{"type":"object","properties":{
	"name":{"type":"string","title":"Name","minLength":2},"by":{"type":"string","title":"Payment","enum":["cash","card"]},
	"note":{"type":"string","title":"Note"},"number":{"type":"string","title":"Order number"}},
	"required":["name","by"],"if":{"properties":{"by":{"const":"card"}}},"then":{"required":["number"]}}}`

// onScreen are the questions of the form, and its buttons.
const onScreen = `[...` + questions + `, ...` + stepButtons + `].map((e) => e.textContent || e.ariaLabel).join("|")`

// TestChangeOneAnswer covers C1, C2, C3 and C5: Change shows only one question. Save, Enter and Back
// lead to its row, and Back keeps the old answer. The step lists problems like the whole form.
// Rows: C1, C2, C3, C5.
func TestChangeOneAnswer(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(paying, nil)
	form.Type("Name", "Ada")
	form.Choose("Payment", "cash")
	form.toReview()
	rowFocused := func(row int) {
		t.Helper()
		form.onHeading(reviewHeading)
		form.wait("C2: the focus on the row", `(id) => document.activeElement?.id === id`, "change-0-"+itoa(row))
	}

	// With the keyboard alone.
	form.tabTo(form.find("button", "Change “Name”"))
	host.Key(kb.Enter)
	form.onHeading(changeHeading("Example"))
	form.wait("C1: the focus in the answer", `document.activeElement === f0 && f0.value === "Ada"`)
	if got := eval[string](form, onScreen); got != "Name|Save|Back|Decline|Not now" {
		t.Errorf("C1: the step has %q", got)
	}
	form.expectAccessible("a change")
	host.Key(kb.Backspace + kb.Backspace + kb.Enter)
	form.hasProblems(1)
	form.expectAccessible("a change with an error")
	host.Key(kb.Tab + kb.Enter)
	form.wait("the focus in the answer again", `document.activeElement === f0 && f0.getAttribute("aria-invalid") === "true"`)
	host.Key("da")
	host.Key(kb.Enter)
	rowFocused(0)

	// With the pointer, and back without a change.
	form.Press("Change “Name”")
	form.Type("Name", "Eve")
	form.Press("Back")
	rowFocused(0)
	if got := form.rows()[0].Value; got != "Ada" {
		t.Errorf("C3: Back has changed the answer to %q", got)
	}

	// A rule joins two questions.
	form.Press("Change “Payment”")
	form.onHeading("Change your answers for Example")
	form.wait("C1: the focus in the answer", `document.activeElement?.name === "f1"`)
	if got := eval[string](form, onScreen); got != "Payment|Order number (optional)|Save|Back|Decline|Not now" {
		t.Errorf("C5: the step has %q", got)
	}
	form.Choose("Payment", "card")
	form.Press("Save")
	form.wait("the problem", `document.activeElement === f3 && f3.getAttribute("aria-invalid") === "true"`)
	form.Type("Order number", "4711")
	form.Press("Save")
	rowFocused(1)
	// Escape leads to all questions.
	form.leaveReview()
	form.onHeading(askingHeading("Example"))
	form.toReview()
	host.expectSent(key, `{"name":"Ada","by":"card","number":"4711"}`)
	host.expectSettledOnce(key)

	key, form = host.show(paying, nil)
	form.Type("Name", "Ada")
	form.Choose("Payment", "cash")
	form.toReview()
	form.Press("Change “Name”")
	form.onHeading(changeHeading("Example"))
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}
