package e2e

import "testing"

// summaryMatches waits until the summary lists the errors of the fields, each after a label.
func (d Document) summaryMatches(what string) {
	d.t.Helper()
	d.wait(what, `(() => {
		const lists = `+listedProblems+`.map((item) => item.textContent);
		const beside = `+errorsBeside+`.map(([, text]) => text);
		return lists.length > 0 && lists.length === beside.length && lists.every((item, i) => item.endsWith(beside[i]) && item.length > beside[i].length + 3);
	})()`)
}

// TestSummaryFollows covers E6: the summary has the same texts as the fields
// even after the language changes, and after another part of a round with the
// same number of problems is shown.
// Rows: E6.
func TestSummaryFollows(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	part := func(title string) string {
		return `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"` + title + `"}},"required":["a"]}}}`
	}
	_, form := host.show(`{"x":`+part("First")+`,"y":`+part("Second")+`}`, map[string]any{"round": true})
	form.Press("Review")
	form.summaryMatches("the problem of the first part")
	host.setLocale("de", "UTC")
	form.wait("the German heading", `document.getElementById("problems").textContent === "Es gibt ein Problem"`)
	form.summaryMatches("the problem in German")
	host.setLocale("en", "UTC")
	form.wait("the English heading", `document.getElementById("problems").textContent === "There is a problem"`)

	form.Type("First", "x")
	form.Press("Review")
	form.find("textbox", "Second")
	form.Press("Review")
	form.summaryMatches("the problem of the second part")
	form.Press("Back")
	form.find("textbox", "First")
	form.Type("First", "")
	form.Press("Review")
	form.summaryMatches("the problem of the first part again")
	form.Press("Decline")
	form.find("textbox", "Second")
	form.summaryMatches("the problem of the second part again")
}
