package e2e

import (
	"strings"
	"testing"
)

// startChecked shows a request whose answers the host checks. The page records
// the answers in checks, and verdict returns the problems.
func (h *Host) startChecked(key, params string) Document {
	h.t.Helper()
	h.page().run(`(key, params) => {
		window.checks = [];
		window.verdict = () => [];
		window.start(key, params, { check: async (content) => {
			checks.push(JSON.stringify(content));
			return verdict(content);
		} });
	}`, key, params)
	form := h.form()
	form.button("decline")
	return form
}

// TestRefusedAnswers covers E12: if the host refuses answers, its reasons stand
// at the fields as inert text and are announced, and all answers are kept. The
// person corrects them, reviews and sends again.
// Rows: E12, N41.
func TestRefusedAnswers(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	form := host.startChecked("checked", `{"message":"Where?","requestedSchema":{"type":"object","properties":{
		"name":{"type":"string","title":"Name"},"city":{"type":"string","title":"City"},"days":{"type":"array","title":"Days","items":{"type":"string","enum":["mon","tue"]}}},
		"required":["name","city"]}}`)
	form.Type("Name", "Ada")
	form.Type("City", "Oslo")
	form.Tick("Days", "mon")
	host.page().run(`(() => {
		verdict = () => [{name: "city", message: "<b>Oslo</b> is not served.\u202e Choose Bergen."}, {name: "days", message: "Closed on Mondays."}, {name: "nothing", message: "We are full today."}];
	})()`)
	form.sendAnswers()
	form.hasProblems(3)
	host.expectOpen("checked")
	failure := form.errorState()
	const oslo, mondays = "<b>Oslo</b> is not served. Choose Bergen.", "Closed on Mondays."
	if failure.Heading != "There is a problem" || strings.Join(failure.Links, "|") != "“City”: "+oslo+"|“Days”: "+mondays || failure.Alerts != 0 || !strings.HasPrefix(failure.Title, "Error: ") {
		t.Errorf("the summary is %+v", failure)
	}
	if strings.Join(failure.Inline, "|") != "Error: "+oslo+"|Error: "+mondays || strings.Join(failure.Invalid, "|") == "" {
		t.Errorf("at the fields: %+v", failure)
	}
	if problems := eval[string](form, `document.getElementById("summary").innerText.split(/\n+/)[1] + "|" + `+listedProblems+`[0].textContent`); problems != "Your answers were not accepted. Check them and send them again.|We are full today." {
		t.Errorf("the summary says %q", problems)
	}
	form.announces("E12", []string{"Your answers were not accepted. Check them and send them again. We are full today", "“City”: " + oslo[:len(oslo)-1], "“Days”: " + mondays})
	if answers := eval[string](form, `[f0.value, f1.value, document.querySelectorAll("input[type=checkbox]:checked").length].join("|")`); answers != "Ada|Oslo|1" {
		t.Errorf("the answers are %q", answers)
	}
	form.expectAccessible("refused by the host")
	form.Follow("“City”: " + oslo)
	form.wait("the focus in the field", `document.activeElement === f1 && f1.getAttribute("aria-invalid") === "true"`)

	host.page().run(`(() => { verdict = ({city}) => city === "Bergen" ? [] : [{name: "city", message: "No."}]; })()`)
	form.Type("City", "Bergen")
	form.wait("the problem of the city to go", `!f1.hasAttribute("aria-invalid") && `+listedProblems+`.length === 2`)
	form.toReview()
	host.send("checked")
	form.onHeading(sentHeading)
	want := `{"name":"Ada","city":"Oslo","days":["mon"]}|{"name":"Ada","city":"Bergen","days":["mon"]}`
	if checks := eval[string](host.page(), `checks.join("|")`); checks != want {
		t.Errorf("looked at %s", checks)
	}
	host.expectSettledOnce("checked")
	host.expectQuiet()
}

// TestUncheckedAnswers covers E12: if the host's check fails, nothing is lost and nothing is settled. The
// form tells the person, who sends again.
// Rows: E12, D4.
func TestUncheckedAnswers(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	form := host.startChecked("unchecked", twoFields)
	form.Type("City", "Oslo")
	form.toReview()
	host.page().run(`(() => { verdict = () => { throw new Error("no network"); }; })()`)
	form.Press("Send")
	form.find("button", "Try again")
	form.wait("it to be announced", `document.querySelector("#status").textContent === "Your reply may not have arrived."`)
	if errors := eval[string](host.page(), `JSON.stringify(events.filter((e) => e.type === "error").map((e) => [e.code, e.reason]))`); errors != `[["internal","check-failed"]]` {
		t.Errorf("the host was told %s", errors)
	}
	form.expectAccessible("not checked")
	form.Press("Change “City”")
	form.Type("City", "Bergen")
	form.toReview()
	if hasRetry := eval[bool](form, `[...document.querySelectorAll("button")].some((b) => b.textContent === "Try again" && b.checkVisibility())`); hasRetry {
		t.Error("what was not checked is said of other answers")
	}
	form.Press("Send")
	form.find("button", "Try again")
	host.page().run(`(() => { verdict = () => []; })()`)
	form.Press("Try again")
	if got := host.outcome("unchecked"); got.Action != "accept" || !strings.Contains(got.Result, "Bergen") {
		t.Errorf("settled as %+v", got)
	}
	form.onHeading(sentHeading)
	host.expectSettledOnce("unchecked")
	host.expectQuiet()
}

// TestCheckInterrupted covers E12 and B37: if the frame is loaded again while
// the host checks the answers, it asks for a new check, and the result of the
// first one is ignored.
// Rows: E12, B37.
func TestCheckInterrupted(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	form := host.startChecked("checked", twoFields)
	form.Type("City", "Oslo")
	form.toReview()
	host.page().run(`(() => { verdict = () => new Promise((resolve) => window.found = resolve); })()`)
	form.Press("Send")
	host.page().wait("the host to look", `window.found`)
	host.page().run(`(() => { const f = document.querySelector("iframe"); f.parentNode.append(f); })()`)
	form = host.form()
	form.button("continue")
	host.page().run(`(() => { found([]); verdict = () => []; })()`)
	host.waitUntilIdle()
	host.expectOpen("checked")
	form.Type("City", "Bergen")
	form.toReview()
	host.send("checked")
	if got := host.outcome("checked"); !strings.Contains(got.Result, "Bergen") {
		t.Errorf("settled as %+v", got)
	}
	host.expectSettledOnce("checked")
}
