//go:build js && wasm

package component

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/urlcheck"
)

// The helpers of this file act like a person, by events of the controls, and read the document.

// frame uses the parser of addresses that browsers and Node have.
var frame = &flow.Machine{CountElements: CountElements, ParseURL: func(raw string) urlcheck.Parts {
	url := page.New(page.Global("URL"), raw)
	member := func(name string) string { return page.Text(url, name) }
	return urlcheck.Parts{
		OK: page.Exists(url), Href: member("href"), Protocol: member("protocol"),
		Username: member("username"), Password: member("password"), Hostname: member("hostname"), Port: member("port"),
	}
}}

// ask shows a request of the server Example to a person with that locale and zone.
func ask(t *testing.T, locale, zone, params string) *testPage {
	t.Helper()
	p := openPageFor(t, frame, idle(locale, zone), params, request.Notes{Server: request.Server{ID: "Example"}})
	if p.store.state.Step == flow.Unshown {
		t.Fatalf("the request is rejected: %s", p.store.state.Rejected)
	}
	return p
}

// properties are params with these optional properties.
func properties(list ...string) string {
	return `{"message":"x","requestedSchema":{"type":"object","properties":{` + strings.Join(list, ",") + `}}}`
}

// testedLanguages are the languages in which each rule about language is tested.
var testedLanguages = []string{"en", "de", "ar", "ja"}

// typeInto types a text into the control called id, and touches no other control.
func (p *testPage) typeInto(id, text string) {
	p.t.Helper()
	p.put(id, text)
	p.settle()
}

func (p *testPage) typeDate(field int, day, month, year string) {
	p.t.Helper()
	for segment, text := range map[string]string{"day": day, "month": month, "year": year} {
		p.typeInto(fmt.Sprintf("f%d-%s", field, segment), text)
	}
}

func (p *testPage) turn(id string, on bool) {
	p.t.Helper()
	control := p.element(id)
	if name := control.Get("name").String(); on && control.Get("attributes").Get("type").String() == "radio" {
		radios := app.Window().Get("document").Call("querySelectorAll")
		for i := range radios.Length() {
			if radio := radios.Index(i); radio.Get("name").String() == name {
				radio.Set("checked", false)
			}
		}
	}
	control.Set("checked", on)
	p.happen(id, "change", map[string]any{"isTrusted": true})
	p.settle()
}

// press clicks the control whose attribute has that value.
func (p *testPage) press(attribute, value string) {
	p.t.Helper()
	control := app.Window().Get("document").Call("querySelector", fmt.Sprintf(`[%s="%s"]`, attribute, value))
	if !control.Truthy() {
		p.t.Fatalf("no control has the %s %q", attribute, value)
	}
	control.Call("happen", "click")
	p.settle()
}

func (p *testPage) proceed() {
	p.t.Helper()
	p.happenToForm("submit", nil)
	p.settle()
}

// toReview continues without problems.
func (p *testPage) toReview() {
	p.t.Helper()
	p.proceed()
	if p.store.state.Step != flow.Review {
		p.t.Fatalf("at step %d, with the problems %v", p.store.state.Step, p.problems())
	}
}

// toProblems continues and returns the problems by field. There must be one.
func (p *testPage) toProblems() map[int]string {
	p.t.Helper()
	attempt := p.store.state.Attempt
	p.proceed()
	s := &p.store.state
	focus := summaryID
	if q := s.Request(); s.Step == flow.Form && len(q.Problems) > 0 && !q.HasSummary() {
		focus = p.store.segmentID(q.Problems[0].Field, q.Problems[0].Segment)
	}
	if s.Step != flow.Form || s.Attempt != attempt+1 || p.port.focus != focus {
		p.t.Fatalf("at step %d, with the focus on %q", s.Step, p.port.focus)
	}
	return p.problems()
}

// expectSent presses Send on review, and compares the sent content byte for byte.
func (p *testPage) expectSent(want string) {
	p.t.Helper()
	result := p.decide(flow.Send)
	if action, got := result.Get("action").Text, result.Get("content").JSON(); action != "accept" || got != want {
		p.t.Errorf("%s with %s\nwant %s", action, got, want)
	}
}

// decide presses a button that ends the request, and returns the only sent result.
func (p *testPage) decide(button flow.Press) request.Value {
	p.t.Helper()
	if results := p.results(); len(results) > 0 {
		p.t.Fatalf("an answer has left before %s: %s", button, results[0].JSON())
	}
	p.press("data-action", string(button))
	results := p.results()
	if len(results) != 1 {
		p.t.Fatalf("%d answers have left", len(results))
	}
	return results[0]
}

// results returns the sent results.
func (p *testPage) results() (results []request.Value) {
	for _, effect := range p.port.effects {
		if reply, is := effect.(flow.Reply); is {
			for _, response := range reply.Responses {
				results = append(results, response.Result.Value())
			}
		}
	}
	return results
}

