package flow

import (
	"cmp"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording"
)

// Usually the browser follows the link by itself. A host that opens pages is asked, and answers by LinkOpened.
func (s State) pressOpenPage() (State, []Effect) {
	page := s.Request().Link
	switch {
	case s.Step != Consent && s.Step != Waiting || page.Block != "" || s.isOpening:
		return s, nil
	case s.HostOpens:
		s.isOpening, s.NotOpened, s.completedEarly = true, false, false
		return s, []Effect{OpenLink{URL: page.Href}}
	case s.Step == Consent:
		return s.acceptPage()
	}
	return s, nil
}

// LinkOpened: the host has opened the page, or failed to.
type LinkOpened struct{ OK bool }

// Without an opened page nothing is agreed to, and the person can try again.
func (e LinkOpened) apply(_ *Machine, s State) (State, []Effect) {
	if !s.isOpening || s.Sending != NotSending {
		return s, nil
	}
	s.isOpening = false
	switch {
	case !e.OK:
		s.NotOpened = true
		return s, []Effect{Announce{Text: s.Words.Text("LinkNotOpened")}}
	case s.Step == Consent && s.completedEarly:
		next, effects := s.acceptPage()
		next, more := next.pageCompleted()
		return next, append(effects, more...)
	case s.Step == Consent:
		return s.acceptPage()
	}
	return s, nil
}

// In URL mode, accept means only this consent, so that the round is answered at once unless other requests are open or
// the host waits for pages.
func (s State) acceptPage() (State, []Effect) {
	s.mutableRequest().Decision = request.Accept
	s.Step, s.CopyResult = Waiting, ""
	effects := []Effect{Focus{Target: OnHeading}, Announce{Text: s.WaitingText().Plain()}}
	if s.WaitForPages || s.nextUndecided() >= 0 || s.hasReview() {
		return s, effects
	}
	replied := append(s.saveDraft(), s.receipt(Confirmed), s.reply())
	for i, q := range s.mutableRequests() {
		// Forms and answers do not outlive their round.
		s.Requests[i] = Request{
			Key: q.Key, Mode: q.Mode, Message: q.Message, Link: q.Link, Decision: q.Decision, elicitationID: q.elicitationID, wait: q.wait,
		}
	}
	s.Replied, s.Deadline = true, 0
	return s, append(replied, effects...)
}

func (s *State) WaitingText() wording.Sentence {
	return s.Words.Sentence("WaitingText", wording.Host(s.Request().Link.Domain))
}

func (s State) pressCopyLink() (State, []Effect) {
	if s.Step != Consent && s.Step != Waiting {
		return s, nil
	}
	return s, []Effect{Copy{Text: s.Request().Link.Href}}
}

// Copied: the address is in the clipboard, or only selected.
type Copied struct{ OK bool }

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

func (s State) pressFinish() (State, []Effect) {
	if s.Step != Waiting {
		return s, nil
	}
	return s.endWait(request.EndedByPerson)
}

// Completed: the server calls an opened page completed. With Server, the wait is over already.
type Completed struct {
	ElicitationID string
	ID            request.Value
	Server        request.Server
}

// Revision 2025-11-25: a notification about an unknown page is ignored.
func (e Completed) apply(_ *Machine, s State) (State, []Effect) {
	if e.Server.ID != "" {
		return s, []Effect{s.announceCompleted(e.Server)}
	}
	if e.ElicitationID == "" || e.ElicitationID != s.Request().elicitationID || e.ID.Exists() && !e.ID.Equal(s.ID) {
		return s, nil
	}
	switch {
	case s.Step == Consent && s.isOpening:
		s.completedEarly = true
	case s.Step == Waiting && s.Sending == NotSending:
		return s.pageCompleted()
	}
	return s, nil
}

// A screen reader reads only the last announcement, so that pageCompleted joins all of them.
func (s State) pageCompleted() (State, []Effect) {
	notice := s.announceCompleted(s.Server).Text
	announcement := Announce{Text: notice}
	next, effects := s.endWait(request.EndedByServer)
	for i, effect := range effects {
		switch e := effect.(type) {
		case Focus:
			// The focus may be outside of the frame, and stays there.
			e.IfInside = true
			effects[i] = e
		case Announce:
			after := func(text string) string {
				return string(s.Words.Sentences(wording.Sentence(notice), wording.Sentence(text)))
			}
			announcement = Announce{Text: after(e.Text), Outside: after(cmp.Or(e.Outside, e.Text))}
		}
	}
	return next, append(effects, announcement)
}

func (s *State) announceCompleted(server request.Server) Announce {
	return Announce{Text: s.Words.Text("WaitingOver", wording.Server(server.DisplayName()))}
}

func (s State) endWait(how request.WaitEnd) (State, []Effect) {
	s.mutableRequest().wait = how
	switch {
	case s.Replied:
		over := WaitOver{ID: s.ID, How: how}
		next, effects := s.putAway()
		if outcome, shown := waitOutcomes[how]; shown {
			next, effects = s.finish(outcome)
		}
		return next, append([]Effect{over}, effects...)
	case how == request.EndedByClosing:
		return s.settle(undecided, Cancelled)
	}
	return s.decide(request.Accept)
}

var waitOutcomes = map[request.WaitEnd]Outcome{request.EndedByPerson: FinishedByPerson, request.EndedByServer: PageCompleted}

// WaitResumed: the host shows an opened page of an earlier, answered round again.
type WaitResumed Requested

func (e WaitResumed) apply(m *Machine, s State) (State, []Effect) {
	if s.Open() || len(e.Requests) != 1 {
		return s, nil
	}
	req, err := request.Decode(e.Requests[0].Params)
	page := m.newRequest("", req)
	if err != nil || !page.Page() || page.Blocked() {
		return s, []Effect{WaitOver{ID: e.ID, How: request.EndedByClosing}}
	}
	page.Decision = request.Accept
	s = s.reset(e.ID, e.Notes)
	s.Requests = []Request{page}
	s.Step, s.Replied, s.Deadline = Waiting, true, 0
	return s, []Effect{Focus{Target: OnHeading, IfInside: true}}
}

// OnOtherSite is false if the host does not name the server by a site. The MCP registry writes "com.example/weather".
func (s *State) OnOtherSite() bool {
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
