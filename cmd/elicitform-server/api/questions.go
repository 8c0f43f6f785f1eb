package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/cmd/elicitform-server/links"
	"github.com/elicitform/elicitform/relay"
)

// patience is how long a call of the relay may take, beside the time that an asker waits.
const patience = 10 * time.Second

func (a *API) ask(w http.ResponseWriter, r *request) (reply, error) {
	if a.ending.Err() != nil {
		return reply{}, problem("ending")
	}
	o, err := readOrder(w, r)
	switch {
	case err != nil:
		return reply{}, err
	case !r.key.Has(keys.Ask):
		return reply{}, problem("ask-not-allowed")
	case !r.key.IsFor(o.session):
		return reply{}, problem("session-not-allowed")
	}
	if a.o.Review == "always" {
		o.options.Review = a.o.Review
	}
	if o.callback != "" {
		switch err := a.o.Hooks.Check(o.callback); {
		case errors.Is(err, hooks.ErrNotAllowed):
			return reply{}, about("callback-denied", "callback")
		case err != nil:
			return reply{}, about("callback-not-valid", "callback")
		}
	}
	if o.wait > 0 {
		over, ok := a.o.Wait(r.key.Name)
		if !ok {
			return reply{}, problem("too-many-waits")
		}
		defer over()
	}
	o.options.Session, o.options.Asker = a.o.Ring.Tag(o.session), r.key.Name
	if o.options.Key != "" {
		// Askers with other ask keys have keys of their own.
		o.options.Key = r.key.Name + "\x00" + o.options.Key
	}
	asked, err := a.begin(r.Context(), o)
	if err != nil {
		return reply{}, err
	}
	q := keys.Question{Session: asked.Session, RoundRef: asked.RoundRef}
	if o.callback != "" && asked.State == relay.Open {
		if err := a.expect(r, q, o.callback, asked); err != nil {
			return reply{}, err
		}
	}
	outcome := relay.Outcome{State: asked.State, Deadline: asked.Deadline}
	if asked.State == relay.Open {
		outcome, err = a.await(r, q, outcome, o.wait)
	} else {
		outcome, err = a.o.Relay.Peek(r.Context(), q.Session, q.RoundRef)
	}
	if err == nil && outcome.State == relay.Unknown {
		// Redis has lost it at a failover. Who asks again with the key asks once.
		return reply{}, problem("store-away")
	}
	return a.tell(r, q, outcome, err, o.wait > 0, asked.IsNew)
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
func (a *API) expect(r *request, q keys.Question, callback string, asked relay.Question) error {
	// An asker that goes away here has asked, and is to be told.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), patience)
	defer cancel()
	job := hooks.Job{Key: r.key.Name, Question: q, URL: callback, Asked: time.Now(), Deadline: asked.Deadline}
	if err := a.o.Hooks.Expect(ctx, job); err != nil {
		if asked.IsNew {
			// Without its webhook nobody may ever hear of the answer.
			_, _ = a.o.Relay.Withdraw(ctx, q.Session, q.RoundRef)
		}
		if errors.Is(err, hooks.ErrTooMany) {
			return problem("too-many-webhooks")
		}
		return err
	}
	// The person may have been faster than the queue.
	if outcome, err := a.o.Relay.Peek(ctx, q.Session, q.RoundRef); err == nil && outcome.State != relay.Open {
		a.o.Hooks.Ended(ctx, q)
	}
	return nil
}

// await waits for the end of a question that is open. Where it does not end in time, or the process is about to end, the
// outcome is the one that it was.
func (a *API) await(r *request, q keys.Question, open relay.Outcome, wait time.Duration) (relay.Outcome, error) {
	if wait == 0 {
		return open, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), wait)
	defer cancel()
	defer context.AfterFunc(a.ending, cancel)()
	outcome, err := a.o.Relay.Wait(ctx, q.Session, q.RoundRef)
	if err != nil && (ctx.Err() != nil || isDisposed(err)) {
		return open, nil
	}
	return outcome, err
}

// isDisposed reports whether an error says that the relay was closed.
func isDisposed(err error) bool {
	e, ok := errors.AsType[*relay.Error](err)
	return ok && e.Code == "disposed"
}

