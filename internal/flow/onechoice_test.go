package flow

import (
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// openShort opens a request whose host wants one choice to be sent from where it is made.
func openShort(t *testing.T, params string) State {
	t.Helper()
	asked := request(t, "1", params)
	asked.ShortReview = true
	s, _ := Update(start(t), asked)
	return s
}

const agree = `{"message":"","requestedSchema":{"type":"object","properties":{"a":{"type":"boolean","title":"Agree"}},"required":["a"]}}`

// seats has an option that would end the quotation, and a long one.
var seats = `{"message":"","requestedSchema":{"type":"object","properties":{"a":{"type":"string","enum":["”Yes” to other.example","` +
	strings.Repeat("x", 90) + `"]}},"required":["a"]}}`

func TestOneChoice_R1_R10_R11_IsSentFromWhereItIsMade(t *testing.T) {
	s, effects := run(openShort(t, agree), chosen(0, 1), Continue)
	if got := replies(effects); s.Step != Done || s.Outcome != Sent || len(got) != 1 || got[0] != `1 {"action":"accept","content":{"a":false}}` {
		t.Errorf("step %d, outcome %q, replies %q", s.Step, s.Outcome, got)
	}
	// What is wrong is said as everywhere.
	s, effects = run(openShort(t, agree), Continue)
	if s.Step != Form || len(s.Request().Problems) != 1 || len(replies(effects)) > 0 {
		t.Errorf("without an answer: step %d, problems %+v, replies %q", s.Step, s.Request().Problems, replies(effects))
	}
	s, effects = run(openShort(t, agree), Decline)
	if got := replies(effects); s.Outcome != Declined || len(got) != 1 || got[0] != `1 {"action":"decline"}` {
		t.Errorf("declined: outcome %q, replies %q", s.Outcome, got)
	}
	s = openShort(t, agree)
	s.Server.ID = "shop.example"
	if name, above := s.SendButton(); name.Plain() != "Send answer to shop.example" || above != "" {
		t.Errorf("the button is %q, above it %q", name, above)
	}
	for _, test := range []struct {
		params string
		chosen []int
		server untrusted.Text
		name   string
		above  string
	}{
		{agree, []int{0}, "shop.example", "Send “Yes” to shop.example", ""},
		{agree, []int{1}, "shop.example", "Send “No” to shop.example", ""},
		{agree, []int{1}, "a-shop-with-a-long-name.example", "Send “No”", "It goes to a-shop-with-a-long-name.example."},
		{strings.Replace(agree, `,"required":["a"]`, "", 1), nil, "shop.example", "Send “No answer” to shop.example", ""},
		{seats, []int{0}, "shop.example", "Send “'Yes' to other.example” to shop.example", ""},
		{seats, []int{1}, "shop.example", "Send “" + strings.Repeat("x", 79) + "…” to shop.example", ""},
	} {
		s := openShort(t, test.params)
		s.Server.ID = test.server
		if len(test.chosen) > 0 {
			before := s
			if s, _ = run(s, chosen(0, test.chosen...)); !s.Changed(&before, 0) {
				t.Errorf("%v: the button is not drawn again", test.chosen)
			}
		}
		if name, above := s.SendButton(); name.Plain() != test.name || above.Plain() != test.above {
			t.Errorf("the button is %q, above it %q, want %q, %q", name, above, test.name, test.above)
		}
	}
	if said := s.Explanation(); strings.Contains(said.Plain(), "check your answers") {
		t.Errorf("the form promises a review: %q", said)
	}
}

// TestOneChoice_R10_StaysAsItLeft: what is on its way does not change with what the
// person does meanwhile, and the host can refuse it.
func TestOneChoice_R10_StaysAsItLeft(t *testing.T) {
	s, _ := unconfirmed(openShort(t, agree), chosen(0, 0))
	s, effects := unconfirmed(s, Continue)
	first := replies(effects)
	s, _ = unconfirmed(s, chosen(0, 1))
	s, _ = unconfirmed(s, Woken{Alarm: AckTimeout})
	s, effects = unconfirmed(s, Resend)
	if again := replies(effects); len(first) != 1 || !slices.Equal(first, again) {
		t.Errorf("sent %q, and again %q", first, again)
	}
	refused, _ := unconfirmed(s, AnswerRefused{ID: s.ID, Problems: []elicit.Refusal{{Name: "a", Message: "Not now."}}})
	if refused.Step != Form || len(refused.Request().Problems) != 1 || refused.Sending != NotSending {
		t.Errorf("refused: step %d, problems %+v", refused.Step, refused.Request().Problems)
	}
	s, _ = unconfirmed(s, AnswerRefused{ID: s.ID})
	if _, effects = unconfirmed(s, Resend); !slices.Equal(replies(effects), first) {
		t.Errorf("after a check that failed %q is sent", replies(effects))
	}
}

func TestOneChoice_R1_EverythingElseIsReviewed(t *testing.T) {
	form := func(properties string) string {
		return `{"message":"","requestedSchema":{"type":"object","properties":{` + properties + `}}}`
	}
	var many []string
	for _, letter := range "abcdefghijk" {
		many = append(many, `"`+string(letter)+`"`)
	}
	for name, properties := range map[string]string{
		"two questions":     `"a":{"type":"boolean"},"b":{"type":"boolean"}`,
		"a suggestion":      `"a":{"type":"boolean","default":true}`,
		"a secret":          `"password":{"type":"string"}`,
		"text":              `"a":{"type":"string"}`,
		"several of many":   `"a":{"type":"array","items":{"type":"string","enum":["a","b"]}}`,
		"a list to unfold":  `"a":{"type":"string","enum":[` + strings.Join(many, ",") + `]}`,
		"deleting":          `"a":{"type":"boolean","title":"Delete it"}`,
		"a question beside": `"a":{"type":"boolean"},"b":{"type":"object","properties":{}}`,
	} {
		s := openShort(t, form(properties))
		if s.OneChoice() {
			t.Errorf("%s would be sent without a review", name)
		}
	}
	if s := openShort(t, form(`"a":{"type":"string","enum":["x","y"]}`)); !s.OneChoice() {
		t.Error("one choice is not seen as one")
	}
	if s := open(t, agree); s.OneChoice() {
		t.Error("the host has not asked for it")
	}
}
