package e2e

import (
	"slices"
	"strings"
	"testing"
)

// errorState is everything in the document about problems.
type errorState struct {
	Title, Focus string
	// Heading and Links are those of the summary; Inline are the messages at
	// the fields. Where one problem stands only at its field, Links has its announcement.
	Heading       string
	Links, Inline []string
	// Invalid are the ids of the controls that are marked as invalid.
	Invalid []string
	// Alerts counts the alert regions with a text.
	Alerts  int
	Hash    string
	History int
	// SummaryBelow: the summary stands between the message and the fields.
	SummaryBelow bool
}

func (d Document) errorState() errorState {
	d.t.Helper()
	return eval[errorState](d, `(() => {
		const summary = document.getElementById("summary");
		const message = document.querySelector(".message"), form = document.querySelector("form");
		const only = document.querySelectorAll("[id^=f][id$='-error']");
		const named = (p) => "“" + document.getElementById(p.id.replace("error", "label")).textContent + "”: " + p.textContent.slice("Error: ".length);
		return {
			Title: document.title,
			Focus: document.activeElement?.id ?? "",
			Heading: summary?.querySelector("h2").textContent ?? "",
			Links: summary ? [...summary.querySelectorAll("a:not([tabindex])")].map((a) => a.textContent) : [...only].map(named),
			Inline: [...document.querySelectorAll("[id^=f][id$='-error']")].map((p) => p.textContent),
			Invalid: [...document.querySelectorAll("[aria-invalid=true]")].map((c) => c.id),
			Alerts: [...document.querySelectorAll("[role=alert]")].filter((a) => a.textContent.trim() !== "").length,
			SummaryBelow: !!summary && !!(summary.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING) &&
				summary.getBoundingClientRect().top >= message.getBoundingClientRect().bottom &&
				summary.getBoundingClientRect().bottom <= form.getBoundingClientRect().top,
			Hash: location.hash,
			History: history.length,
		};
	})()`)
}

// announces waits until problems are announced.
func (d Document) announces(what string, problems []string) {
	d.t.Helper()
	d.wait(what+": the announcement", `(said) => document.getElementById("status").textContent === said`, strings.Join(problems, ". "))
}

// continueWithErrors presses Continue and waits for the problems.
func (d Document) continueWithErrors() errorState {
	d.t.Helper()
	d.run(`document.getElementById("problems")?.setAttribute("data-old", "")`)
	d.do("continue")
	d.wait("new problems with the focus", problemFocused+` && !document.getElementById("problems")?.hasAttribute("data-old") && `+listedProblems+`.length > 0`)
	return d.errorState()
}

