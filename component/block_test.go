package component

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// shortOfQuestions requires answers to questions that the form lacks.
const shortOfQuestions = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"name":{"type":"string","title":"Name","description":"Said by the server","default":"Ada"},
	"size":{"type":"string","title":"Size","enum":["s","m"]},
	"nested":{"type":"object","title":"Nested"}},"required":["name","Name",""]}}`

// TestBlocked_ListsItsQuestions: one name too many in "required" blocks the form, which then lists its questions.
// Rows: B13.
func TestBlocked_ListsItsQuestions(t *testing.T) {
	document := draw(reach(t, "en", shortOfQuestions))
	var why, shown []string
	every(document, func(n *html.Node) {
		switch n.Data {
		case "input", "select", "textarea":
			t.Errorf("there is a %s", n.Data)
		case "button":
			if text := textIn(n); !within(n, "decide") && attribute(n, "data-action") != "cancel" && !strings.HasPrefix(text, "Show more") {
				t.Errorf("%q can be pressed", text)
			} else if text == "Decline" && attribute(n, "aria-describedby") != "blocked" {
				t.Error("Decline does not say why nothing else is left")
			}
		case "li":
			shown = append(shown, words(n))
		}
		if attribute(n, "id") == "blocked" {
			why = append(why, strings.Join(strings.Fields(textIn(n)), " "))
		}
	})
	if want := []string{"Name", "Size", "Nested shop.example asks for an answer made of several parts, which this form cannot take."}; !slices.Equal(shown, want) {
		t.Errorf("shown are %q, want %q", shown, want)
	}
	want := "shop.example needs an answer to a question that it did not send ( Name , (empty)), so this form cannot be sent."
	if !slices.Equal(why, []string{want}) {
		t.Errorf("said is %q, want %q", why, want)
	}
}

// TestBlocked_SaysOfEachQuestionWhetherItIsTheReason: also for reasons at the end of a long form.
// Rows: B12.
func TestBlocked_SaysOfEachQuestionWhetherItIsTheReason(t *testing.T) {
	var properties, required []string
	for i := range 299 {
		kind := "string"
		if i >= 289 {
			kind, required = "object", append(required, fmt.Sprintf(`"p%d"`, i))
		}
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":%q,"title":"Question %d"}`, i, kind, i))
	}
	request := fmt.Sprintf(`{"message":"m","requestedSchema":{"type":"object","properties":{%s,"left":{"type":"object","title":"Left"}},"required":[%s]}}`,
		strings.Join(properties, ","), strings.Join(required, ","))
	var reasons, others []string
	every(draw(reach(t, "en", request)), func(n *html.Node) {
		if n.Data != "li" {
			return
		}
		text := words(n)
		if within(n, "warning") {
			reasons = append(reasons, text)
		} else {
			others = append(others, text)
		}
	})
	if len(reasons) != 10 || len(others) != 290 {
		t.Fatalf("%d reasons and %d others", len(reasons), len(others))
	}
	if want := "Question 289 shop.example asks for an answer made of several parts, which this form cannot take."; reasons[0] != want {
		t.Errorf("the first reason is %q, want %q", reasons[0], want)
	}
	if others[0] != "Question 0" || !strings.HasPrefix(others[289], "Left") {
		t.Errorf("the others begin with %q and end with %q", others[0], others[289])
	}
}

func words(n *html.Node) string { return strings.Join(strings.Fields(textIn(n)), " ") }

func within(n *html.Node, class string) bool {
	for ; n != nil; n = n.Parent {
		if attribute(n, "class") == class {
			return true
		}
	}
	return false
}
