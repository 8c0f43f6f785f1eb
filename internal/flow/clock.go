package flow

// The program only shows the time: when it is up, the host ends the round.

// Thresholds in seconds. The time is announced at a minute and at lastWarning, early enough to still answer.
const (
	minute      = 60
	hour        = 60 * minute
	lastWarning = 20
)

func secondsUntil(deadline, now int64) int {
	if deadline <= now {
		return 0
	}
	return int((deadline-now-1)/1000) + 1
}

func (s *State) nextAlarm() []Effect {
	if s.Deadline <= s.Env.Now {
		return nil
	}
	rest := int((s.Deadline - s.Env.Now) % 1000)
	if s.SecondsLeft > minute {
		rest += (s.SecondsLeft - 1) % minute * 1000
	}
	if rest == 0 {
		rest = 1000
	}
	return []Effect{Wake{Alarm: DeadlineAlarm, After: rest}}
}

// TimeLeft words the time to answer; empty beyond an hour, because the time of the deadline is shown as well.
func (s *State) TimeLeft() string {
	if s.SecondsLeft > hour {
		return ""
	}
	if s.SecondsLeft > minute {
		return s.Words.TimeLeft((s.SecondsLeft + minute - 1) / minute * minute)
	}
	return s.Words.TimeLeft(s.SecondsLeft)
}

// Woken: the time of a [Wake] has come.
type Woken struct{ Alarm Alarm }

func (e Woken) apply(_ *Machine, s State) (State, []Effect) {
	switch e.Alarm {
	case DeadlineAlarm:
		return s.countDown()
	case AckTimeout:
		if s.Sending == InTransit {
			s.Sending = Unconfirmed
			return s, []Effect{Announce{Text: s.Words.Text("NotConfirmed")}}
		}
	case OutcomeAlarm:
		// The alarm may be from an earlier round.
		if s.Step == Done && s.OutcomeMillis > 0 {
			return s.putAway()
		}
	case DraftAlarm:
		if s.Drafts && s.Open() && s.Sending == NotSending {
			return s, []Effect{KeepDraft{ID: s.ID, Draft: s.encodeDraft()}}
		}
	}
	return s, nil
}

// countDown goes on while an answer is on its way, but warns only before the person has answered.
func (s State) countDown() (State, []Effect) {
	if s.Deadline == 0 || !s.Open() {
		return s, nil
	}
	before := s.SecondsLeft
	s.SecondsLeft = secondsUntil(s.Deadline, s.Env.Now)
	effects := s.nextAlarm()
	for _, warning := range []int{minute, lastWarning} {
		if before > warning && s.SecondsLeft <= warning && s.SecondsLeft > 0 && s.Sending == NotSending {
			return s, append(effects, Announce{Text: s.TimeLeft()})
		}
	}
	return s, effects
}
