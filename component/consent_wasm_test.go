//go:build js && wasm

package component

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/flow"
)

func askToOpen(t *testing.T, address string) *testPage {
	t.Helper()
	quoted, err := json.Marshal(address)
	if err != nil {
		t.Fatal(err)
	}
	p := ask(t, "en", "UTC", `{"mode":"url","message":"Sign in to go on.","url":`+string(quoted)+`,"elicitationId":"e-1"}`)
	if p.store.state.Step != flow.Consent {
		t.Fatalf("%.40q: at step %d", address, p.store.state.Step)
	}
	return p
}

// read returns the visible text of an element.
func read(n *html.Node) string { return textWithout(n, isHidden) }

// TestBlockedAddress covers U4 and B18: no control opens or copies the address, a text gives the reason, and Decline
// and Not now are there.
// Rows: U4, B18, B19, B22.
func TestBlockedAddress(t *testing.T) {
	const scheme = "Only addresses that start with https:// or http:// can be opened."
	for address, reason := range map[string]string{
		"javascript:alert(1)":                               scheme,
		"java\nscript:alert(1)":                             scheme,
		"data:text/html,<script>alert(1)</script>":          scheme,
		"https://bank.example@evil.example/":                "It has a user name or password in front of the site name. The real site is evil.example.",
		"//evil.example/login":                              "It is not an address that a browser can read.",
		"https://evil.example/" + strings.Repeat("a", 9000): "It is too long.",
	} {
		t.Run(address, func(t *testing.T) {
			p := askToOpen(t, address)
			document := p.document()
			if link := find(document, func(n *html.Node) bool { return n.Data == "a" || n.Data == "area" }); link != nil {
				t.Errorf("%.40q: there is a link", address)
			}
			if text := withoutIsolates(read(document)); !strings.Contains(text, reason) || !strings.Contains(text, "This address cannot be opened.") {
				t.Errorf("%.40q: the reason is not told:\n%s", address, text)
			}
			if buttons := p.decisions(); buttons != "decline" {
				t.Errorf("%.40q: the buttons are %q", address, buttons)
			}
			if got := p.decide(flow.Cancel).JSON(); got != `{"action":"cancel"}` {
				t.Errorf("%.40q: settled as %s", address, got)
			}
		})
	}
}

// TestWarnings covers U3 and suspicious addresses that can be opened: each has its warning as text, and exactly the
// shown address is opened.
// Rows: U3, B20, B21, B23, B24, B25.
func TestWarnings(t *testing.T) {
	for address, want := range map[string]struct {
		href, warning string
		mild          bool
	}{
		"http://shop.example/":                                {"http://shop.example/", "The connection is not encrypted", false},
		"https://\u0430pple.com/":                             {"https://xn--pple-43d.com/", "This is not apple.com. It is xn--pple-43d.com.", false},
		"https:\\\\evil.example\\@x.test/":                    {"https://evil.example/@x.test/", "hides where it leads", false},
		"https://accounts.google.com.login-secure.example.ru": {"https://accounts.google.com.login-secure.example.ru/", "This is not google.com. It is example.ru.", false},
		"https://\u0430nna.example/":                          {"https://xn--nna-5cd.example/", "letters", false},
		"https://0x7f.1/":                                     {"https://127.0.0.1/", "own device", false},
		"https://93.184.216.34/":                              {"https://93.184.216.34/", "a number in place of a site name", false},
		"https://shop.example:25000/":                         {"https://shop.example:25000/", "followed by “:25000”", true},
		"https://shop.example/\u202Egpj.x":                    {"https://shop.example/%E2%80%AEgpj.x", "hidden characters", false},
		"https://shop.example/?" + strings.Repeat("a", 3000):  {"https://shop.example/?" + strings.Repeat("a", 3000), "very long", true},
	} {
		t.Run(address, func(t *testing.T) {
			p := askToOpen(t, address)
			document := p.document()
			link := find(document, func(n *html.Node) bool { return n.Data == "a" })
			if shown, opened := textOf(document, addressID), attribute(link, "href"); shown != want.href || opened != want.href {
				t.Errorf("shown %.80q, opened %.80q, want %.80q", shown, opened, want.href)
			}
			if text := withoutIsolates(read(document)); strings.Contains(text, "Warning: ") == want.mild || !strings.Contains(text, want.warning) {
				t.Errorf("warned %q, want %q", text, want.warning)
			}
			order, decline := "decline! open", "Don't open"
			if want.mild {
				order, decline = "open! decline", "Decline"
			}
			if buttons := p.decisions(); buttons != order {
				t.Errorf("%.40q: the buttons are %q, want %q", address, buttons, order)
			}
			button := find(document, func(n *html.Node) bool { return attribute(n, "data-action") == string(flow.Decline) })
			if got := p.decide(flow.Decline).JSON(); got != `{"action":"decline"}` || textIn(button) != decline {
				t.Errorf("%.40q: %q settles as %s", address, textIn(button), got)
			}
		})
	}
}
