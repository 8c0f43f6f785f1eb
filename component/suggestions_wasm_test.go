//go:build js && wasm

package component

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/flow"
)

const suggestions = `"text":{"type":"string","title":"Text","default":"word"},
	"zero":{"type":"integer","title":"Zero","default":0},
	"half":{"type":"number","title":"Half","default":0.50},
	"no":{"type":"boolean","title":"No","default":false},
	"one":{"type":"string","title":"One","enum":["a","b"],"default":"b"},
	"some":{"type":"array","title":"Some","minItems":1,"items":{"type":"string","enum":["a","b","c"]},"default":["c","a"]},
	"day":{"type":"string","title":"Day","format":"date","default":"2024-02-29"},
	"mail":{"type":"string","title":"Mail","format":"email","default":"a@example.com"},
	"empty":{"type":"string","title":"Empty","default":""}, "none":{"type":"array","title":"Empty","items":{"type":"string"},"default":[]}`

// suggestedContent is the content of untouched suggestions: exactly the server's values, with the order of several choices.
const suggestedContent = `{"text":"word","zero":0,"half":0.50,"no":false,"one":"b","some":["c","a"],"day":"2024-02-29","mail":"a@example.com"}`

var marks = map[string]string{"en": "Suggested by Example", "de": "Vorschlag von Example", "ar": "اقتراح من Example", "ja": "Example の提案"}

func (p *testPage) suggestionMarks() (texts []string) {
	every(p.document(), func(n *html.Node) {
		if strings.HasSuffix(attribute(n, "id"), "-suggested") {
			texts = append(texts, withoutIsolates(textIn(n)))
		}
	})
	return texts
}

// TestDefaults covers P5, N12 and N14: suggestions stand in the form, are marked, and are sent unchanged. An empty text
// and an empty list count as no suggestion.
// Rows: P5, N12, N14.
func TestDefaults(t *testing.T) {
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			p := ask(t, locale, "UTC", properties(suggestions))
			if got, want := p.suggestionMarks(), strings.Repeat(marks[locale]+"|", 8); strings.Join(got, "|")+"|" != want {
				t.Errorf("%s: marked %q", locale, got)
			}
			p.toReview()
			for _, row := range p.rows() {
				if empty := row.none != ""; empty != (row.label == "Empty") || !empty && !strings.Contains(withoutIsolates(strings.Join(row.remarks, "|")), marks[locale]) {
					t.Errorf("%s: review does not mark %+v", locale, row)
				}
			}
			p.expectSent(suggestedContent)
		})
	}
}

// TestClearedDefaults covers N14: a cleared text without further rules is sent as "", all other cleared answers are
// left out, and review warns of the server's defaults. Each suggestion can be restored.
// Rows: N14, P5.
func TestClearedDefaults(t *testing.T) {
	p := ask(t, "en", "UTC", properties(suggestions))
	wayBack := func(label string) {
		t.Helper()
		if find(p.document(), func(n *html.Node) bool { return attribute(n, "aria-label") == "Use suggestion for “"+label+"”" }) == nil {
			t.Errorf("the suggestion of %s cannot be restored", label)
		}
	}
	// Text inputs are emptied, and radio buttons have one for the empty answer.
	for id, label := range map[string]string{"f0": "Text", "f1": "Zero", "f2": "Half", "f7": "Mail"} {
		p.typeInto(id, "")
		wayBack(label)
	}
	for id, label := range map[string]string{"f3-2": "No", "f4-2": "One"} {
		p.turn(id, true)
		wayBack(label)
	}
	for label, field := range map[string]string{"Some": "f5", "Day": "f6-day"} {
		p.press("aria-label", "Clear “"+label+"”")
		wayBack(label)
		if p.port.focus != field {
			t.Errorf("after clearing %s the focus is on %q", label, p.port.focus)
		}
	}
	every(p.document(), func(n *html.Node) {
		switch kind := attribute(n, "type"); {
		case n.Data == "input" && kind != "radio" && kind != "checkbox" && attribute(n, "value") != "",
			kind == "checkbox" && attribute(n, "checked") != "":
			t.Errorf("left over: %s with %q", attribute(n, "id"), attribute(n, "value"))
		}
	})
	p.toReview()
	refill := map[string]string{"Zero": "0", "Half": "0.50", "No": "No", "One": "b", "Some": "c, a", "Day": "29 February 2024", "Mail": "a@example.com"}
	for _, row := range p.rows() {
		if want := refill[row.label]; want != "" && withoutIsolates(row.none) != "Not provided - Example may use "+want {
			t.Errorf("cleared: %+v", row)
		}
	}
	p.port.handle(flow.BackAsked{})
	p.settle()
	p.press("aria-label", "Use suggestion for “Half”")
	p.press("aria-label", "Use suggestion for “Some”")
	p.toReview()
	p.expectSent(`{"text":"","half":0.50,"some":["c","a"]}`)

	p = ask(t, "en", "UTC", properties(suggestions))
	for _, id := range []string{"f0", "f7", "f1"} {
		p.typeInto(id, "")
	}
	p.toReview()
	p.expectSent(`{"text":"","half":0.50,"no":false,"one":"b","some":["c","a"],"day":"2024-02-29"}`)
}