// TestErrorSummary covers E1 (the summary stands below the message, in the
// order of the fields), E2 (focus on the summary, a group with a name, and the problems
// announced once), E3 and N2 (a link
// focuses the first invalid control of a field of any kind and adds nothing to
// the history), E4 and E6 (the same text at the field, with a hidden prefix),
// E5 (only the invalid control is marked), G3 (the title), P9, and that nothing is
// sent.
// Rows: E1, E2, E3, E4, E5, E6, N2, P9, G3.
func TestErrorSummary(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(everyKind, nil)
	history := form.errorState().History
	got := form.continueWithErrors()

	if !strings.HasPrefix(got.Title, "Error: ") {
		t.Errorf("G3: the title is %q", got.Title)
	}
	if got.Heading != problemHeading || !got.SummaryBelow {
		t.Errorf("E1: heading %q, below the message: %v", got.Heading, got.SummaryBelow)
	}
	if all := len(form.controls()); len(got.Links) != all || len(got.Inline) != all {
		t.Fatalf("%d links, %d messages: %q", len(got.Links), len(got.Inline), got.Links)
	}
	if got.Focus != "summary" || got.Alerts != 0 {
		t.Errorf("E2: focus on %q, %d alerts", got.Focus, got.Alerts)
	}
	if summary := form.byID("summary"); summary.Role != "group" || summary.Name != problemHeading {
		t.Errorf("E2: the summary is %s", summary)
	}
	// A screen reader reads on from the caret.
	form.wait("the caret where the focus is", `getSelection().anchorNode?.id === "summary"`)
	form.announces("E2", got.Links[:5])
	for i, c := range form.controls() {
		beside := strings.TrimPrefix(got.Inline[i], "Error: ")
		if got.Links[i] != "“"+c.Label+"”: "+beside {
			t.Errorf("E6: summary %q, field %q", got.Links[i], got.Inline[i])
		}
		if !strings.Contains(strings.ToLower(got.Links[i]), strings.ToLower(c.Label)) {
			t.Errorf("E1: message %d is %q, the field is %q", i, got.Links[i], c.Label)
		}
		node := form.question(i)
		if !strings.Contains(node.Description, "Error: "+beside) {
			t.Errorf("E4: %s is not described by its error", node)
		}
	}
	// The time zone of the moment, f6-zone, is right and not marked.
	want := "f0 f1 f2 f3 f4 f5-day f5-month f5-year f6-day f6-month f6-year f6-time f7 f8 f9 f10 f11 f12 f13-time"
	if marked := strings.Join(got.Invalid, " "); marked != want {
		t.Errorf("E5: %s are marked, want %s", marked, want)
	}
	form.expectAccessible("errors")

	for i, link := range got.Links {
		form.Follow(link)
		marked := slices.IndexFunc(got.Invalid, func(id string) bool { return id == "f"+itoa(i) || strings.HasPrefix(id, "f"+itoa(i)+"-") })
		first := got.Invalid[marked]
		form.wait("E3: the focus on "+first+" after "+link, `(id) => document.activeElement?.id === id`, first)
		top := form.labelTop(i)
		if top < -1 || top > 1 && !host.atEnd() {
			t.Errorf("E3: the label of %q is %v px from the top", link, top)
		}
	}
	after := form.errorState()
	if after.Hash != "" || after.History != history {
		t.Errorf("E3: hash %q, history %d after %d", after.Hash, after.History, history)
	}
	if n := len(host.outcomes(key)); n != 0 || host.countReplies() != 0 {
		t.Errorf("something was sent")
	}
	form.Press("Not now")
	host.expectQuiet()
}

// labelTop returns how far the label of a field is from the top of the window.
func (d Document) labelTop(i int) float64 {
	d.t.Helper()
	inFrame := eval[float64](d, `(id) => document.getElementById(id).getBoundingClientRect().top`, "f"+itoa(i)+"-label")
	return inFrame + eval[float64](d.page(), `document.querySelector("iframe").getBoundingClientRect().top`)
}

// atEnd reports whether the page cannot be scrolled any further down.
func (tab *Tab) atEnd() bool {
	tab.t.Helper()
	return eval[bool](tab.page(), `innerHeight + scrollY >= document.documentElement.scrollHeight - 1`)
}

