package flow

// The program shows the time that is left; the host ends the request when the time is up.

// Seconds of the time left. In the last minute every second is shown; what is
// announced are the two warnings, the later one early enough to still answer.
const (
	minute      = 60
	hour        = 60 * minute
	lastWarning = 20
)

// secondsLeft is the time until a deadline, in started seconds.
func secondsLeft(deadline, now int64) int {
	if deadline <= now {
		return 0
	}
	return int((deadline-now-1)/1000) + 1
}

// nextAlarm asks to be woken when what is shown of the time left changes.
func (s *State) nextAlarm(now int64) []Effect {
	if s.Deadline <= now {
		return nil
	}
	rest := int((s.Deadline - now) % 1000)
	if s.Left > minute {
		// Up to the next whole minute.
		rest += (s.Left - 1) % minute * 1000
	}
	if rest == 0 {
		rest = 1000
	}
	return []Effect{Wake{Alarm: DeadlineAlarm, After: rest}}
}

// TimeLeft is how much time there is to answer, in words. Beyond an hour it is
// empty: the time of the deadline, which is shown as well, is enough.
func (s *State) TimeLeft() string {
	if s.Left > hour {
		return ""
	}
	if s.Left > minute {
		return s.Words.TimeLeft((s.Left + minute - 1) / minute * minute)
	}
	return s.Words.TimeLeft(s.Left)
}

func (e Woken) apply(_ *Machine, s State) (State, []Effect) {
	switch e.Alarm {
	case DeadlineAlarm:
		return s.ticked(e.Now)
	case AckTimeout:
		if s.Sending == InTransit {
			s.Sending = Unconfirmed
			return s, []Effect{Announce{Text: s.Words.Text("NotConfirmed")}}
		}
	case OutcomeAlarm:
		// The alarm may be of an earlier round.
		if s.Step == Done && s.OutcomeMillis > 0 {
			return s.putAway()
		}
	case DraftAlarm:
		if s.Drafts && s.Open() && s.Sending == NotSending {
			return s, []Effect{KeepDraft{ID: s.ID, Draft: s.draft()}}
		}
	}
	return s, nil
}

// ticked counts down to the deadline, also while an answer is on its way. The
// warnings are announced only before the person has answered.
func (s State) ticked(now int64) (State, []Effect) {
	if s.Deadline == 0 || !s.Open() {
		return s, nil
	}
	before := s.Left
	s.Left = secondsLeft(s.Deadline, now)
	effects := s.nextAlarm(now)
	for _, warning := range []int{minute, lastWarning} {
		if before > warning && s.Left <= warning && s.Left > 0 && s.Sending == NotSending {
			return s, append(effects, Announce{Text: s.TimeLeft()})
		}
	}
	return s, effects
}
