// Package api is /v1: the HTTP interface by which an asker in any language asks. It decides whether a request is one that
// openapi.json, its contract, allows, and turns it into a call of the relay and the outcome into a response. It keeps
// nothing itself.
package api

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/cmd/elicitform-server/links"
	"github.com/elicitform/elicitform/relay"
)

//go:embed openapi.json
var contract []byte

// Contract is the OpenAPI 3.1 document of /v1, as it is served at /v1/openapi.json.
func Contract() []byte { return contract }

// Options are the options of [New].
type Options struct {
	// Relay asks.
	Relay *relay.Relay
	// Ring knows the askers.
	Ring *keys.Ring
	// Hooks sends the webhooks.
	Hooks *hooks.Sender
	// Review is the operator's word about the review: "always" counts for every question, whatever page shows it.
	Review string
	// Links makes links to questions.
	Links *links.Links
	// Wait takes a place of a request that waits for an answer, for the name of an ask key, which over gives back. It reports false
	// where none is free for it.
	Wait func(asker string) (over func(), ok bool)
	// Done is told of each response, by the pattern of its endpoint and its status.
	Done func(endpoint, status string)
	// Logger is told of what failed; never of an answer or the name of a session.
	Logger *slog.Logger
}

// API is /v1. It is safe for concurrent use.
type API struct {
	o   Options
	mux *http.ServeMux
	// ending ends when the process is told to end.
	ending context.Context
	end    context.CancelFunc
}

// request is one of an asker.
type request struct {
	*http.Request
	// key is the ask key that it has presented.
	key keys.AskKey
}

// reply is a response: JSON with a status, or nothing but the status where body is nil.
type reply struct {
	status int
	body   any
	// location is the address of what was made.
	location string
}

// handler answers a request. An error that is no [Problem] is told as 503: the store did not answer.
type handler func(http.ResponseWriter, *request) (reply, error)

// endpoint is a handler, and whether it serves everybody.
type endpoint struct {
	handler
	open bool
}

// New makes /v1.
func New(o Options) *API {
	a := &API{o: o, mux: http.NewServeMux()}
	a.ending, a.end = context.WithCancel(context.Background())
	a.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { a.write(w, "other", reply{}, problem("not-found")) })
	for pattern, methods := range map[string]map[string]endpoint{
		"/v1/openapi.json":                                      {"GET": {document, true}},
		"/v1/errors/{reason}":                                   {"GET": {explain, true}},
		"/v1/questions":                                         {"POST": {a.ask, false}},
		"/v1/questions/{id}":                                    {"GET": {a.look, false}, "DELETE": {a.about(a.withdraw), false}},
		"/v1/questions/{id}/call":                               {"GET": {a.about(a.resume), false}},
		"/v1/questions/{id}/acknowledgement":                    {"POST": {a.about(a.acknowledge), false}},
		"/v1/questions/{id}/link":                               {"POST": {a.about(a.link), false}},
		"/v1/sessions/{session}/pages/{elicitationId}/finished": {"POST": {a.finish, false}},
		"/v1/sessions/{session}/tokens":                         {"POST": {a.token, false}},
		"/v1/webhooks/failed":                                   {"GET": {a.failed, false}},
		"/v1/webhooks/secret":                                   {"GET": {a.secret, false}},
	} {
		a.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, pattern, methods) })
	}
	return a
}

// End lets requests that wait for answers say that there is none yet, and rejects new questions.
func (a *API) End() { a.end() }

// ServeHTTP serves /v1/.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	a.mux.ServeHTTP(w, r)
}

// bearer matches the header of an asker.
var bearer = regexp.MustCompile(`^(?i:Bearer) +([A-Za-z0-9._~+/=-]+)$`)

func (a *API) serve(w http.ResponseWriter, r *http.Request, pattern string, methods map[string]endpoint) {
	found, there := methods[r.Method]
	name := r.Method + " " + pattern
	key, known := a.asker(r)
	switch {
	case !there:
		w.Header().Set("Allow", strings.Join(slices.Sorted(maps.Keys(methods)), ", "))
		a.write(w, pattern, reply{}, problem("method-not-allowed"))
	case !known && !found.open:
		w.Header().Set("WWW-Authenticate", "Bearer")
		a.write(w, name, reply{}, problem("no-ask-key"))
	default:
		got, err := found.handler(w, &request{r, key})
		a.write(w, name, got, err)
	}
}

// asker returns the ask key that a request presents.
func (a *API) asker(r *http.Request) (keys.AskKey, bool) {
	given := r.Header.Values("Authorization")
	if len(given) != 1 {
		return keys.AskKey{}, false
	}
	if parts := bearer.FindStringSubmatch(given[0]); parts != nil {
		return a.o.Ring.Find(parts[1])
	}
	return keys.AskKey{}, false
}

// write writes a response.
func (a *API) write(w http.ResponseWriter, endpoint string, r reply, err error) {
	header := w.Header()
	kind := "application/json"
	if err != nil {
		p := problemOf(err)
		if p.Status >= http.StatusInternalServerError {
			a.o.Logger.Warn("api: failed", "endpoint", endpoint, "reason", p.Reason, "error", err)
		}
		if p.RetryAfter > 0 {
			header.Set("Retry-After", strconv.Itoa(p.RetryAfter))
		}
		r, kind = reply{status: p.Status, body: p}, "application/problem+json"
	}
	if r.location != "" {
		header.Set("Location", r.location)
	}
	a.o.Done(endpoint, strconv.Itoa(r.status))
	if r.body == nil {
		w.WriteHeader(r.status)
		return
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r.body); err != nil {
		a.o.Logger.Error("api: a response cannot be written", "endpoint", endpoint, "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	header.Set("Content-Type", kind)
	header.Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(r.status)
	// An asker that does not read the response must not hold the connection for ever.
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Now().Add(time.Minute))
	_, _ = w.Write(text.Bytes())
	_ = control.Flush()
	_ = control.SetWriteDeadline(time.Time{})
}

func document(http.ResponseWriter, *request) (reply, error) {
	return reply{status: http.StatusOK, body: json.RawMessage(contract)}, nil
}

// explain is GET /v1/errors/{reason}: what the type of a problem leads to.
func explain(_ http.ResponseWriter, r *request) (reply, error) {
	name := r.PathValue("reason")
	if one, known := reasons[name]; known {
		return reply{status: http.StatusOK, body: map[string]any{"reason": name, "title": one.title, "status": one.status}}, nil
	}
	return reply{}, problem("not-found")
}
