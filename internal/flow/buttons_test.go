package flow

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/wording"
)

// The explanation appears once a round, on its first step: in a round, Decline is about a single request.
func TestExplanation_OnTheFirstStepOnly(t *testing.T) {
	const (
		part     = "“Decline” is for this request only. “Not now” (×) closes them all."
		held     = "If you choose “Decline” or “Not now” (×), shop.example stops and is not told why."
		blocked  = `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"object"}},"required":["a"]}}`
		question = `{"message":"Sure?"}`
	)
	holding := inRound(t, "1", signIn, signIn)
	holding.WaitForPages = true
	waits, _ := Update(start(t), holding)
	page, _ := Update(start(t), arrive(t, "1", signIn))
	review, _ := run(open(t, sizeForm), Continue)
	second, _ := run(openRound(t, sizeForm, nameForm), Continue)
	back, _ := run(second, Back)
	for name, test := range map[string]struct {
		state State
		want  string
	}{
		"a form":                  {open(t, contact), ""},
		"a confirmation":          {open(t, question), ""},
		"a form that is blocked":  {open(t, blocked), ""},
		"a page":                  {page, ""},
		"the first of a round":    {openRound(t, sizeForm, nameForm), part},
		"a page of a round":       {openRound(t, signIn, nameForm), part},
		"pages that are waited":   {waits, held},
		"review":                  {review, ""},
		"the second of a round":   {second, ""},
		"back at the first":       {back, part},
		"nothing on the screen":   {start(t), ""},
		"a round of one question": {openRound(t, sizeForm), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.state.Explanation().Plain(); got != test.want {
				t.Errorf("%s: %q, want %q", name, got, test.want)
			}
		})
	}
}

// The button that continues says what comes next.
func TestContinueButton_SaysWhatComesNext(t *testing.T) {
	review, _ := run(open(t, sizeForm), Continue)
	changing, _ := run(review, ChangeAsked{Field: 0})
	second, _ := run(openRound(t, sizeForm, nameForm), Continue)
	for name, test := range map[string]struct {
		state State
		want  wording.Key
	}{
		"a form": {open(t, sizeForm), "Review"}, "an answer that is changed": {changing, "Save"},
		"the first of a round": {openRound(t, sizeForm, nameForm), "Continue"}, "the last of a round": {second, "Review"},
		"a secret": {open(t, connect), "ContinueAnyway"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.state.ContinueButton(); got != test.want {
				t.Errorf("%s: %q, want %q", name, got, test.want)
			}
		})
	}
}

// Rows: D3.
func TestCloseButton_IsNotNowUntilTheRequestHasEnded(t *testing.T) {
	review, _ := run(open(t, sizeForm), Continue)
	sent, _ := run(review, Send)
	visit, _ := run(openConsent(t, signIn), OpenPage)
	inRound, _ := run(openRound(t, signIn, nameForm), OpenPage)
	for name, test := range map[string]struct {
		state State
		want  Press
	}{
		"nothing": {start(t), ""}, "a form": {open(t, sizeForm), Cancel}, "review": {review, Cancel}, "consent": {openConsent(t, signIn), Cancel},
		"an open page": {visit, Close}, "a page of an open round": {inRound, Cancel}, "the end": {sent, Close},
	} {
		t.Run(name, func(t *testing.T) {
			if got, _ := test.state.CloseButton(); got != test.want {
				t.Errorf("%s: %q, want %q", name, got, test.want)
			}
		})
	}
}

func TestSendButton_NamesTheServerWhereThereIsRoom(t *testing.T) {
	for _, test := range []struct{ server, name, above string }{
		{"shop.example", "Send to shop.example", ""},
		{strings.Repeat("x", 20), "Send to " + strings.Repeat("x", 20), ""},
		{strings.Repeat("é", 20), "Send to " + strings.Repeat("é", 20), ""},
		{strings.Repeat("x", 21), "Send answers", "They go to " + strings.Repeat("x", 21) + "."},
	} {
		t.Run(test.server, func(t *testing.T) {
			s := open(t, contact)
			s.Server.ID = safetext.Text(test.server)
			if name, above := s.SendButton(); name.Plain() != test.name || above.Plain() != test.above {
				t.Errorf("%s: %q and above it %q", test.server, name, above)
			}
		})
	}
}

// On the review of a round, Decline declines all requests.
func TestDeclineButton_SaysWhenItIsAboutAll(t *testing.T) {
	review, _ := run(open(t, sizeForm), Continue)
	second, _ := run(openRound(t, sizeForm, nameForm), Continue)
	all, _ := run(second, Decline)
	for name, test := range map[string]struct {
		state State
		want  wording.Key
	}{
		"a form":                {open(t, contact), "Decline"},
		"review":                {review, "Decline"},
		"a question of a round": {second, "Decline"},
		"review of a round":     {all, "DeclineAll"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.state.DeclineButton(); got != test.want {
				t.Errorf("%s: %s", name, got)
			}
		})
	}
}
