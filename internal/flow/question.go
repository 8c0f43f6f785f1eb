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

// Question is one elicitation: a form, a confirmation, or a page to open.
type Question struct {
	// Key names the question in a round.
	Key     string
	Mode    elicit.Mode
	Message untrusted.Text
	Form    schema.Form
	Fields  Fields
	// Problems are what the last Continue found and is still wrong, in field
	// order.
	Problems []check.Problem
	// Link is the page of a question in URL mode.
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

// undecided is the Decision of a question before the person decides.
const undecided elicit.Action = ""

// Page reports whether the question is a page to open.
func (q *Question) Page() bool { return q.Mode == elicit.ModeURL }

// Confirmation reports whether the question asks for nothing but a yes.
func (q *Question) Confirmation() bool {
	return !q.Page() && len(q.Form.Fields) == 0 && len(q.Form.Missing) == 0
}

// Blocked reports whether only Decline and Cancel are left.
func (q *Question) Blocked() bool { return q.Form.Blocked() || q.Link.Block != "" }

// Optional reports whether every field may be left out.
func (q *Question) Optional() bool {
	for i := range q.Form.Fields {
		if q.Form.Fields[i].Required {
			return false
		}
	}
	return true
}

// HostRefused reports whether the host has refused the answers on the form.
func (q *Question) HostRefused() bool {
	return slices.ContainsFunc(q.Problems, func(p check.Problem) bool { return p.Code == check.HostRefused })
}

// answered reports whether answers of the question leave.
func (q *Question) answered() bool { return q.Decision == elicit.Accept && !q.Page() }

// opened reports whether the question is a page that was opened: that cannot be
// taken back.
func (q *Question) opened() bool { return q.Decision == elicit.Accept && q.Page() }

// result is the answer to the question as it stands.
func (q *Question) result() elicit.Result {
	switch {
	case q.answered():
		content := q.content
		return elicit.Result{Action: elicit.Accept, Content: &content}
	case q.Decision == undecided:
		return elicit.Result{Action: elicit.Cancel}
	}
	return elicit.Result{Action: q.Decision}
}

// withoutAnswers is what is left of a question when its request is answered and
// only an opened page is still waited for.
func (q *Question) withoutAnswers() Question {
	return Question{Key: q.Key, Mode: q.Mode, Message: q.Message, Link: q.Link, Decision: q.Decision, elicitationID: q.elicitationID, wait: q.wait}
}

// tell makes these problems the ones of the question, in its summary and each
// beside its field, and no others.
func (q *Question) tell(problems []check.Problem, words *wording.Words) {
	words.Distinguish(q.Form.Fields, problems)
	q.Problems = problems
	for i := range q.Fields.Len() {
		if q.Fields.At(i).Problem != nil {
			field := q.Fields.change(i)
			field.Problem = nil
			field.Version++
		}
	}
	for i, problem := range problems {
		if problem.Field >= 0 {
			field := q.Fields.change(problem.Field)
			field.Problem = &problems[i]
			field.Version++
		}
	}
}

// newRun is a check of the question as it stands.
func (q *Question) newRun(r Reader) *check.Run {
	drafts := make([]answer.Draft, q.Fields.Len())
	for i := range drafts {
		drafts[i] = q.Fields.At(i).Draft
	}
	return q.checker.Begin(drafts, r.Env)
}

// take keeps what a check has found: the content and what review says of it, or
// the problems. secrets says that another secret stands in the form than the one
// that review has shown before.
func (q *Question) take(run *check.Run, r Reader) (right, secrets bool) {
	content, answers, problems := run.Result()
	q.tell(problems, r.Words)
	if len(problems) > 0 {
		return false, false
	}
	for i, f := range q.Form.Fields {
		if f.Secret && !content.Get(f.Name).Equal(q.content.Get(f.Name)) {
			q.Fields.change(i).Revealed, secrets = false, true
		}
	}
	q.content, q.found = content, answers
	q.rows = q.review(r)
	return true, secrets
}

// Described reports whether the server says more in the form than what it asks.
func (q *Question) Described() bool {
	form := &q.Form
	return form.Heading() != "" || form.Description != "" || slices.ContainsFunc(form.Fields, func(f schema.Field) bool { return f.Description != "" })
}
