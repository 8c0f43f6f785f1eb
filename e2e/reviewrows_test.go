package e2e

import (
	"strings"
	"testing"
)

// TestReviewSaysWhatItDoes covers R2 and R9: the heading says what to do, the
// first button says what it sends to whom, and Decline and Not now are other
// buttons.
func TestReviewSaysWhatItDoes_R2_R9(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(oneText("One word?"), nil)
	form.Type("Word", "yes")
	form.toReview()
	if node := form.byID("heading"); node.Role != "heading" || node.Name != reviewHeading || !node.HasState("level=1") {
		t.Errorf("R2: the heading is %s", node)
	}
	buttons := eval[[]string](form, stepButtons+`.map((b) => b.textContent)`)
	if len(buttons) < 3 || !strings.HasPrefix(buttons[0], "Send answers") {
		t.Fatalf("R9: the buttons are %q", buttons)
	}
	if around := eval[string](form, `document.querySelector("main").innerText`); !strings.Contains(around, "Example") {
		t.Errorf("R9: it does not say to whom:\n%s", around)
	}
	for _, name := range []string{"Decline", "Not now"} {
		if !form.exists("button", name) {
			t.Errorf("R9: there is no %s", name)
		}
	}
	if n := host.countReplies() + len(host.outcomes(key)); n != 0 {
		t.Errorf("R2: %d answers left while the person looks", n)
	}
	form.Press("Not now")
	host.outcome(key)
	host.expectQuiet()
}
