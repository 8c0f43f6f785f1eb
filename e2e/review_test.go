package e2e

import (
	"strings"
	"testing"
)

// TestReview covers G8 (the focus follows the step), R1, P12 and N1 (nothing is
// sent before Send), R3 and R4 (the rows and the names of their buttons), R5
// (Not provided), R8 (no links), R10 (the review shows the sent answers), C1 and C2
// (where the focus goes), C3 (Back keeps everything and adds nothing to the
// history), and F12 (suggestions are marked).
// Rows: R1, R3, R4, R5, R8, R10, C1, C2, C3, F12, P12, N1.
func TestReview(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(twoFields, nil)
	if suggested := form.question(1).Description; !strings.Contains(suggested, "Suggested by Example") {
		t.Errorf("F12: the suggestion is described as %q", suggested)
	}
	form.Type("City", "https://example.com/ <b>Oslo</b>")
	history := eval[int](form, `history.length`)
	form.toReview()
	form.wait("the focus on the heading", `document.activeElement?.id === "heading"`)
	form.expectAccessible("review")

	if h1 := eval[int](form, `document.querySelectorAll("h1").length`); h1 != 1 {
		t.Errorf("%d h1", h1)
	}
	if got := withoutIsolates(form.button("send").Name); got != "Send to Example" {
		t.Errorf("R2: the button that sends says %q", got)
	}
	want := []row{
		{Label: "City", Value: "https://example.com/ <b>Oslo</b>", Change: "Change “City”"},
		{Label: "Speed", Value: "slow", Change: "Change “Speed”", Remarks: []string{"Suggested by Example"}},
		{Label: "Comment", None: "Not provided", Change: "Change “Comment”"},
	}
	rows := form.rows()
	for i := range want {
		if got := rows[i]; got.Label != want[i].Label || got.Value != want[i].Value || got.None != want[i].None || got.Change != want[i].Change || strings.Join(got.Remarks, "|") != strings.Join(want[i].Remarks, "|") {
			t.Errorf("row %d: %+v, want %+v", i, got, want[i])
		}
	}
	if got := form.find("button", "Change “City”"); got.Role != "button" {
		t.Errorf("R4: %s", got)
	}
	if links := eval[int](form, `document.querySelectorAll("main a, main img, main b:not(.warning b)").length`); links != 0 {
		t.Errorf("R8: %d links or markup", links)
	}

	form.Press("Change “Comment”")
	form.wait("C1: the focus on the control", `document.activeElement?.id === "f2"`)
	form.Type("Comment", "By the door")
	form.toReview()
	form.wait("C2: the focus on the row", `document.activeElement?.id === "change-0-2"`)

	form.leaveReview()
	form.onHeading(askingHeading("Example"))
	if got := eval[string](form, `f0.value + "|" + f2.value`); got != "https://example.com/ <b>Oslo</b>|By the door" {
		t.Errorf("C3: Back lost answers: %q", got)
	}
	form.toReview()
	if now := eval[int](form, `history.length`); now != history {
		t.Errorf("C3: history went from %d to %d", history, now)
	}
	for _, text := range host.fromFrame() {
		// The host keeps drafts in memory, so that they outlive the frame's document.
		isDraft := strings.Contains(text, `"method":"elicitform/draft"`)
		if !isDraft && (strings.Contains(text, "Oslo") || strings.Contains(text, "door")) {
			t.Errorf("R1: an answer left before Send: %s", text)
		}
	}
	if n := host.countReplies() + len(host.outcomes(key)); n != 0 {
		t.Errorf("R1: %d answers before Send", n)
	}
	shown := form.wireText()
	if got, content := host.send(key); got.Action != "accept" || content != shown {
		t.Errorf("R10: %s was shown, %s left: %+v", shown, content, got)
	}
	expectSameJSON(t, "content", shown, `{"city":"https://example.com/ <b>Oslo</b>","speed":"slow","comment":"By the door"}`)
	host.expectSettledOnce(key)
	host.expectQuiet()
}
