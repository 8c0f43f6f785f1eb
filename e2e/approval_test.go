package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const (
	approveHeading = "Example wants to run Save comment"
	allowedHeading = "You allowed this"
)

var asApproval = map[string]any{"approval": true}

// approvalOf returns an approval with these arguments, and more members as JSON.
func approvalOf(arguments any, more string) string {
	text, err := json.Marshal(arguments)
	if err != nil {
		panic(err)
	}
	return `{"tool":{"name":"save_comment","title":"Save comment","description":"Adds a comment.","arguments":` + string(text) + `}` + more + `}`
}

var commentArguments = map[string]any{"issue": "ENG-42", "body": "Fixed in 1.4.2", "labels": []string{"bug"}}

// TestApproval covers N60: a tool call is on one screen, with everything that will run. One press of a pointer allows it; no
// shortcut does.
// Rows: N60.
func TestApproval(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(approvalOf(commentArguments, `,"message":"The reporter waits.","scopes":["once","session","always"]`), asApproval)
	form.onHeading(approveHeading)
	text := eval[string](form, `document.body.innerText`)
	for _, part := range []string{"save_comment", "Adds a comment.", "The reporter waits.", "issue", "ENG-42", "body", "Fixed in 1.4.2", "labels", "\"bug\""} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not shown in\n%s", part, text)
		}
	}
	buttons := eval[[]string](form, stepButtons+`.map((b) => b.textContent || b.ariaLabel)`)
	want := []string{"Allow once", "Allow Save comment in this chat", "Always allow Save comment of Example", "Decline", "Not now"}
	if fmt.Sprint(buttons) != fmt.Sprint(want) {
		t.Errorf("the buttons are %q", buttons)
	}
	form.expectAccessible("an approval")
	host.expectNoEffect(key, true)
	for _, keys := range []string{"1", "2", kb.Escape, kb.Enter} {
		host.Key(keys)
	}
	form.run(`document.querySelector("#heading").focus()`)
	form.run(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }))`)
	host.waitUntilIdle()
	host.expectOpen(key)
	form.Press("Allow once")
	host.expectResult(key, `{"action":"accept","scope":"once"}`)
	form.onHeading(allowedHeading)

	key, form = host.show(approvalOf(commentArguments, `,"reason":true`), asApproval)
	form.Type("If you decline, tell the agent why (optional)", "Not yet")
	form.Press("Decline")
	host.expectResult(key, `{"action":"decline","reason":"Not yet"}`)
	host.expectQuiet()
}

// TestApprovalShowsTheRestFirst: a press allows only arguments that were in view. None of them is markup, and a secret is in the
// document only when the person has asked for it.
// Rows: N60.
func TestApprovalShowsTheRestFirst(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const markup = `<img src=x onerror="window.hacked=1"><b>bold</b>`
	for name, arguments := range map[string]any{
		"long":    map[string]any{"body": strings.Repeat("word ", 200)},
		"covered": map[string]any{"api_token": "hunter2"},
		"nested":  map[string]any{"auth": map[string]string{"password": "hunter2"}},
		"many":    strings.Fields(strings.Repeat("a ", 600)),
	} {
		t.Run(name, func(t *testing.T) {
			host.reportTo(t)
			if list, isList := arguments.([]string); isList {
				named := map[string]any{}
				for i := range list {
					named[fmt.Sprintf("n%03d", i)] = markup
				}
				arguments = named
			}
			key, form := host.show(approvalOf(arguments, ""), asApproval)
			if eval[bool](form, `document.documentElement.outerHTML.includes("hunter2")`) {
				t.Error("a secret is in the document")
			}
			form.Press("Allow once")
			form.wait("the rest", `document.querySelector(".warning:not([hidden])")?.textContent === "Not all of it was in view. Read the rest, then press again."`)
			host.expectOpen(key)
			if eval[bool](form, `"hacked" in window || document.querySelector("main img, main dd b") !== null`) {
				t.Error("an argument is markup")
			}
			form.Press("Allow once")
			host.expectResult(key, `{"action":"accept","scope":"once"}`)
		})
	}
	key, form := host.show(approvalOf(commentArguments, `,"scopes":["once","always"]`), asApproval)
	form.Press("Always allow Save comment of Example")
	form.wait("the warning", `document.querySelector(".warning:not([hidden])")?.textContent.startsWith("Nobody will be asked again about Save comment.")`)
	form.Press("Always allow Save comment of Example")
	host.expectResult(key, `{"action":"accept","scope":"always"}`)
	host.expectQuiet()
}

// TestApprovalWithOtherArguments: the person changes an argument, sees the old value, and the new ones run.
// Rows: N60.
func TestApprovalWithOtherArguments(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const schema = `,"editable":{"type":"object","properties":{"body":{"type":"string","title":"Body","minLength":3}},"required":["body"]}`
	key, form := host.show(approvalOf(commentArguments, schema), asApproval)
	form.run(`document.querySelector("#change-0-0").click()`)
	form.onHeading("Change the arguments")
	form.Type("Body", "No")
	form.Press("Save")
	form.wait("the problem", problemFocused)
	form.Type("Body", "Not fixed")
	form.Press("Save")
	form.onHeading(approveHeading)
	if text := eval[string](form, `document.querySelector(".answers").innerText`); !strings.Contains(text, "Not fixed") || !strings.Contains(text, "Before: Fixed in 1.4.2") {
		t.Errorf("the arguments are\n%s", text)
	}
	form.Press("Allow once")
	host.expectResult(key, `{"action":"accept","scope":"once","arguments":{"issue":"ENG-42","labels":["bug"],"body":"Not fixed"}}`)
	host.expectQuiet()
}

// TestApprovalsInAQueue: each of ten approvals shows its place in the queue, and Decline all declines those that wait.
// Rows: N60.
func TestApprovalsInAQueue(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	keys := []string{}
	for range 10 {
		keys = append(keys, host.start(approvalOf(commentArguments, ""), asApproval))
	}
	form := host.form()
	form.onHeading(approveHeading)
	form.wait("the place", `document.querySelector(".progress").innerText.includes("Request 1 of 10")`)
	form.Press("Allow once")
	host.expectAction(keys[0], "accept")
	form.wait("the next", `document.querySelector(".progress").innerText.includes("Request 2 of 10")`)
	form.waitUntilReplaced()
	form.Press("Decline all")
	for _, key := range keys[1:] {
		host.expectAction(key, "decline")
	}
	host.expectQuiet()
}

// TestApprovalBySwapping: a press that may have been meant for the previous approval allows nothing.
// Rows: N60, B50.
func TestApprovalBySwapping(t *testing.T) {
	t.Parallel()
	host := pausedHost(t)
	first, form := host.show(approvalOf(commentArguments, ""), asApproval)
	form.pressingAt(form.now() + 10_000)
	began := form.now()
	var last string
	for i := range 10 {
		last = host.start(approvalOf(map[string]any{"n": i}, ""), asApproval)
		host.withdrawShown(first)
		host.outcome(first)
		form.wait("the next approval", `(n) => document.querySelector(".answers")?.innerText.includes(n)`, fmt.Sprint(i))
		form.waitUntilReplaced()
		form.pressingAt(began + 490)
		form.Press("Allow once")
		form.expectPauseNote("a press on Allow once")
		first = last
	}
	host.expectOpen(last)
	form.pressingAt(form.now() + 501)
	form.Press("Decline")
	host.expectAction(last, "decline")
	host.expectQuiet()
}

// TestHostileApprovals: whatever an agent sends, Decline works at once.
// Rows: N60, B6.
func TestHostileApprovals(t *testing.T) {
	t.Parallel()
	s := newHostileRunner(t)
	nested := any("end")
	for range 100 {
		nested = map[string]any{"раypаl\x1b[31m\u202e": nested}
	}
	many := map[string]any{}
	for i := range 500 {
		many[fmt.Sprintf("member %d", i)] = strings.Repeat("x", 100)
	}
	for name, arguments := range map[string]any{
		"200 kB":      map[string]any{"text": strings.Repeat("long words ", 18_000)},
		"100 deep":    map[string]any{"nested": nested},
		"500 members": many,
		"signs":       map[string]any{"text": strings.Repeat("\u202e\x1b[31mа\u0300\u200b", 10_000)},
	} {
		s.expectWithinLimits(t, hostileCase{name: name, params: approvalOf(arguments, ""), options: asApproval}, false)
	}
}
