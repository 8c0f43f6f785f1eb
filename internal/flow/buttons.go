package flow

import (
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/wording"
)

// Explanation says what the buttons of a request do, on its first step only: it holds for
// the steps that follow too. On review the button that sends says what it does.
//
// Where the fields of a form are shown that cannot be sent, it says that on every step.
func (s *State) Explanation() wording.Sentence {
	blocked := wording.Sentence("")
	if s.Step == Form && s.Request().Blocked() && len(s.Request().Form.Reasons) == 0 {
		// The fields look as if they led somewhere.
		blocked = s.Words.Sentence(wording.CannotBeSent)
	}
	if s.At > 0 || s.Step != Form && s.Step != Consent {
		return blocked
	}
	hint := wording.DeclineHint
	switch {
	case s.WaitForPages:
		hint = wording.HeldHint
	case s.oneOfSeveral():
		hint = wording.PartHint
	}
	text, q := s.Words.Sentence(hint, wording.Server(s.ServerID())), s.Request()
	if s.Step != Form || q.Confirmation() || q.Blocked() || s.OneChoice() {
		return s.Words.Sentences(blocked, text)
	}
	return s.Words.Sentences(s.Words.Sentence(wording.CheckFirst), text)
}

// oneOfSeveral reports whether what is decided now is one request of a round only.
func (s *State) oneOfSeveral() bool {
	return len(s.Requests) > 1 && s.Step != Review
}

// longName is how many characters the name of a server may have to stand on a button:
// in a narrow frame a longer one takes several lines.
const longName = 20

// SendButton is the button that sends: it names the server. Where the name is too long
// for a button, a sentence above it does.
func (s *State) SendButton() (name, above wording.Sentence) {
	short, long, goesTo := wording.SendAnswers, wording.SendAnswersTo, wording.AnswersGoTo
	if s.OneChoice() {
		short, long, goesTo = wording.SendAnswer, wording.SendAnswerTo, wording.AnswerGoesTo
	}
	server := wording.Server(s.ServerID())
	if utf8.RuneCountInString(s.ServerID()) > longName {
		return s.Words.Sentence(short), s.Words.Sentence(goesTo, server)
	}
	return s.Words.Sentence(long, server), ""
}

// DeclineButton is the text of the button that says no. Where it is about all requests
// of a round, as on review, it says so: it takes back what was answered before.
func (s *State) DeclineButton() wording.Key {
	if len(s.Requests) > 1 && !s.oneOfSeveral() {
		return wording.DeclineAll
	}
	return wording.Decline
}

// OneChoice reports whether the form that is shown is one choice that may be sent from
// where it is made, as the host wants it: all that is sent is on the screen then, and
// nothing of it was filled in. Only what is typed can be a secret.
func (s *State) OneChoice() bool {
	q := s.Request()
	if !s.ShortReview || s.Step != Form || len(s.Requests) != 1 || q.Blocked() || len(q.Form.Fields) != 1 {
		return false
	}
	f := &q.Form.Fields[0]
	return f.HasRadios() && !f.Default.Exists()
}