// TestErrorsWhileTyping covers a rule of this project beside E9: a problem goes as
// soon as the answer is right, and new problems appear only on the next Continue.
// It covers E8 (the typed text stays), E9 (all problems go with the last mistake) and
// E10 (Continue announces and focuses them again).
// Rows: E8, E9, E10.
func TestErrorsWhileTyping(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(`{"message": "m", "requestedSchema": {"type": "object", "properties": {
		"email": {"type": "string", "format": "email", "title": "Email"},
		"age": {"type": "integer", "title": "Age", "minimum": 18},
		"city": {"type": "string", "title": "City"}
	}, "required": ["email", "age", "city"]}}`, nil)
	values := func() string { return eval[string](form, `[f0.value, f1.value, f2.value].join("|")`) }
	form.Type("Email", "not an address")
	form.Type("Age", "12")
	form.Type("City", "Oslo")
	got := form.continueWithErrors()
	if len(got.Links) != 2 || values() != "not an address|12|Oslo" {
		t.Fatalf("E8: %q with %q", got.Links, values())
	}

	form.Type("Email", "ada@example.com")
	form.wait("the error to go while typing", `!document.getElementById("f0-error") && !f0.hasAttribute("aria-invalid") && `+listedProblems+`.length === 1`)
	if focus := form.errorState().Focus; focus != "f0" {
		t.Errorf("typing moved the focus to %q", focus)
	}
	form.Type("Email", "wrong again")
	form.Type("City", "")
	host.waitUntilIdle()
	if got := form.errorState(); len(got.Links) != 1 || len(got.Inline) != 1 || len(got.Invalid) != 1 {
		t.Errorf("an error appeared before Continue: %+v", got)
	}

	next := form.continueWithErrors()
	if len(next.Links) != 3 {
		t.Errorf("E10: %+v", next)
	}
	form.announces("E10", next.Links)
	form.run(`f2.focus()`)
	if third := form.continueWithErrors(); strings.Join(third.Links, "|") != strings.Join(next.Links, "|") {
		t.Errorf("E10: %q after %q", third.Links, next.Links)
	}

	form.Type("Email", "ada@example.com")
	form.Type("Age", "18")
	form.Type("City", "Bergen")
	form.wait("E9: all to be solved", `document.querySelector("#summary[aria-hidden=true]") && !document.title.startsWith("Error")`)
	if got := form.errorState(); len(got.Links)+len(got.Inline)+len(got.Invalid)+got.Alerts != 0 || form.exists("heading", problemHeading) {
		t.Errorf("E9: still said: %+v", got)
	}
	form.expectAccessible("all solved")
	form.toReview()
	form.wait("E9: the summary to go", `!document.getElementById("problems") && !document.title.startsWith("Error")`)
	form.leaveReview()
	form.onHeading(askingHeading("Example"))
	if got := form.errorState(); len(got.Links)+len(got.Inline)+len(got.Invalid)+got.Alerts != 0 {
		t.Errorf("E9: left behind: %+v", got)
	}
	form.Press("Not now")
	host.expectQuiet()
}

// TestLiveRegions covers G20 and N4: the status region and the alert region
// exist from the first drawing on and stay the same elements. Each announcement
// comes once, into an empty region. A step whose heading has the focus announces
// only the part that is not in the heading.
// Rows: G20, N4.
func TestLiveRegions(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	form := host.form()
	same := `document.querySelectorAll("#status[role=status]").length === 1 && document.getElementById("status") === __status && document.querySelectorAll("[role=alert]").length === 1 && document.getElementById("alert") === __alert`
	form.wait("the regions", `(window.__status = document.getElementById("status")) && (window.__alert = document.getElementById("alert"))`)
	form.run(`(() => {
		window.__announcements = [];
		window.observer = new MutationObserver(() => __announcements.push(document.getElementById("status").textContent));
		observer.observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true });
	})()`)
	_, form = host.show(twoFields, nil)
	form.wait("an announcement", `document.getElementById("status").textContent === "Example asks. “Where should it go?”"`)
	form.announces("N4", form.continueWithErrors().Links)
	form.Type("City", "Oslo")
	form.toReview()
	form.wait("nothing more than the heading", `document.getElementById("status").textContent === ""`)
	form.Press("Decline")
	form.onHeading(declinedHeading)
	form.wait("an announcement", `document.getElementById("status").textContent === "Example"`)
	alerts := eval[[]string](form, `__announcements.filter((text, i) => text !== "" || __announcements[i - 1] !== "")`)
	if got, want := strings.TrimPrefix(strings.Join(alerts, "|"), "|"), "Example asks. “Where should it go?”||“City”: Enter an answer||Example"; got != want {
		t.Errorf("N4: heard %q, want %q", got, want)
	}
	if !eval[bool](form, same) {
		t.Error("a live region was mounted anew")
	}
	form.run(`observer.disconnect()`)
	host.expectQuiet()
}
