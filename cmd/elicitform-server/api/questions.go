package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	// longest is how long a question is open at most.
	longest = 30 * 24 * time.Hour
	// mostID is how many bytes the id of a server or of a page has, and mostText a name, a title or a key.
	mostID, mostText = 256, 1024
	// patience is how long a call of the relay may take, beside the time that an asker waits.
	patience = 10 * time.Second
)

// order is the body of POST /v1/questions, as it was read.
type order struct {
	session          string
	params, requests jsontext.Value
	options          relay.ElicitOptions
	parked           bool
	callback         string
	wait             time.Duration
}

// readOrder reads what is to be asked.
func readOrder(w http.ResponseWriter, r *Request) (o order, err error) {
	m, err := readBody(w, r, false)
	if err != nil {
		return order{}, err
	}
	o.session = m.text("session", 1, mostText)
	o.params, o.requests = m.take("params", "{"), m.take("requests", "{")
	o.options = relay.ElicitOptions{
		Server: m.server(), Key: m.text("key", 1, mostText), Deadline: m.deadline(),
		Review: m.text("review", 1, 10), WaitForPages: m.flag("waitForPages"),
	}
	o.options.Call = m.call()
	o.parked, o.callback, o.wait = m.flag("parked"), m.text("callback", 1, 2048), seconds(m.number("wait", 0, mostWait))
	if err := m.end(); err != nil {
		return order{}, err
	}
	switch review := o.options.Review; {
	case o.session == "":
		return order{}, about("missing", "session")
	case relay.CheckSession(o.session) != nil:
		return order{}, about("not-a-session", "session")
	case o.options.Server.ID == "":
		return order{}, about("missing", "server")
	case (o.params == nil) == (o.requests == nil):
		return order{}, problem("one-of-two")
	case review != "" && review != "short" && review != "always":
		return order{}, about("out-of-range", "review")
	case o.callback != "" && !o.parked:
		return order{}, about("callback-not-parked", "callback")
	case o.options.Call != nil && o.options.Call.Method == "":
		return order{}, about("missing", "call")
	}
	return o, nil
}

// server reads who asks: an id, or an object with it.
func (m *members) server() relay.Server {
	value := m.take("server", `"{`)
	if value == nil {
		return relay.Server{}
	}
	if value.Kind() == '"' {
		return relay.Server{ID: m.textOf("server", value, 1, mostID)}
	}
	inner := &members{left: map[string]jsontext.Value{}}
	inner.readObject(value)
	server := relay.Server{ID: inner.text("id", 1, mostID), Name: inner.text("name", 0, mostText), Title: inner.text("title", 0, mostText)}
	if err := inner.end(); err != nil && m.problem == nil {
		m.problem = err
	}
	return server
}

// call reads the call that the server has answered with the requests, and its requestState.
func (m *members) call() *relay.Call {
	value, state := m.take("call", "{"), m.take("requestState", `"`)
	if value == nil && state == nil {
		return nil
	}
	call := &relay.Call{}
	if state != nil {
		text := m.textOf("requestState", state, 0, mostBody)
		call.RequestState = &text
	}
	if value == nil {
		return call
	}
	inner := &members{left: map[string]jsontext.Value{}}
	inner.readObject(value)
	call.Method, call.Params = inner.text("method", 1, mostID), []byte(inner.take("params", "{"))
	if err := inner.end(); err != nil && m.problem == nil {
		m.problem = err
	}
	return call
}

// deadline reads until when the answer is wanted: a time, or seconds from now. None is zero.
func (m *members) deadline() time.Time {
	value := m.take("deadline", `"0`)
	if value == nil {
		return time.Time{}
	}
	if value.Kind() == '0' {
		return time.Now().Add(seconds(m.numberOf("deadline", value, 0.001, longest.Seconds())))
	}
	end, err := time.Parse(time.RFC3339, m.textOf("deadline", value, 1, 64))
	switch {
	case err != nil:
		m.fail("wrong-type", "deadline")
	case time.Until(end) > longest:
		m.fail("out-of-range", "deadline")
	}
	return end
}

