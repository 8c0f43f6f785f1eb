package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/validate"
)

// refuseAnswers returns a state in which the host has refused the answers.
func refuseAnswers(t *testing.T, s State, problems ...request.Refusal) (State, []Effect) {
	t.Helper()
	if s.Sending != InTransit {
		t.Fatalf("nothing is on its way: step %d", s.Step)
	}
	return Update(s, AnswerRefused{ID: s.ID, Problems: problems})
}

// problemTexts returns the sentences of the problems by field.
func problemTexts(s State) map[int]string {
	all := map[int]string{}
	for _, p := range s.Request().Problems {
		if !p.Solved {
			all[p.Field] = string(p.Message)
		}
	}
	return all
}

// Rows: E12.
func TestSentBack_ReturnsToTheFieldsWithEverythingAnswered(t *testing.T) {
	s, _ := startSending(t)
	s, effects := refuseAnswers(t, s, request.Refusal{Name: "email", Message: "Taken."}, request.Refusal{Name: "Email", Message: "No such field."}, request.Refusal{Message: "Not today."})
	wantReplies(t, effects)
	wantFocus(t, effects, Focus{Target: OnSummary, IfInside: true})
	if announce, _ := has[Alert](effects); announce.Text != "There is a problem" {
		t.Errorf("who is elsewhere hears %q", announce.Text)
	}
	if s.Step != Form || s.Sending != NotSending || !s.Request().HostRefused() || s.Request().Fields[0].Draft.Text != "Ada" || !s.Open() {
		t.Fatalf("step %d, sending %d, %+v", s.Step, s.Sending, s.Request().Fields[0].Draft)
	}
	if got := problemTexts(s); len(got) != 2 || got[1] != "Taken." || got[-1] != "No such field.\nNot today." {
		t.Errorf("problems %v", got)
	}
	if p := s.Request().Fields[1].Problem; p == nil || p.Code != validate.HostRefused || s.Request().Fields[0].Problem != nil {
		t.Errorf("at the field: %+v", p)
	}
	if !strings.HasPrefix(s.Title(), "Error: ") {
		t.Errorf("title %q", s.Title())
	}
	// A changed answer loses its problem, and nothing is sent without another review.
	s, effects = run(s, Send, Resend, Received{ID: s.ID})
	wantReplies(t, effects)
	s, _ = run(s, typeText(1, "b@b.example"))
	if s.Request().Fields[1].Wrong() || len(problemTexts(s)) != 1 {
		t.Errorf("still %v", problemTexts(s))
	}
	s, effects = run(s, Continue, Send, Received{ID: s.ID})
	wantReplies(t, effects, `1 {"action":"accept","content":{"name":"Ada","email":"b@b.example","colour":"green"}}`)
	if s.Outcome != Sent || len(s.Request().Problems) > 0 {
		t.Errorf("outcome %q, %v", s.Outcome, problemTexts(s))
	}
}

// The same answers can be sent once more: the host may have changed its mind.
// Rows: E12.
func TestSentBack_UnchangedAnswersAreCheckedAgain(t *testing.T) {
	s, first := startSending(t)
	s, _ = refuseAnswers(t, s, request.Refusal{Name: "name", Message: "Not now."})
	// A second request with the open id and text changes nothing.
	if _, effects := Update(s, arrive(t, "1", contact)); len(effects) > 0 {
		t.Errorf("a repetition gets %v", replies(effects))
	}
	s, effects := runUnconfirmed(s, Continue, Send)
	wantReplies(t, effects, replies(first)...)
	if s, _ = run(s, Received{ID: s.ID}); s.Outcome != Sent {
		t.Errorf("outcome %q", s.Outcome)
	}
}

