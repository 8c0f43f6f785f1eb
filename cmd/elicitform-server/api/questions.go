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

// storeTimeout does not include the time for which an asker waits.
const storeTimeout = 10 * time.Second

func (a *API) postQuestion(w http.ResponseWriter, r *request) (reply, error) {
	if a.closing.Err() != nil {
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
			return reply{}, memberProblem("callback-denied", "callback")
		case errors.Is(err, hooks.ErrPrivate):
			return reply{}, memberProblem("callback-private", "callback")
		case err != nil:
			return reply{}, memberProblem("callback-not-valid", "callback")
		}
	}
	if o.wait > 0 {
		release, ok := a.o.AcquireWait(r.key.Name)
		if !ok {
			return reply{}, problem("too-many-waits")
		}
		defer release()
	}
	o.options.Session, o.options.Asker = a.o.Ring.Tag(o.session), r.key.Name
	if o.options.Key != "" {
		o.options.Key = r.key.Name + "\x00" + o.options.Key
	}
	question, err := a.ask(r.Context(), o)
	if err != nil {
		return reply{}, err
	}
	q := keys.Question{Session: question.Session, RoundRef: question.RoundRef}
	if o.callback != "" && question.State == relay.Open {
		if err := a.queueWebhook(r, q, o.callback, question); err != nil {
			return reply{}, err
		}
	}
	outcome := relay.Outcome{State: question.State, Deadline: question.Deadline}
	if question.State == relay.Open {
		outcome, err = a.await(r, q, outcome, o.wait)
	} else {
		outcome, err = a.o.Relay.Peek(r.Context(), q.Session, q.RoundRef)
	}
	if err == nil && outcome.State == relay.Unknown {
		// Redis has lost the question in a failover. A repetition with the key asks it once.
		return reply{}, problem("store-away")
	}
	return a.replyOf(r, q, outcome, err, o.wait > 0, question.IsNew)
}

func (a *API) ask(ctx context.Context, o order) (relay.Question, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	switch {
	case o.isParked && o.approval != nil:
		return a.o.Relay.ParkApproval(ctx, []byte(o.approval), o.options)
	case o.approval != nil:
		return a.o.Relay.StartApproval(ctx, []byte(o.approval), o.options)
	case o.isParked && o.requests != nil:
		return a.o.Relay.ParkAll(ctx, []byte(o.requests), o.options)
	case o.isParked:
		return a.o.Relay.Park(ctx, []byte(o.params), o.options)
	case o.requests != nil:
		return a.o.Relay.StartAll(ctx, []byte(o.requests), o.options)
	}
	return a.o.Relay.Start(ctx, []byte(o.params), o.options)
}

func (a *API) queueWebhook(r *request, q keys.Question, callback string, question relay.Question) error {
	// The question is asked, so the asker gets its webhook even if it closes the connection now.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), storeTimeout)
	defer cancel()
	job := hooks.Job{Key: r.key.Name, Question: q, URL: callback, Asked: time.Now(), Deadline: question.Deadline}
	if err := a.o.Hooks.Enqueue(ctx, job); err != nil {
		if question.IsNew {
			// Without its webhook the asker may never get the answer.
			_, _ = a.o.Relay.Withdraw(ctx, q.Session, q.RoundRef)
		}
		if errors.Is(err, hooks.ErrTooMany) {
			return problem("too-many-webhooks")
		}
		return err
	}
	// The person may have answered before the webhook was queued.
	if outcome, err := a.o.Relay.Peek(ctx, q.Session, q.RoundRef); err == nil && outcome.State != relay.Open {
		a.o.Hooks.Send(ctx, q)
	}
	return nil
}

func (a *API) await(r *request, q keys.Question, open relay.Outcome, wait time.Duration) (relay.Outcome, error) {
	if wait == 0 {
		return open, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), wait)
	defer cancel()
	defer context.AfterFunc(a.closing, cancel)()
	outcome, err := a.o.Relay.Wait(ctx, q.Session, q.RoundRef)
	failure, _ := errors.AsType[*relay.Error](err)
	if err != nil && (ctx.Err() != nil || failure != nil && failure.Code == "disposed") {
		return open, nil
	}
	return outcome, err
}