// tell is the reply about a question: 201 where it is new, 202 where an asker has waited for it in vain, otherwise 200.
func (a *API) tell(r *request, q keys.Question, outcome relay.Outcome, err error, waited, isNew bool) (reply, error) {
	switch {
	case err != nil:
		return reply{}, err
	case outcome.State == relay.Unknown:
		return reply{}, problem("not-found")
	}
	told := reply{status: http.StatusOK, body: viewOf(a.o.Ring, r.key.Name, q, outcome)}
	switch open := outcome.State == relay.Open; {
	case open && waited:
		told.status = http.StatusAccepted
	case open && isNew:
		told.status = http.StatusCreated
	}
	if isNew {
		told.location = "/v1/questions/" + a.o.Ring.ID(r.key.Name, q)
	}
	return told, nil
}

// about makes the handler of an address of a question.
func (a *API) about(handle func(w http.ResponseWriter, r *request, q keys.Question) (reply, error)) handler {
	return func(w http.ResponseWriter, r *request) (reply, error) {
		q, ok := a.o.Ring.Read(r.key.Name, r.PathValue("id"))
		if !ok {
			return reply{}, problem("not-found")
		}
		return handle(w, r, q)
	}
}

func (a *API) look(w http.ResponseWriter, r *request) (reply, error) {
	wait, err := waitOf(r)
	if err != nil {
		return reply{}, err
	}
	return a.about(func(_ http.ResponseWriter, r *request, q keys.Question) (reply, error) {
		outcome, err := a.o.Relay.Peek(r.Context(), q.Session, q.RoundRef)
		if err == nil && outcome.State == relay.Open && wait > 0 {
			over, ok := a.o.Wait(r.key.Name)
			if !ok {
				return reply{}, problem("too-many-waits")
			}
			defer over()
			outcome, err = a.await(r, q, outcome, wait)
		}
		return a.tell(r, q, outcome, err, true, false)
	})(w, r)
}

func (a *API) withdraw(_ http.ResponseWriter, r *request, q keys.Question) (reply, error) {
	outcome, err := a.o.Relay.Withdraw(r.Context(), q.Session, q.RoundRef)
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

func (a *API) resume(_ http.ResponseWriter, r *request, q keys.Question) (reply, error) {
	outcome, err := a.o.Relay.Peek(r.Context(), q.Session, q.RoundRef)
	if err := ended(outcome, err); err != nil {
		return reply{}, err
	}
	if outcome.State != relay.Answered {
		return reply{}, problem("not-answered")
	}
	call, _, err := a.o.Relay.Resume(r.Context(), q.Session, q.RoundRef)
	return reply{status: http.StatusOK, body: callView{call.Method, call.Params}}, err
}

func (a *API) acknowledge(w http.ResponseWriter, r *request, q keys.Question) (reply, error) {
	if err := readBody(w, r, true).end(); err != nil {
		return reply{}, err
	}
	return reply{status: http.StatusNoContent}, ended(a.o.Relay.Acknowledge(r.Context(), q.Session, q.RoundRef))
}

// linkProblems are the reasons why there is no link, and the members that they are about.
var linkProblems = map[error]*Problem{
	links.ErrOff: problem("links-off"), links.ErrNoPerson: about("missing", "person"),
	links.ErrNoIdentity: about("no-identity", "person"), links.ErrTooMany: problem("too-many-links"),
}

func (a *API) link(w http.ResponseWriter, r *request, q keys.Question) (reply, error) {
	m := readBody(w, r, true)
	person := m.text("person", 1, mostText)
	if err := m.end(); err != nil {
		return reply{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	outcome, err := a.o.Relay.Peek(ctx, q.Session, q.RoundRef)
	switch {
	case err != nil:
		return reply{}, err
	case outcome.State == relay.Unknown:
		return reply{}, problem("not-found")
	case outcome.State != relay.Open:
		return reply{}, problem("not-open")
	case person != "" && !links.IsPerson(person):
		return reply{}, about("out-of-range", "person")
	}
	url, ends, err := a.o.Links.Make(ctx, q, outcome.Deadline, person)
	for why, known := range linkProblems {
		if errors.Is(err, why) {
			return reply{}, known
		}
	}
	return reply{status: http.StatusCreated, body: map[string]string{"url": url, "expires": timestamp(ends)}}, err
}
