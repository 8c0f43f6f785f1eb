package flow

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// A request has one part, a round several. What the person decides on a part
// goes on to the next one that is undecided; when none is left, everything is
// reviewed once and answered at once.

// confirmPressed accepts a part without fields.
func (s State) confirmPressed() (State, []Effect) {
	if s.Step != Form || !s.Confirmation() {
		return s, nil
	}
	s.content = elicit.Value{Kind: elicit.Object}
	s.Problems = nil
	return s.decided(Accepted)
}

// refusing is what the person can do while a form is being read: say no to all
// of it, or close it.
func (s State) refusing(event Event) (State, []Effect) {
	switch event.(type) {
	case DeclinePressed:
		return s.settle(Refused, Declined)
	case CancelPressed:
		return s.cancelPressed()
	}
	return s, nil
}

// declinePressed says no: to the part that is shown, or on review to all that
// was answered.
func (s State) declinePressed() (State, []Effect) {
	if s.Step == Review {
		return s.settle(Refused, Declined)
	}
	return s.decided(Refused)
}

// cancelPressed closes the whole request. What was declined stays declined,
// and a page that was opened stays opened: those are decisions of the person.
func (s State) cancelPressed() (State, []Effect) {
	return s.settle(Undecided, Cancelled)
}

// settle ends the request with one decision for everything that is not final.
func (s State) settle(decision Decision, shown Outcome) (State, []Effect) {
	s.parts = s.all()
	for i, p := range s.parts {
		if final := p.Decision == Refused || p.Page() && p.Decision == Accepted; !final {
			s.parts[i].Decision = decision
		}
	}
	s.Question = s.parts[s.at]
	return s.answer(shown)
}

// decided takes the decision on the current part and goes on.
func (s State) decided(decision Decision) (State, []Effect) {
	changed := Focus{Target: OnChange, Section: s.at, Field: s.Changing}
	s.Decision = decision
	if to := s.next(); to >= 0 {
		s = s.move(to)
		focus := Focus{Target: OnHeading}
		if len(s.Problems) > 0 {
			focus.Target = OnSummary
		}
		return s, []Effect{focus, Announce{Text: s.place() + s.Heading()}}
	}
	if !s.reviewable() {
		return s.answer(outcome(s.all()))
	}
	if changed.Field < 0 || decision != Accepted {
		// There is no row to return to.
		changed = Focus{Target: OnHeading}
	}
	return s.reviewed(changed)
}

// place is the place of the current part, as a sentence before another.
func (s State) place() string {
	if place := s.Position(); place.Total > 1 {
		return s.Words.Text(wording.RequestPosition, wording.Count("a", place.Position), wording.Count("b", place.Total)) + ". "
	}
	return ""
}

// reviewable reports whether there are answers that nobody has reviewed.
func (s State) reviewable() bool {
	for _, p := range s.all() {
		if p.Decision == Accepted && !p.Page() && (len(s.parts) > 1 || !p.Confirmation()) {
			return true
		}
	}
	return false
}

// sendPressed sends the reviewed snapshot, not the drafts: what was shown is
// what leaves.
func (s State) sendPressed() (State, []Effect) {
	switch {
	case s.Step != Review:
		return s, nil
	case len(s.Reviewed.Secrets) > 0 && !s.Agreement.Given:
		return s.disagreed()
	}
	return s.answer(Sent)
}

// answer sends the decisions on the parts of the request. The outcome is shown
// once the host has settled them.
func (s State) answer(shown Outcome) (State, []Effect) {
	s.parts, s.work, s.Unchecked = s.all(), work{}, false
	var effects []Effect
	if entries := audit(s.parts); len(entries) > 0 {
		effects = append(effects, Audit{ID: s.ID, Entries: entries})
	}
	effects = append(append(effects, s.lastDraft()...), s.reply(s.parts))
	s.Sending, s.ending = InTransit, shown
	if s.ending == Sent {
		effects = append(effects, Announce{Text: s.Words.Text(wording.Sending)})
	}
	return s, append(effects, Wake{Alarm: AckTimeout, After: ackTimeout})
}

// reply is the answer to the request as it stands.
func (s State) reply(parts []Question) Effect {
	if !s.round {
		return Reply{ID: s.ID, Result: parts[0].result()}
	}
	all := ReplyAll{ID: s.ID}
	for _, p := range parts {
		all.Responses = append(all.Responses, elicit.InputResponse{Key: p.Key, Result: p.result(), Wait: p.wait})
	}
	return all
}

// outcome is how a request without anything to review ended, by what weighs
// most.
func outcome(parts []Question) Outcome {
	shown := Cancelled
	for _, p := range parts {
		switch p.Decision {
		case Accepted:
			return Confirmed
		case Refused:
			shown = Declined
		}
	}
	return shown
}
