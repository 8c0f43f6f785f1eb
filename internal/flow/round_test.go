package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

const (
	nameForm = `{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}`
	sizeForm = `{"message":"How big?","requestedSchema":{"type":"object","properties":{"size":{"type":"integer","default":3}}}}`
	sure     = `{"message":"Sure?"}`
)

func toUntrusted(s string) safetext.Text { return safetext.Text(s) }

// inRound is a round of requests under keys "10", "9", …, whose order a map would lose.
func inRound(t *testing.T, id string, params ...string) Requested {
	t.Helper()
	e := arrive(t, id, `{}`)
	e.Requests = nil
	for i, text := range params {
		e.Requests = append(e.Requests, request.InputRequest{Key: fmt.Sprint(10 - i), Params: parse(t, text)})
	}
	return e
}

func openRound(t *testing.T, params ...string) State {
	t.Helper()
	s, _ := Update(start(t), inRound(t, "1", params...))
	if !s.Open() {
		t.Fatalf("the round is at step %d (rejected %q)", s.Step, s.Rejected)
	}
	return s
}

// Rows: N27, P18.
func TestRound_OneJourneyOneReview(t *testing.T) {
	s := openRound(t, nameForm, signIn, sizeForm)
	if s.Position() != (request.Queue{Position: 1, Total: 3}) || s.Step != Form {
		t.Fatalf("begins at %v, step %d", s.Position(), s.Step)
	}
	s, effects := run(s, Continue)
	if len(s.Request().Problems) != 1 {
		t.Errorf("problems %v", s.Request().Problems)
	}
	wantFocus(t, effects, Focus{Target: OnControl})
	s, effects = run(s, typeText(0, "Ada"), Continue)
	if s.Position() != (request.Queue{Position: 2, Total: 3}) || s.Step != Consent {
		t.Fatalf("then %v, step %d", s.Position(), s.Step)
	}
	wantFocus(t, effects, Focus{Target: OnHeading})
	s, effects = run(s, OpenPage)
	wantReplies(t, effects) // The other requests are still open.
	if s.Step != Waiting || !s.Open() {
		t.Fatalf("step %d", s.Step)
	}
	s, _ = run(s, Completed{ElicitationID: "e1"})
	if s.Position() != (request.Queue{Position: 3, Total: 3}) || s.Step != Form {
		t.Fatalf("then %v, step %d", s.Position(), s.Step)
	}
	s, effects = run(s, Continue)
	wantReplies(t, effects)
	const shown = `{"10":{"action":"accept","content":{"name":"Ada"}},"9":{"action":"accept"},"8":{"action":"accept","content":{"size":3}}}`
	if s.Step != Review || s.Snapshot.JSON != shown {
		t.Fatalf("step %d, review shows %s", s.Step, s.Snapshot.JSON)
	}

	// One answer is changed; the other requests stay decided.
	s, effects = run(s, ChangeAsked{Request: 0, Field: 0})
	if s.Position() != (request.Queue{Position: 1, Total: 3}) || s.Request().Fields[0].Draft.Text != "Ada" {
		t.Fatalf("changing at %v with %q", s.Position(), s.Request().Fields[0].Draft.Text)
	}
	wantFocus(t, effects, Focus{Target: OnControl})
	s, effects = run(s, typeText(0, "Eve"), Continue)
	wantFocus(t, effects, Focus{Target: OnChange, Request: 0, Field: 0})
	s, effects = run(s, Send, Send)
	wantReplies(t, effects, `1 10={"action":"accept","content":{"name":"Eve"}} 9={"action":"accept"}completed 8={"action":"accept","content":{"size":3}}`)
	if s.Step != Done || s.Outcome != Sent || s.Requests != nil {
		t.Errorf("step %d outcome %q", s.Step, s.Outcome)
	}
	account, ok := has[Audit](effects)
	want := []request.AuditEntry{{Key: "10", Property: "name", Origin: request.FromPerson}, {Key: "8", Property: "size", Origin: request.FromDefault}}
	if !ok || fmt.Sprint(account.Entries) != fmt.Sprint(want) {
		t.Errorf("N28: account %v, want %v", account.Entries, want)
	}
}

func TestRound_DeclineOneQuestion(t *testing.T) {
	s := openRound(t, nameForm, sizeForm)
	s, effects := run(s, Decline, Continue)
	wantReplies(t, effects)
	if s.Step != Review || s.Requests[0].Decision != request.Decline || s.Requests[1].Decision != request.Accept {
		t.Fatalf("step %d, %+v", s.Step, s.Snapshot.Rows)
	}
	// The person changes the decision.
	_, effects = run(s, ChangeAsked{Request: 0, Field: -1}, typeText(0, "Ada"), Continue, Send)
	wantReplies(t, effects, `1 10={"action":"accept","content":{"name":"Ada"}} 9={"action":"accept","content":{"size":3}}`)
	_, effects = run(s, Send)
	wantReplies(t, effects, `1 10={"action":"decline"} 9={"action":"accept","content":{"size":3}}`)
}

