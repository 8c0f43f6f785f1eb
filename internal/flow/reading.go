package flow

import (
	"errors"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
)

// maxQuestions bounds the requests of a round.
const maxQuestions = 50

// reading is the reading of a request.
type reading struct {
	event Requested
	// requests are the questions as they were asked, drafted the questions as far
	// as they are shown while the rest is read.
	requests []elicit.Request
	drafted  []Question
	// entered is what the person entered on an earlier visit; restored says that
	// some of it is back.
	entered  map[slot]elicit.Value
	restored bool
	budget   *schema.Budget
	// questions are those that are ready; form and question are of the one
	// after them.
	questions []Question
	form      *schema.Reading
	question  *Question
}

// anew is the same reading from the start.
func (rd *reading) anew() *reading {
	return &reading{event: rd.event, requests: rd.requests, drafted: rd.drafted, entered: rd.entered, budget: schema.NewBudget()}
}

// read decodes the questions of a request as far as they have to be known before
// anything is shown; the forms are left to [reading.step].
func (m *Machine) read(e Requested) (*reading, *Fail) {
	reject := func(err *elicit.Error, key string) (*reading, *Fail) {
		return nil, &Fail{ID: e.ID, Err: err, Key: key}
	}
	asked := e.Round
	switch {
	case e.Rejected != "":
		return reject(&elicit.Error{Reason: e.Rejected}, "")
	case e.Err != nil:
		return reject(e.Err, "")
	case e.Round == nil:
		asked = []elicit.InputRequest{{Params: e.Params}}
	case len(e.Round) == 0:
		return reject(&elicit.Error{Reason: elicit.WrongType, Detail: "requests"}, "")
	case len(e.Round) > maxQuestions:
		return reject(&elicit.Error{Reason: elicit.TooLarge, Detail: "requests"}, "")
	}
	rd := &reading{event: e, entered: entered(e.Draft)}
	for _, a := range asked {
		request, err := elicit.Decode(a.Params)
		if err != nil {
			return reject(reasonOf(err), a.Key)
		}
		rd.requests, rd.drafted = append(rd.requests, request), append(rd.drafted, m.question(a.Key, request))
	}
	return rd.anew(), nil
}

// question is a request as far as it is known without reading its form.
func (m *Machine) question(key string, request elicit.Request) Question {
	q := Question{Key: key, Mode: request.Mode, Message: request.Message, elicitationID: request.ElicitationID}
	if q.Page() {
		q.Link = link.Inspect(request.URL, m.services.Links.ParseURL(request.URL))
	}
	return q
}

func reasonOf(err error) *elicit.Error {
	var reason *elicit.Error
	if !errors.As(err, &reason) {
		reason = &elicit.Error{Reason: elicit.WrongType, Detail: err.Error()}
	}
	return reason
}

// step reads forms and prepares their fields until it has done some units of work,
// and reports whether that was all.
func (rd *reading) step(r Reader, units int) (done bool, rejected *Fail) {
	for len(rd.questions) < len(rd.drafted) {
		if units <= 0 {
			return false, nil
		}
		spent, ready, err := rd.stepQuestion(r, units)
		if err != nil {
			return false, &Fail{ID: rd.event.ID, Err: reasonOf(err), Key: rd.drafted[len(rd.questions)].Key}
		}
		if units -= spent; ready {
			rd.questions, rd.form, rd.question = append(rd.questions, *rd.question), nil, nil
		}
	}
	return true, nil
}

// stepQuestion reads on in one question. Reading comes before preparing: what a
// question is rejected for is not looked for in the others first.
func (rd *reading) stepQuestion(r Reader, units int) (spent int, ready bool, err error) {
	at := len(rd.questions)
	q := rd.drafted[at]
	if q.Page() {
		rd.question = &q
		return 1, true, nil
	}
	if rd.form == nil {
		if rd.form, err = schema.Begin(rd.requests[at], rd.budget); err != nil {
			return 0, false, err
		}
	}
	if rd.question == nil {
		before := rd.budget.Spent()
		read, err := rd.form.Step(units)
		spent = max(1, rd.budget.Spent()-before)
		if !read || err != nil {
			return spent, false, err
		}
		q.Form = rd.form.Form()
		q.checker = check.New(q.Form)
		rd.question = &q
	}
	fields := rd.question.Form.Fields
	for rd.question.Fields.Len() < len(fields) && spent < units {
		i := rd.question.Fields.Len()
		spent += 2 + rd.question.checker.Prepare(i)
		var entry elicit.Value
		if !rd.question.Blocked() {
			entry = rd.entered[slot{q.Key, fields[i].Name}]
		}
		if rd.question.nextField(r, entry) {
			rd.restored = true
			spent += 10
		}
	}
	return spent, rd.question.Fields.Len() == len(fields), nil
}
