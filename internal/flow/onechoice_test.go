package flow

import (
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// openShort opens a request whose host wants one choice to be sent without a review.
func openShort(t *testing.T, params string) State {
	t.Helper()
	e := arrive(t, "1", params)
	e.ShortReview = true
	s, _ := Update(start(t), e)
	return s
}

const agree = `{"message":"Is this a good time?","requestedSchema":{"type":"object","properties":{"a":{"type":"boolean","title":"Agree"}},"required":["a"]}}`

// seats has an option that would end the quotation, and a long one.
var seats = `{"message":"Where would you like to sit?","requestedSchema":{"type":"object","properties":{"a":{"type":"string","enum":["”Yes” to the other one","` +
	strings.Repeat("x", 90) + `"]}},"required":["a"]}}`

// Rows: R1, R10, R11.
func TestOneChoice_IsSentFromWhereItIsMade(t *testing.T) {
	s, effects := run(openShort(t, agree), choose(0, 1), Continue)
	if got := replies(effects); s.Step != Done || s.Outcome != Sent || len(got) != 1 || got[0] != `1 {"action":"accept","content":{"a":false}}` {
		t.Errorf("step %d, outcome %q, replies %q", s.Step, s.Outcome, got)
	}
	// Problems are shown as on every form.
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
		server safetext.Text
		name   string
		above  string
	}{
		{agree, []int{0}, "shop.example", "Send “Yes” to shop.example", ""},
		{agree, []int{1}, "shop.example", "Send “No” to shop.example", ""},
		{agree, []int{1}, "a-shop-with-a-long-name.example", "Send “No”", "It goes to a-shop-with-a-long-name.example."},
		{strings.Replace(agree, `,"required":["a"]`, "", 1), nil, "shop.example", "Send “No answer” to shop.example", ""},
		{seats, []int{0}, "shop.example", "Send “'Yes' to the other one” to shop.example", ""},
		{seats, []int{1}, "shop.example", "Send “" + strings.Repeat("x", 79) + "…” to shop.example", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := openShort(t, test.params)
			s.Server.ID = test.server
			if len(test.chosen) > 0 {
				before := s
				if s, _ = run(s, choose(0, test.chosen...)); !s.Changed(&before, 0) {
					t.Errorf("%v: the button is not drawn again", test.chosen)
				}
			}
			if name, above := s.SendButton(); name.Plain() != test.name || above.Plain() != test.above {
				t.Errorf("the button is %q, above it %q, want %q, %q", name, above, test.name, test.above)
			}
		})
	}
	if text := s.Explanation(); strings.Contains(text.Plain(), "check your answers") {
		t.Errorf("the form promises a review: %q", text)
	}
}

// TestOneChoice_StaysAsItLeft: an answer on its way does not change with later events, and the host can refuse it.
// Rows: R10.
func TestOneChoice_StaysAsItLeft(t *testing.T) {
	s, _ := runUnconfirmed(openShort(t, agree), choose(0, 0))
	s, effects := runUnconfirmed(s, Continue)
	first := replies(effects)
	s, _ = runUnconfirmed(s, choose(0, 1))
	s, _ = runUnconfirmed(s, Woken{Alarm: AckTimeout})
	s, effects = runUnconfirmed(s, Resend)
	if repeated := replies(effects); len(first) != 1 || !slices.Equal(first, repeated) {
		t.Errorf("sent %q, and again %q", first, repeated)
	}
	refused, _ := runUnconfirmed(s, AnswerRefused{ID: s.ID, Problems: []request.Refusal{{Name: "a", Message: "Not now."}}})
	if refused.Step != Form || len(refused.Request().Problems) != 1 || refused.Sending != NotSending {
		t.Errorf("refused: step %d, problems %+v", refused.Step, refused.Request().Problems)
	}
	s, _ = runUnconfirmed(s, AnswerRefused{ID: s.ID})
	if _, effects = runUnconfirmed(s, Resend); !slices.Equal(replies(effects), first) {
		t.Errorf("after a check that failed %q is sent", replies(effects))
	}
}

