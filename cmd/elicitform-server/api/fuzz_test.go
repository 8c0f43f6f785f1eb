package api_test

import (
	"testing"

	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
	"github.com/elicitform/elicitform/relay"
)

// Every reply follows the contract, and the page gets a question unchanged.
func FuzzOrder(f *testing.F) {
	for _, c := range hostile {
		if len(c.body) < 1000 {
			f.Add(c.body)
		}
	}
	f.Add(`{"session":"a","server":{"id":"b","name":"c"},"params":` + form + `,"key":"k","deadline":60,"parked":true,"review":"short"}`)
	f.Add(`{"session":"a","server":"b","requests":{"k":{"method":"elicitation/create","params":{}}},"deadline":"2030-01-01T00:00:00Z","call":{"method":"m"},"requestState":""}`)
	f.Add(`{"session":"a","server":"b","approval":` + approval + `}`)
	f.Fuzz(func(t *testing.T, body string) {
		// Without places to wait, no input takes long.
		s := serve(t, func(_ *relay.Options, o *api.Options) {
			o.AcquireWait = func(string) (func(), bool) { return nil, false }
		})
		r := s.do(ownKey, "POST", "/v1/questions", body)
		if r.status >= 500 || r.status == 201 && r.body.ID == "" {
			t.Errorf("%d %s", r.status, r.text)
		}
		if r.status == 201 {
			s.expect(s.do(ownKey, "GET", "/v1/questions/"+r.body.ID, ""), 202, "open")
		}
	})
}
