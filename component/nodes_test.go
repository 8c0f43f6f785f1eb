package component

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
)

// nodes counts the nodes of a part of a screen. Each costs time to make, style, lay out and paint, and a form has up to
// 300 fields.
type nodes struct{ elements, texts, attributes int }

func (n nodes) String() string {
	return fmt.Sprintf("{%d, %d, %d}", n.elements, n.texts, n.attributes)
}

func nodesOf(n *html.Node) nodes {
	var count nodes
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
			if strings.TrimSpace(n.Data) != "" {
				count.texts++
			}
		case html.ElementNode:
			count.elements++
			count.attributes += len(n.Attr)
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
	}
	walk(n)
	return count
}

// first returns the first element with a class.
func first(t *testing.T, document *html.Node, class string) *html.Node {
	t.Helper()
	var found *html.Node
	every(document, func(n *html.Node) {
		if found == nil && strings.HasPrefix(attribute(n, "class")+" ", class+" ") {
			found = n
		}
	})
	if found == nil {
		t.Fatalf("nothing has the class %q", class)
	}
	return found
}

// fieldNodes are the nodes of each kind of field as it opens: required, optional, and optional with a description and
// rules.
var fieldNodes = []struct {
	kind                     schema.Kind
	schema, rules            string
	required, optional, full nodes
}{
	{schema.Text, `"type":"string"`, `"minLength":2,"maxLength":50,"pattern":"^[a-z]+$","default":"ada"`, nodes{3, 1, 8}, nodes{4, 2, 6}, nodes{13, 8, 20}},
	{schema.Email, `"type":"string","format":"email"`, `"maxLength":90,"default":"ada@example.com"`, nodes{3, 1, 11}, nodes{4, 2, 9}, nodes{8, 5, 18}},
	{schema.URI, `"type":"string","format":"uri"`, `"maxLength":90,"default":"https://example.com/"`, nodes{4, 2, 14}, nodes{5, 3, 12}, nodes{10, 6, 20}},
	{schema.List, `"type":"array","items":{"type":"string"}`, `"maxItems":3,"default":["a","b"]`, nodes{4, 2, 11}, nodes{5, 3, 9}, nodes{12, 8, 16}},
	{schema.Number, `"type":"number"`, `"minimum":0,"maximum":9,"default":2.5`, nodes{3, 1, 10}, nodes{4, 2, 8}, nodes{10, 6, 20}},
	{schema.Integer, `"type":"integer"`, `"minimum":0,"maximum":9,"default":2`, nodes{4, 2, 13}, nodes{5, 3, 11}, nodes{10, 6, 20}},
	{schema.Date, `"type":"string","format":"date"`, `"default":"2026-02-28"`, nodes{12, 5, 42}, nodes{13, 6, 38}, nodes{20, 10, 52}},
	{schema.DateTime, `"type":"string","format":"date-time"`, `"default":"2026-02-28T10:30:00Z"`, nodes{21, 7, 72}, nodes{22, 8, 67}, nodes{29, 12, 82}},
	{schema.Time, `"type":"string","format":"time"`, `"default":"10:30:00Z"`, nodes{11, 4, 36}, nodes{12, 5, 34}, nodes{19, 9, 46}},
	{schema.LocalTime, `"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"`, `"default":"10:30"`, nodes{4, 2, 14}, nodes{5, 3, 12}, nodes{10, 6, 20}},
	{schema.Boolean, `"type":"boolean"`, `"default":true`, nodes{7, 3, 17}, nodes{10, 5, 23}, nodes{14, 8, 32}},
	{schema.Choice, `"type":"string","enum":["a","b","c"]`, `"default":"b"`, nodes{9, 4, 24}, nodes{12, 6, 30}, nodes{16, 9, 39}},
	{schema.Choice, `"type":"string","enum":["a","b","c","d","e","f","g","h","i","j","k","l"]`, `"default":"b"`, nodes{16, 14, 21}, nodes{17, 15, 19}, nodes{21, 18, 27}},
	{schema.Choices, `"type":"array","items":{"type":"string","enum":["a","b","c"]}`, `"maxItems":2,"default":["b"]`, nodes{10, 5, 30}, nodes{11, 6, 29}, nodes{18, 10, 41}},
}

