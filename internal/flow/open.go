package flow

import "github.com/elicitform/elicitform/internal/elicit"

// maxParts bounds the requests of a round.
const maxParts = 50

// requested shows a request. It takes the place of what is on the screen unless
// that is still to be answered: a form is never replaced under the person's
// hands. Whoever hands requests over waits for the answer to one before the next,
// so that a second one is a fault.
func (s State) requested(e Requested) (State, []Effect) {
	switch {
	case s.Open() && s.ID.Equal(e.ID):
		return s, nil // An error would be taken for the answer to what is open.
	case s.Open():
		return s, []Effect{Fail{ID: e.ID}}
	}
	reading, refused := s.read(e)
	s = s.blank(e.ID, e.HostNotes)
	s.round = e.Round != nil
	s.work = work{opening: reading}
	done := false
	if refused == nil {
		done, refused = reading.step(s, s.pace.first)
	}
	if refused != nil {
		return s.refuse(*refused)
	}
	s.parts, s.Question = reading.drafted, reading.drafted[0]
	if done {
		return s.present(false)
	}
	return s.prepare()
}

// blank is the state with nothing of what was on the screen before.
func (s State) blank(id elicit.Value, notes elicit.HostNotes) State {
	notes.Draft = elicit.Value{} // What was typed once goes into the fields, and only there.
	return State{
		Words: s.Words, Env: s.Env, Links: s.Links, pace: s.pace,
		Serial: s.Serial + 1, worked: s.worked, Attempt: s.Attempt, Changing: -1,
		ID: id, HostNotes: notes,
	}
}

// introduction is what is announced of a new request: who asks, and how much
// time there is.
func (s *State) introduction(now int64) string {
	text := s.Heading()
	if s.Deadline > 0 {
		s.Left = left(s.Deadline, now)
		if timeLeft := s.TimeLeft(); timeLeft != "" {
			text += ". " + timeLeft
		}
	}
	return text
}
