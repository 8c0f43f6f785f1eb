package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const approval = `{"tool":{"name":"save_comment","annotations":{"readOnlyHint":false},"arguments":{ "issue":"ENG-1","body":"Done" }},` +
	`"scopes":["once","session"],"reason":true,"editable":{"type":"object","properties":{"body":{"type":"string"}}},"message":"m"}`

func (s *server) approve(approval, more string) response {
	s.t.Helper()
	return s.do(ownKey, "POST", "/v1/questions", `{"session":"chat-1","server":"linear.example","approval":`+approval+more+`}`)
}

func TestApprovals(t *testing.T) {
	s := serve(t)
	page := s.page("chat-1")
	for i, result := range []string{
		`{"action":"accept","scope":"session"}`, `{"action":"decline"}`, `{"action":"decline","reason":"Too early"}`, `{"action":"cancel"}`,
		`{"action":"accept","arguments":{"issue":"ENG-1","body":"Thanks"},"scope":"once"}`,
	} {
		parked := `,"parked":` + map[bool]string{true: "true", false: "false"}[i%2 == 0]
		question := s.approve(approval, parked)
		s.expect(question, 201, "open")
		open := page.Open(t)
		if len(open) != 1 || open[0].Requests[0].Params != approval || !open[0].Requests[0].Approval {
			t.Fatalf("the page shows %+v", open)
		}
		page.Answer(t, open[0], result)
		answered := s.do(ownKey, "GET", "/v1/questions/"+question.body.ID+"?wait=60", "")
		s.expect(answered, 200, "answered")
		if string(answered.body.Result) != result {
			t.Errorf("the decision is %s, want %s", answered.body.Result, result)
		}
	}
	options := `{"tool":{"name":"run"},"options":[{"id":"1","name":"Yes","kind":"allow_always"},{"id":"2","name":"No","kind":"reject_once"}]}`
	question := s.approve(options, `,"key":"call 1"`)
	s.expect(s.approve(options, `,"key":"call 1"`), 200, "open")
	s.rejects(s.approve(approval, `,"key":"call 1"`), 409, "key-in-use")
	page.AnswerAll(t, `{"action":"accept","id":"1","scope":"always"}`)
	const want = `{"action":"accept","id":"1","scope":"always"}`
	if again := s.approve(options, `,"key":"call 1"`); string(again.body.Result) != want || again.body.ID != question.body.ID {
		t.Errorf("asked again: %s", again.text)
	}
}

// A program with a token sends a decision that the page did not offer.
func TestForgedDecisions(t *testing.T) {
	s := serve(t)
	page := s.page("chat-1")
	question := s.approve(approval, `,"parked":true`)
	open := page.Open(t)
	for _, forged := range []string{
		`{"action":"accept","scope":"always"}`, `{"action":"accept"}`, `{"action":"accept","content":{}}`, `{"action":"accept","scope":"once","id":"1"}`,
		`{"action":"accept","scope":"once","arguments":{"issue":"ENG-2","body":"Done"}}`, `{"action":"accept","scope":"once","arguments":{"body":"Done"}}`,
		`{"action":"accept","scope":"once","arguments":{"issue":"ENG-1","body":"Done","force":true}}`, `{"action":"accept","scope":"once","arguments":{"issue":"ENG-1","body":{}}}`,
		`{"action":"decline","scope":"once"}`, `{"action":"decline","id":"1"}`, `{"action":"decline","reason":"` + strings.Repeat("x", 501) + `"}`,
		`{"action":"cancel","reason":"x"}`, `{"action":"allow"}`, `{}`,
	} {
		if status, text := page.Try(t, open[0], forged); status != http.StatusUnprocessableEntity {
			t.Errorf("%.100s gets %d: %s", forged, status, text)
		}
	}
	s.expect(s.do(ownKey, "GET", "/v1/questions/"+question.body.ID, ""), 202, "open")
}