// TestNodes_OfEachKindOfField compares the table with the drawing and with CountElements, and has a line for each kind.
func TestNodes_OfEachKindOfField(t *testing.T) {
	missing := map[schema.Kind]bool{}
	for _, kind := range schema.Kinds() {
		missing[kind] = true
	}
	for _, test := range fieldNodes {
		t.Run(string(test.kind), func(t *testing.T) {
			delete(missing, test.kind)
			count := func(more, required string) nodes {
				s := reach(t, "en", `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"title":"Title",`+test.schema+more+`}}`+required+`}}`)
				field := s.Request().Form.Fields[0]
				if field.Kind != test.kind {
					t.Errorf("%s is a field of kind %v", test.schema, field.Kind)
				}
				n := nodesOf(first(t, draw(s), "field"))
				if estimate := CountElements(&field); estimate != n.elements {
					t.Errorf("%s%s: estimated as %d elements, and has %d", test.schema, more, estimate, n.elements)
				}
				return n
			}
			required := count("", `,"required":["a"]`)
			optional := count("", "")
			full := count(`,"description":"Said by the server",`+test.rules, "")
			if required != test.required || optional != test.optional || full != test.full {
				t.Errorf("%s: nodes%v, nodes%v, nodes%v, want nodes%v, nodes%v, nodes%v", test.schema, required, optional, full, test.required, test.optional, test.full)
			}
		})
	}
	for kind := range missing {
		t.Errorf("no nodes are counted for kind %v", kind)
	}
}

func TestNodes_OfAnErrorAndOfWhatIsSaidBelow(t *testing.T) {
	const params = `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"integer","title":"Title"}},"required":["a"]}}`
	of := func(class string, events ...flow.Event) nodes {
		return nodesOf(first(t, draw(reach(t, "en", params, events...)), class))
	}
	empty := of("field")
	for _, test := range []struct {
		name  string
		more  nodes
		class string
		event flow.Event
	}{
		{"an error", nodes{2, 2, 4}, "field bad", flow.Continue},
		{"how the answer is understood", nodes{2, 1, 4}, "field", flow.Edited{Field: 0, Draft: answer.Draft{Text: "1,000"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := of(test.class, test.event)
			more := nodes{got.elements - empty.elements, got.texts - empty.texts, got.attributes - empty.attributes}
			if more != test.more {
				t.Errorf("%s is nodes%v, want nodes%v", test.name, more, test.more)
			}
		})
	}
}

// TestNodes_OfARowOfTheReview: an answer is a term, a description and a button, without places for other parts.
func TestNodes_OfARowOfTheReview(t *testing.T) {
	for _, test := range []struct {
		name, schema string
		draft        answer.Draft
		want         nodes
	}{
		{"text", `"type":"string"`, answer.Draft{Text: "Ada"}, nodes{5, 3, 8}},
		{"nothing", `"type":"string"`, answer.Draft{}, nodes{5, 3, 7}},
		{"sent in another form", `"type":"string","oneOf":[{"const":"d","title":"Double"}]`, answer.Draft{Chosen: []int{0}}, nodes{5, 3, 8}},
		{"sent as something else", `"type":"string","oneOf":[{"const":"x","title":"Double"}]`, answer.Draft{Chosen: []int{0}}, nodes{7, 5, 10}},
		{"a moment", `"type":"string","format":"date-time"`, answer.Draft{Day: "1", Month: "2", Year: "2026", Clock: "10:30", Zone: "Europe/Berlin"}, nodes{5, 3, 8}},
		{"suggested", `"type":"string","default":"Ada"`, answer.Draft{Text: "Ada", Origin: answer.Suggested}, nodes{7, 5, 9}},
		{"a secret", `"type":"string","title":"Password"`, answer.Draft{Text: "hunter2"}, nodes{6, 4, 11}},
	} {
		t.Run(test.name, func(t *testing.T) {
			params := `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{` + test.schema + `}}}}`
			s := reach(t, "en", params, flow.Edited{Field: 0, Draft: test.draft}, flow.Continue)
			if s.Step != flow.Review {
				t.Errorf("%s: at step %d, with %v", test.name, s.Step, s.Request().Problems)
				return
			}
			got := nodesOf(first(t, draw(s), "answer"))
			if got != test.want {
				t.Errorf("%s: nodes%v, want nodes%v", test.name, got, test.want)
			}
		})
	}
}
