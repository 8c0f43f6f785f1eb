package flow

import (
	"errors"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// Request is one elicitation: a form, a confirmation, or a page to open.
type Request struct {
	// Key names the request in a round.
	Key     string
	Mode    elicit.Mode
	Message untrusted.Text
	Form    schema.Form
	Fields  []*Field
	// Problems are what the last Continue found, by field. Some may be solved since then.
	Problems []check.Problem
	// Link is the page of a request in URL mode.
	Link link.Verdict
	// Decision is what the person decided so far. In a round it can be changed until everything is
	// sent, but for a page that was opened.
	Decision elicit.Action

	elicitationID string
	// wait says how the wait for the opened page ended.
	wait elicit.WaitEnd
	// content is what Continue found right, Missing before; found are the same
	// answers by fields, and rows explain them on review.
	content elicit.Value
	found   []answer.Answer
	rows    []Row
	checker *check.Checker
	// oneChoice says that the form is one choice that may be sent from where it is made.
	oneChoice bool
}

// undecided is the Decision of a request before the person decides.
const undecided elicit.Action = ""

// Page reports whether the request is a page to open.
func (q *Request) Page() bool { return q.Mode == elicit.ModeURL }

// Confirmation reports whether the request asks for nothing but a yes.
func (q *Request) Confirmation() bool {
	return !q.Page() && len(q.Form.Fields) == 0 && len(q.Form.Missing) == 0
}

// Blocked reports whether only Decline and Not now are left.
func (q *Request) Blocked() bool { return q.Form.Blocked() || q.Link.Block != "" }

// Optional reports whether there are several fields and each may be left out: then this is said
// once, above them.
func (q *Request) Optional() bool {
	for i := range q.Form.Fields {
		if q.Form.Fields[i].Required {
			return false
		}
	}
	return len(q.Form.Fields) > 1
}

// AsksSecret reports whether a question looks as if it asked for a secret.
func (q *Request) AsksSecret() bool {
	return slices.ContainsFunc(q.Form.Fields, func(f schema.Field) bool { return f.Secret })
}

// confirming are parts of the names of questions that ask whether to go on.
const confirming = "confirm approv proceed continu accept agree consent allow authori"

// Confirms reports whether the only question asks whether to go on. Many servers read only the action of
// such a request, so that a "no" that is sent counts as a "yes".
func (q *Request) Confirms() bool {
	if len(q.Form.Fields) != 1 {
		return false
	}
	f := &q.Form.Fields[0]
	for part := range strings.FieldsSeq(confirming) {
		if f.Kind == schema.Boolean && f.Required && strings.Contains(strings.ToLower(f.Name), part) {
			return true
		}
	}
	return false
}

// DeclineInstead reports whether such a question is answered with no, for which Decline is there.
func (q *Request) DeclineInstead() bool {
	if !q.Confirms() {
		return false
	}
	chosen, options := q.Fields[0].Draft.Chosen, q.Form.Fields[0].Options
	return len(chosen) > 0 && chosen[0] < len(options) && !options[chosen[0]].Value.Truth
}

// HostRefused reports whether the host has refused the answers on the form.
func (q *Request) HostRefused() bool {
	return slices.ContainsFunc(q.Problems, func(p check.Problem) bool { return p.Code == check.HostRefused })
}

// answered reports whether answers of the request leave.
func (q *Request) answered() bool { return q.Decision == elicit.Accept && !q.Page() }

// opened reports whether the request is an opened page, which cannot be taken back.
func (q *Request) opened() bool { return q.Decision == elicit.Accept && q.Page() }

// result returns what the request would be answered with at this moment.
func (q *Request) result() elicit.Result {
	switch {
	case q.answered():
		return elicit.Result{Action: elicit.Accept, Content: q.content}
	case q.Decision == undecided:
		return elicit.Result{Action: elicit.Cancel}
	}
	return elicit.Result{Action: q.Decision}
}

// Wrong reports whether a problem is left.
func (q *Request) Wrong() bool {
	return slices.ContainsFunc(q.Problems, func(p check.Problem) bool { return !p.Solved })
}

// setProblems makes these problems the ones of the request, in its summary and each
// beside its field, and no others.
func (q *Request) setProblems(problems []check.Problem) {
	q.Problems = problems
	for i := range len(q.Fields) {
		if q.Fields[i].Problem != nil {
			q.mutableField(i).Problem = nil
		}
	}
	for i, problem := range problems {
		if problem.Field >= 0 {
			q.mutableField(problem.Field).Problem = &problems[i]
		}
	}
}

// forgetSolved leaves the problems that are not solved: another screen is laid out anew.
func (q *Request) forgetSolved() {
	solved := func(p check.Problem) bool { return p.Solved }
	if slices.ContainsFunc(q.Problems, solved) {
		q.setProblems(slices.DeleteFunc(slices.Clone(q.Problems), solved))
	}
}

// check checks all answers and keeps the content and what review says of it, or the problems. secrets
// says that a secret has changed since the last review.
func (q *Request) check(r Reader) (right, secrets bool) {
	drafts := make([]answer.Draft, len(q.Fields))
	for i, field := range q.Fields {
		drafts[i] = field.Draft
	}
	content, answers, problems := q.checker.CheckAll(drafts, r.Env)
	q.setProblems(problems)
	if len(problems) > 0 {
		return false, false
	}
	for i, f := range q.Form.Fields {
		if f.Secret && !content.Get(f.Name).Equal(q.content.Get(f.Name)) {
			q.mutableField(i).Revealed, secrets = false, true
		}
	}
	q.content, q.found = content, answers
	q.rows = q.review(r)
	return true, secrets
}

// Described reports whether the form has a title or a description, or a question or an option has a description.
func (q *Request) Described() bool {
	form := &q.Form
	if form.Title != "" || form.Description != "" {
		return true
	}
	for i := range form.Fields {
		f := &form.Fields[i]
		if f.Description != "" {
			return true
		}
		for j := range f.Options {
			if f.Options[j].Description != "" {
				return true
			}
		}
	}
	return false
}

// Listed are the questions of a form that cannot be sent: first those that are the reason, then the others.
func (q *Request) Listed() []int {
	reasons := q.Form.Reasons
	listed := slices.Clone(reasons)
	for i := range q.Form.Fields {
		if _, reason := slices.BinarySearch(reasons, i); !reason {
			listed = append(listed, i)
		}
	}
	return listed
}

// Obstacle says why nothing but Decline and Not now is left of the form that is shown;
// empty when it can be answered.
func (s *State) Obstacle() wording.Sentence {
	return s.Words.Blocked(s.Request().Form, s.ServerID())
}

// audit tells for each answer of the accepted forms where it comes from, so that
// a host can keep a record without keeping what was answered.
func audit(requests []Request) []elicit.AuditEntry {
	var all []elicit.AuditEntry
	for _, q := range requests {
		if !q.answered() {
			continue
		}
		for i, f := range q.Form.Fields {
			origin := elicit.FromPerson
			switch {
			case !q.content.Get(f.Name).Exists():
				origin = elicit.LeftOut
			case q.Fields[i].Draft.Origin == answer.Suggested:
				origin = elicit.FromDefault
			}
			all = append(all, elicit.AuditEntry{Key: q.Key, Property: f.Name, Origin: origin})
		}
	}
	return all
}

// findings lists what the person is told of the requests, and what cannot be answered.
func (s *State) findings() []elicit.Finding {
	var all []elicit.Finding
	for _, q := range s.Requests {
		add := func(property, code string) {
			all = append(all, elicit.Finding{Key: q.Key, Property: property, Code: code})
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

// read decodes the requests of a round, reads their forms within one budget, and puts
// back what the person entered on an earlier visit; restored says that there was some.
func (m *Machine) read(e Requested, r Reader) (read []Request, restored bool, rejected *Fail) {
	reject := func(err error, key string) ([]Request, bool, *Fail) {
		reason := &elicit.Error{Reason: elicit.WrongType, Detail: err.Error()}
		errors.As(err, &reason)
		return nil, false, &Fail{ID: e.ID, Err: reason, Key: key}
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
		back, err := read[i].readForm(decoded[i], budget, m.Decompose, drafts, r)
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
		q.Link = link.Inspect(request.URL, m.ParseURL(request.URL))
	}
	return q
}

// readForm reads the form of a request and prepares its fields. It reports whether
// drafts of an earlier visit are back.
func (q *Request) readForm(
	request elicit.Request, budget *schema.Budget, decompose func(string) string, drafts map[slot]elicit.Value, r Reader,
) (restored bool, err error) {
	if q.Page() {
		return false, nil
	}
	if q.Form, err = schema.ReadShown(request, budget, decompose); err != nil {
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
