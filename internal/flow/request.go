package flow

import (
	"slices"

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
	// Problems are what the last Continue found and is still wrong, in field
	// order.
	Problems []check.Problem
	// Link is the page of a request in URL mode.
	Link link.Verdict
	// Decision is what the person decided so far: accept, decline, or nothing yet.
	// In a round it can be changed until everything is sent, but for a page that
	// was opened.
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
}

// undecided is the Decision of a request before the person decides.
const undecided elicit.Action = ""

// Page reports whether the request is a page to open.
func (q *Request) Page() bool { return q.Mode == elicit.ModeURL }

// Confirmation reports whether the request asks for nothing but a yes.
func (q *Request) Confirmation() bool {
	return !q.Page() && len(q.Form.Fields) == 0 && len(q.Form.Missing) == 0
}

// Blocked reports whether only Decline and Cancel are left.
func (q *Request) Blocked() bool { return q.Form.Blocked() || q.Link.Block != "" }

// Optional reports whether every field may be left out.
func (q *Request) Optional() bool {
	for i := range q.Form.Fields {
		if q.Form.Fields[i].Required {
			return false
		}
	}
	return true
}

// HostRefused reports whether the host has refused the answers on the form.
func (q *Request) HostRefused() bool {
	return slices.ContainsFunc(q.Problems, func(p check.Problem) bool { return p.Code == check.HostRefused })
}

// answered reports whether answers of the request leave.
func (q *Request) answered() bool { return q.Decision == elicit.Accept && !q.Page() }

// opened reports whether the request is a page that was opened: that cannot be
// taken back.
func (q *Request) opened() bool { return q.Decision == elicit.Accept && q.Page() }

// result returns what the request would be answered with at this moment.
func (q *Request) result() elicit.Result {
	switch {
	case q.answered():
		content := q.content
		return elicit.Result{Action: elicit.Accept, Content: &content}
	case q.Decision == undecided:
		return elicit.Result{Action: elicit.Cancel}
	}
	return elicit.Result{Action: q.Decision}
}

// withoutAnswers is the request without its form and its answers, when the round has been
// answered and the person is still on an opened page.
func (q *Request) withoutAnswers() Request {
	return Request{Key: q.Key, Mode: q.Mode, Message: q.Message, Link: q.Link, Decision: q.Decision, elicitationID: q.elicitationID, wait: q.wait}
}

// setProblems makes these problems the ones of the request, in its summary and each
// beside its field, and no others.
func (q *Request) setProblems(problems []check.Problem, words *wording.Words) {
	words.Distinguish(q.Form.Fields, problems)
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

// check checks all answers and keeps what it finds: the content and what review says
// of it, or the problems. secrets says that a secret has changed since review has last
// shown it.
func (q *Request) check(r Reader) (right, secrets bool) {
	drafts := make([]answer.Draft, len(q.Fields))
	for i, field := range q.Fields {
		drafts[i] = field.Draft
	}
	content, answers, problems := q.checker.All(drafts, r.Env)
	q.setProblems(problems, r.Words)
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

// Described reports whether the server says more in the form than what it asks.
func (q *Request) Described() bool {
	form := &q.Form
	return form.Heading() != "" || form.Description != "" || slices.ContainsFunc(form.Fields, func(f schema.Field) bool { return f.Description != "" })
}

// Listed are the questions of a form that has some which cannot be answered here: first
// these, the reasons that it cannot be sent, and then the others. It is empty for every
// other form, also for one that is short of a question only: that shows its fields as
// they are.
func (q *Request) Listed() []int {
	reasons := q.Form.Reasons
	if len(reasons) == 0 {
		return nil
	}
	listed := slices.Clone(reasons)
	for i := range q.Form.Fields {
		if _, reason := slices.BinarySearch(reasons, i); !reason {
			listed = append(listed, i)
		}
	}
	return listed
}

// Obstacle says why nothing but Decline and Cancel is left of the form that is shown;
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