// Rows: E12.
func TestSentBack_DeclineCancelAndTheEndStillWork(t *testing.T) {
	for event, want := range map[Event]string{
		Decline: `1 {"action":"decline"}`, Cancel: `1 {"action":"cancel"}`,
	} {
		t.Run(fmt.Sprint(event), func(t *testing.T) {
			s, _ := startSending(t)
			s, _ = refuseAnswers(t, s, request.Refusal{Name: "name", Message: "No."})
			_, effects := Update(s, event)
			wantReplies(t, effects, want)
		})
	}
	s, _ := startSending(t)
	s, _ = run(s, CalledOff{ID: s.ID, Outcome: Expired}, AnswerRefused{ID: s.ID, Problems: []request.Refusal{{Name: "name", Message: "No."}}})
	if s.Step != Done || s.Outcome != Expired {
		t.Errorf("step %d outcome %q: refused when it was over", s.Step, s.Outcome)
	}
	for what, s := range map[string]State{"before it is sent": open(t, contact), "declined": openDeclined(t)} {
		t.Run(what, func(t *testing.T) {
			if next, effects := Update(s, AnswerRefused{ID: s.ID, Problems: []request.Refusal{{Name: "name", Message: "No."}}}); len(effects) > 0 || len(next.Request().Problems) > 0 {
				t.Errorf("%s: %v, %v", what, effects, problemTexts(next))
			}
		})
	}
}

func openDeclined(t *testing.T) State {
	t.Helper()
	s := open(t, contact)
	s, _ = run(s, Decline)
	return s
}

// The clock runs on while the host checks the answers.
// Rows: E12, P17.
func TestSentBack_TheDeadlineGoesOn(t *testing.T) {
	s, _ := until(t, 100_000)
	s, _ = runUnconfirmed(s, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, Send, at(40_000, Woken{Alarm: DeadlineAlarm}))
	s, effects := refuseAnswers(t, s, request.Refusal{Name: "name", Message: "No."})
	if wake, ok := has[Wake](effects); !ok || wake.Alarm != DeadlineAlarm {
		t.Fatalf("%v: the clock stands still", effects)
	}
	if s, _ = run(s, at(50_000, Woken{Alarm: DeadlineAlarm})); s.TimeLeft() != "50 seconds left" {
		t.Errorf("shows %q", s.TimeLeft())
	}
	if s, _ = run(s, CalledOff{ID: s.ID, Outcome: Expired}); s.Outcome != Expired {
		t.Errorf("outcome %q", s.Outcome)
	}
}

// The host learns late whether answers without a reply have arrived.
// Rows: B33.
func TestCalledOff_SaysWhatBecameOfTheAnswers(t *testing.T) {
	sent := []Event{typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, Send}
	for _, test := range []struct {
		params  string
		events  []Event
		outcome Outcome
		want    string
	}{
		{contact, sent, Sent, "Answers sent"},
		{sure, []Event{Confirm}, Sent, "Request confirmed"},
		{contact, sent, Elsewhere, "Answered in another window"},
		{contact, sent, Pending, "This request is no longer needed"},
	} {
		t.Run(test.want, func(t *testing.T) {
			s, _ := runUnconfirmed(open(t, test.params), test.events...)
			s, _ = refuseAnswers(t, s)
			s, effects := run(s, CalledOff{ID: s.ID, Outcome: test.outcome})
			wantReplies(t, effects)
			heading := s.Heading()
			if s.Step != Done || heading.Plain() != test.want {
				t.Errorf("outcome %q is told as %q, want %q", test.outcome, heading.Plain(), test.want)
			}
			if announce, ok := has[Announce](effects); !ok || !strings.Contains(fmt.Sprint(announce), test.want) {
				t.Errorf("outcome %q is announced as %v", test.outcome, announce)
			}
		})
	}
}

