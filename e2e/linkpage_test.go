//go:build server

package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// keepPicture writes a picture of what the tab shows into the folder that PICTURES names, for a person who wants to look at it.
func (tab *Tab) keepPicture(name string) {
	tab.t.Helper()
	folder := os.Getenv("PICTURES")
	if folder == "" {
		return
	}
	shot, err := tab.chromium.Picture(page.CaptureScreenshotParams{})
	must(tab.t, err)
	must(tab.t, os.WriteFile(filepath.Join(folder, name+".png"), shot, 0o644))
}

// link makes a link to a question.
func (p program) link(question string) string {
	p.t.Helper()
	return p.do("POST", question+"/link", "")["url"].(string)
}

// fits fails the test where a page can be scrolled sideways.
func (d Document) fits(what string) {
	d.t.Helper()
	if wide := eval[[]int](d, `[document.documentElement.scrollWidth, innerWidth]`); wide[0] > wide[1] {
		d.t.Errorf("%s: the page is %d px wide in a window of %d", what, wide[0], wide[1])
	}
}

// TestProgramLinkPage: a question by link, on a phone, in dark and in Arabic; a second browser gets nothing.
func TestProgramLinkPage(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	for _, c := range []struct{ name, languages, theme, lang, dir, button string }{
		{"phone", "en-GB,en", "light", "en", "ltr", "Open the question"}, {"dark", "de-CH,de", "dark", "de", "ltr", "Frage öffnen"},
		{"arabic", "ar-EG,ar", "light", "ar", "rtl", "فتح السؤال"},
	} {
		t.Run(c.name, func(t *testing.T) {
			question := p.ask("link " + c.name)
			address := p.link(question)
			// A preview looks at the page before the person does.
			preview, err := http.Get(address)
			must(t, err)
			preview.Body.Close()

			tab := newTab(t)
			tab.viewport(390, 844, 2)
			tab.media(map[string]string{"prefers-color-scheme": c.theme})
			tab.languages(c.languages)
			tab.open(address)
			tab.page().wait("the language of the page", `(lang, dir) => document.documentElement.lang === lang && document.documentElement.dir === dir`, c.lang, c.dir)
			tab.page().fits("before")
			tab.page().expectAccessible("before it is opened")
			tab.keepPicture("link-" + c.name + "-1")
			// With the keyboard alone.
			tab.page().tabTo(tab.page().find("button", c.button))
			tab.page().Key("\r")
			form := tab.form()
			form.wait("the form in the language of the person", `(lang, dir) => document.documentElement.lang.startsWith(lang) && document.documentElement.dir === dir && `+requestMark+` && document.querySelector("#f0")`, c.lang, c.dir)
			tab.page().wait("no more words below the form", `document.getElementById("state").textContent === ""`)
			tab.page().fits("with the form")
			tab.page().expectAccessible("with the form")
			tab.keepPicture("link-" + c.name + "-2")

			second := newTab(t)
			second.viewport(390, 844, 2)
			second.languages(c.languages)
			second.open(address)
			second.page().wait("the reason", `document.querySelector("h1") && !document.querySelector("button") && !document.querySelector("#form")`)
			second.page().expectAccessible("in another browser")
			second.keepPicture("link-" + c.name + "-3")
			second.expectQuiet("410 (Gone)", "response 410")

			// After a reload the form is there again.
			form.typeInto(form.byID("f0"), "Oslo")
			tab.open(address)
			form = tab.form()
			form.wait("the form again", requestMark+` && document.querySelector("#f0")`)
			form.typeInto(form.byID("f0"), "Bergen")
			form.do("continue")
			form.button("send")
			tab.keepPicture("link-" + c.name + "-4")
			form.do("send")
			p.expectAnswer(question, "Bergen")
			tab.page().fits("after")
			tab.keepPicture("link-" + c.name + "-5")
			tab.expectQuiet(sandboxWarning)
			tab.open(address)
			tab.page().wait("that it has ended", `document.querySelector("h1") && !document.querySelector("button") && !document.querySelector("#form")`)
			tab.expectQuiet("410 (Gone)", "response 410")
		})
	}
}