// TestInvalidDefaults covers P5: a suggestion that breaks the server's own rules is dropped, and the form says so. An
// optional choice of several with a minimum may be left out.
// Rows: P5, P4.
func TestInvalidDefaults(t *testing.T) {
	params := properties(
		`"a":{"type":"string","title":"A","enum":["x","y"],"default":"z"}`,
		`"b":{"type":"integer","title":"B","default":1.5}`,
		`"c":{"type":"string","title":"C","format":"date","default":"2023-02-29"}`,
		`"d":{"type":"string","title":"D","format":"email","default":"nobody"}`,
		`"e":{"type":"string","title":"E","maxLength":3,"default":"word"}`,
		`"f":{"type":"string","title":"F","format":"date-time","default":"2026-01-01"}`,
		`"g":{"type":"string","title":"G","pattern":"^[a-c]$","default":"d"}`,
		`"h":{"type":"string","title":"H","format":"uri","default":"example.com"}`,
		`"i":{"type":"array","title":"I","minItems":2,"items":{"type":"string","enum":["x","y"]}}`,
	)
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			p := ask(t, locale, "UTC", params)
			document := p.document()
			for i, value := range []string{"z", "1.5", "2023-02-29", "nobody", "word", "2026-01-01", "d", "example.com"} {
				hint := textOf(document, fmt.Sprintf("f%d-hint", i))
				if !strings.Contains(hint, "Example") || locale == "en" && !strings.Contains(withoutIsolates(hint), "Example suggested “"+value+"”, which breaks its own rules. It was left out.") {
					t.Errorf("%s f%d: no note that the suggestion was dropped: %q", locale, i, hint)
				}
			}
			every(document, func(n *html.Node) {
				if attribute(n, "checked") != "" {
					t.Errorf("%s: %s is chosen", locale, attribute(n, "id"))
				}
			})
			if marks := p.suggestionMarks(); len(marks) > 0 {
				t.Errorf("%s: %d suggestions are left", locale, len(marks))
			}
			p.toReview()
			p.expectSent("{}")
		})
	}
}

// TestMomentWithoutZone covers A58: it is suggested in the person's time zone, with a remark that its own zone is
// missing.
func TestMomentWithoutZone(t *testing.T) {
	p := ask(t, "en", "Europe/Berlin", properties(`"a":{"type":"string","title":"A","format":"date-time","default":"2026-03-01 09:30:00"}`))
	hint := textOf(p.document(), "f0-hint")
	if want := "Example suggested 1 March 2026, 09:30 without a time zone. Check that yours is meant."; !strings.Contains(withoutIsolates(hint), want) {
		t.Errorf("the hint is %q", hint)
	}
	if got := p.echo(0); !strings.Contains(got, "1 March 2026, 09:30 (Central European Standard Time, UTC+01:00)") {
		t.Errorf("it is read as %q", got)
	}
	p.toReview()
	p.expectSent(`{"a":"2026-03-01T09:30:00+01:00"}`)
}

// TestUntouchedMoments covers N11 and P5: a suggested moment is sent byte for byte as the server wrote it, unless the
// person changed it.
// Rows: N11, P5.
func TestUntouchedMoments(t *testing.T) {
	suggestions := []string{"2026-07-01T09:30:00.250+05:30", "2026-07-01t09:30:00z", "2026-10-25T02:30:00+01:00", "1999-12-31T23:59:59-00:00", "2026-03-29T02:30:00+01:00"}
	var list, want []string
	for i, suggestion := range suggestions {
		list = append(list, fmt.Sprintf(`"m%d":{"type":"string","title":"M","format":"date-time","default":%q}`, i, suggestion))
		want = append(want, fmt.Sprintf(`"m%d":%q`, i, suggestion))
	}
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			p := ask(t, locale, "Europe/Berlin", properties(list...))
			p.toReview()
			p.expectSent("{" + strings.Join(want, ",") + "}")
		})
	}
	p := ask(t, "en", "Europe/Berlin", properties(list[0]))
	p.typeInto("f0-time", "10:00")
	p.toReview()
	p.expectSent(`{"m0":"2026-07-01T10:00:00+05:30"}`)
}

// TestClearedSuggestion covers F12, R5 and N14: for a cleared suggestion, review warns that the server may use it, and
// the person can restore it.
// Rows: F12, R5, N14.
func TestClearedSuggestion(t *testing.T) {
	p := ask(t, "en", "UTC", `{"message":"Where should it go?","requestedSchema":{"type":"object","properties":{
		"city":{"type":"string","title":"City"},
		"speed":{"type":"string","title":"Speed","enum":["slow","fast"],"default":"slow"},
		"comment":{"type":"string","title":"Comment"}},"required":["city"]}}`)
	p.typeInto("f0", "Oslo")
	p.turn("f1-2", true)
	p.toReview()
	if got := withoutIsolates(p.rows()[1].none); got != "Not provided - Example may use slow" {
		t.Errorf("R5: %q", got)
	}
	if got := p.wireText(); got != `{"city":"Oslo"}` {
		t.Errorf("wire %s", got)
	}
	p.press("id", "change-0-1")
	p.press("aria-label", "Use suggestion for “Speed”")
	p.toReview()
	p.expectSent(`{"city":"Oslo","speed":"slow"}`)
}
