package flow

import (
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/validate"
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
func TestShortReview_IsSentFromWhereItIsMade(t *testing.T) {
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
}

// A form of one choice has a button for each option. A "no" to a required question needs a second press.
func TestPicked_SendsTheOption(t *testing.T) {
	const optional = `{"message":"Is this a good time?","requestedSchema":{"type":"object","properties":{"a":{"type":"boolean","title":"Agree"}}}}`
	for name, test := range map[string]struct {
		params string
		events []Event
		want   string
	}{
		"yes":                        {agree, []Event{Picked{0, true}}, `1 {"action":"accept","content":{"a":true}}`},
		"no":                         {agree, []Event{Picked{1, true}}, ""},
		"no, and again":              {agree, []Event{Picked{1, true}, Picked{1, true}}, `1 {"action":"accept","content":{"a":false}}`},
		"no, and yes after all":      {agree, []Event{Picked{1, true}, Picked{0, true}}, `1 {"action":"accept","content":{"a":true}}`},
		"no, and Decline":            {agree, []Event{Picked{1, true}, Decline}, `1 {"action":"decline"}`},
		"an optional no":             {optional, []Event{Picked{1, true}}, `1 {"action":"accept","content":{"a":false}}`},
		"an option":                  {seats, []Event{Picked{0, true}}, `1 {"action":"accept","content":{"a":"”Yes” to the other one"}}`},
		"an option that is missing":  {seats, []Event{Picked{2, true}, Picked{-1, true}}, ""},
		"an option of a long form":   {contact, []Event{Picked{0, true}}, ""},
		"an option of a part of it":  {seats, []Event{Picked{0, false}}, ""},
		"after a review by the host": {seats, []Event{Picked{0, false}, Picked{1, true}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, effects := run(openShort(t, test.params), test.events...)
			if got := strings.Join(replies(effects), " "); got != test.want {
				t.Errorf("replies %q, want %q", got, test.want)
			}
			if strings.Contains(name, "part") && (s.Step != Review || s.HasOptionButtons()) {
				t.Errorf("step %d", s.Step)
			}
		})
	}
	no, effects := run(openShort(t, agree), Picked{1, true})
	if name, above := no.SendButton(); !no.Request().AnswersNo() || name.Plain() != "Send “No”" || above != "" {
		t.Errorf("the button is %q, above it %q", name, above)
	}
	if announced := listAnnouncements(effects); len(announced) != 1 || !strings.Contains(announced[0], "“Decline”") {
		t.Errorf("announced %q", announced)
	}
}

// An option with the name of one of our buttons is no button.
func TestHasOptionButtons_NoneImitatesOurs(t *testing.T) {
	for option, want := range map[string]bool{"Perhaps": true, "Decline": false, " not NOW ": false, "close": false} {
		t.Run(option, func(t *testing.T) {
			s := openShort(t, `{"message":"Which do you like?","requestedSchema":{"type":"object","properties":{"a":{"type":"string","enum":["Yes","`+option+`"]}}}}`)
			if got := s.HasOptionButtons(); got != want {
				t.Errorf("%q: buttons %t, want %t", option, got, want)
			}
		})
	}
}

// One press never accepts a form without an answer.
func TestShortReview_WithoutAnAnswerNothingIsSent(t *testing.T) {
	for name, properties := range map[string]string{
		"a text": `"a":{"type":"string"}`, "boxes": `"a":{"type":"array","items":{"type":"string","enum":["a","b"]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := openShort(t, `{"message":"Which do you like?","requestedSchema":{"type":"object","properties":{`+properties+`}}}`)
			if !s.SendsFromForm() {
				t.Fatal("the form is reviewed")
			}
			s, effects := run(s, Continue)
			if problems := s.Request().Problems; s.Step != Form || len(problems) != 1 || problems[0].Code != validate.Empty || len(replies(effects)) > 0 {
				t.Errorf("step %d, problems %+v, replies %q", s.Step, problems, replies(effects))
			}
		})
	}
}

// TestShortReview_StaysAsItLeft: an answer on its way does not change with later events, and the host can refuse it.
// Rows: R10.
func TestShortReview_StaysAsItLeft(t *testing.T) {
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
func TestShortReview_EverythingElseIsReviewed(t *testing.T) {
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
		"four questions":    `"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":"integer"},"d":{"type":"integer"}},"required":["a"],"x":{`,
		"a time":            `"a":{"type":"string","format":"time"}`,
		"a list to unfold":  `"a":{"type":"string","enum":[` + strings.Join(many, ",") + `]}`,
		"deleting":          `"a":{"type":"boolean","title":"Delete it"}`,
		"an unknown word":   `"a":{"type":"boolean","title":"Xyzzy the whatsit"}`,
		"a question beside": `"a":{"type":"boolean"},"b":{"type":"object","properties":{}}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := openShort(t, form(properties))
			if s.SendsFromForm() {
				t.Errorf("%s would be sent without a review", name)
			}
		})
	}
	e := arrive(t, "1", form(`"a":{"type":"string","enum":["x","y"]}`))
	e.ShortReview, e.Server.Title = true, "Press x and I delete your files"
	if s, _ := Update(start(t), e); s.SendsFromForm() {
		t.Error("a server that calls itself a sentence of that kind would be sent without a review")
	}
	if s := openShort(t, form(`"a":{"type":"string","enum":["x","y"]}`)); !s.SendsFromForm() {
		t.Error("one choice is not seen as one")
	}
	if s := open(t, agree); s.SendsFromForm() {
		t.Error("the host has not asked for it")
	}
}

