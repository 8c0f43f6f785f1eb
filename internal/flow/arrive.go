package flow

import (
	"errors"
	"slices"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/urlcheck"
	"github.com/elicitform/elicitform/internal/validate"
)

// Requested: the host hands over a round. A single request is a round of one.
type Requested struct {
	ID       request.Value
	Requests []request.InputRequest
	request.Notes
}

// A form is never replaced under the person's hands: a second open round is a fault of the host.
func (e Requested) apply(m *Machine, s State) (State, []Effect) {
	switch {
	case s.Open() && s.ID.Equal(e.ID):
		return s, nil // The host would take an error for the answer to the open round.
	case s.Open():
		return s, []Effect{Fail{ID: e.ID}}
	}
	requests, restored, rejected := m.readRound(e, s.Reader)
	s = s.reset(e.ID, e.Notes)
	if rejected != nil {
		s.Step, s.Rejected, s.Deadline = Unshown, rejected.Err.Reason, 0
		return s, []Effect{*rejected, Focus{Target: OnHeading, IfInside: true}, s.announceStep()}
	}
	s.Requests, s.DraftRestored = requests, restored
	s.Requests[0].short = s.isShort()
	s = s.move(0)
	effects := []Effect{s.receipt(Pending), Shown{ID: s.ID}}
	if slices.ContainsFunc(s.Requests, func(q Request) bool { return q.checker != nil && q.checker.NeedsCompiling() }) {
		effects = append(effects, CompileLater{})
	}
	if s.Findings {
		effects = append(effects, TellFindings{ID: s.ID, Findings: s.findings()})
	}
	if s.Deadline > 0 {
		s.SecondsLeft = secondsUntil(s.Deadline, s.Env.Now)
	}
	effects = append(effects, Focus{Target: OnHeading, IfInside: !s.Focus}, s.announceStep())
	return s, append(effects, s.nextAlarm()...)
}

func (s State) reset(id request.Value, notes request.Notes) State {
	notes.Draft = request.Value{}
	return State{
		Reader: s.Reader, Serial: s.Serial + 1, Rounds: s.Rounds + 1, Attempt: s.Attempt,
		Round: Round{ID: id, Notes: notes},
	}
}

// Compile fills the caches of the checkers with the rules that Continue will need, while the person reads.
func (s *State) Compile() {
	for _, q := range s.Requests {
		if q.checker != nil {
			q.checker.Compile()
		}
	}
}

func (m *Machine) readRound(e Requested, r Reader) (requests []Request, restored bool, rejected *Fail) {
	reject := func(err error, key string) ([]Request, bool, *Fail) {
		reason := &request.Error{Reason: request.WrongType, Detail: err.Error()}
		errors.As(err, &reason)
		return nil, false, &Fail{ID: e.ID, Err: reason, Key: key}
	}
	switch {
	case len(e.Requests) == 0:
		return reject(&request.Error{Reason: request.WrongType, Detail: "requests"}, "")
	case len(e.Requests) > request.MaxRequests:
		return reject(&request.Error{Reason: request.TooLarge, Detail: "requests"}, "")
	}
	decoded := make([]request.Request, len(e.Requests))
	for i, a := range e.Requests {
		if a.Err != nil {
			return reject(a.Err, a.Key)
		}
		var err error
		if e.Approval {
			decoded[i] = request.DecodeApproval(a.Params)
		} else if decoded[i], err = request.Decode(a.Params); err != nil {
			return reject(err, a.Key)
		}
		requests = append(requests, m.newRequest(a.Key, decoded[i]))
	}
	budget, drafts := schema.NewBudget(), indexDraft(e.Draft)
	budget.CountElements = m.CountElements
	for i := range requests {
		hasDraft, err := requests[i].readForm(decoded[i], budget, m.Decompose, drafts, r)
		if err != nil {
			return reject(err, requests[i].Key)
		}
		restored = restored || hasDraft
		if requests[i].Approval != nil {
			requests[i].showArguments()
		}
	}
	return requests, restored, nil
}

func (m *Machine) newRequest(key string, req request.Request) Request {
	q := Request{Key: key, Mode: req.Mode, Message: req.Message, Approval: req.Approval, elicitationID: req.ElicitationID}
	if q.Page() {
		q.Link = urlcheck.Inspect(req.URL, m.ParseURL(req.URL))
	}
	return q
}

func (q *Request) readForm(
	req request.Request, budget *schema.Budget, decompose func(string) string, drafts map[slot]request.Value, r Reader,
) (restored bool, err error) {
	if q.Page() {
		return false, nil
	}
	if q.Form, err = schema.ReadShown(req, budget, decompose); err != nil {
		return false, err
	}
	q.checker = validate.New(q.Form)
	for _, f := range q.Form.Fields {
		var entry request.Value
		if !q.Blocked() {
			entry = drafts[slot{q.Key, f.Name}]
		}
		restored = q.addField(r, entry) || restored
	}
	if len(q.Form.Conditions) > 0 {
		q.followConditions(r)
	}
	return restored, nil
}

// findings lists the warnings that the person sees, and the questions that cannot be answered.
func (s *State) findings() []request.Finding {
	var all []request.Finding
	for _, q := range s.Requests {
		add := func(property, code string) {
			all = append(all, request.Finding{Key: q.Key, Property: property, Code: code})
		}
		for _, name := range q.Form.Missing {
			add(name, "unsupported:"+string(schema.UnknownRequired))
		}
		for _, f := range q.Form.Fields {
			if f.Secret {
				add(f.Name, "secret")
			}
			if f.Unsupported != "" {
				add(f.Name, "unsupported:"+string(f.Unsupported))
			}
			for _, remark := range f.Remarks {
				add(f.Name, "note:"+string(remark))
			}
		}
		if q.Link.Block != "" {
			add("", "link:"+string(q.Link.Block))
		}
		for _, caution := range q.Link.Cautions {
			add("", "link:"+string(caution))
		}
	}
	return all
}

// QueueChanged: the number of requests that wait behind this one has changed.
type QueueChanged struct {
	ID    request.Value
	Queue request.Queue
}

// Only the first change of the number is announced.
func (e QueueChanged) apply(_ *Machine, s State) (State, []Effect) {
	if !s.Open() || !s.ID.Equal(e.ID) {
		return s, nil
	}
	before := s.Place()
	s.Queue = e.Queue
	if place := s.Place(); before == "" && place != "" {
		return s, []Effect{Announce{Text: place.Plain(), Later: true}}
	}
	return s, nil
}

// Rehearsal is a round that no server has asked, so that the browser compiles the functions that draw a form.
type Rehearsal struct{ Requested }

func (Rehearsal) apply(_ *Machine, s State) (State, []Effect) { return s, nil }

// Fresh reports whether no round has come yet.
func (s *State) Fresh() bool { return s.Step == Idle && s.Serial == 0 }
