package flow

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/validate"
)

const connect = `{"message":"Connect.","requestedSchema":{"type":"object","properties":{
	"city":{"type":"string","title":"City"},"password":{"type":"string","title":"Password"},
	"pin":{"type":"integer","title":"PIN"},"codes":{"type":"array","title":"Recovery codes","items":{"type":"string"}}}}}`

// secretReview is the review of a form with two secrets.
func secretReview(t *testing.T) State {
	t.Helper()
	s, _ := run(open(t, connect), typeText(0, "Oslo"), typeText(1, "hunter2"), typeText(2, "4711"), Continue)
	if s.Step != Review {
		t.Fatalf("step %d, problems %v", s.Step, problems(s))
	}
	return s
}

// Rows: N15.
func TestSecret_ReviewHidesTheValue(t *testing.T) {
	s := secretReview(t)
	rows := s.Snapshot.Rows[0]
	if rows[0].Value != "Oslo" || rows[0].Secret || rows[0].Hidden {
		t.Errorf("the first row is %+v", rows[0])
	}
	for _, i := range []int{1, 2} {
		if want := (Row{Field: i, Label: rows[i].Label, Name: rows[i].Name, Provided: true, Secret: true, Hidden: true}); rows[i] != want {
			t.Errorf("row %d is %+v, want %+v", i, rows[i], want)
		}
	}
	if rows[3].Secret || rows[3].Provided {
		t.Errorf("a secret that is left out: %+v", rows[3])
	}
	if want := `{"city":"Oslo","password":"` + Mask + `","pin":"` + Mask + `"}`; s.Snapshot.JSON != want || !s.Snapshot.Masked {
		t.Errorf("JSON %s, want %s", s.Snapshot.JSON, want)
	}
	if got := s.Words.Secrets(s.Snapshot.Secrets).Plain(); got != "This looks like secret data: Password, PIN" {
		t.Errorf("secrets %q", got)
	}

	before := s
	s, effects := run(s, SecretShown{Field: 1, Shown: true})
	if len(effects) != 0 || s.Snapshot.Rows[0][1].Value != "hunter2" || !s.Snapshot.Rows[0][2].Hidden {
		t.Errorf("shown: %+v, effects %v", s.Snapshot.Rows, effects)
	}
	if want := `{"city":"Oslo","password":"hunter2","pin":"` + Mask + `"}`; s.Snapshot.JSON != want {
		t.Errorf("JSON %s, want %s", s.Snapshot.JSON, want)
	}
	if !before.Snapshot.Rows[0][1].Hidden || before.Request().Fields[1].Revealed {
		t.Error("an earlier state has changed")
	}
	s, _ = run(s, SecretShown{Field: 2, Shown: true})
	if s.Snapshot.Masked || s.Snapshot.JSON != `{"city":"Oslo","password":"hunter2","pin":4711}` {
		t.Errorf("all shown: %s", s.Snapshot.JSON)
	}
	s, _ = run(s, SecretShown{Field: 1}, SecretShown{Field: 0, Shown: true}, SecretShown{Request: 3}, SecretShown{Field: 9}, SecretShown{Field: -1})
	if !s.Snapshot.Rows[0][1].Hidden || strings.Contains(s.Snapshot.JSON, "hunter2") {
		t.Errorf("hidden again: %s", s.Snapshot.JSON)
	}
}

// Rows: N15.
func TestSecret_NothingLeavesWithoutTheTick(t *testing.T) {
	s := secretReview(t)
	s, effects := run(s, Send, Send)
	wantReplies(t, effects)
	wantFocus(t, effects, Focus{Target: OnAgreement})
	if announce, ok := has[Announce](effects); !ok || announce.Text != "Tick the box if you want to send this to shop.example" {
		t.Errorf("announced %q", announce.Text)
	}
	if s.Step != Review || !s.Agreement.Missing || !strings.HasPrefix(s.Title(), "Error: ") {
		t.Errorf("step %d, %+v, title %q", s.Step, s.Agreement, s.Title())
	}
	// The person can take the tick back.
	s, effects = run(s, Agreed{Yes: true}, Agreed{}, Send)
	wantReplies(t, effects)
	s, effects = run(s, Agreed{Yes: true})
	if s.Agreement.Wrong() || len(effects) != 0 || strings.HasPrefix(s.Title(), "Error: ") {
		t.Errorf("ticked: %+v, title %q", s.Agreement, s.Title())
	}
	s, effects = run(s, Send)
	// The answer is sent, not its mask.
	wantReplies(t, effects, `1 {"action":"accept","content":{"city":"Oslo","password":"hunter2","pin":4711}}`)
	if s.Agreement != (Agreement{}) || s.Snapshot.Secrets != nil {
		t.Error("the tick outlives the request")
	}
}

