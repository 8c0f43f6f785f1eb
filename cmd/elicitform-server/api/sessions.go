package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const defaultTokenLifetime, maxTokenLifetime = 12 * time.Hour, 30 * 24 * time.Hour

func (a *API) readSession(r *request) (tag string, err error) {
	name := r.PathValue("session")
	switch {
	case relay.CheckSession(name) != nil:
		return "", memberProblem("not-a-session", "session")
	case !r.key.IsFor(name):
		return "", problem("session-not-allowed")
	}
	return a.o.Ring.Tag(name), nil
}

func (a *API) postToken(w http.ResponseWriter, r *request) (reply, error) {
	tag, err := a.readSession(r)
	if err != nil {
		return reply{}, err
	}
	m := readBody(w, r, true)
	lifetime := cmp.Or(toDuration(m.number("lifetime", 1, maxTokenLifetime.Seconds())), defaultTokenLifetime)
	if err := m.end(); err != nil {
		return reply{}, err
	}
	// Taken before the token is made, so that the token lasts at least as long.
	expires := time.Now().Add(lifetime)
	token := ""
	if r.key.Has(keys.Show) {
		token = a.o.Relay.Token(tag, lifetime)
	} else {
		token = a.o.Relay.AskerToken(tag, r.key.Name, lifetime)
	}
	return reply{status: http.StatusCreated, body: map[string]string{"token": token, "expires": timestamp(expires)}}, nil
}

func (a *API) finishPage(w http.ResponseWriter, r *request) (reply, error) {
	tag, err := a.readSession(r)
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
		return reply{}, memberProblem("missing", "server")
	case len(id) > maxIDBytes:
		return reply{}, memberProblem("out-of-range", "elicitationId")
	}
	ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
	defer cancel()
	owner := relay.Server{ID: server.ID}
	switch {
	case a.o.Ring.HasOneAsker() && r.key.Has(keys.Finish):
		err = a.o.Relay.Complete(ctx, tag, owner, id)
	case r.key.Has(keys.Finish):
		err = a.o.Relay.CompleteAny(ctx, tag, owner, id)
	default:
		err = a.o.Relay.CompleteOwn(ctx, tag, r.key.Name, owner, id)
	}
	return reply{status: http.StatusNoContent}, err
}

type failedView struct {
	ID       string `json:"id"`
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Status   int    `json:"status,omitempty"`
	Reason   string `json:"reason"`
	At       string `json:"at"`
}

func (a *API) getFailedWebhooks(_ http.ResponseWriter, r *request) (reply, error) {
	ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
	defer cancel()
	failures, err := a.o.Hooks.Failed(ctx, r.key.Name)
	views := []failedView{}
	for _, f := range failures {
		views = append(views, failedView{a.o.Ring.ID(r.key.Name, f.Question), f.URL, f.Attempts, f.Status, f.Reason, timestamp(f.At)})
	}
	return reply{status: http.StatusOK, body: map[string]any{"failed": views}}, err
}

func (a *API) getWebhookSecret(_ http.ResponseWriter, r *request) (reply, error) {
	return reply{status: http.StatusOK, body: map[string]string{"secret": a.o.Ring.WebhookSecret(r.key.Name)}}, nil
}
