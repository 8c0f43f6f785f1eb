// Package api is /v1, the HTTP interface for askers. It checks a request against openapi.json, and calls the relay.
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

// Contract returns the OpenAPI 3.1 document of /v1, which /v1/openapi.json serves.
func Contract() []byte { return contract }

// Options are the arguments of [New].
type Options struct {
	Relay *relay.Relay
	Ring  *keys.Ring
	Hooks *hooks.Sender
	// Review is "always" if the operator wants a review of every answer.
	Review string
	Links  *links.Links
	// AcquireWait takes a place for a waiting request of an ask key. It reports false if no place is free.
	AcquireWait func(asker string) (release func(), ok bool)
	// OnResponse gets the pattern of the endpoint.
	OnResponse func(endpoint, status string)
	// Logger gets failures, without answers and names of sessions.
	Logger *slog.Logger
}

// API is /v1. It is safe for concurrent use.
type API struct {
	o       Options
	mux     *http.ServeMux
	closing context.Context
	end     context.CancelFunc
}

type request struct {
	*http.Request
	key keys.AskKey
}

type reply struct {
	status   int
	body     any
	location string
}

// handler answers a request. An error that is not a [Problem] becomes a 503.
type handler func(http.ResponseWriter, *request) (reply, error)

type endpoint struct {
	handler
	isOpen bool
}

// New makes /v1.
func New(o Options) *API {
	a := &API{o: o, mux: http.NewServeMux()}
	a.closing, a.end = context.WithCancel(context.Background())
	a.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { a.write(w, "other", reply{}, problem("not-found")) })
	for pattern, methods := range map[string]map[string]endpoint{
		"/v1/openapi.json":                                      {"GET": {getContract, true}},
		"/v1/errors/{reason}":                                   {"GET": {getReason, true}},
		"/v1/questions":                                         {"POST": {a.postQuestion, false}},
		"/v1/questions/{id}":                                    {"GET": {a.getQuestion, false}, "DELETE": {a.withQuestion(a.withdraw), false}},
		"/v1/questions/{id}/call":                               {"GET": {a.withQuestion(a.getCall), false}},
		"/v1/questions/{id}/acknowledgement":                    {"POST": {a.withQuestion(a.acknowledge), false}},
		"/v1/questions/{id}/link":                               {"POST": {a.withQuestion(a.postLink), false}},
		"/v1/sessions/{session}/pages/{elicitationId}/finished": {"POST": {a.finishPage, false}},
		"/v1/sessions/{session}/tokens":                         {"POST": {a.postToken, false}},
		"/v1/webhooks/failed":                                   {"GET": {a.getFailedWebhooks, false}},
		"/v1/webhooks/secret":                                   {"GET": {a.getWebhookSecret, false}},
	} {
		a.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, pattern, methods) })
	}
	return a
}

// End answers waiting requests without an answer to their question, and rejects new questions.
func (a *API) End() { a.end() }

// ServeHTTP serves /v1/.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	a.mux.ServeHTTP(w, r)
}

var bearer = regexp.MustCompile(`^(?i:Bearer) +([A-Za-z0-9._~+/=-]+)$`)

func (a *API) serve(w http.ResponseWriter, r *http.Request, pattern string, methods map[string]endpoint) {
	e, isAllowed := methods[r.Method]
	name := r.Method + " " + pattern
	key, isKnown := a.findKey(r)
	switch {
	case !isAllowed:
		w.Header().Set("Allow", strings.Join(slices.Sorted(maps.Keys(methods)), ", "))
		a.write(w, pattern, reply{}, problem("method-not-allowed"))
	case !isKnown && !e.isOpen:
		w.Header().Set("WWW-Authenticate", "Bearer")
		a.write(w, name, reply{}, problem("no-ask-key"))
	default:
		reply, err := e.handler(w, &request{r, key})
		a.write(w, name, reply, err)
	}
}

func (a *API) findKey(r *http.Request) (keys.AskKey, bool) {
	headers := r.Header.Values("Authorization")
	if len(headers) != 1 {
		return keys.AskKey{}, false
	}
	if parts := bearer.FindStringSubmatch(headers[0]); parts != nil {
		return a.o.Ring.Find(parts[1])
	}
	return keys.AskKey{}, false
}

func (a *API) write(w http.ResponseWriter, endpoint string, r reply, err error) {
	header := w.Header()
	kind := "application/json"
	if err != nil {
		p := toProblem(err)
		if p.Status >= http.StatusInternalServerError {
			a.o.Logger.Warn("api: request failed", "endpoint", endpoint, "reason", p.Reason, "error", err)
		}
		if p.RetryAfter > 0 {
			header.Set("Retry-After", strconv.Itoa(p.RetryAfter))
		}
		r, kind = reply{status: p.Status, body: p}, "application/problem+json"
	}
	if r.location != "" {
		header.Set("Location", r.location)
	}
	a.o.OnResponse(endpoint, strconv.Itoa(r.status))
	if r.body == nil {
		w.WriteHeader(r.status)
		return
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r.body); err != nil {
		a.o.Logger.Error("api: response cannot be encoded", "endpoint", endpoint, "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	header.Set("Content-Type", kind)
	header.Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(r.status)
	// An asker that does not read its response must not hold the connection for ever.
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Now().Add(time.Minute))
	_, _ = w.Write(text.Bytes())
	_ = control.Flush()
	_ = control.SetWriteDeadline(time.Time{})
}

func getContract(http.ResponseWriter, *request) (reply, error) {
	return reply{status: http.StatusOK, body: json.RawMessage(contract)}, nil
}

func getReason(_ http.ResponseWriter, r *request) (reply, error) {
	name := r.PathValue("reason")
	info, ok := reasons[name]
	if !ok {
		return reply{}, problem("not-found")
	}
	body := map[string]any{"reason": name, "title": info.title, "status": info.status}
	if flag := flags[name]; flag != "" {
		body["flag"] = flag
	}
	return reply{status: http.StatusOK, body: body}, nil
}