// ask is POST /v1/questions.
func (a *API) ask(w http.ResponseWriter, r *Request) (Reply, error) {
	if a.ending.Err() != nil {
		return Reply{}, problem("ending")
	}
	o, err := readOrder(w, r)
	if err != nil {
		return Reply{}, err
	}
	if !r.Key.MayAsk(o.session) {
		return Reply{}, problem("session-not-allowed")
	}
	if o.callback != "" {
		switch err := a.o.Hooks.Check(o.callback); {
		case errors.Is(err, hooks.ErrNotAllowed):
			return Reply{}, about("callback-denied", "callback")
		case err != nil:
			return Reply{}, about("callback-not-valid", "callback")
		}
	}
	if o.wait > 0 {
		over, err := a.mayWait()
		if err != nil {
			return Reply{}, err
		}
		defer over()
	}
	o.options.Session = a.o.Ring.Tag(o.session)
	if o.options.Key != "" {
		// Askers with other ask keys have keys of their own.
		o.options.Key = r.Key.Name + "\x00" + o.options.Key
	}
	asked, err := a.begin(r.Context(), o)
	if err != nil {
		return Reply{}, err
	}
	q := keys.Question{Session: asked.Session, Ref: asked.Ref}
	if o.callback != "" && asked.State == relay.Open {
		if err := a.expect(r, q, o.callback, asked); err != nil {
			return Reply{}, err
		}
	}
	outcome := relay.Outcome{State: asked.State, Deadline: asked.Deadline}
	if asked.State == relay.Open {
		outcome, err = a.await(r, q, outcome, o.wait)
	} else {
		outcome, err = a.o.Relay.Peek(r.Context(), q.Session, q.Ref)
	}
	if err == nil && outcome.State == relay.Unknown {
		// Redis has lost it at a failover. Who asks again with the key asks once.
		return Reply{}, problem("store-away")
	}
	return a.tell(r, q, outcome, err, o.wait > 0, asked.New)
}

// begin asks.
func (a *API) begin(ctx context.Context, o order) (relay.Question, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch {
	case o.parked && o.requests != nil:
		return a.o.Relay.ParkAll(ctx, []byte(o.requests), o.options)
	case o.parked:
		return a.o.Relay.Park(ctx, []byte(o.params), o.options)
	case o.requests != nil:
		return a.o.Relay.StartAll(ctx, []byte(o.requests), o.options)
	}
	return a.o.Relay.Start(ctx, []byte(o.params), o.options)
}

// expect queues the webhook of a question that was asked.
func (a *API) expect(r *Request, q keys.Question, callback string, asked relay.Question) error {
	// An asker that goes away here has asked, and is to be told.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), patience)
	defer cancel()
	job := hooks.Job{Key: r.Key.Name, Question: q, URL: callback, Asked: time.Now(), Deadline: asked.Deadline}
	if err := a.o.Hooks.Expect(ctx, job); err != nil {
		if asked.New {
			// Without its webhook nobody may ever hear of the answer.
			_, _ = a.o.Relay.Withdraw(ctx, q.Session, q.Ref)
		}
		return err
	}
	// The person may have been faster than the queue.
	if outcome, err := a.o.Relay.Peek(ctx, q.Session, q.Ref); err == nil && outcome.State != relay.Open {
		a.o.Hooks.Ended(ctx, q)
	}
	return nil
}

// mayWait takes one of the places of requests that wait.
func (a *API) mayWait() (over func(), err error) {
	if a.waits.Add(1) > int64(a.o.MaxWaits) {
		a.waits.Add(-1)
		return nil, problem("too-many-waits")
	}
	done := a.o.Waiting()
	return func() {
		done()
		a.waits.Add(-1)
	}, nil
}

// await waits for the end of a question that is open. Where it does not end in time, or the process is about to end, the
// outcome is the one that it was.
func (a *API) await(r *Request, q keys.Question, open relay.Outcome, wait time.Duration) (relay.Outcome, error) {
	if wait == 0 {
		return open, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), wait)
	defer cancel()
	defer context.AfterFunc(a.ending, cancel)()
	outcome, err := a.o.Relay.Await(ctx, q.Session, q.Ref)
	if err != nil && (ctx.Err() != nil || isDisposed(err)) {
		return open, nil
	}
	return outcome, err
}

