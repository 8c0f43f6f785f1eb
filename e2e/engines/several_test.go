package engines

import (
	"fmt"
	"testing"
	"time"
)

// oneWord is a request with that message for one text.
func oneWord(message string) string {
	return `{"message":` + quote(message) + `,"requestedSchema":{"type":"object","properties":{"word":{"type":"string","title":"Word"}},"required":["word"]}}`
}

// confirmation is a request without questions.
const confirmation = `{"message":"Book now?","requestedSchema":{"type":"object","properties":{}}}`

// pageToOpen is a request to open a page that tells who opened it.
func pageToOpen(t *testing.T) (params string, openedBy <-chan string) {
	t.Helper()
	base, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	path, openedBy := newVisit()
	return `{"mode":"url","message":"Sign in to go on.","url":` + quote(base+path) + `,"elicitationId":"e-1"}`, openedBy
}

// openPage follows the link to a page, looks who has opened it, and comes back.
func (c *chat) openPage(openedBy <-chan string) {
	c.t.Helper()
	c.heading("Example wants to open a web page")
	c.click(thing{role: "link", name: "Open 127.0.0.1:…"})
	select {
	case by := <-openedBy:
		if by != "null nobody" {
			c.t.Errorf("the page was opened by %s", by)
		}
	case <-time.After(waitTimeout):
		c.t.Fatalf("the page was never opened\n%s", c.situation())
	}
	if tabs, err := c.Tabs(); err != nil || tabs != 2 {
		c.t.Errorf("%d tabs are open (%v)", tabs, err)
	}
	if err := c.Return(); err != nil {
		c.t.Fatal(err)
	}
	c.heading("Finish in the other tab")
}

func consent(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	page, openedBy := pageToOpen(t)
	key := c.ask(page, nil)
	c.openPage(openedBy)
	c.expect(key, `{"action":"accept"}`)
	c.wait("the focus on the heading", Frame, `document.activeElement?.id === "heading"`)
	c.seen("the heading of the wait")
	c.press("I have finished")
	c.heading("Request confirmed")
}

// haveRead is how long people look at a request that has taken the place of another one,
// before the form takes their decision.
const haveRead = 600 * time.Millisecond

func queue(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	var keys []string
	for n := range 3 {
		keys = append(keys, c.ask(oneWord(fmt.Sprintf("Number %d", n+1)), nil))
	}
	for n, key := range keys {
		c.wait("the next request", Frame, fmt.Sprintf(`document.querySelector(".message")?.innerText.includes("Number %d")`, n+1))
		c.wait("its place", Frame, fmt.Sprintf(`document.querySelector(".progress")?.innerText.includes("%d of 3")`, n+1))
		if n == 1 {
			time.Sleep(haveRead)
			c.press("Decline")
			c.expect(key, `{"action":"decline"}`)
			continue
		}
		c.fill("Word", "one")
		c.press("Continue")
		c.heading(reviewing)
		c.press(send)
		c.expect(key, `{"action":"accept","content":{"word":"one"}}`)
	}
	c.heading(sent)
}

func round(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	page, openedBy := pageToOpen(t)
	part := func(params string) string { return `{"method":"elicitation/create","params":` + params + `}` }
	key := c.ask(`{"first":`+part(oneWord("Who travels?"))+`,"second":`+part(page)+`,"third":`+part(confirmation)+`}`, map[string]any{"round": true})
	c.wait("the first part", Frame, `document.querySelector(".progress")?.innerText.includes("1 of 3")`)
	c.fill("Word", "Ada")
	c.press("Continue")
	c.openPage(openedBy)
	c.press("I have finished")
	c.heading("Example is asking for confirmation")
	c.press("Confirm")
	c.heading(reviewing)
	c.press("Change “Word”")
	c.heading(asking)
	c.fill("Word", "Eve")
	c.press("Continue")
	c.heading(reviewing)
	c.press(send)
	c.heading(sent)
	c.expect(key, `{"first":{"action":"accept","content":{"word":"Eve"}},"second":{"action":"accept"},"third":{"action":"accept","content":{}}}`)
}
