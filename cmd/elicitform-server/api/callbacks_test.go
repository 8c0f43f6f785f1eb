package api_test

import (
	"testing"
)

// A webhook that could never be delivered is refused when the question is asked, and the problem names the flag that allows it.
func TestImpossibleCallbacks(t *testing.T) {
	s := serve(t)
	for _, c := range []struct{ callback, reason, flag string }{
		{"ftp://agent.example/hooks/1", "callback-not-valid", ""}, {"agent.example/hooks/1", "callback-not-valid", ""}, {"javascript:1", "callback-not-valid", ""},
		{"https://agent.example./hooks/1", "callback-not-valid", ""}, {"http://127.0.0.1.:8000/", "callback-not-valid", ""},
		{"http://2130706433:8000/", "callback-not-valid", ""}, {"http://0177.0.0.1:8000/", "callback-not-valid", ""}, {"http://0x7f.1:8000/", "callback-not-valid", ""},
		{"http://127.1:8000/", "callback-not-valid", ""}, {"http://[fe80::1%25eth0]/", "callback-not-valid", ""}, {"http://localhost.:8000/", "callback-not-valid", ""},
		{"https://other.example/hooks/1", "callback-denied", "--webhook-allow"}, {"http://agent.example/hooks/1", "callback-denied", "--webhook-allow"},
		{"http://127.0.0.2:8000/", "callback-denied", "--webhook-allow"}, {"http://[::1]:8000/", "callback-denied", "--webhook-allow"},
		{"http://127.0.0.1:8000/1", "callback-private", "--webhook-private"}, {"http://LOCALHOST:8000/1", "callback-private", "--webhook-private"},
		{"http://hooks.localhost:8000/1", "callback-private", "--webhook-private"}, {"http://[::ffff:127.0.0.1]:8000/1", "callback-private", "--webhook-private"},
		{"http://[0:0:0:0:0:ffff:7f00:1]:8000/1", "callback-private", "--webhook-private"}, {"http://169.254.169.254/", "callback-private", "--webhook-private"},
	} {
		r := s.ask(`,"parked":true,"callback":"` + c.callback + `"`)
		s.rejects(r, 422, c.reason)
		if r.body.Member != "callback" || r.body.Flag != c.flag || r.body.Title == "" {
			t.Errorf("%s: %s", c.callback, r.text)
		}
	}
	if open := s.page("chat-1").Open(t); len(open) != 0 {
		t.Errorf("%d questions are open", len(open))
	}
	for i, callback := range []string{"https://agent.example/hooks/1", "http://10.0.0.1/1"} {
		if r := s.ask(`,"parked":true,"callback":"` + callback + `"`); r.status != 201 {
			t.Errorf("%d %s: %s", i, callback, r.text)
		}
	}
}