// isDisposed reports whether an error says that the relay was closed.
func isDisposed(err error) bool {
	var e *relay.Error
	return errors.As(err, &e) && e.Code == "disposed"
}

// tell is the reply about a question: 201 where it is new, 202 where an asker has waited for it in vain, otherwise 200.
func (a *API) tell(r *Request, q keys.Question, outcome relay.Outcome, err error, waited, isNew bool) (Reply, error) {
	switch {
	case err != nil:
		return Reply{}, err
	case outcome.State == relay.Unknown:
		return Reply{}, problem("not-found")
	}
	reply := Reply{Status: http.StatusOK, Body: viewOf(a.o.Ring, r.Key.Name, q, outcome)}
	switch open := outcome.State == relay.Open; {
	case open && waited:
		reply.Status = http.StatusAccepted
	case open && isNew:
		reply.Status = http.StatusCreated
	}
	if isNew {
		reply.Location = "/v1/questions/" + a.o.Ring.ID(r.Key.Name, q)
	}
	return reply, nil
}

// question reads which question an address is about.
func (a *API) question(r *Request) (keys.Question, error) {
	q, ok := a.o.Ring.Read(r.Key.Name, r.PathValue("id"))
	if !ok {
		return keys.Question{}, problem("not-found")
	}
	return q, nil
}

// look is GET /v1/questions/{id}.
func (a *API) look(_ http.ResponseWriter, r *Request) (Reply, error) {
	wait, err := waitOf(r)
	if err != nil {
		return Reply{}, err
	}
	q, err := a.question(r)
	if err != nil {
		return Reply{}, err
	}
	outcome, err := a.o.Relay.Peek(r.Context(), q.Session, q.Ref)
	if err == nil && outcome.State == relay.Open && wait > 0 {
		var over func()
		if over, err = a.mayWait(); err != nil {
			return Reply{}, err
		}
		defer over()
		outcome, err = a.await(r, q, outcome, wait)
	}
	return a.tell(r, q, outcome, err, true, false)
}

// withdraw is DELETE /v1/questions/{id}.
func (a *API) withdraw(_ http.ResponseWriter, r *Request) (Reply, error) {
	q, err := a.question(r)
	if err != nil {
		return Reply{}, err
	}
	outcome, err := a.o.Relay.Withdraw(r.Context(), q.Session, q.Ref)
	return a.tell(r, q, outcome, err, false, false)
}

// ended is the problem of a question that has not ended, or that is not there; nil where it has ended.
func ended(outcome relay.Outcome, err error) error {
	switch {
	case err != nil:
		return err
	case outcome.State == relay.Unknown:
		return problem("not-found")
	case outcome.State == relay.Open:
		return problem("still-open")
	}
	return nil
}

// callView is a call to make again, with the answers.
type callView struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// resume is GET /v1/questions/{id}/call.
func (a *API) resume(_ http.ResponseWriter, r *Request) (Reply, error) {
	q, err := a.question(r)
	if err != nil {
		return Reply{}, err
	}
	outcome, err := a.o.Relay.Peek(r.Context(), q.Session, q.Ref)
	if err := ended(outcome, err); err != nil {
		return Reply{}, err
	}
	if outcome.State != relay.Answered {
		return Reply{}, problem("not-answered")
	}
	call, _, err := a.o.Relay.Resume(r.Context(), q.Session, q.Ref)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Status: http.StatusOK, Body: callView{call.Method, call.Params}}, nil
}

// acknowledge is POST /v1/questions/{id}/acknowledgement.
func (a *API) acknowledge(w http.ResponseWriter, r *Request) (Reply, error) {
	q, err := a.question(r)
	if err != nil {
		return Reply{}, err
	}
	m, err := readBody(w, r, true)
	if err == nil {
		err = m.end()
	}
	if err != nil {
		return Reply{}, err
	}
	if err := ended(a.o.Relay.Acknowledge(r.Context(), q.Session, q.Ref)); err != nil {
		return Reply{}, err
	}
	return Reply{Status: http.StatusNoContent}, nil
}
