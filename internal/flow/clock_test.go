package flow

import (
	"slices"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

// until opens a form whose deadline is so many milliseconds after time 0.
func until(t *testing.T, deadline int64) (State, []Effect) {
	t.Helper()
	e := arrive(t, "1", contact)
	e.Deadline = deadline
	if deadline == 0 {
		e.Deadline = 1
		return Update(start(t), at(1, e))
	}
	return Update(start(t), at(0, e))
}

// ring lets the clock run as the port does, up to a time, and returns the announcements.
func ring(t *testing.T, s State, effects []Effect, end int64) (State, []string) {
	t.Helper()
	var now int64
	var announcements []string
	for {
		wake, ok := has[Wake](effects)
		if !ok || now+int64(wake.After) > end {
			return s, announcements
		}
		if wake.After <= 0 {
			t.Fatalf("woken after %d ms at %d", wake.After, now)
		}
		now += int64(wake.After)
		s, effects = Update(s, at(now, Woken{Alarm: wake.Alarm}))
		announcements = append(announcements, listAnnouncements(effects)...)
	}
}

// Rows: P17.
func TestDeadline_CountsDownFromAnHour(t *testing.T) {
	const hourLong = 60 * 60 * 1000
	s, effects := until(t, 3*hourLong)
	if announce, _ := has[Announce](effects); announce.Outside != "shop.example asks. “Who are you?”" || s.TimeLeft() != "" {
		t.Errorf("announced %q, shown %q", announce.Outside, s.TimeLeft())
	}
	s, announcements := ring(t, s, effects, 2*hourLong)
	if s.TimeLeft() != "60 minutes left" || len(announcements) != 0 {
		t.Errorf("shown %q, told %q", s.TimeLeft(), announcements)
	}
}

// Rows: G6, P17.
func TestDeadline_CountsDownWarnsAndExpires(t *testing.T) {
	s, effects := until(t, 150_500)
	if announce, _ := has[Announce](effects); announce.Outside != "shop.example asks. 3 minutes left. “Who are you?”" {
		t.Errorf("announced %q", announce.Outside)
	}
	s, announcements := ring(t, s, effects, 130_500)
	if s.SecondsLeft != 20 || len(announcements) != 2 || announcements[0] != "60 seconds left" || announcements[1] != "20 seconds left" {
		t.Fatalf("%d seconds left, told %q", s.SecondsLeft, announcements)
	}
	if got := s.TimeLeft(); got != "20 seconds left" {
		t.Errorf("shown %q", got)
	}
	// The host ends the round.
	s, effects = Update(s, at(150_500, Woken{Alarm: DeadlineAlarm}))
	if s.Step != Form || len(effects) > 0 || s.TimeLeft() != "0 seconds left" {
		t.Errorf("step %d, %v, shown %q", s.Step, effects, s.TimeLeft())
	}
	s, effects = Update(s, CalledOff{ID: s.ID, Outcome: Expired})
	if s.Step != Done || s.Outcome != Expired {
		t.Errorf("step %d outcome %q, %v", s.Step, s.Outcome, effects)
	}
	_, effects = run(s, Send, Decline, Cancel)
	wantReplies(t, effects)
}

func TestDeadline_ShownSecondIsTheRealOne(t *testing.T) {
	s, effects := until(t, 65_300)
	shown := map[int]bool{}
	for now := int64(0); now < 65_300; {
		wake, ok := has[Wake](effects)
		if !ok {
			t.Fatal("the clock stands still")
		}
		now += int64(wake.After)
		s, effects = Update(s, at(now, Woken{Alarm: DeadlineAlarm}))
		if s.SecondsLeft != secondsUntil(65_300, now) {
			t.Fatalf("at %d: %d seconds", now, s.SecondsLeft)
		}
		shown[s.SecondsLeft] = true
	}
	for second := 1; second <= 60; second++ {
		if !shown[second] {
			t.Errorf("second %d was never shown", second)
		}
	}
}

func TestDeadline_AlreadyPast(t *testing.T) {
	s, effects := until(t, 0)
	if s.TimeLeft() != "0 seconds left" || len(replies(effects)) > 0 {
		t.Errorf("shows %q, %v", s.TimeLeft(), effects)
	}
}

// Rows: P17.
func TestExpired_ByTheHost(t *testing.T) {
	s, effects := run(open(t, contact), CalledOff{ID: request.StringValue("1"), Outcome: Expired})
	wantReplies(t, effects)
	if s.Outcome != Expired {
		t.Errorf("outcome %q", s.Outcome)
	}
}

func startSending(t *testing.T) (State, []Effect) {
	t.Helper()
	s := open(t, contact)
	return runUnconfirmed(s, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, Send)
}

// Rows: W4, B35.
func TestSending_WaitsForTheHost(t *testing.T) {
	s, effects := startSending(t)
	const sent = `1 {"action":"accept","content":{"name":"Ada","email":"a@b.example","colour":"green"}}`
	wantReplies(t, effects, sent)
	if s.Step != Review || s.Sending != InTransit {
		t.Fatalf("step %d, sending %d", s.Step, s.Sending)
	}
	s, effects = run(s, Send, Back, ChangeAsked{}, Decline, Cancel, Received{ID: request.StringValue("2")})
	wantReplies(t, effects)
	if s.Step != Review || s.Sending != InTransit {
		t.Fatalf("step %d, sending %d", s.Step, s.Sending)
	}
	// The host is silent: the same answer can be sent again.
	s, effects = run(s, Resend, Woken{Alarm: AckTimeout}, Resend)
	wantReplies(t, effects, sent)
	s, _ = run(s, Received{ID: request.StringValue("1")})
	if s.Step != Done || s.Outcome != Sent || len(s.Request().Fields) > 0 {
		t.Errorf("step %d outcome %q", s.Step, s.Outcome)
	}
	// A late alarm is ignored.
	if s, effects = run(s, Woken{Alarm: AckTimeout}); s.Step != Done || len(effects) > 0 {
		t.Errorf("step %d, %v", s.Step, effects)
	}
}

// Rows: B33.
func TestSending_WithdrawnOnTheWay(t *testing.T) {
	s, _ := startSending(t)
	s, effects := run(s, CalledOff{ID: request.StringValue("1")})
	wantReplies(t, effects)
	if s.Outcome != Withdrawn {
		t.Errorf("outcome %q", s.Outcome)
	}
}

// The displayed time goes on while an answer is on its way. After the deadline the host decides; an answer that it
// refuses then has come too late.
// Rows: P17.
func TestDeadline_WhileAnAnswerIsOnItsWay(t *testing.T) {
	s := start(t)
	e := arrive(t, "1", contact)
	e.Deadline = 200_000
	s, _ = Update(s, at(100_000, e))
	s, _ = runUnconfirmed(s, typeText(0, "Ada"), typeText(1, "a@b.example"), choose(2, 0), Continue, Send)
	if s.Sending != InTransit {
		t.Fatalf("step %d, %v", s.Step, s.Request().Problems)
	}
	s, effects := Update(s, at(170_000, Woken{Alarm: DeadlineAlarm}))
	if wake, ok := has[Wake](effects); s.SecondsLeft != 30 || !ok || wake.Alarm != DeadlineAlarm || tells[Announce](effects) {
		t.Errorf("%d s left, %v", s.SecondsLeft, effects)
	}
	if s, effects = Update(s, at(201_000, Woken{Alarm: DeadlineAlarm})); s.Sending != InTransit || len(effects) > 0 {
		t.Errorf("step %d, sending %d, %v", s.Step, s.Sending, effects)
	}
	s, effects = Update(s, AnswerRefused{ID: s.ID})
	if wake, ok := has[Wake](effects); !ok || wake.Alarm != DeadlineAlarm {
		t.Fatalf("nobody looks at the clock: %v", effects)
	}
	if s, effects = Update(s, at(201_002, Woken{Alarm: DeadlineAlarm})); s.Step != Review || s.SecondsLeft != 0 || len(effects) > 0 {
		t.Errorf("step %d, %v", s.Step, effects)
	}
}

func TestOutcome_StaysForAsLongAsTheHostWants(t *testing.T) {
	decline := func(shown int) (State, []Effect) {
		e := arrive(t, "1", contact)
		e.OutcomeMillis = shown
		s, _ := Update(start(t), e)
		s, sent := run(s, Decline)
		s, received := run(s, Received{ID: s.ID})
		all := append(sent, received...)
		return s, slices.DeleteFunc(all, func(effect Effect) bool { wake, ok := effect.(Wake); return ok && wake.Alarm == AckTimeout })
	}
	s, effects := decline(0)
	if _, wakes := has[Wake](effects); wakes || s.Step != Done {
		t.Errorf("until the next request: step %d, effects %v", s.Step, effects)
	}
	if late, effects := run(s, Woken{Alarm: OutcomeAlarm}); late.Step != Done {
		t.Errorf("put away by the alarm of an earlier round: %v", effects)
	}
	if s, effects = run(s, Close); s.Step != Idle {
		t.Errorf("closed: step %d, effects %v", s.Step, effects)
	}
	s, effects = decline(4000)
	if wake, _ := has[Wake](effects); s.Step != Done || wake != (Wake{Alarm: OutcomeAlarm, After: 4000}) {
		t.Errorf("for 4 s: step %d, effects %v", s.Step, effects)
	}
	if next, _ := Update(s, arrive(t, "2", contact)); next.Step == Form {
		if next, _ = run(next, Woken{Alarm: OutcomeAlarm}); next.Step != Form {
			t.Error("the next request was put away with the outcome before it")
		}
	}
	s, effects = run(s, Woken{Alarm: OutcomeAlarm})
	if _, away := has[PutAway](effects); s.Step != Idle || !away {
		t.Errorf("after 4 s: step %d, effects %v", s.Step, effects)
	}
	s, effects = decline(-1)
	if _, away := has[PutAway](effects); s.Step != Idle || !away {
		t.Errorf("not at all: step %d, effects %v", s.Step, effects)
	}
}
