package flow

import "github.com/elicitform/elicitform/internal/wording"

// ackTimeout is how long the host may take to confirm an answer before the person
// is told, in milliseconds.
const ackTimeout = 10_000

// Seconds of the time left. In the last minute every second is shown; what is
// announced are the two warnings, the later one early enough to still answer.
const (
	minute      = 60
	day         = 24 * 60 * minute
	lastWarning = 20
)

// left is the time until a deadline, in started seconds.
func left(deadline, now int64) int {
	if deadline <= now {
		return 0
	}
	return int((deadline-now-1)/1000) + 1
}

// nextAlarm asks to be woken when what is shown of the time left changes.
func (s State) nextAlarm(now int64) Effect {
	rest := int((s.Deadline - now) % 1000)
	if s.Left > minute {
		// Up to the next whole minute.
		rest += (s.Left - 1) % minute * 1000
	}
	if rest <= 0 {
		rest += 1000
	}
	return Wake{Alarm: DeadlineAlarm, After: rest}
}

// TimeLeft is how much time there is to answer, in words. Beyond a day it is
// empty: a million minutes tell nobody anything, and the date is shown as well.
func (s State) TimeLeft() string {
	if s.Left > day {
		return ""
	}
	if s.Left > minute {
		return s.Words.TimeLeft((s.Left + minute - 1) / minute * minute)
	}
	return s.Words.TimeLeft(s.Left)
}

// woken looks at the clock.
func (s State) woken(e Woken) (State, []Effect) {
	switch e.Alarm {
	case DeadlineAlarm:
		return s.ticked(e.Now)
	case AckTimeout:
		if s.Sending != InTransit {
			return s, nil
		}
		s.Sending = Unconfirmed
		return s, []Effect{Announce{Text: s.Words.Text(wording.NotConfirmed)}}
	case DraftAlarm:
		if s.Drafts && s.Step != Preparing && s.Open() && s.Sending == NotSending {
			return s, []Effect{KeepDraft{ID: s.ID, Draft: s.draft()}}
		}
	}
	return s, nil
}

// ticked counts down to the deadline. Whoever handed the request over ends it
// then, and says so.
func (s State) ticked(now int64) (State, []Effect) {
	if s.Deadline == 0 || !s.Open() {
		return s, nil
	}
	before := s.Left
	s.Left = left(s.Deadline, now)
	if s.Left == 0 {
		return s, nil
	}
	effects := []Effect{s.nextAlarm(now)}
	for _, warning := range []int{minute, lastWarning} {
		if before > warning && s.Left <= warning && s.Sending == NotSending {
			effects = append(effects, Announce{Text: s.TimeLeft()})
			break
		}
	}
	return s, effects
}

// received shows the outcome once the host has settled the answer.
func (s State) received(e Received) (State, []Effect) {
	if s.Sending == NotSending || !s.ID.Equal(e.ID) {
		return s, nil
	}
	return s.finish(s.ending)
}

// resent sends the same answer again.
func (s State) resent() (State, []Effect) {
	switch {
	case s.Unchecked && s.Step == Review:
		return s.sendPressed()
	case s.Unchecked:
		return s.confirmPressed()
	case s.Sending != Unconfirmed:
		return s, nil
	}
	s.Sending = InTransit
	return s, []Effect{s.reply(s.parts), Announce{Text: s.Words.Text(wording.Sending)}, Wake{Alarm: AckTimeout, After: ackTimeout}}
}