// Rows: N15.
func TestSecret_AskedOnlyWhereOneIsAnswered(t *testing.T) {
	_, effects := run(open(t, connect), typeText(0, "Oslo"), Continue, Send)
	wantReplies(t, effects, `1 {"action":"accept","content":{"city":"Oslo"}}`)
}

// Rows: N15.
func TestSecret_DeclineAndCancelNeedNoTick(t *testing.T) {
	_, effects := run(secretReview(t), Decline)
	wantReplies(t, effects, `1 {"action":"decline"}`)
	_, effects = run(secretReview(t), Cancel)
	wantReplies(t, effects, `1 {"action":"cancel"}`)
}

// A new answer is hidden again, and needs a new agreement.
// Rows: N15.
func TestSecret_TheTickIsForTheseAnswers(t *testing.T) {
	ticked, _ := run(secretReview(t), SecretShown{Field: 1, Shown: true}, Agreed{Yes: true})
	tests := []struct {
		name   string
		events []Event
		stays  bool
	}{
		{"back and on", []Event{Back, Continue}, true},
		{"the same again", []Event{ChangeAsked{Field: 1}, typeText(1, "hunter3"), typeText(1, "hunter2"), Continue}, true},
		{"another field", []Event{ChangeAsked{Field: 0}, typeText(0, "Bergen"), Continue}, true},
		{"another language", []Event{in("de")}, true},
		{"the secret by Change", []Event{ChangeAsked{Field: 1}, typeText(1, "hunter3"), Continue}, false},
		{"the secret by Back", []Event{Back, typeText(1, "hunter3"), Continue}, false},
		{"a secret more", []Event{Back, typeText(3, "a\nb"), Continue}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _ := run(ticked, test.events...)
			if s.Step != Review || s.Agreement.Given != test.stays || (s.Agreement.Serial != ticked.Agreement.Serial) == test.stays {
				t.Errorf("%s: step %d, %+v, problems %v", test.name, s.Step, s.Agreement, problems(s))
			}
			if changed := strings.Contains(test.name, "the secret"); s.Snapshot.Rows[0][1].Hidden != changed {
				t.Errorf("%s: the row is %+v", test.name, s.Snapshot.Rows[0][1])
			}
			if _, effects := run(s, Send); (len(replies(effects)) == 1) != test.stays {
				t.Errorf("%s: sent %q", test.name, replies(effects))
			}
		})
	}
}

// Rows: N15.
func TestSecret_OneTickForARound(t *testing.T) {
	e := inRound(t, "1", connect, contact, connect)
	s, _ := Update(start(t), e)
	s, _ = run(s, typeText(1, "hunter2"), Continue, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, typeText(1, "hunter3"), Continue)
	if s.Step != Review || len(s.Snapshot.Secrets) != 2 || strings.Contains(s.Snapshot.JSON, "hunter") {
		t.Fatalf("step %d, secrets %v, JSON %s", s.Step, s.Snapshot.Secrets, s.Snapshot.JSON)
	}
	s, _ = run(s, SecretShown{Request: 2, Field: 1, Shown: true})
	if strings.Contains(s.Snapshot.JSON, "hunter2") || !strings.Contains(s.Snapshot.JSON, "hunter3") {
		t.Errorf("JSON %s", s.Snapshot.JSON)
	}
	_, effects := run(s, Send)
	wantReplies(t, effects)
	_, effects = run(s, Agreed{Yes: true}, Send)
	if got := replies(effects); len(got) != 1 || !strings.Contains(got[0], "hunter2") || !strings.Contains(got[0], "hunter3") {
		t.Errorf("replies %q", got)
	}
	// A declined request sends no secret.
	s, _ = run(s, ChangeAsked{Request: 0, Field: -1}, Decline, ChangeAsked{Request: 2, Field: -1}, Decline)
	if s.Step != Review || len(s.Snapshot.Secrets) != 0 {
		t.Fatalf("step %d, secrets %v", s.Step, s.Snapshot.Secrets)
	}
	_, effects = run(s, Send)
	if got := replies(effects); len(got) != 1 || strings.Contains(got[0], "hunter") {
		t.Errorf("replies %q", got)
	}
}

