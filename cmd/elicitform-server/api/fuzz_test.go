package api_test

import (
	"testing"

	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
	"github.com/elicitform/elicitform/relay"
)

// FuzzOrder: whatever is sent, the reply is one of the contract, nothing is taken that it forbids, and what is asked is shown as it was sent.
func FuzzOrder(f *testing.F) {
	for _, c := range hostile {
		if len(c.body) < 1000 {
			f.Add(c.body)
		}
	}
	f.Add(`{"session":"a","server":{"id":"b","name":"c"},"params":` + form + `,"key":"k","deadline":60,"parked":true,"review":"short"}`)
	f.Add(`{"session":"a","server":"b","requests":{"k":{"method":"elicitation/create","params":{}}},"deadline":"2030-01-01T00:00:00Z","call":{"method":"m"},"requestState":""}`)
	f.Fuzz(func(t *testing.T, body string) {
		// Nobody waits, so that no input takes its time.
		s := serve(t, func(_ *relay.Options, o *api.Options) { o.Wait = func(string) (func(), bool) { return nil, false } })
		r := s.do(mine, "POST", "/v1/questions", body)
		if r.status >= 500 || r.status == 201 && r.body.ID == "" {
			t.Errorf("%d %s", r.status, r.text)
		}
		if r.status == 201 {
			s.expect(s.do(mine, "GET", "/v1/questions/"+r.body.ID, ""), 202, "open")
		}
	})
}
