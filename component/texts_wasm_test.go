//go:build js && wasm

package component

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestTextInputs covers T1, T2 and T4: the browser's help with an input, and its direction; and T9: the keyboard for
// numbers, which has a minus sign if a number may be negative.
// Rows: T1, T2, T4, T9.
func TestTextInputs(t *testing.T) {
	p := ask(t, "en", "UTC", properties(
		`"free":{"type":"string","title":"Free"}`,
		`"email":{"type":"string","format":"email","title":"Email"}`,
		`"uri":{"type":"string","format":"uri","title":"Site"}`,
		`"username":{"type":"string","title":"Username"}`,
		`"code":{"type":"string","title":"Code","pattern":"^[A-Z]{3}$","maxLength":3}`,
		`"password":{"type":"string","title":"Password"}`,
		`"count":{"type":"integer","title":"Count","minimum":0}`,
		`"share":{"type":"number","title":"Share","minimum":0}`,
		`"change":{"type":"number","title":"Change"}`))
	var got []string
	every(p.document(), func(n *html.Node) {
		if n.Data != "input" {
			return
		}
		var attributes []string
		for _, name := range []string{"type", "spellcheck", "autocapitalize", "dir", "inputmode", "autocomplete"} {
			attributes = append(attributes, attribute(n, name))
		}
		got = append(got, strings.Join(attributes, " "))
	})
	// Without the attribute, the browser checks the spelling.
	want := []string{
		"text   auto  ",
		"email false none ltr  email",
		"text false none ltr url ",
		"text false  auto  username",
		"text false  auto  ",
		"text false  auto  off",
		"text false  ltr numeric ",
		"text false  ltr decimal ",
		"text false  ltr  ",
	}
	for i, want := range want {
		if got[i] != want {
			t.Errorf("input %d: %q, want %q", i, got[i], want)
		}
	}
}

// TestEmailAddress covers T2: the typed address is sent without the spaces around it. An address that
// servers refuse stays, with the reason.
// Rows: T2.
func TestEmailAddress(t *testing.T) {
	p := ask(t, "en", "UTC", properties(`"email":{"type":"string","format":"email","title":"Email"}`))
	p.typeInto("f0", "jürgen@bücher.example")
	if got := p.toProblems(); len(got) != 1 || !strings.Contains(got[0], "letters a to z") {
		t.Errorf("said %v", got)
	}
	if got := p.valueIn("f0"); got != "jürgen@bücher.example" {
		t.Errorf("the field holds %q", got)
	}
	p.typeInto("f0", " ada+test@example.com ")
	p.toReview()
	p.expectSent(`{"email":"ada+test@example.com"}`)
}

// TestCodePoints covers T8 and N7: lengths are counted in code points. A text that is too long is reported, not cut.
// Rows: T8, N7.
func TestCodePoints(t *testing.T) {
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			p := ask(t, locale, "UTC", properties(`"a":{"type":"string","title":"A","maxLength":1}`))
			counter := func() string {
				if counter := find(p.document(), func(n *html.Node) bool { return strings.HasPrefix(attribute(n, "class"), "counter") }); counter != nil {
					return textIn(counter)
				}
				return ""
			}
			if counter() != "" {
				t.Errorf("%s: a counter before anything is typed", locale)
			}
			p.typeInto("f0", "a")
			full := counter()
			p.typeInto("f0", "😀")
			if got := counter(); got != full || full == "" {
				t.Errorf("%s: one emoji counts %q, one letter %q", locale, got, full)
			}
			p.typeInto("f0", "😀é😀")
			if got := counter(); got == full || locale == "en" && got != "2 characters too many" {
				t.Errorf("%s: three characters: %q", locale, got)
			}
			if problem := p.toProblems()[0]; problem == "" || locale == "en" && problem != "Enter 1 character or fewer" {
				t.Errorf("%s: problem %q", locale, problem)
			}
			if got := p.valueIn("f0"); got != "😀é😀" {
				t.Errorf("%s: cut to %q", locale, got)
			}
			p.typeInto("f0", "😀")
			p.toReview()
			p.expectSent(`{"a":"😀"}`)
		})
	}
}

// TestPatternIsNotShown covers N6: only the server's words explain a pattern. The expression itself is behind a closed
// disclosure.
// Rows: N6, P6.
func TestPatternIsNotShown(t *testing.T) {
	const expression = `^(?=.*[A-Z])[A-Z]{2}\d{3}$`
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			p := ask(t, locale, "UTC", properties(
				`"a":{"type":"string","title":"Badge","description":"Two letters and three digits","pattern":"^(?=.*[A-Z])[A-Z]{2}\\d{3}$"}`,
				`"b":{"type":"string","title":"Twin","pattern":"^(.)\\1$"}`))
			if description(p.document(), "f1") == "" {
				t.Errorf("%s: it is not said that a pattern cannot be checked", locale)
			}
			p.typeInto("f0", "ab123")
			p.typeInto("f1", "xy")
			problems := p.toProblems()
			if !strings.Contains(withoutIsolates(problems[0]), "Two letters and three digits") || problems[1] != "" {
				t.Errorf("%s: problems %v", locale, problems)
			}
			document := p.document()
			if strings.Contains(description(document, "f0"), "(?=") {
				t.Errorf("%s: the expression is read out", locale)
			}
			code := find(document, func(n *html.Node) bool { return n.Data == "code" && textIn(n) == expression })
			if code == nil || code.Parent.Data != "details" || attribute(code.Parent, "open") != "" {
				t.Fatalf("%s: the expression is not behind a disclosure that is closed", locale)
			}
			every(document, func(n *html.Node) {
				if text := ownText(n); n.Data != "code" && (strings.Contains(text, "(?=") || strings.Contains(text, `\d`)) {
					t.Errorf("%s: the expression is shown: %q", locale, text)
				}
			})
			p.typeInto("f0", "AB123")
			p.toReview()
			p.expectSent(`{"a":"AB123","b":"xy"}`)
		})
	}
}

func ownText(n *html.Node) (text string) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type == html.TextNode {
			text += child.Data
		}
	}
	return text
}

// TestAddressWithACode covers A07: the warning appears with such an address, and its input stays.
func TestAddressWithACode(t *testing.T) {
	p := ask(t, "en", "UTC", properties(`"a":{"type":"string","title":"A"}`, `"b":{"type":"string","title":"B","format":"uri"}`))
	warnings := func() (n int) {
		every(p.document(), func(node *html.Node) {
			if attribute(node, "class") == "warning" {
				n++
			}
		})
		return n
	}
	for _, id := range []string{"f0", "f1"} {
		if n := warnings(); n != 0 {
			t.Errorf("%s: %d warnings at first", id, n)
		}
		p.typeInto(id, "https://login.example.com/?code=0.AXkA8f3kq9Zz")
		if n := warnings(); n != 1 {
			t.Errorf("%s: %d warnings at an address with a code", id, n)
		}
		p.typeInto(id, "https://example.com/")
	}
	p.typeInto("f0", "https://login.example.com/?code=0.AXkA8f3kq9Zz ")
	p.toReview()
	p.expectSent(`{"a":"https://login.example.com/?code=0.AXkA8f3kq9Zz ","b":"https://example.com/"}`)
}