// Rows: R1.
func TestOneChoice_EverythingElseIsReviewed(t *testing.T) {
	form := func(properties string) string {
		return `{"message":"Which do you like?","requestedSchema":{"type":"object","properties":{` + properties + `}}}`
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
		"an unknown word":   `"a":{"type":"boolean","title":"Xyzzy the whatsit"}`,
		"a question beside": `"a":{"type":"boolean"},"b":{"type":"object","properties":{}}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := openShort(t, form(properties))
			if s.OneChoice() {
				t.Errorf("%s would be sent without a review", name)
			}
		})
	}
	e := arrive(t, "1", form(`"a":{"type":"string","enum":["x","y"]}`))
	e.ShortReview, e.Server.Title = true, "Press x and I delete your files"
	if s, _ := Update(start(t), e); s.OneChoice() {
		t.Error("a server that calls itself a sentence of that kind would be sent without a review")
	}
	if s := openShort(t, form(`"a":{"type":"string","enum":["x","y"]}`)); !s.OneChoice() {
		t.Error("one choice is not seen as one")
	}
	if s := open(t, agree); s.OneChoice() {
		t.Error("the host has not asked for it")
	}
}

// oneOf is a form of one choice with these members at the request, the schema, the question and the first option.
func oneOf(message, schema, question, option string) string {
	return `{"message":"` + message + `","requestedSchema":{"type":"object"` + schema + `,"properties":{"a":{"type":"string"` + question +
		`,"oneOf":[{"const":"a"` + option + `},{"const":"b","title":"Other"}]}}}}`
}

// TestOneChoice_WhatIsNotSeenWhole: an answer is reviewed if a text of the server is cut or may be folded.
// Rows: R1.
func TestOneChoice_WhatIsNotSeenWholeIsReviewed(t *testing.T) {
	member := func(name, text string) string { return `,"` + name + `":"` + text + `"` }
	words := func(length int) string { return strings.Repeat("Which one is it? ", length/17+1)[:length-1] + "e" }
	lines := func(count int) string { return strings.TrimSuffix(strings.Repeat(`Which one?\n`, count), `\n`) }
	for name, params := range map[string]string{
		"a message that is cut":                     oneOf(words(safetext.MessageLimit+1), "", "", ""),
		"a message of too many lines":               oneOf(lines(safetext.MessageLines+1), "", "", ""),
		"a message that may be folded":              oneOf(words(200), "", "", ""),
		"a message of many lines":                   oneOf(lines(13), "", "", ""),
		"a title of the form that is cut":           oneOf("m", member("title", words(safetext.TitleLimit+1)), "", ""),
		"a description of the form that may fold":   oneOf("m", member("description", words(300)), "", ""),
		"a question that is cut":                    oneOf("m", "", member("title", words(safetext.TitleLimit+1)), ""),
		"a description of a question that may fold": oneOf("m", "", member("description", lines(13)), ""),
		"an option that is cut":                     oneOf("m", "", "", member("title", words(safetext.OptionLimit+1))),
		"a description of an option that is cut":    oneOf("m", "", "", member("description", words(safetext.OptionLimit+1))),
		"an option without a title that is cut":     strings.Replace(oneOf("m", "", "", ""), `"const":"a"`, `"const":"`+words(safetext.OptionLimit+1)+`"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			if s := openShort(t, params); s.OneChoice() {
				t.Errorf("%s would be sent without a review", name)
			}
			s, effects := run(openShort(t, params), choose(0, 0), Continue)
			if s.Step != Review || len(replies(effects)) > 0 {
				t.Errorf("%s: step %d, replies %q", name, s.Step, replies(effects))
			}
		})
	}
	for name, params := range map[string]string{
		"a message":                         oneOf(words(170), "", "", ""),
		"some lines":                        oneOf(lines(6), "", "", ""),
		"an option as long as it may be":    oneOf("Which one?", "", "", member("title", words(safetext.OptionLimit-1))),
		"a question with a description":     oneOf("m", "", member("title", "Which one?")+member("description", words(100)), ""),
		"a title and a description of both": oneOf("m", member("title", "A form")+member("description", words(100)), "", member("description", "It is near.")),
	} {
		t.Run(name, func(t *testing.T) {
			if s := openShort(t, params); !s.OneChoice() {
				t.Errorf("%s is seen whole, and is reviewed", name)
			}
		})
	}
	e := arrive(t, "1", agree)
	e.ShortReview, e.Server.Title = true, safetext.Text(words(safetext.TitleLimit+1))
	if s, _ := Update(start(t), e); s.OneChoice() {
		t.Error("the server's own name is cut, and the answer would be sent without a review")
	}
}

