package flow

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// A page is opened only when the person says so. Where the browser follows the
// link, it does so by itself and the event only tells; a host that opens pages
// is asked and answers.

// maxParked bounds the opened pages that are kept while others are shown.
const maxParked = 20

// parked is an opened page whose request is answered.
type parked struct {
	asked  question
	server Server
	part   Question
	opens  bool
}

// visiting is what the person does on consent and while waiting.
func (s State) visiting(event Event) (State, []Effect) {
	switch event.(type) {
	case OpenPressed:
		return s.openPressed()
	case CopyPressed:
		return s, []Effect{Copy{Text: s.Link.Href}}
	case FinishPressed:
		if s.Step == Waiting {
			return s.through(ByPerson)
		}
	case DeclinePressed:
		if s.Step == Consent {
			return s.declinePressed()
		}
	case CancelPressed:
		if s.Open() {
			return s.cancelPressed()
		}
	case WentBack:
		return s.wentBack()
	}
	return s, nil
}

func (s State) openPressed() (State, []Effect) {
	switch {
	case s.Link.Block != "" || s.opening:
		return s, nil
	case s.HostOpens:
		s.opening, s.NotOpened, s.early = true, false, false
		return s, []Effect{OpenLink{URL: s.Link.Href}}
	case s.Step == Consent:
		return s.opened()
	}
	return s, nil
}

// linkOpened is the host's answer. A page that was not opened was not agreed
// to: the person still can.
func (s State) linkOpened(e LinkOpened) (State, []Effect) {
	if !s.opening || s.Sending != NotSending {
		return s, nil
	}
	s.opening = false
	switch {
	case !e.OK:
		s.NotOpened = true
		return s, []Effect{Announce{Text: s.Words.Text(wording.LinkNotOpened)}}
	case s.Step == Consent && s.early:
		notice := Finished{ID: s.ID, ElicitationID: s.elicitationID}
		next, effects := s.opened()
		next, more := next.completed(notice)
		return next, append(effects, more...)
	case s.Step == Consent:
		return s.opened()
	}
	return s, nil
}

// opened takes the consent. It is all that accept means in URL mode, so that
// the request is answered at once unless something is left to decide.
func (s State) opened() (State, []Effect) {
	s.Decision, s.Step, s.Copy = Accepted, Waiting, NotCopied
	effects := []Effect{Focus{Target: OnHeading}, Announce{Text: s.Words.Text(wording.WaitingFor, wording.Server(s.ServerID()))}}
	if s.hold || s.next() >= 0 || s.reviewable() {
		return s, effects
	}
	s.parts = s.all()
	reply := s.reply(s.parts)
	left := append(append(s.lastDraft(), reply), s.remember(reply)...)
	for i, p := range s.parts {
		s.parts[i] = p.opened()
	}
	s.settled, s.Deadline = true, 0
	// What has waited does not wait behind an answered request as well.
	if next, more, ok := s.follow(); ok {
		effects, s = append(more, Focus{Target: OnHeading}), next
	}
	return s, append(left, effects...)
}

// through ends the wait for the opened page.
func (s State) through(how How) (State, []Effect) {
	s.finished = how
	if s.settled {
		over := WaitOver{ID: s.ID, How: how}
		if how == GivenUp {
			next, effects := s.putAway()
			return next, append([]Effect{over}, effects...)
		}
		next, effects := s.finish(ended[how])
		return next, append([]Effect{over}, effects...)
	}
	if how == GivenUp {
		return s.settle(Undecided, Cancelled)
	}
	return s.decided(Accepted)
}

var ended = map[How]Outcome{ByPerson: FinishedByPerson, ByServer: PageCompleted}

