package flow

import (
	"cmp"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// A page is opened only when the person says so. A link is followed by the browser, and the event only
// tells; a host that opens pages is asked to, and answers.

func (s State) pressOpenPage() (State, []Effect) {
	page := s.Request().Link
	switch {
	case s.Step != Consent && s.Step != Waiting || page.Block != "" || s.opening:
		return s, nil
	case s.HostOpens:
		s.opening, s.NotOpened, s.early = true, false, false
		return s, []Effect{OpenLink{URL: page.Href}}
	case s.Step == Consent:
		return s.consented()
	}
	return s, nil
}

func (s State) pressCopyLink() (State, []Effect) {
	if s.Step != Consent && s.Step != Waiting {
		return s, nil
	}
	return s, []Effect{Copy{Text: s.Request().Link.Href}}
}

func (s State) pressFinish() (State, []Effect) {
	if s.Step != Waiting {
		return s, nil
	}
	return s.endWait(elicit.EndedByPerson)
}

// apply takes the host's answer. Without a page opened, the person can still agree to it.
func (e LinkOpened) apply(_ *Machine, s State) (State, []Effect) {
	if !s.opening || s.Sending != NotSending {
		return s, nil
	}
	s.opening = false
	switch {
	case !e.OK:
		s.NotOpened = true
		return s, []Effect{Announce{Text: s.Words.Text("LinkNotOpened")}}
	case s.Step == Consent && s.early:
		next, effects := s.consented()
		next, more := next.pageCompleted()
		return next, append(effects, more...)
	case s.Step == Consent:
		return s.consented()
	}
	return s, nil
}

// consented takes the consent. It is all that accept means in URL mode, so that the
// request is answered at once unless something is left to decide.
func (s State) consented() (State, []Effect) {
	s.mutableRequest().Decision = elicit.Accept
	s.Step, s.CopyResult = Waiting, ""
	effects := []Effect{Focus{Target: OnHeading}, Announce{Text: s.WaitingText().Plain()}}
	if s.WaitForPages || s.nextUndecided() >= 0 || s.reviewable() {
		return s, effects
	}
	replied := append(append(s.lastDraft(), s.receipt(Confirmed)...), s.reply())
	for i, q := range s.mutableRequests() {
		// Forms and answers do not outlive their round.
		s.Requests[i] = Request{
			Key: q.Key, Mode: q.Mode, Message: q.Message, Link: q.Link, Decision: q.Decision, elicitationID: q.elicitationID, wait: q.wait,
		}
	}
	s.Replied, s.Deadline = true, 0
	return s, append(replied, effects...)
}

// WaitingText says where to finish, and that the person comes back from there.
func (s *State) WaitingText() wording.Sentence {
	return s.Words.Sentence("WaitingText", wording.Host(s.Request().Link.Domain))
}

// apply shows an opened page of an earlier request again, if there can be such a page.
func (e WaitResumed) apply(m *Machine, s State) (State, []Effect) {
	if s.Open() || len(e.Requests) != 1 {
		return s, nil
	}
	request, err := elicit.Decode(e.Requests[0].Params)
	page := m.request("", request)
	if err != nil || !page.Page() || page.Blocked() {
		return s, []Effect{WaitOver{ID: e.ID, How: elicit.EndedByClosing}}
	}
	page.Decision = elicit.Accept
	s = s.blank(e.ID, e.Notes)
	s.Requests = []Request{page}
	s.Step, s.Replied, s.Deadline = Waiting, true, 0
	return s, []Effect{Focus{Target: OnHeading, IfInside: true}}
}

// apply takes the server's notification that an opened page is completed. If the page is not on the
// screen, that is only announced; if it is not waited for, ignored (revision 2025-11-25).
func (e Completed) apply(_ *Machine, s State) (State, []Effect) {
	if e.Server.ID != "" {
		return s, []Effect{s.announceCompleted(e.Server)}
	}
	if e.ElicitationID == "" || e.ElicitationID != s.Request().elicitationID || e.ID.Exists() && !e.ID.Equal(s.ID) {
		return s, nil
	}
	switch {
	case s.Step == Consent && s.opening:
		s.early = true
	case s.Step == Waiting && s.Sending == NotSending:
		return s.pageCompleted()
	}
	return s, nil
}

func (s State) pageCompleted() (State, []Effect) {
	over := s.announceCompleted(s.Server).Text
	told := Announce{Text: over}
	next, effects := s.endWait(elicit.EndedByServer)
	for i, effect := range effects {
		switch e := effect.(type) {
		case Focus:
			// The person may be anywhere; the focus stays with them.
			e.IfInside = true
			effects[i] = e
		case Announce:
			// Only the last announcement is heard.
			after := func(text string) string {
				return string(s.Words.Sentences(wording.Sentence(over), wording.Sentence(text)))
			}
			told = Announce{Text: after(e.Text), Outside: after(cmp.Or(e.Outside, e.Text))}
		}
	}
	return next, append(effects, told)
}

func (s *State) announceCompleted(server elicit.Server) Announce {
	return Announce{Text: s.Words.Text("WaitingOver", wording.Server(server.DisplayName()))}
}

func (s State) endWait(how elicit.WaitEnd) (State, []Effect) {
	s.mutableRequest().wait = how
	switch {
	case s.Replied:
		over := WaitOver{ID: s.ID, How: how}
		next, effects := s.putAway()
		if outcome, shown := waitOutcomes[how]; shown {
			next, effects = s.finish(outcome)
		}
		return next, append([]Effect{over}, effects...)
	case how == elicit.EndedByClosing:
		return s.settle(undecided, Cancelled)
	}
	return s.decided(elicit.Accept)
}

var waitOutcomes = map[elicit.WaitEnd]Outcome{elicit.EndedByPerson: FinishedByPerson, elicit.EndedByServer: PageCompleted}

func (e Copied) apply(_ *Machine, s State) (State, []Effect) {
	if s.Step != Consent && s.Step != Waiting {
		return s, nil
	}
	s.CopyResult = "LinkCopied"
	if !e.OK {
		s.CopyResult = "LinkSelected" // Copying failed, and the person has to copy it.
	}
	return s, []Effect{Announce{Text: s.Words.Text(s.CopyResult)}}
}

// Elsewhere reports whether the page is on another site than the server, if the host's name for the
// server names a site. The MCP registry turns it round: "com.example/weather".
func (s *State) Elsewhere() bool {
	page := s.Request().Link
	_, name, isAddress := strings.Cut(string(s.Server.ID), "://")
	if !isAddress {
		name = string(s.Server.ID)
	}
	name, _, hasPath := strings.Cut(name, "/")
	name, _, _ = strings.Cut(name, ":")
	if !strings.Contains(name, ".") || strings.ContainsAny(name, " @") {
		return false
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if page.SameSite(name) {
		return false
	}
	labels := strings.Split(name, ".")
	slices.Reverse(labels)
	return isAddress || !hasPath || !page.SameSite(strings.Join(labels, "."))
}