// TestOneChoice_ADraft: an answer from an earlier visit is reviewed.
// Rows: N24.
func TestOneChoice_ADraftThatComesBackIsReviewed(t *testing.T) {
	e := arrive(t, "1", agree)
	e.Drafts = true
	s, _ := Update(start(t), e)
	_, effects := run(s, choose(0, 0), Woken{Alarm: DraftAlarm})
	draft, ok := has[KeepDraft](effects)
	if !ok {
		t.Fatal("no draft")
	}
	e.ShortReview, e.Draft = true, draft.Draft
	s, _ = Update(start(t), e)
	if !s.DraftRestored || s.OneChoice() {
		t.Errorf("restored %t, sent at once %t", s.DraftRestored, s.OneChoice())
	}
	if s, effects := run(s, Continue); s.Step != Review || len(replies(effects)) > 0 {
		t.Errorf("step %d, replies %q", s.Step, replies(effects))
	}
}

// TestOneChoice_AfterReview: a reviewed answer is sent from review, also after a change.
// Rows: R4.
func TestOneChoice_AfterReview(t *testing.T) {
	s, _ := run(openShort(t, agree), Viewed{}, choose(0, 0), Continue)
	if s.Step != Review {
		t.Fatalf("step %d", s.Step)
	}
	s, _ = run(s, ChangeAsked{Field: 0}, Viewed{Whole: true}, choose(0, 1))
	if !s.Changing() || s.OneChoice() {
		t.Errorf("changing %t, sent at once %t", s.Changing(), s.OneChoice())
	}
	s, effects := run(s, Continue)
	if s.Step != Review || len(replies(effects)) > 0 {
		t.Errorf("step %d, replies %q", s.Step, replies(effects))
	}
	s, effects = run(s, Back, Viewed{Whole: true}, Continue)
	if s.Step != Review || len(replies(effects)) > 0 {
		t.Errorf("after Back: step %d, replies %q", s.Step, replies(effects))
	}
}

// TestOneChoice_OutOfView: a form that needs scrolling is reviewed, and the button says so.
// Rows: R1.
func TestOneChoice_WhatIsOutOfViewIsReviewed(t *testing.T) {
	s, _ := run(openShort(t, agree), choose(0, 0), Viewed{})
	if s.OneChoice() || !strings.Contains(s.Explanation().Plain(), "check your answers") {
		t.Errorf("sent at once %t, explained by %q", s.OneChoice(), s.Explanation())
	}
	reviewed, effects := run(s, Continue)
	if reviewed.Step != Review || len(replies(effects)) > 0 {
		t.Errorf("step %d, replies %q", reviewed.Step, replies(effects))
	}
	s, effects = run(s, Viewed{Whole: true}, Continue)
	if s.Step != Done || len(replies(effects)) != 1 {
		t.Errorf("in view: step %d, replies %q", s.Step, replies(effects))
	}
	for name, s := range map[string]State{"a full review": open(t, agree), "several questions": openShort(t, contact)} {
		t.Run(name, func(t *testing.T) {
			next, effects := Update(s, Viewed{Whole: true})
			if next.OneChoice() || len(effects) > 0 || next.Changed(&s, -1) {
				t.Errorf("sent at once %t, effects %v", next.OneChoice(), effects)
			}
		})
	}
}
