package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/relay"
)

const (
	// usualLifetime and longestLifetime are those of a token.
	usualLifetime, longestLifetime = 12 * time.Hour, 30 * 24 * time.Hour
)

// session reads which session an address is about, and whether the asker may ask there.
func (a *API) session(r *Request) (tag string, err error) {
	name := r.PathValue("session")
	switch {
	case relay.CheckSession(name) != nil:
		return "", about("not-a-session", "session")
	case !r.Key.MayAsk(name):
		return "", problem("session-not-allowed")
	}
	return a.o.Ring.Tag(name), nil
}

// token is POST /v1/sessions/{session}/tokens.
func (a *API) token(w http.ResponseWriter, r *Request) (Reply, error) {
	tag, err := a.session(r)
	if err != nil {
		return Reply{}, err
	}
	m, err := readBody(w, r, true)
	if err != nil {
		return Reply{}, err
	}
	lifetime := seconds(m.number("lifetime", 1, longestLifetime.Seconds()))
	if err := m.end(); err != nil {
		return Reply{}, err
	}
	lifetime = cmp.Or(lifetime, usualLifetime)
	// The time is said a little too early rather than too late.
	expires := time.Now().Add(lifetime)
	token := a.o.Relay.Token(tag, lifetime)
	return Reply{Status: http.StatusCreated, Body: map[string]string{"token": token, "expires": timestamp(expires)}}, nil
}

// finish is POST /v1/sessions/{session}/pages/{elicitationId}/finished.
func (a *API) finish(w http.ResponseWriter, r *Request) (Reply, error) {
	tag, err := a.session(r)
	if err != nil {
		return Reply{}, err
	}
	m, err := readBody(w, r, false)
	if err != nil {
		return Reply{}, err
	}
	server := m.server()
	if err := m.end(); err != nil {
		return Reply{}, err
	}
	id := r.PathValue("elicitationId")
	switch {
	case server.ID == "":
		return Reply{}, about("missing", "server")
	case len(id) > mostID:
		return Reply{}, about("out-of-range", "elicitationId")
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := a.o.Relay.Complete(ctx, tag, relay.Server{ID: server.ID}, id); err != nil {
		return Reply{}, err
	}
	return Reply{Status: http.StatusNoContent}, nil
}

// failedView is a webhook that was given up, as its asker gets it.
type failedView struct {
	ID       string `json:"id"`
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Status   int    `json:"status,omitempty"`
	Reason   string `json:"reason"`
	At       string `json:"at"`
}

// failed is GET /v1/webhooks/failed.
func (a *API) failed(_ http.ResponseWriter, r *Request) (Reply, error) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	all, err := a.o.Hooks.Failed(ctx, r.Key.Name)
	if err != nil {
		return Reply{}, err
	}
	views := []failedView{}
	for _, f := range all {
		views = append(views, a.viewOfFailure(r.Key.Name, f))
	}
	return Reply{Status: http.StatusOK, Body: map[string]any{"failed": views}}, nil
}

func (a *API) viewOfFailure(name string, f hooks.Failure) failedView {
	return failedView{a.o.Ring.ID(name, f.Question), f.URL, f.Attempts, f.Status, f.Reason, timestamp(f.At)}
}

// secret is GET /v1/webhooks/secret.
func (a *API) secret(_ http.ResponseWriter, r *Request) (Reply, error) {
	return Reply{Status: http.StatusOK, Body: map[string]string{"secret": a.o.Ring.WebhookSecret(r.Key.Name)}}, nil
}