// Rows: G8.
func TestRound_DeclinedInPlaceOfAChangeFocusesTheHeading(t *testing.T) {
	s, _ := run(openRound(t, sizeForm, sure), Continue, Confirm, ChangeAsked{Request: 0, Field: 0})
	s, effects := run(s, Decline)
	if s.Step != Review || s.Requests[0].Decision != request.Decline {
		t.Fatalf("step %d, %+v", s.Step, s.Snapshot.Rows)
	}
	wantFocus(t, effects, Focus{Target: OnHeading})
}

func TestRound_DecisionsOfThePersonStay(t *testing.T) {
	tests := []struct {
		name   string
		asked  []string
		events []Event
		want   string
	}{
		{"all declined: nothing to review", []string{nameForm, sure}, []Event{Decline, Decline}, `10={"action":"decline"} 9={"action":"decline"}`},
		{"cancelled at once", []string{nameForm, signIn}, []Event{Cancel}, `10={"action":"cancel"} 9={"action":"cancel"}`},
		{"declined, then cancelled", []string{nameForm, sizeForm}, []Event{Decline, Cancel}, `10={"action":"decline"} 9={"action":"cancel"}`},
		{"opened, then cancelled while waiting", []string{signIn, sizeForm}, []Event{OpenPage, Cancel}, `10={"action":"accept"} 9={"action":"cancel"}`},
		{"declined on review", []string{signIn, sizeForm}, []Event{OpenPage, Finish, Continue, Decline}, `10={"action":"accept"}person 9={"action":"decline"}`},
		{"cancelled on review", []string{sizeForm, sure}, []Event{Continue, Confirm, Cancel}, `10={"action":"cancel"} 9={"action":"cancel"}`},
		{"only pages: answered at the last opening", []string{signIn, `{"message":"m","mode":"url","url":"https://b.example/"}`}, []Event{OpenPage, Finish, OpenPage}, `10={"action":"accept"}person 9={"action":"accept"}`},
		{"one form", []string{sizeForm}, []Event{Continue, Send}, `10={"action":"accept","content":{"size":3}}`},
		{"one confirmation", []string{sure}, []Event{Confirm}, `10={"action":"accept","content":{}}`},
		{"back to the question before", []string{sizeForm, sure}, []Event{Continue, Back, typeText(0, "5"), Continue, Confirm, Send}, `10={"action":"accept","content":{"size":5}} 9={"action":"accept","content":{}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, effects := run(openRound(t, test.asked...), test.events...)
			wantReplies(t, effects, "1 "+test.want)
		})
	}
}

// Rows: P16.
func TestHold_WaitsForEveryPage(t *testing.T) {
	e := inRound(t, "1", signIn, `{"message":"m","mode":"url","url":"https://b.example/","elicitationId":"e2"}`)
	e.WaitForPages = true
	s, _ := Update(start(t), e)
	s, effects := run(s, OpenPage, Finish, OpenPage)
	wantReplies(t, effects)
	if s.Step != Waiting || !s.WaitForPages || s.Position() != (request.Queue{Position: 2, Total: 2}) {
		t.Fatalf("step %d at %v", s.Step, s.Position())
	}
	_, effects = run(s, Completed{ElicitationID: "e2"})
	wantReplies(t, effects, `1 10={"action":"accept"}person 9={"action":"accept"}completed`)
	_, effects = run(s, Close)
	wantReplies(t, effects, `1 10={"action":"accept"}person 9={"action":"accept"}closed`)
}

// Rows: B7.
func TestRound_OneUnreadableRequestRejectsAll(t *testing.T) {
	s, effects := Update(start(t), inRound(t, "1", nameForm, `{"mode":"voice","message":"m"}`))
	fail, ok := has[Fail](effects)
	if !ok || fail.Key != "9" || fail.Err.Reason != request.UnknownMode || s.Step != Unshown {
		t.Errorf("step %d, %v", s.Step, effects)
	}
	for name, e := range map[string]Requested{"empty": inRound(t, "1"), "too many": inRound(t, "1", strings.Split(strings.Repeat(sure+"\n", request.MaxRequests)+sure, "\n")...)} {
		t.Run(name, func(t *testing.T) {
			if _, effects := Update(start(t), e); len(replies(effects)) != 1 || !strings.Contains(replies(effects)[0], "error") {
				t.Errorf("%s: %v", name, replies(effects))
			}
		})
	}
}

// Rows: B42.
func TestRound_LanguageChangeOnReview(t *testing.T) {
	s, _ := run(openRound(t, nameForm, sizeForm), typeText(0, "Ada"), Continue, Continue)
	if s.Step != Review {
		t.Fatalf("step %d", s.Step)
	}
	s, _ = run(s, Adapted{Reader: Reader{Words: s.Words, Env: s.Env}})
	if s.Step != Review || len(s.Requests) != 2 {
		t.Fatalf("step %d after another language", s.Step)
	}
	_, effects := run(s, Send)
	wantReplies(t, effects, `1 10={"action":"accept","content":{"name":"Ada"}} 9={"action":"accept","content":{"size":3}}`)
}
