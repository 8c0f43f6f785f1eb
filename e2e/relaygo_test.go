package e2e

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/relay"
)

// goRelay is the relay in Go for the tests, as relay-server.mjs is in TypeScript.
type goRelay struct {
	relay *relay.Relay

	mu       sync.Mutex
	requests map[string]*goRequest
	// refusals counts the answers of a session that are turned away, as by an overloaded server.
	refusals map[string]int
}

type goRequest struct {
	withdraw context.CancelFunc
	ended    chan struct{}
	outcome  map[string]any
}

// goOrder is what a test wants the server to do.
type goOrder struct {
	Do, Session, Key, Params, ID string
	DeadlineIn, Count            int
}

// startGoRelay starts the relay in Go, which runs until the tests end.
var startGoRelay = sync.OnceValues(func() (*relaySite, error) {
	r, err := relay.New(relay.Options{Secret: []byte("a secret of the tests, and long enough"), Heartbeat: time.Second})
	if err != nil {
		return nil, err
	}
	g := &goRelay{relay: r, requests: map[string]*goRequest{}, refusals: map[string]int{}}
	control := http.NewServeMux()
	control.HandleFunc("/control", func(w http.ResponseWriter, request *http.Request) {
		var order goOrder
		if err := json.NewDecoder(request.Body).Decode(&order); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		_ = json.NewEncoder(w).Encode(g.do(order))
	})
	server, err := testsite.Serve(control)
	if err != nil {
		return nil, err
	}
	return mountRelay("/go", server+"/control", http.HandlerFunc(g.serve))
})

// serve turns answers away where a test wants that.
func (g *goRelay) serve(w http.ResponseWriter, request *http.Request) {
	if parts := strings.Split(request.Header.Get("Authorization"), "."); request.Method == http.MethodPost && len(parts) == 4 {
		session, _ := base64.RawURLEncoding.DecodeString(parts[1])
		g.mu.Lock()
		refused := g.refusals[string(session)] > 0
		if refused {
			g.refusals[string(session)]--
		}
		g.mu.Unlock()
		if refused {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
	}
	g.relay.ServeHTTP(w, request)
}

func (g *goRelay) do(order goOrder) any {
	name := order.Session + " " + order.Key
	g.mu.Lock()
	request := g.requests[name]
	g.mu.Unlock()
	switch order.Do {
	case "token":
		return g.relay.Token(order.Session, 0)
	case "ask":
		g.ask(name, order)
	case "outcome":
		<-request.ended
		return request.outcome
	case "withdraw":
		request.withdraw()
	case "refuse":
		g.mu.Lock()
		defer g.mu.Unlock()
		g.refusals[order.Session] = order.Count
	}
	return map[string]any{}
}

func (g *goRelay) ask(name string, order goOrder) {
	ctx, cancel := context.WithCancel(context.Background())
	request := &goRequest{withdraw: cancel, ended: make(chan struct{})}
	g.mu.Lock()
	g.requests[name] = request
	g.mu.Unlock()
	options := relay.ElicitOptions{Session: order.Session, Server: relay.Server{ID: "Example"}}
	if order.DeadlineIn > 0 {
		options.Deadline = time.Now().Add(time.Duration(order.DeadlineIn) * time.Millisecond)
	}
	go func() {
		defer close(request.ended)
		result, err := g.relay.Elicit(ctx, json.RawMessage(order.Params), options)
		var why *relay.Error
		switch {
		case errors.As(err, &why):
			request.outcome = map[string]any{"error": "ElicitationError", "code": why.Code, "rpcCode": why.RPCCode}
		case err != nil:
			// JavaScript's name of this error.
			request.outcome = map[string]any{"error": "AbortError"}
		default:
			text, _ := json.Marshal(result)
			request.outcome = map[string]any{"result": string(text), "action": result.Action}
		}
	}()
}