func TestHostileApprovals(t *testing.T) {
	s := serve(t)
	deep := strings.Repeat(`{"a":`, 300) + `1` + strings.Repeat(`}`, 300)
	for _, c := range []struct {
		approval, more string
		status         int
		reason         string
	}{
		{`{}`, ``, 422, "malformed-approval"}, {`{"tool":{}}`, ``, 422, "malformed-approval"}, {`{"tool":{"name":""}}`, ``, 422, "malformed-approval"},
		{`{"tool":{"name":"t","argument":{"path":"/"}}}`, ``, 422, "malformed-approval"}, {`{"tool":{"name":"t"},"server":"other"}`, ``, 422, "malformed-approval"},
		{`{"tool":{"name":"t"},"scopes":["once","forever"]}`, ``, 422, "malformed-approval"}, {`{"tool":{"name":"t"},"scopes":[]}`, ``, 422, "malformed-approval"},
		{`{"tool":{"name":"t"},"options":[` + strings.Repeat(`{"id":"1","name":"N","kind":"allow_once"},`, 20) + `{"id":"1","name":"N","kind":"allow_once"}]}`, ``, 422, "malformed-approval"},
		{`{"tool":{"name":"t"},"options":[{"id":"1","name":"N","kind":"allow_session"}]}`, ``, 422, "malformed-approval"},
		{`{"tool":{"name":"t","arguments":{"id":9007199254740993}}}`, ``, 422, "malformed-approval"}, {`{"tool":{"name":"t","arguments":` + deep + `}}`, ``, 422, "malformed-approval"},
		{`{"tool":{"name":"t"},"editable":{"type":"object"}}`, ``, 422, "malformed-approval"}, {`{"tool":{"name":"t"},"message":null}`, ``, 422, "malformed-approval"},
		{`{"tool":{"name":"t","name":"u"}}`, ``, 400, "duplicate-name"}, {`["t"]`, ``, 400, "wrong-type"}, {`null`, ``, 400, "wrong-type"},
		{`{"tool":{"name":"t","arguments":{"a":"` + strings.Repeat("x", 256<<10) + `"}}}`, ``, 413, "too-large"},
		{`{"tool":{"name":"t","arguments":{"a":"` + strings.Repeat("x", 400<<10) + `"}}}`, ``, 413, "too-large"},
		{approval, `,"params":` + form, 422, "one-of-three"}, {approval, `,"requests":{}`, 422, "one-of-three"},
		{approval, `,"params":` + form + `,"requests":{}`, 422, "one-of-three"},
		{approval, `,"call":{"method":"tools/call"}`, 422, "call-without-round"}, {approval, `,"callback":"https://agent.example/hooks/1"`, 422, "callback-not-parked"},
	} {
		s.rejects(s.approve(c.approval, c.more), c.status, c.reason)
	}
	if open := s.page("chat-1").Open(t); len(open) > 0 {
		t.Errorf("the page shows %+v", open)
	}
}

// Approvals count like other questions.
func TestLimitsOfApprovals(t *testing.T) {
	s := serve(t, func(o *relay.Options, _ *api.Options) { o.Limits = relay.Limits{ServerOpen: 2} })
	s.expect(s.approve(approval, ""), 201, "open")
	s.expect(s.approve(approval, ""), 201, "open")
	s.rejects(s.approve(approval, ""), 429, "too-many-requests-of-server")
}

func TestWebhookOfApproval(t *testing.T) {
	s := serve(t)
	o := relay.ElicitOptions{Session: s.ring.Tag("chat-1"), Server: relay.Server{ID: "w"}, Asker: "mine"}
	question, err := s.relay.ParkApproval(t.Context(), []byte(approval), o)
	if err != nil {
		t.Fatal(err)
	}
	const decision = `{"action":"decline","reason":"Too early"}`
	s.page("chat-1").AnswerAll(t, decision)
	outcome, err := s.relay.Peek(t.Context(), question.Session, question.RoundRef)
	if err != nil {
		t.Fatal(err)
	}
	job := hooks.Job{Key: "mine", Question: keys.Question{Session: question.Session, RoundRef: question.RoundRef}, Asked: time.Now()}
	body, err := api.WebhookBody(s.ring)(job, outcome)
	if err != nil || !strings.Contains(string(body), `"type":"question.answered"`) || !strings.Contains(string(body), `"result":`+decision) {
		t.Errorf("the webhook is %s, %v", body, err)
	}
}
