package api_test

import (
	"strings"
	"testing"
)

// The call is stored with its round, and read when the round is answered.
func TestCalls(t *testing.T) {
	s := serve(t)
	round := func(more string) string {
		return `{"session":"chat-1","server":"w","parked":true,"requests":{"a":{"method":"elicitation/create","params":` + form + `}}` + more + `}`
	}
	question := s.do(ownKey, "POST", "/v1/questions", round(`,"call":{"method":"tools/call","params":{"name":"book", "arguments":{"n":1.50}}},"requestState":"é\u0000"`))
	s.expect(question, 201, "open")
	target := "/v1/questions/" + question.body.ID + "/call"
	s.rejects(s.do(ownKey, "GET", target, ""), 409, "still-open")
	s.rejects(s.do(otherKey, "GET", target, ""), 404, "not-found")
	s.page("chat-1").AnswerAll(t, accept)
	const want = `{"method":"tools/call","params":{"name":"book","arguments":{"n":1.50},"inputResponses":{"a":` + accept + `},"requestState":"é\u0000"}}` + "\n"
	if call := s.do(ownKey, "GET", target, ""); call.status != 200 || call.text != want {
		t.Errorf("%d %s", call.status, call.text)
	}
	s.do(ownKey, "POST", "/v1/questions/"+question.body.ID+"/acknowledgement", "")
	s.rejects(s.do(ownKey, "GET", target, ""), 409, "not-answered")

	without := s.do(ownKey, "POST", "/v1/questions", round(""))
	s.page("chat-1").AnswerAll(t, accept)
	s.rejects(s.do(ownKey, "GET", "/v1/questions/"+without.body.ID+"/call", ""), 404, "no-call")
	for more, reason := range map[string]string{
		`,"requestState":"x"`: "missing", `,"call":{}`: "missing", `,"call":{"method":""}`: "out-of-range", `,"call":{"method":"a","params":[]}`: "wrong-type",
		`,"call":{"method":"a","parms":{}}`: "unknown-member", `,"call":"tools/call"`: "wrong-type", `,"call":{"method":"a"},"requestState":null`: "wrong-type",
		`,"call":{"method":"a","params":{"x":"` + strings.Repeat("x", 300<<10) + `"}}`: "too-large",
	} {
		if r := s.do(ownKey, "POST", "/v1/questions", round(more)); r.status/100 != 4 || r.body.Reason != reason {
			t.Errorf("%.60s: %d %s", more, r.status, r.text)
		}
	}
	s.rejects(s.ask(`,"call":{"method":"tools/call"}`), 422, "call-without-round")
}
