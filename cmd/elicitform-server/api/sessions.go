package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	// usualLifetime and longestLifetime are those of a token.
	usualLifetime, longestLifetime = 12 * time.Hour, 30 * 24 * time.Hour
)

// session reads which session an address is about, and whether it is one of the asker's.
func (a *API) session(r *request) (tag string, err error) {
	name := r.PathValue("session")
	switch {
	case relay.CheckSession(name) != nil:
		return "", about("not-a-session", "session")
	case !r.key.IsFor(name):
		return "", problem("session-not-allowed")
	}
	return a.o.Ring.Tag(name), nil
}

func (a *API) token(w http.ResponseWriter, r *request) (reply, error) {
	tag, err := a.session(r)
	if err != nil {
		return reply{}, err
	}
	m := readBody(w, r, true)
	lifetime := cmp.Or(seconds(m.number("lifetime", 1, longestLifetime.Seconds())), usualLifetime)
	if err := m.end(); err != nil {
		return reply{}, err
	}
	// The time is said a little too early rather than too late.
	expires := time.Now().Add(lifetime)
	token := ""
	if r.key.Has(keys.Show) {
		token = a.o.Relay.Token(tag, lifetime)
	} else {
		token = a.o.Relay.AskerToken(tag, r.key.Name, lifetime)
	}
	return reply{status: http.StatusCreated, body: map[string]string{"token": token, "expires": timestamp(expires)}}, nil
}

func (a *API) finish(w http.ResponseWriter, r *request) (reply, error) {
	tag, err := a.session(r)
	if err != nil {
		return reply{}, err
	}
	m := readBody(w, r, false)
	server := m.server()
	if err := m.end(); err != nil {
		return reply{}, err
	}
	id := r.PathValue("elicitationId")
	switch {
	case server.ID == "":
		return reply{}, about("missing", "server")
	case len(id) > mostID:
		return reply{}, about("out-of-range", "elicitationId")
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	by := relay.Server{ID: server.ID}
	switch {
	case a.o.Ring.IsAlone() && r.key.Has(keys.Finish):
		err = a.o.Relay.Complete(ctx, tag, by, id)
	case r.key.Has(keys.Finish):
		err = a.o.Relay.CompleteAny(ctx, tag, by, id)
	default:
		err = a.o.Relay.CompleteOwn(ctx, tag, r.key.Name, by, id)
	}
	return reply{status: http.StatusNoContent}, err
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

func (a *API) failed(_ http.ResponseWriter, r *request) (reply, error) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	all, err := a.o.Hooks.Failed(ctx, r.key.Name)
	views := []failedView{}
	for _, f := range all {
		views = append(views, failedView{a.o.Ring.ID(r.key.Name, f.Question), f.URL, f.Attempts, f.Status, f.Reason, timestamp(f.At)})
	}
	return reply{status: http.StatusOK, body: map[string]any{"failed": views}}, err
}

func (a *API) secret(_ http.ResponseWriter, r *request) (reply, error) {
	return reply{status: http.StatusOK, body: map[string]string{"secret": a.o.Ring.WebhookSecret(r.key.Name)}}, nil
}
