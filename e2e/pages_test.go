package e2e

import (
	"net/url"
	"strings"
	"testing"
)

// TestStandalonePage covers N29 and P1: an author pastes a request, makes and
// mends three mistakes, changes one answer, sends, and sees exactly the result.
func TestStandalonePage_N29_P1(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tab.open(baseURL(t) + "/standalone.html")
	page, form := tab.page(), tab.form()
	page.wait("the page", `document.getElementById("request") && document.querySelector("iframe")`)
	page.expectAccessible("standalone page")
	page.typeInto(page.find("textbox", "Request"), corpus(t, "015-everything-13-fields.json"))
	page.Press("Show form")
	form.onHeading(askingHeading("example-server"))
	form.Type("String with email format", "nobody")
	form.Type("Integer", "1000")
	if got := form.fails(); len(got.Links) != 3 {
		t.Fatalf("%q", got.Links)
	}
	form.Type("String", "Ada Lovelace")
	form.Type("String with email format", "ada@example.com")
	form.Type("Integer", "41")
	form.Choose("Boolean (optional)", "Yes")
	form.toReview()
	form.Press("Change Integer")
	form.wait("the focus on the field", `document.activeElement?.id === "f6"`)
	form.Type("Integer", "43")
	form.toReview()
	form.Press("Send answers")
	page.wait("the result", `!document.getElementById("result").hidden`)
	expectSameJSON(t, "result", eval[string](page, `document.getElementById("result").textContent`), `{"action":"accept","content":{
		"name":"Ada Lovelace","check":true,"firstLine":"It was a dark and stormy night.","email":"ada@example.com","integer":43,"number":3.14,
		"untitledSingleSelectEnum":"Monica","untitledMultipleSelectEnum":["Guitar"],"titledSingleSelectEnum":"hero-1",
		"titledMultipleSelectEnum":["fish-1"],"legacyTitledEnum":"pet-1"}}`)
	tab.allowClipboard()
	page.Press("Copy result")
	page.wait("the notice", `/[Cc]opied|is selected/.test(document.body.innerText)`)
	page.expectAccessible("standalone result")
	tab.screenshot("standalone-light")
	tab.media(map[string]string{"prefers-color-scheme": "dark"})
	page.expectAccessible("standalone dark")
	tab.screenshot("standalone-dark")
	tab.viewport(320, 256, 4)
	if eval[bool](page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("G13: the page scrolls sideways at 320 px")
	}
	tab.screenshot("standalone-320")
	tab.expectQuiet()
}

// TestStandaloneLink covers N29: a link carries the request.
func TestStandaloneLink_N29(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tab.open(baseURL(t) + "/standalone.html#request=" + url.PathEscape(oneText("By link")))
	form := tab.form()
	form.onHeading(askingHeading("example-server"))
	form.Press("Decline")
	tab.page().wait("the result", `document.getElementById("result").textContent.replace(/\s/g, "") === '{"action":"decline"}'`)
	page := tab.page()
	page.typeInto(page.find("textbox", "Request"), "{ not JSON")
	page.Press("Show form")
	page.wait("the problem", `!document.getElementById("request-error").hidden && document.activeElement.id === "request"`)
	tab.expectQuiet()
}

// TestDemoChat covers the way of a real request: tool call, elicitation over
// Streamable HTTP through the official client, form, answer, tool result.
func TestDemoChat_N31_P10_P13_P18(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tab.open(baseURL(t) + "/")
	page, form := tab.page(), tab.form()
	page.wait("the connection", `document.querySelectorAll("#tools button").length >= 5`)
	page.expectAccessible("demo")
	server := eval[string](page, `location.host`)
	said := func(text string) {
		t.Helper()
		page.wait("the chat to say "+text, `(text) => document.getElementById("transcript").textContent.replaceAll(/[" ]/g, "").includes(text.replaceAll(/[" ]/g, ""))`, text)
	}

	page.Press("Configure")
	form.wait("the form", `document.getElementById("f1")`)
	if !strings.Contains(form.heading(), server) {
		t.Errorf("the heading %q does not name %s", form.heading(), server)
	}
	form.Type("Name", "web")
	form.Type("Replicas", "3")
	form.toReview()
	form.Press("Send answers")
	said(`I received {"name":"web","replicas":3}`)

	page.Press("Deploy")
	form.wait("the form", `document.querySelector(".message")?.innerText.includes("4f2c1a")`)
	form.Press("Decline")
	said("You declined. I received no answers and did nothing.")

	page.Press("Create project")
	form.wait("the first question", `document.querySelector(".message")?.innerText.includes("called")`)
	form.Type("Project name", "Lighthouse")
	form.toReview()
	form.Press("Send answers")
	form.wait("the second question", `document.querySelector(".message")?.innerText.includes("What kind")`)
	form.Choose("Project type", "Web service")
	form.toReview()
	form.Press("Send answers")
	form.wait("the third question", `document.querySelector(".message")?.innerText.includes("Create the project now")`)
	form.Choose("Create the project", "Yes")
	form.toReview()
	form.Press("Send answers")
	for _, answer := range []string{`{"name":"Lighthouse"}`, `{"type":"api"}`, `{"confirm":true}`} {
		said(answer)
	}
	page.expectAccessible("demo with messages")
	tab.screenshot("demo-light")
	tab.media(map[string]string{"prefers-color-scheme": "dark"})
	page.expectAccessible("demo dark")
	tab.expectQuiet()
}
