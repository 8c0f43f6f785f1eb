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
	"sync/atomic"
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
	// Links makes links to questions; nil where there are none.
	Links *links.Links
	// MaxWaits is how many requests wait for answers at the same time at most.
	MaxWaits int
	// Waiting is called when a request waits for an answer, and what it returns when it has one; nil for nobody.
	Waiting func() (over func())
	// Done is told of each response, by the pattern of its endpoint and its status; nil for nobody.
	Done func(endpoint, status string)
	// Logger is told of what failed; never of an answer or the name of a session.
	Logger *slog.Logger
}

// API is /v1. It is safe for concurrent use.
type API struct {
	o   Options
	mux *http.ServeMux
	// endpoints are those of each pattern by method.
	endpoints map[string]map[string]endpoint
	waits     atomic.Int64
	// ending ends when the process is told to end.
	ending context.Context
	end    context.CancelFunc
}

// Request is a request of an asker.
type Request struct {
	*http.Request
	// Key is the ask key that it has presented.
	Key keys.AskKey
}

// Reply is a response: JSON with a status, or nothing but the status where Body is nil.
type Reply struct {
	Status int
	Body   any
	// Location is the address of what was made.
	Location string
}

// endpoint is a handler, and whether it serves everybody.
type endpoint struct {
	Handler
	open bool
}

// Handler answers a request of an asker. An error that is no [Problem] is told as 503: the store did not answer.
type Handler func(http.ResponseWriter, *Request) (Reply, error)

// New makes /v1.
func New(o Options) *API {
	a := &API{o: o, mux: http.NewServeMux(), endpoints: map[string]map[string]endpoint{}}
	a.ending, a.end = context.WithCancel(context.Background())
	if a.o.Waiting == nil {
		a.o.Waiting = func() func() { return func() {} }
	}
	if a.o.Done == nil {
		a.o.Done = func(string, string) {}
	}
	a.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { a.reply(w, "other", Reply{}, problem("not-found")) })
	a.add("GET", "/v1/openapi.json", true, func(http.ResponseWriter, *Request) (Reply, error) {
		return Reply{Status: http.StatusOK, Body: json.RawMessage(contract)}, nil
	})
	a.add("GET", "/v1/errors/{reason}", true, explain)
	a.Handle("POST", "/v1/questions", a.ask)
	a.Handle("GET", "/v1/questions/{id}", a.look)
	a.Handle("DELETE", "/v1/questions/{id}", a.withdraw)
	a.Handle("GET", "/v1/questions/{id}/call", a.resume)
	a.Handle("POST", "/v1/questions/{id}/acknowledgement", a.acknowledge)
	a.Handle("POST", "/v1/questions/{id}/link", a.link)
	a.Handle("POST", "/v1/sessions/{session}/pages/{elicitationId}/finished", a.finish)
	a.Handle("POST", "/v1/sessions/{session}/tokens", a.token)
	a.Handle("GET", "/v1/webhooks/failed", a.failed)
	a.Handle("GET", "/v1/webhooks/secret", a.secret)
	return a
}

// Handle adds an endpoint for askers. The pattern is one of [http.ServeMux] without a method. It may only be called before the
// first request.
func (a *API) Handle(method, pattern string, handler Handler) { a.add(method, pattern, false, handler) }

func (a *API) add(method, pattern string, open bool, handler Handler) {
	if a.endpoints[pattern] == nil {
		a.endpoints[pattern] = map[string]endpoint{}
		a.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, pattern) })
	}
	a.endpoints[pattern][method] = endpoint{handler, open}
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

func (a *API) serve(w http.ResponseWriter, r *http.Request, pattern string) {
	found, there := a.endpoints[pattern][r.Method]
	if !there {
		w.Header().Set("Allow", strings.Join(slices.Sorted(maps.Keys(a.endpoints[pattern])), ", "))
		a.reply(w, pattern, Reply{}, problem("method-not-allowed"))
		return
	}
	name := r.Method + " " + pattern
	request := &Request{Request: r}
	var known bool
	if request.Key, known = a.asker(r); !known && !found.open {
		w.Header().Set("WWW-Authenticate", "Bearer")
		a.reply(w, name, Reply{}, problem("no-ask-key"))
		return
	}
	reply, err := found.Handler(w, request)
	a.reply(w, name, reply, err)
}

// asker returns the ask key that a request presents.
func (a *API) asker(r *http.Request) (keys.AskKey, bool) {
	given := r.Header.Values("Authorization")
	if len(given) != 1 {
		return keys.AskKey{}, false
	}
	parts := bearer.FindStringSubmatch(given[0])
	if parts == nil {
		return keys.AskKey{}, false
	}
	return a.o.Ring.Find(parts[1])
}

// reply writes a response.
func (a *API) reply(w http.ResponseWriter, endpoint string, reply Reply, err error) {
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
		reply, kind = Reply{Status: p.Status, Body: p}, "application/problem+json"
	}
	if reply.Location != "" {
		header.Set("Location", reply.Location)
	}
	a.o.Done(endpoint, strconv.Itoa(reply.Status))
	if reply.Body == nil {
		w.WriteHeader(reply.Status)
		return
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(reply.Body); err != nil {
		a.o.Logger.Error("api: a response cannot be written", "endpoint", endpoint, "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	header.Set("Content-Type", kind)
	header.Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(reply.Status)
	// An asker that does not read the response must not hold the connection for ever.
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Now().Add(time.Minute))
	_, _ = w.Write(text.Bytes())
	_ = control.Flush()
	_ = control.SetWriteDeadline(time.Time{})
}

// explain is GET /v1/errors/{reason}: what the type of a problem leads to.
func explain(_ http.ResponseWriter, r *Request) (Reply, error) {
	name := r.PathValue("reason")
	if one, known := reasons[name]; known {
		return Reply{Status: http.StatusOK, Body: map[string]any{"reason": name, "title": one.title, "status": one.status}}, nil
	}
	return Reply{}, problem("not-found")
}
