package e2e

import (
	"strings"
	"testing"
)

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
		return `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"` + title + `"},"b":{"type":"string","title":"Also"}},"required":["a","b"]}}}`
	}
	_, form := host.show(`{"x":`+part("First")+`,"y":`+part("Second")+`}`, map[string]any{"round": true})
	form.do("continue")
	form.summaryMatches("the problem of the first part")
	host.setLocale("de", "UTC")
	form.wait("the German heading", `document.getElementById("problems").textContent === "Es gibt ein Problem"`)
	form.summaryMatches("the problem in German")
	host.setLocale("en", "UTC")
	form.wait("the English heading", `document.getElementById("problems").textContent === "There is a problem"`)

	form.Type("First", "x")
	form.Type("Also", "x")
	form.do("continue")
	form.find("textbox", "Second")
	form.do("continue")
	form.summaryMatches("the problem of the second part")
}

// TestSummary_SolvedLines covers E9: a solved line keeps its place and says the question and the answer, but never a secret, and
// an error beside a field says how the answer is read.
// Rows: E9.
func TestSummary_SolvedLines(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(`{"message":"m","requestedSchema":{"type":"object","properties":{
		"name":{"type":"string","title":"Name"},"password":{"type":"string","title":"Password"},"wake":{"type":"string","format":"time","title":"Wake-up"}},
		"required":["name","password","wake"]}}`, nil)
	form.do("continue")
	form.hasProblems(3)
	const line = `[...document.querySelectorAll("#summary li")].map((li) => {
		const solution = li.querySelector(".solution"), link = li.querySelector("a");
		return [Math.round(li.getBoundingClientRect().top), Math.round(li.getBoundingClientRect().height), getComputedStyle(link).visibility,
			getComputedStyle(link).textDecorationLine === "line-through", solution?.textContent ?? ""].join();
	})`
	before := eval[[]string](form, line)
	form.Type("Name", "Ada")
	form.Type("Password", "hunter2")
	form.run(`(() => { const clock = document.getElementById("f2-time"); clock.focus(); document.execCommand("insertText", false, "7pm"); })()`)
	form.wait("all to be solved", `document.querySelector("#summary h2").textContent === "All corrected"`)
	for i, want := range []string{"“Name”: Ada", "Password", "“Wake-up”: 19:00"} {
		place, _, _ := strings.Cut(before[i], ",visible")
		if got := withoutIsolates(eval[[]string](form, line)[i]); !strings.HasPrefix(got, place+",hidden,false,"+want) {
			t.Errorf("line %d is %q, want %q", i, got, place+",hidden,false,"+want)
		}
	}
	const beside = `(id) => document.getElementById(id)?.parentElement.classList.contains("solved") && document.getElementById(id).textContent`
	if got := eval[string](form, beside, "f2-understood"); !strings.Contains(got, "19:00") {
		t.Errorf("beside the time: %q", got)
	}
	if text := eval[string](form, `document.querySelector("#summary").innerText`); strings.Contains(text, "hunter2") {
		t.Errorf("the summary shows a secret: %q", text)
	}
	form.expectAccessible("solved")
	form.Type("Name", "")
	form.wait("the line of an answer that is wrong again to be empty", `document.querySelector("#summary li .solution")?.textContent !== "“Name”: Ada"`)
}

// TestOneProblem covers E1 and E2: a single problem stands at its field, without a summary. It moves nothing sideways, and lets the
// frame grow by at most 64 px.
// Rows: E1, E2.
func TestOneProblem(t *testing.T) {
	t.Parallel()
	for _, width := range []int{380, 320} {
		host := warmHost(t)
		host.viewport(width, 1200, 1)
		_, form := host.show(`{"message":"m","requestedSchema":{"type":"object","properties":{
			"name":{"type":"string","title":"Full Name"},"email":{"type":"string","format":"email","title":"Email Address"}},"required":["name","email"]}}`, nil)
		form.Type("Full Name", "Ada")
		form.Type("Email Address", "nobody")
		const look = `[document.documentElement.getBoundingClientRect().height, document.getElementById("f1-label").getBoundingClientRect().left,
			document.getElementById("f1").getBoundingClientRect().left]`
		before := eval[[]float64](form, look)
		got := form.continueWithErrors()
		if got.Heading != "" || got.Focus != "f1" {
			t.Errorf("a summary %q, the focus on %q", got.Heading, got.Focus)
		}
		form.announces("E2", got.Links)
		after := eval[[]float64](form, look)
		if grown := after[0] - before[0]; grown > 64 || after[1] != before[1] || after[2] != before[2] {
			t.Errorf("%d px: %v before, %v after", width, before, after)
		}
		form.expectAccessible("one problem")
	}
}