// The audit and the draft hold no secret, but at most its origin.
// Rows: N15.
func TestSecret_InNoEffectButTheReply(t *testing.T) {
	e := arrive(t, "1", connect)
	e.Drafts, e.Findings = true, true
	s, all := Update(start(t), e)
	s, effects := run(s, typeText(1, "hunter2"), Woken{Alarm: DraftAlarm}, Continue, SecretShown{Field: 1, Shown: true}, Send, Agreed{Yes: true}, Send)
	if s.Outcome != Sent {
		t.Fatalf("outcome %q", s.Outcome)
	}
	for _, effect := range append(all, effects...) {
		switch e := effect.(type) {
		case KeepDraft:
			if strings.Contains(e.Draft.JSON(), "hunter2") {
				t.Errorf("the draft holds %s", e.Draft.JSON())
			}
		case Announce:
			if strings.Contains(e.Text, "hunter2") {
				t.Errorf("announced %q", e.Text)
			}
		case Audit:
			for _, a := range e.Entries {
				if strings.Contains(string(a.Origin)+a.Property, "hunter2") {
					t.Errorf("accounted %+v", a)
				}
			}
		}
	}
}

// Rows: N15.
func TestSecret_WrongAnswersAreStillToldAtTheField(t *testing.T) {
	s, effects := run(secretReview(t), Back, typeText(2, "four"), Continue)
	wantFocus(t, effects, Focus{Target: OnControl, Field: 2})
	if got := problems(s); got[2] != validate.NotANumber {
		t.Errorf("problems %v", got)
	}
}

// A change of the language after "no" words the review again. A secret stays hidden on it.
// Rows: N15.
func TestSecret_StaysHiddenAfterDecline(t *testing.T) {
	for _, no := range []Event{Decline, Cancel} {
		s, _ := runUnconfirmed(secretReview(t), no, in("de"))
		if s.Step != Review || strings.Contains(s.Snapshot.JSON, "hunter2") || !s.Snapshot.Rows[0][1].Hidden || s.Snapshot.Rows[0][1].Value != "" {
			t.Errorf("%T: step %d, %+v, JSON %s", no, s.Step, s.Snapshot.Rows[0][1], s.Snapshot.JSON)
		}
	}
}

// TestSecret_AddressWithACode: an address that was copied after a sign-in has a warning, is in no draft and no
// receipt, and is sent byte for byte.
func TestSecret_AddressWithACode(t *testing.T) {
	const address = "https://login.example.com/done?code=0.AXkA8f3kq9Zz%2B~x&state=%7B12%7D#_=_"
	const params = `{"message":"Sign in.","requestedSchema":{"type":"object","properties":{"redirect_url":{"type":"string"},"note":{"type":"string"}}}}`
	s := withDrafts(t, params, request.Value{})
	s, effects := run(s, typeText(0, address))
	warning, warned := has[Announce](effects)
	if !s.Request().Fields[0].HoldsCode || !warned || !strings.HasPrefix(warning.Text, "This looks like a password or other secret data.") {
		t.Errorf("effects %v", effects)
	}
	if s, effects = run(s, typeText(0, address+"1")); !s.Request().Fields[0].HoldsCode {
		t.Error("the warning is gone after another key")
	}
	if _, repeated := has[Announce](effects); repeated {
		t.Error("it is announced with each key")
	}
	s, _ = run(s, typeText(0, address), typeText(1, "x"))
	if draft := s.encodeDraft().JSON(); strings.Contains(draft, "code=") || !strings.Contains(draft, `"x"`) {
		t.Errorf("the draft is %s", draft)
	}
	s, _ = run(s, Continue)
	if want := `{"redirect_url":"` + address + `","note":"x"}`; s.Snapshot.JSON != want {
		t.Errorf("reviewed: %s", s.Snapshot.JSON)
	}
	if announce, _ := s.receiptAnswers(); len(announce) != 1 || announce[0][1] != "x" {
		t.Errorf("the receipt has %v", announce)
	}
	if s, _ = run(withDrafts(t, params, request.Value{}), typeText(0, "https://example.com/?page=2")); s.Request().Fields[0].HoldsCode {
		t.Error("an ordinary address is warned of")
	}
}