// replyOf replies 201 for a new question, 202 for an open one after a wait, otherwise 200.
func (a *API) replyOf(r *request, q keys.Question, outcome relay.Outcome, err error, hasWaited, isNew bool) (reply, error) {
	switch {
	case err != nil:
		return reply{}, err
	case outcome.State == relay.Unknown:
		return reply{}, problem("not-found")
	}
	rep := reply{status: http.StatusOK, body: viewOf(a.o.Ring, r.key.Name, q, outcome)}
	switch isOpen := outcome.State == relay.Open; {
	case isOpen && hasWaited:
		rep.status = http.StatusAccepted
	case isOpen && isNew:
		rep.status = http.StatusCreated
	}
	if isNew {
		rep.location = "/v1/questions/" + a.o.Ring.ID(r.key.Name, q)
	}
	return rep, nil
}

// withQuestion reads the question in the address. Another asker's question is not found.
func (a *API) withQuestion(handle func(w http.ResponseWriter, r *request, q keys.Question) (reply, error)) handler {
	return func(w http.ResponseWriter, r *request) (reply, error) {
		q, ok := a.o.Ring.Read(r.key.Name, r.PathValue("id"))
		if !ok {
			return reply{}, problem("not-found")
		}
		return handle(w, r, q)
	}
}

func (a *API) getQuestion(w http.ResponseWriter, r *request) (reply, error) {
	wait, err := readWait(r)
	if err != nil {
		return reply{}, err
	}
	return a.withQuestion(func(_ http.ResponseWriter, r *request, q keys.Question) (reply, error) {
		outcome, err := a.o.Relay.Peek(r.Context(), q.Session, q.RoundRef)
		if err == nil && outcome.State == relay.Open && wait > 0 {
			release, ok := a.o.AcquireWait(r.key.Name)
			if !ok {
				return reply{}, problem("too-many-waits")
			}
			defer release()
			outcome, err = a.await(r, q, outcome, wait)
		}
		return a.replyOf(r, q, outcome, err, true, false)
	})(w, r)
}

func (a *API) withdraw(_ http.ResponseWriter, r *request, q keys.Question) (reply, error) {
	outcome, err := a.o.Relay.Withdraw(r.Context(), q.Session, q.RoundRef)
	return a.replyOf(r, q, outcome, err, false, false)
}

func checkEnded(outcome relay.Outcome, err error) error {
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

type callView struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func (a *API) getCall(_ http.ResponseWriter, r *request, q keys.Question) (reply, error) {
	outcome, err := a.o.Relay.Peek(r.Context(), q.Session, q.RoundRef)
	if err := checkEnded(outcome, err); err != nil {
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
	return reply{status: http.StatusNoContent}, checkEnded(a.o.Relay.Acknowledge(r.Context(), q.Session, q.RoundRef))
}

var linkProblems = map[error]*Problem{
	links.ErrOff: problem("links-off"), links.ErrNoPages: problem("no-pages"), links.ErrNoPerson: memberProblem("missing", "person"),
	links.ErrNoIdentity: memberProblem("no-identity", "person"), links.ErrTooMany: problem("too-many-links"),
}

func (a *API) postLink(w http.ResponseWriter, r *request, q keys.Question) (reply, error) {
	m := readBody(w, r, true)
	person := m.text("person", 1, maxTextBytes)
	if err := m.end(); err != nil {
		return reply{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
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
		return reply{}, memberProblem("out-of-range", "person")
	}
	url, ends, err := a.o.Links.Make(ctx, q, outcome.Deadline, person)
	for cause, p := range linkProblems {
		if errors.Is(err, cause) {
			return reply{}, p
		}
	}
	return reply{status: http.StatusCreated, body: map[string]string{"url": url, "expires": timestamp(ends)}}, err
}
