package flow

import (
	"errors"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// maxWaiting bounds the requests that wait behind the one being shown. A host
// queues by itself; only a flood gets here.
const maxWaiting = 100

// requested opens a request, or lets it wait while another is open: a form is
// never replaced under the person's hands.
func (s State) requested(e Requested) (State, []Effect) {
	switch {
	case s.Open() && s.known(e.ID):
		// Sent again by the host: what was typed stays.
		return s, nil
	case s.last.effect != nil && s.last.id.Equal(e.ID):
		return s, []Effect{s.last.effect}
	case s.Open() && len(s.waiting) < maxWaiting:
		s.waiting = append(append([]Requested(nil), s.waiting...), e)
		return s, nil
	case s.Open():
		return s, []Effect{Fail{ID: e.ID, Err: &elicit.Error{Reason: elicit.TooLarge, Detail: "too many requests are waiting"}}}
	}

	s.Serial++
	s.ID, s.Server, s.Message = e.ID, e.Server, ""
	s.Form, s.Fields, s.Problems, s.Changing = schema.Form{}, nil, nil, -1
	s.Outcome, s.Refusal = Pending, ""

	request, form, err := read(e)
	if err != nil {
		s.Step, s.Refusal = Unshown, err.Reason
		fail := Fail{ID: e.ID, Err: err}
		s.last = answered{id: e.ID, effect: fail}
		return s, []Effect{fail, Announce{Text: s.Heading()}}
	}

	s.Step, s.Message, s.Form = Form, request.Message, form
	s.checker = check.New(form)
	s.Fields = make([]Field, len(form.Fields))
	for i, f := range form.Fields {
		draft := s.start(i)
		s.Fields[i] = Field{Draft: draft, Lines: severalLines(f, draft), Notes: notes(f, s.checker.Notes(i))}
		s.reread(i)
	}
	effects := []Effect{Announce{Text: s.Heading()}}
	if e.Focus {
		effects = append(effects, Focus{Target: OnHeading})
	}
	return s, effects
}

// known reports whether a request is open or waits already.
func (s State) known(id elicit.Value) bool {
	for _, waiting := range s.waiting {
		if waiting.ID.Equal(id) {
			return true
		}
	}
	return s.ID.Equal(id)
}

// read decodes a request as far as a form needs it.
func read(e Requested) (elicit.Request, schema.Form, *elicit.Error) {
	if e.Err != nil {
		return elicit.Request{}, schema.Form{}, e.Err
	}
	request, err := elicit.Decode(e.Params)
	if err == nil && request.Mode != elicit.ModeForm {
		// URL mode needs steps of its own; until they exist it is refused
		// openly instead of being shown as something else.
		err = &elicit.Error{Reason: elicit.UnknownMode, Detail: string(request.Mode)}
	}
	var form schema.Form
	if err == nil {
		form, err = schema.Read(request)
	}
	if err == nil {
		return request, form, nil
	}
	var refusal *elicit.Error
	if !errors.As(err, &refusal) {
		refusal = &elicit.Error{Reason: elicit.WrongType, Detail: err.Error()}
	}
	return elicit.Request{}, schema.Form{}, refusal
}

// start is the draft that a field opens with. A suggestion that breaks the
// field's own rules is not taken.
func (s State) start(field int) answer.Draft {
	f := s.Form.Fields[field]
	if !s.checker.DefaultFits(field) {
		f.Default = elicit.Value{}
	}
	return answer.Start(f, s.Env)
}

// notes joins two lists of notes without repeating one.
func notes(f schema.Field, more []schema.Note) []schema.Note {
	all := append([]schema.Note(nil), f.Notes...)
next:
	for _, note := range more {
		for _, seen := range all {
			if seen == note {
				continue next
			}
		}
		all = append(all, note)
	}
	return all
}