// The host could not check the answers: they are not wrong, and nothing is settled.
// Rows: E12.
func TestSentBack_UncheckedCanBeSentAgain(t *testing.T) {
	for what, test := range map[string]struct {
		params string
		events []Event
		want   string
	}{
		"a form":         {contact, []Event{typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, Send}, sent1},
		"a confirmation": {sure, []Event{Confirm}, `1 {"action":"accept","content":{}}`},
	} {
		t.Run(what, func(t *testing.T) {
			s := open(t, test.params)
			s, _ = runUnconfirmed(s, test.events...)
			step := s.Step
			s, effects := refuseAnswers(t, s)
			if announce, _ := has[Announce](effects); announce.Text != "Your reply may not have arrived." || !s.Unchecked || s.Step != step {
				t.Errorf("%s: step %d, told %q", what, s.Step, announce.Text)
			}
			if cancelled, effects := Update(s, Cancel); len(replies(effects)) != 1 || cancelled.Unchecked {
				t.Errorf("%s: cannot be cancelled: %v", what, effects)
			}
			s, effects = runUnconfirmed(s, Resend)
			wantReplies(t, effects, test.want)
			if s.Unchecked || s.Sending != InTransit {
				t.Errorf("%s: sending %d", what, s.Sending)
			}
			if s, effects = run(s, Woken{Alarm: AckTimeout}, Received{ID: s.ID}, Resend); s.Step != Done || len(replies(effects)) > 0 {
				t.Errorf("%s: step %d, %v", what, s.Step, replies(effects))
			}
		})
	}
}

// Rows: E12.
func TestSentBack_AConfirmationSaysWhy(t *testing.T) {
	s := open(t, sure)
	s, _ = runUnconfirmed(s, Confirm)
	s, _ = refuseAnswers(t, s, request.Refusal{Name: "x", Message: "Not today."})
	if s.Step != Form || problemTexts(s)[-1] != "Not today." {
		t.Fatalf("step %d, %v", s.Step, problemTexts(s))
	}
	if s, _ = runUnconfirmed(s, Confirm); len(s.Request().Problems) > 0 || s.Sending != InTransit {
		t.Errorf("sending %d, %v", s.Sending, problemTexts(s))
	}
}

// Each request of a round has its own problems, which are repaired in turn.
// Rows: E12, P18.
func TestSentBack_OfARound(t *testing.T) {
	s := openRound(t, sizeForm, contact, sizeForm)
	s, _ = runUnconfirmed(s, typeText(0, "1"), Continue, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, Decline, Send)
	keys := []string{s.Requests[0].Key, s.Requests[1].Key, s.Requests[2].Key}
	name := s.Requests[0].Form.Fields[0].Name
	s, effects := refuseAnswers(t, s, request.Refusal{Key: keys[1], Name: "email", Message: "Taken."}, request.Refusal{Key: keys[2], Name: name, Message: "Declined."},
		request.Refusal{Key: "?", Name: name, Message: "Too small."})
	wantFocus(t, effects, Focus{Target: OnControl, IfInside: true})
	if s.At != 0 || len(s.Request().Problems) != 1 || problemTexts(s)[0] != "Declined.\nToo small." {
		t.Fatalf("at question %d: %v", s.At, problemTexts(s))
	}
	s, effects = run(s, Continue)
	wantFocus(t, effects, Focus{Target: OnControl, Field: 1})
	if s.At != 1 || problemTexts(s)[1] != "Taken." || s.Request().Fields[0].Draft.Text != "Ada" {
		t.Fatalf("at question %d: %v", s.At, problemTexts(s))
	}
	s, effects = run(s, typeText(1, "b@b.example"), Continue, Send, Received{ID: s.ID})
	if got := replies(effects); len(got) != 1 || !strings.Contains(got[0], "b@b.example") || !strings.Contains(got[0], `{"action":"decline"}`) || s.Outcome != Sent {
		t.Errorf("outcome %q, %q", s.Outcome, got)
	}
}

// The draft stays until the host has confirmed the answer.
// Rows: E12, N24.
func TestSentBack_TheDraftStays(t *testing.T) {
	e := arrive(t, "1", contact)
	e.Drafts = true
	s, _ := Update(start(t), e)
	_, effects := runUnconfirmed(s, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, Send)
	if saved, ok := has[KeepDraft](effects); !ok || len(saved.Draft.Get("fields").Items) != 2 {
		t.Errorf("%+v: the draft is gone before anybody has the answers", saved)
	}
}

// Rows: E12.
func TestSentBack_OfAnotherRequestIsIgnored(t *testing.T) {
	s, _ := startSending(t)
	if next, effects := Update(s, AnswerRefused{ID: request.StringValue("2"), Problems: []request.Refusal{{Name: "name"}}}); len(effects) > 0 || next.Sending != InTransit {
		t.Errorf("sending %d, %v", next.Sending, effects)
	}
}