// completed is the server's word that an opened page is finished. One that
// nobody waits for is ignored (revision 2025-11-25).
func (s State) completed(e Finished) (State, []Effect) {
	matches := func(id elicit.Value, p Question) bool {
		return e.ElicitationID != "" && p.elicitationID == e.ElicitationID && (!e.ID.Exists() || id.Equal(e.ID))
	}
	over := func(server Server) Announce {
		return Announce{Text: s.Words.Text(wording.WaitingOver, wording.Server(server.shown()))}
	}
	if s.Step == Waiting && s.Sending == NotSending && matches(s.ID, s.Question) {
		told := over(s.Server)
		next, effects := s.through(ByServer)
		for i, effect := range effects {
			switch e := effect.(type) {
			case Focus:
				// The person may be anywhere; the focus stays with them.
				e.IfInside = true
				effects[i] = e
			case Announce:
				// Only the last announcement is heard.
				told.Text += " " + e.Text
			}
		}
		return next, append(effects, told)
	}
	if s.Step == Consent && s.opening && matches(s.ID, s.Question) {
		s.early = true
		return s, nil
	}
	for i, p := range s.parked {
		if matches(p.asked.id, p.part) {
			s.parked = without(s.parked, i)
			return s, []Effect{WaitOver{ID: p.asked.id, How: ByServer}, over(p.server)}
		}
	}
	return s, nil
}

// park keeps an opened page while another request is shown. One too many takes
// the place of the oldest.
func (s State) park() (State, []Effect) {
	if s.Step != Waiting || !s.settled {
		return s, nil
	}
	s.Step = Idle
	var effects []Effect
	if len(s.parked) == maxParked {
		effects = append(effects, WaitOver{ID: s.parked[0].asked.id, How: GivenUp})
		s.parked = s.parked[1:]
	}
	s.parked = append(append([]parked(nil), s.parked...), parked{asked: s.asked, server: s.Server, part: s.Question, opens: s.HostOpens})
	return s, effects
}

// unpark returns to the page that was opened last.
func (s State) unpark() State {
	last := s.parked[len(s.parked)-1]
	s.parked = append([]parked(nil), s.parked[:len(s.parked)-1]...)
	s.Serial++
	s.Step, s.Outcome, s.settled = Waiting, Pending, true
	s.opening, s.NotOpened, s.Copy = false, false, NotCopied
	s.ID, s.asked, s.Server, s.Question, s.HostOpens = last.asked.id, last.asked, last.server, last.part, last.opens
	s.parts, s.at, s.hold, s.Queue = []Question{last.part}, 0, false, Queue{}
	return s
}

// Waits reports whether an opened page comes back when what is shown is closed.
func (s State) Waits() bool { return len(s.parked) > 0 }

// putAway closes an opened page, and shows another one if there is one.
func (s State) putAway() (State, []Effect) {
	if len(s.parked) > 0 {
		s = s.unpark()
		return s, []Effect{WaitResumed{ID: s.ID}, Focus{Target: OnHeading, IfInside: true}}
	}
	s.Step, s.settled = Idle, false
	s.Question, s.parts = Question{}, nil
	return s, []Effect{PutAway{}}
}

func (s State) copied(e Copied) (State, []Effect) {
	if s.Step != Consent && s.Step != Waiting {
		return s, nil
	}
	text := wording.LinkCopied
	s.Copy = InClipboard
	if !e.OK {
		text, s.Copy = wording.LinkSelected, OnlySelected
	}
	return s, []Effect{Announce{Text: s.Words.Text(text)}}
}

// Elsewhere reports whether the page is on another site than the server, as far
// as the host's name for the server is the name of a site. The MCP registry
// names servers by the site turned round: "com.example/weather".
func (s State) Elsewhere() bool {
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
	if s.Link.SameSite(name) {
		return false
	}
	labels := strings.Split(name, ".")
	slices.Reverse(labels)
	return isAddress || !hasPath || !s.Link.SameSite(strings.Join(labels, "."))
}

// shown is the trusted name of the server, safe to show.
func (s Server) shown() string { return untrusted.Display(s.ID, untrusted.TitleLimit).Shown }
