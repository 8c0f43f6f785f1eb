package component

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
)

// TestStandingWords counts the words of the sentences that stand on a step whatever
// the server asks: each of them is read, or has to be passed over, by everybody who
// answers. Say what a button can say on the button, and once what is true of all steps.
func TestStandingWords(t *testing.T) {
	const (
		question = `{"message":"Sure?"}`
		form     = `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"integer","default":1}},"required":["a"]}}`
		blocked  = `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"object"}},"required":["a"]}}`
		page     = `{"message":"m","mode":"url","url":"https://shop.example/"}`
	)
	for _, test := range []struct {
		name  string
		state flow.State
		words int
	}{
		{"form", reach(t, "en", form), 9},
		{"review", reach(t, "en", form, flow.Continue), 0},
		{"confirmation", reach(t, "en", question), 0},
		{"consent", reach(t, "en", page), 0},
		{"waiting", reach(t, "en", page, flow.OpenPage), 19},
		{"blocked form", reach(t, "en", blocked), 14},
		{"done", reach(t, "en", question, flow.Confirm, flow.Received{ID: elicit.NumberValue("1")}), 2},
	} {
		var said []string
		every(draw(test.state), func(n *html.Node) {
			if attribute(n, "class") == "step" {
				said = sentences(n)
			}
		})
		if got := len(strings.Fields(strings.Join(said, " "))); got != test.words {
			t.Errorf("%s: %d words, want %d: %q", test.name, got, test.words, said)
		}
	}
}

// sentences are the paragraphs of a step that can be seen, without those of the server
// and those of the single questions.
func sentences(n *html.Node) (said []string) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type != html.ElementNode || isHidden(child) {
			continue
		}
		switch class := attribute(child, "class"); {
		case class == "message" || class == "fields" || class == "questions" || class == "answers" || class == "claim":
		case child.Data == "p":
			said = append(said, strings.ReplaceAll(textIn(child), "·", ""))
		default:
			said = append(said, sentences(child)...)
		}
	}
	return said
}

func isHidden(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "hidden" {
			return a.Val != "false"
		}
	}
	return false
}

func textIn(n *html.Node) string {
	return textWithout(n, func(*html.Node) bool { return false })
}

// textWithout is the text in a node, but for what is in nodes that are left out.
func textWithout(n *html.Node, isLeftOut func(*html.Node) bool) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	text := ""
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if !isLeftOut(child) {
			text += textWithout(child, isLeftOut)
		}
	}
	return text
}
