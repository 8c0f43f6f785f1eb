package flow

import (
	"errors"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
)

// read decodes the requests of a round, reads their forms within one budget, and puts
// back what the person entered on an earlier visit; restored says that there was some.
func (m *Machine) read(e Requested, r Reader) (read []Request, restored bool, rejected *Fail) {
	reject := func(err error, key string) ([]Request, bool, *Fail) {
		return nil, false, &Fail{ID: e.ID, Err: reasonOf(err), Key: key}
	}
	switch {
	case len(e.Requests) == 0:
		return reject(&elicit.Error{Reason: elicit.WrongType, Detail: "requests"}, "")
	case len(e.Requests) > elicit.MaxRequests:
		return reject(&elicit.Error{Reason: elicit.TooLarge, Detail: "requests"}, "")
	}
	decoded := make([]elicit.Request, len(e.Requests))
	for i, a := range e.Requests {
		if a.Err != nil {
			return reject(a.Err, a.Key)
		}
		var err error
		if decoded[i], err = elicit.Decode(a.Params); err != nil {
			return reject(err, a.Key)
		}
		read = append(read, m.request(a.Key, decoded[i]))
	}
	budget, drafts := schema.NewBudget(), entered(e.Draft)
	for i := range read {
		back, err := read[i].readForm(decoded[i], budget, drafts, r)
		if err != nil {
			return reject(err, read[i].Key)
		}
		restored = restored || back
	}
	return read, restored, nil
}

// request is a request as far as it is known without reading its form.
func (m *Machine) request(key string, request elicit.Request) Request {
	q := Request{Key: key, Mode: request.Mode, Message: request.Message, elicitationID: request.ElicitationID}
	if q.Page() {
		q.Link = link.Inspect(request.URL, m.services.Links.ParseURL(request.URL))
	}
	return q
}

// readForm reads the form of a request and prepares its fields. It reports whether
// drafts of an earlier visit are back.
func (q *Request) readForm(request elicit.Request, budget *schema.Budget, drafts map[slot]elicit.Value, r Reader) (restored bool, err error) {
	if q.Page() {
		return false, nil
	}
	if q.Form, err = schema.Read(request, budget); err != nil {
		return false, err
	}
	q.checker = check.New(q.Form)
	for _, f := range q.Form.Fields {
		var entry elicit.Value
		if !q.Blocked() {
			entry = drafts[slot{q.Key, f.Name}]
		}
		restored = q.nextField(r, entry) || restored
	}
	return restored, nil
}

func reasonOf(err error) *elicit.Error {
	var reason *elicit.Error
	if !errors.As(err, &reason) {
		reason = &elicit.Error{Reason: elicit.WrongType, Detail: err.Error()}
	}
	return reason
}
