//go:build js && wasm

package component

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/flow"
)

const oneWord = `{"message":"One word?","requestedSchema":{"type":"object","properties":{"word":{"type":"string","title":"Word"}},"required":["word"]}}`

// TestReviewOfSingleField covers R11: a form with one field has a review as well.
// Rows: R11.
func TestReviewOfSingleField(t *testing.T) {
	p := ask(t, "en", "UTC", oneWord)
	p.typeInto("f0", "yes")
	p.toReview()
	p.expectSent(`{"word":"yes"}`)
}

// TestReviewSaysWhatItDoes covers R2 and R9: the heading gives the task, the first button names the recipient, and
// Decline and Not now are other buttons.
// Rows: R2, R9.
func TestReviewSaysWhatItDoes(t *testing.T) {
	p := ask(t, "en", "UTC", oneWord)
	p.typeInto("f0", "yes")
	p.toReview()
	document := p.document()
	if heading := byID(document, headingID); heading.Data != "h1" || textIn(heading) != "Check your answers" {
		t.Errorf("R2: the heading is <%s> %q", heading.Data, textIn(heading))
	}
	var buttons []string
	every(byID(document, decideID), func(n *html.Node) {
		if n.Data == "button" && !within(n, "warning sending") {
			buttons = append(buttons, withoutIsolates(textIn(n)))
		}
	})
	if got := strings.Join(buttons, ", "); got != "Send to Example, Decline" {
		t.Errorf("R9: the buttons are %q", got)
	}
	if got := p.decide(flow.Cancel).JSON(); got != `{"action":"cancel"}` {
		t.Errorf("settled as %s", got)
	}
}

// TestErrorInPartOfDate covers E3 and E5 for fields of several controls: the summary leads to the missing input, and
// only that one is marked.
// Rows: E3, E5, T18.
func TestErrorInPartOfDate(t *testing.T) {
	p := ask(t, "en", "UTC", `{"message":"When?","requestedSchema":{"type":"object","properties":{
		"arrival":{"type":"string","format":"date","title":"Arrival"},"name":{"type":"string","title":"Name"}},"required":["arrival","name"]}}`)
	p.typeInto("f0-day", "12")
	p.typeInto("f0-month", "May")
	p.toProblems()
	var links, marked []string
	every(p.document(), func(n *html.Node) {
		if n.Data == "a" {
			links = append(links, withoutIsolates(textIn(n)))
		}
		if attribute(n, "aria-invalid") == "true" {
			marked = append(marked, attribute(n, "id"))
		}
	})
	if len(links) != 2 || links[0] != "“Arrival”: Enter a year with four digits, like 2026" {
		t.Fatalf("links %q", links)
	}
	if len(marked) != 2 || marked[0] != "f0-year" {
		t.Errorf("marked %q", marked)
	}
	p.press("href", "#f0-year")
	if p.port.focus != "f0-year" {
		t.Errorf("the link leads to %q", p.port.focus)
	}
	p.typeInto("f0-year", "2027")
	p.typeInto("f1", "Ada")
	p.toReview()
	if rows := p.rows(); len(rows) != 2 || rows[0].value != "12 May 2027" {
		t.Errorf("rows %+v", rows)
	}
}

// TestManyMissingNames covers B13: most of hundreds of missing questions are counted, not listed.
// Rows: B13.
func TestManyMissingNames(t *testing.T) {
	var names []string
	for i := range 280 {
		names = append(names, fmt.Sprintf(`"%s%d"`, strings.Repeat("ghost", 10), i))
	}
	p := ask(t, "en", "UTC", `{"message":"m","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name"}},"required":["name",`+strings.Join(names, ",")+`]}}`)
	if got := withoutIsolates(textOf(p.document(), blockedID)); !strings.Contains(got, " and 277 more)") || len(got) > 300 {
		t.Errorf("the reason is %q", got)
	}
	if got := p.decide(flow.Decline).JSON(); got != `{"action":"decline"}` {
		t.Errorf("settled as %s", got)
	}
}