// oneOf is a form of one choice with these members at the request, the schema, the question and the first option.
func oneOf(message, schema, question, option string) string {
	return `{"message":"` + message + `","requestedSchema":{"type":"object"` + schema + `,"properties":{"a":{"type":"string"` + question +
		`,"oneOf":[{"const":"a"` + option + `},{"const":"b","title":"Other"}]}}}}`
}

// TestShortReview_WhatIsNotSeenWholeIsReviewed: an answer is reviewed if a text of the server is cut or may be
// folded.
// Rows: R1.
func TestShortReview_WhatIsNotSeenWholeIsReviewed(t *testing.T) {
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
			if s := openShort(t, params); s.SendsFromForm() {
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
			if s := openShort(t, params); !s.SendsFromForm() {
				t.Errorf("%s is seen whole, and is reviewed", name)
			}
		})
	}
	e := arrive(t, "1", agree)
	e.ShortReview, e.Server.Title = true, safetext.Text(words(safetext.TitleLimit+1))
	if s, _ := Update(start(t), e); s.SendsFromForm() {
		t.Error("the server's own name is cut, and the answer would be sent without a review")
	}
}

// TestShortReview_ADraftThatComesBackIsReviewed: an answer from an earlier visit is reviewed.
// Rows: N24.
func TestShortReview_ADraftThatComesBackIsReviewed(t *testing.T) {
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
	if !s.DraftRestored || s.SendsFromForm() {
		t.Errorf("restored %t, sent at once %t", s.DraftRestored, s.SendsFromForm())
	}
	if s, effects := run(s, Continue); s.Step != Review || len(replies(effects)) > 0 {
		t.Errorf("step %d, replies %q", s.Step, replies(effects))
	}
}

// TestShortReview_AfterReview: a reviewed answer is sent from review, also after a change.
// Rows: R4.
func TestShortReview_AfterReview(t *testing.T) {
	s, _ := run(openShort(t, agree), Viewed{}, choose(0, 0), Continue)
	if s.Step != Review {
		t.Fatalf("step %d", s.Step)
	}
	s, _ = run(s, ChangeAsked{Field: 0}, Viewed{Whole: true}, choose(0, 1))
	if !s.Changing() || s.SendsFromForm() {
		t.Errorf("changing %t, sent at once %t", s.Changing(), s.SendsFromForm())
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

// TestShortReview_WhatIsOutOfViewIsReviewed: a form that needs scrolling is reviewed, and the button says so.
// Rows: R1.
func TestShortReview_WhatIsOutOfViewIsReviewed(t *testing.T) {
	s, _ := run(openShort(t, agree), choose(0, 0), Viewed{})
	if s.SendsFromForm() || s.ContinueButton() != "Review" {
		t.Errorf("sent at once %t, by %q", s.SendsFromForm(), s.ContinueButton())
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
			if next.SendsFromForm() || len(effects) > 0 || next.Changed(&s, -1) {
				t.Errorf("sent at once %t, effects %v", next.SendsFromForm(), effects)
			}
		})
	}
}