// decisions returns the names of the step's buttons, the main one with "!".
func (p *testPage) decisions() string {
	p.t.Helper()
	var buttons []string
	every(byID(p.document(), decideID), func(n *html.Node) {
		if action := attribute(n, "data-action"); action != "" && action != string(flow.Resend) {
			if slices.Contains(strings.Fields(attribute(n, "class")), "primary") {
				action += "!"
			}
			buttons = append(buttons, action)
		}
	})
	return strings.Join(buttons, " ")
}

// document returns the document, with the members of elements that are set as attributes.
func (p *testPage) document() *html.Node {
	p.t.Helper()
	type tree struct {
		Tag, Text  string
		Attributes map[string]any
		Children   []tree
	}
	var body tree
	text := app.Window().Get("JSON").Call("stringify", app.Window().Get("document").Get("body").Call("tree")).String()
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		p.t.Fatal(err)
	}
	var build func(tree) *html.Node
	build = func(from tree) *html.Node {
		if from.Tag == "#text" {
			return &html.Node{Type: html.TextNode, Data: from.Text}
		}
		n := &html.Node{Type: html.ElementNode, Data: from.Tag}
		for name, value := range from.Attributes {
			if value != false {
				n.Attr = append(n.Attr, html.Attribute{Key: name, Val: fmt.Sprint(value)})
			}
		}
		for _, child := range from.Children {
			n.AppendChild(build(child))
		}
		return n
	}
	return build(body)
}

// find returns the first element that a test accepts; nil for none.
func find(n *html.Node, accept func(*html.Node) bool) (found *html.Node) {
	every(n, func(n *html.Node) {
		if found == nil && accept(n) {
			found = n
		}
	})
	return found
}

func byID(document *html.Node, id string) *html.Node {
	return find(document, func(n *html.Node) bool { return attribute(n, "id") == id })
}

// textOf returns the text of the element called id; empty for an unknown id.
func textOf(document *html.Node, id string) string {
	if element := byID(document, id); element != nil {
		return textIn(element)
	}
	return ""
}

// problems returns the sentences at the fields, by field, without the error prefix.
func (p *testPage) problems() map[int]string {
	problems := map[int]string{}
	every(p.document(), func(n *html.Node) {
		id, isError := strings.CutSuffix(strings.TrimPrefix(attribute(n, "id"), "f"), "-error")
		if field, err := strconv.Atoi(id); isError && err == nil {
			problems[field] = strings.TrimPrefix(textIn(n), textIn(n.FirstChild))
		}
	})
	return problems
}

// description returns the description of a control for assistive technology.
func description(document *html.Node, id string) string {
	var parts []string
	for _, id := range strings.Fields(attribute(byID(document, id), "aria-describedby")) {
		parts = append(parts, textOf(document, id))
	}
	return strings.Join(parts, " ")
}

// echo returns the reading of a field's answer, if the form shows it.
func (p *testPage) echo(field int) string {
	if line := byID(p.document(), understoodID(field)); line != nil {
		return textIn(line)
	}
	after := byID(p.document(), fmt.Sprintf("f%d-after", field))
	if after == nil || isHidden(after) {
		return ""
	}
	if line := find(after, func(n *html.Node) bool { return attribute(n, "class") == "understood" }); line != nil {
		return textIn(line)
	}
	return ""
}

// answerRow is an answer on review: its value, or why it is missing.
type answerRow struct {
	label, value, none, change, lang string
	remarks                          []string
}

func (p *testPage) rows() (rows []answerRow) {
	var label string
	every(p.document(), func(n *html.Node) {
		switch n.Data {
		case "dt":
			label = textIn(n)
		case "dd":
			row, lines := answerRow{label: label}, 0
			every(n, func(n *html.Node) {
				switch n.Data {
				case "button":
					row.change = attribute(n, "aria-label")
					return
				case "p":
					lines++
				default:
					return
				}
				switch {
				case lines > 1:
					row.remarks = append(row.remarks, textIn(n))
				case attribute(n, "dir") == "":
					row.none = textIn(n)
				default:
					row.value, row.lang = textIn(n), attribute(n, "lang")
				}
			})
			rows = append(rows, row)
		}
	})
	return rows
}

// wireText returns the text under "Exactly what will be sent".
func (p *testPage) wireText() string {
	return textIn(find(p.document(), func(n *html.Node) bool { return attribute(n, "role") == "region" }))
}

// valueIn returns the text of the input called id.
func (p *testPage) valueIn(id string) string {
	value := p.element(id).Get("value")
	if value.IsUndefined() {
		return ""
	}
	return value.String()
}

// withoutIsolates removes the invisible characters around the parts of a sentence.
func withoutIsolates(text string) string {
	return strings.NewReplacer("\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "").Replace(text)
}
