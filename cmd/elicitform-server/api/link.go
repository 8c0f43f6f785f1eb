package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/elicitform/elicitform/cmd/elicitform-server/links"
	"github.com/elicitform/elicitform/relay"
)

// linkProblems are the reasons why there is no link, and the members that they are about.
var linkProblems = map[error]*Problem{
	links.ErrOff: problem("links-off"), links.ErrNoPerson: about("missing", "person"),
	links.ErrNoIdentity: about("no-identity", "person"), links.ErrTooMany: problem("too-many-links"),
}

// link is POST /v1/questions/{id}/link.
func (a *API) link(w http.ResponseWriter, r *Request) (Reply, error) {
	q, err := a.question(r)
	if err != nil {
		return Reply{}, err
	}
	m, err := readBody(w, r, true)
	if err != nil {
		return Reply{}, err
	}
	person := m.text("person", 1, mostText)
	if err := m.end(); err != nil {
		return Reply{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	outcome, err := a.o.Relay.Peek(ctx, q.Session, q.Ref)
	switch {
	case err != nil:
		return Reply{}, err
	case outcome.State == relay.Unknown:
		return Reply{}, problem("not-found")
	case outcome.State != relay.Open:
		return Reply{}, problem("not-open")
	case person != "" && !links.IsPerson(person):
		return Reply{}, about("out-of-range", "person")
	case a.o.Links == nil:
		return Reply{}, problem("links-off")
	}
	url, ends, err := a.o.Links.Make(ctx, q, outcome.Deadline, person)
	for why, known := range linkProblems {
		if errors.Is(err, why) {
			return Reply{}, known
		}
	}
	if err != nil {
		return Reply{}, err
	}
	return Reply{Status: http.StatusCreated, Body: map[string]string{"url": url, "expires": timestamp(ends)}}, nil
}
