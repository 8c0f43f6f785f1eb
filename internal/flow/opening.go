package flow

import (
	"errors"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
)

// opening is the reading of a request.
type opening struct {
	event Requested
	// requests are the parts as they were asked, drafted the parts as far as
	// they are shown while the rest is read.
	requests []elicit.Request
	drafted  []Question
	// entered is what the person entered on an earlier visit; restored says that
	// some of it is back.
	entered  map[slot]elicit.Value
	restored bool
	budget   *schema.Budget
	// parts are those that are ready; reading and part are of the one after them.
	parts   []Question
	reading *schema.Reading
	part    *Question
}

// anew is the same reading from the start.
func (o *opening) anew() *opening {
	return &opening{event: o.event, requests: o.requests, drafted: o.drafted, entered: o.entered, budget: schema.NewBudget()}
}

// read decodes the parts of a request as far as they have to be known before
// anything is shown; the forms are left to [opening.step].
func (s State) read(e Requested) (*opening, *Fail) {
	refuse := func(err *elicit.Error, key string) (*opening, *Fail) {
		return nil, &Fail{ID: e.ID, Err: err, Key: key}
	}
	asked := e.Round
	switch {
	case e.Rejected != "":
		return refuse(&elicit.Error{Reason: e.Rejected}, "")
	case e.Err != nil:
		return refuse(e.Err, "")
	case e.Round == nil:
		asked = []elicit.InputRequest{{Params: e.Params}}
	case len(e.Round) == 0:
		return refuse(&elicit.Error{Reason: elicit.WrongType, Detail: "requests"}, "")
	case len(e.Round) > maxParts:
		return refuse(&elicit.Error{Reason: elicit.TooLarge, Detail: "requests"}, "")
	}
	o := &opening{event: e, entered: entered(e.Draft)}
	for _, a := range asked {
		request, err := elicit.Decode(a.Params)
		if err != nil {
			return refuse(refusal(err), a.Key)
		}
		o.requests, o.drafted = append(o.requests, request), append(o.drafted, s.question(a.Key, request))
	}
	return o.anew(), nil
}

// question is a request as far as it is known without reading its form.
func (s State) question(key string, request elicit.Request) Question {
	q := Question{Key: key, Mode: request.Mode, Message: request.Message, elicitationID: request.ElicitationID}
	if q.Page() {
		q.Link = link.Inspect(request.URL, s.Links.ParseURL(request.URL))
	}
	return q
}

func refusal(err error) *elicit.Error {
	var refusal *elicit.Error
	if !errors.As(err, &refusal) {
		refusal = &elicit.Error{Reason: elicit.WrongType, Detail: err.Error()}
	}
	return refusal
}

// step reads forms and prepares their fields until it has done some units of
// work, and reports whether that was all.
func (o *opening) step(s State, units int) (done bool, refused *Fail) {
	for len(o.parts) < len(o.drafted) {
		if units <= 0 {
			return false, nil
		}
		at := len(o.parts)
		spent, ready, err := o.stepPart(s, units)
		if err != nil {
			return false, &Fail{ID: o.event.ID, Err: refusal(err), Key: o.drafted[at].Key}
		}
		if units -= spent; ready {
			o.parts, o.reading, o.part = append(o.parts, *o.part), nil, nil
		}
	}
	return true, nil
}

// stepPart reads on in one part. Reading comes before preparing: what one part
// is refused for is not looked for in the others first.
func (o *opening) stepPart(s State, units int) (spent int, ready bool, err error) {
	at := len(o.parts)
	if o.drafted[at].Page() {
		p := o.drafted[at]
		o.part = &p
		return 1, true, nil
	}
	if o.reading == nil {
		if o.reading, err = schema.Begin(o.requests[at], o.budget); err != nil {
			return 0, false, err
		}
	}
	if o.part == nil {
		before := o.budget.Spent()
		read, err := o.reading.Step(units)
		spent = max(1, o.budget.Spent()-before)
		if !read || err != nil {
			return spent, false, err
		}
		p := o.drafted[at]
		p.Form = o.reading.Form()
		p.checker = check.New(p.Form)
		p.Fields = make([]Field, 0, len(p.Form.Fields))
		o.part = &p
	}
	s.Question = *o.part
	for len(s.Fields) < len(s.Form.Fields) && spent < units {
		spent += s.openField(o)
	}
	o.part.Fields = s.Fields
	return spent, len(s.Fields) == len(s.Form.Fields), nil
}

// openField adds the next field of the current part as it opens, and returns
// what that has cost.
func (s *State) openField(o *opening) (units int) {
	i := len(s.Fields)
	f := s.Form.Fields[i]
	units = 2 + s.checker.Prepare(i)
	draft := s.start(i)
	s.Fields = append(s.Fields, Field{Draft: draft, Lines: severalLines(f, draft), Notes: notes(f, s.checker.Notes(i))})
	if f.Kind.Dated() {
		s.Fields[i].Order, s.Fields[i].FilledIn = s.Env.Locale.DateOrder, s.Env.Locale.DateOrder
	}
	if entry, is := o.entered[slot{s.Key, f.Name}]; is && s.restore(i, entry) {
		o.restored = true
		units += 10
	}
	s.reread(i)
	return units
}
