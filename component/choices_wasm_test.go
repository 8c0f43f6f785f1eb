//go:build js && wasm

package component

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func (p *testPage) optionsOf(field int) (options []string) {
	within := find(p.document(), func(n *html.Node) bool {
		return n.Data == "fieldset" && byID(n, fmt.Sprintf("f%d-label", field)) != nil
	})
	every(within, func(n *html.Node) {
		if strings.HasPrefix(attribute(n, "class"), "option") && n.Data == "label" {
			options = append(options, textIn(n))
		}
	})
	return options
}

// TestLookAlikes covers T17: options that look the same show their values, and an empty value differs from no answer.
// Rows: T17, P5.
func TestLookAlikes(t *testing.T) {
	p := ask(t, "en", "UTC", properties(
		`"a":{"type":"string","title":"A","oneOf":[{"const":"x","title":"Same"},{"const":"y","title":"Same"},{"const":"z","title":"Sаme"}]}`,
		`"b":{"type":"string","title":"B","enum":["","full"]}`,
		`"c":{"type":"string","title":"C","enum":["one","one","two"]}`,
	))
	got := fmt.Sprintf("%q %q %q", p.optionsOf(0), p.optionsOf(1), p.optionsOf(2))
	if want := `["Same (x)" "Same (y)" "Sаme (z)" "No answer"] ["(empty)" "full" "No answer"] ["one" "two" "No answer"]`; got != want {
		t.Errorf("options %s\nwant %s", got, want)
	}
	p.turn("f1", true)
	p.turn("f0-1", true)
	p.toReview()
	if rows := p.rows(); rows[1].value != "(empty)" || rows[1].none != "" || rows[2].none != "Not provided" {
		t.Errorf("review %+v", rows)
	}
	p.expectSent(`{"a":"y","b":""}`)
}

// TestTooManyTicks covers T16: the hint gives the maximum, no box is ever locked, and Continue finds too many ticks.
// Rows: T16.
func TestTooManyTicks(t *testing.T) {
	p := ask(t, "en", "UTC", properties(`"m":{"type":"array","title":"Extras","maxItems":1,"items":{"type":"string","enum":["Breakfast","Bicycle","Towels"]}}`))
	group := find(p.document(), func(n *html.Node) bool { return attribute(n, "role") == "group" && n.Data == "fieldset" })
	if about := textOf(p.document(), attribute(group, "aria-describedby")); !strings.Contains(about, "1") {
		t.Errorf("the group is described as %q", about)
	}
	p.turn("f0", true)
	p.turn("f0-2", true)
	ticked := 0
	every(p.document(), func(n *html.Node) {
		if attribute(n, "checked") != "" {
			ticked++
		}
		if n.Data == "input" && (attribute(n, "disabled") != "" || attribute(n, "aria-disabled") != "") {
			t.Errorf("%s is locked", attribute(n, "id"))
		}
	})
	if ticked != 2 {
		t.Errorf("%d are ticked", ticked)
	}
	if got := p.toProblems(); len(got) != 1 || !strings.Contains(got[0], "1") {
		t.Errorf("problems %v", got)
	}
	p.turn("f0", false)
	p.toReview()
	p.expectSent(`{"m":["Bicycle"]}`)
}

// TestConsentByChoice covers N13 and P4: if only Yes is accepted, No is a problem; else it is an answer.
// Rows: N13, P4.
func TestConsentByChoice(t *testing.T) {
	p := ask(t, "en", "UTC", `{"message":"x","requestedSchema":{"type":"object","required":["no","ok"],"properties":{
		"no":{"type":"boolean","title":"Nuts"},"ok":{"type":"boolean","title":"Terms","const":true},"left":{"type":"boolean","title":"Left"}}}}`)
	p.turn("f0-1", true)
	p.turn("f1-1", true)
	if got := p.toProblems()[1]; got != "Only “Yes” is accepted" {
		t.Errorf("N13: a refused consent: %q", got)
	}
	p.turn("f1", true)
	p.toReview()
	p.expectSent(`{"no":false,"ok":true}`)
}
