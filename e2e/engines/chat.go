package engines

import (
	"encoding/json"
	"fmt"
	"testing"
)

// chat is the tests' host page, with a form host in it.
type chat struct {
	*person
	requests int
}

// outcome is how a request ended.
type outcome struct {
	Key    string
	Result json.RawMessage
	Error  string
}

// open opens the host page in a browser and waits until its form host is ready. settings
// are the form host's context: locale, time zone, theme.
func open(t testing.TB, browser Browser, settings map[string]string) *chat {
	t.Helper()
	base, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	c := &chat{person: &person{t: t, Browser: browser}}
	if err := browser.Open(base + "/e2e/host.html"); err != nil {
		t.Fatal(err)
	}
	c.wait("the host script", Page, "window.loaded")
	c.tell("window.mount(" + object(map[string]any{"context": settings}) + ")")
	c.wait("the form host", Page, "window.hostReady")
	return c
}

// english makes a journey independent of the language and time zone of the machine.
var english = map[string]string{"locale": "en", "timeZone": "UTC"}

// tell lets the chat client do something.
func (c *chat) tell(script string) {
	c.t.Helper()
	if _, err := c.Evaluate(Page, "(() => { "+script+"; return ''; })()"); err != nil {
		c.t.Fatal(err)
	}
}

// ask hands a request to the form host and returns the request's key.
func (c *chat) ask(params string, options map[string]any) string {
	c.t.Helper()
	c.requests++
	key := fmt.Sprintf("r%d", c.requests)
	c.tell(fmt.Sprintf("window.start(%s, %s, %s)", quote(key), quote(params), object(options)))
	return key
}

// expect waits until a request has ended and compares the result that the host got.
func (c *chat) expect(key, result string) {
	c.t.Helper()
	var all []outcome
	c.waitFor("the end of request "+key, func() bool {
		all = nil
		return c.try(Page, `outcomes.filter((o) => o.key === `+quote(key)+`).map(({ key, error = "", result = "null" }) => ({ key, error, result: JSON.parse(result) }))`, &all) == nil && len(all) > 0
	})
	if got := string(all[0].Result); len(all) != 1 || got != result || all[0].Error != "" {
		c.t.Errorf("%d ends, the first %s %s\nwant %s", len(all), all[0].Error, got, result)
	}
}

func object(members any) string {
	text, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	if string(text) == "null" {
		return "{}"
	}
	return string(text)
}
