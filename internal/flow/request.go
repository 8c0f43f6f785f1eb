package flow

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/urlcheck"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// Request is one elicitation: a form, a confirmation, or a page to open.
type Request struct {
	Key     string
	Mode    request.Mode
	Message safetext.Text
	Form    schema.Form
	Fields  []*Field
	// Problems are the problems of the last Continue, in the order of the fields. Some may be solved since then.
	Problems []validate.Problem
	Link     urlcheck.Verdict
	// Approval is the tool call that the request is about, or nil. Its arguments are rows.
	Approval *request.Approval
	// Decision can be changed until the round is sent, except for an opened page.
	Decision request.Action

	elicitationID string
	wait          request.WaitEnd
	// content is the accepted content, Missing before; answers hold it field by field, and rows show it on review.
	content request.Value
	answers []answer.Answer
	rows    []Row
	checker *validate.Checker
	short   bool // The form may be sent without a review.
	choice  int  // The choice of an approval, counted from 1.
	reason  string
	all     bool // The choice is for all approvals that wait.
}

const undecided request.Action = ""

// Page reports whether the request is a page to open.
func (q *Request) Page() bool { return q.Mode == request.ModeURL }

// Confirmation reports whether the request asks for nothing but a yes.
func (q *Request) Confirmation() bool {
	return !q.Page() && q.Approval == nil && len(q.Form.Fields) == 0 && len(q.Form.Missing) == 0
}

// Blocked reports whether the request can only be declined or cancelled.
func (q *Request) Blocked() bool { return q.Form.Blocked() || q.Link.Block != "" }

// Optional reports whether the form has several questions and none is required.
func (q *Request) Optional() bool {
	for i := range q.Form.Fields {
		if q.Form.Fields[i].Required || i < len(q.Fields) && q.Fields[i].Required {
			return false
		}
	}
	return q.Form.CountQuestions() > 1
}

// OnlyIntroduces reports whether the message of an agent says only that questions follow, each of which is whole by itself.
func (q *Request) OnlyIntroduces() bool {
	return q.Form.CountQuestions() > 1 &&
		!slices.ContainsFunc(q.Form.Fields, func(f schema.Field) bool { return f.PartOf == 0 && f.Header == "" })
}

// OnlyQuestion returns the position of the only question; -1 if there are others.
func (q *Request) OnlyQuestion() int {
	if q.Form.CountQuestions() != 1 {
		return -1
	}
	return slices.IndexFunc(q.Form.Fields, func(f schema.Field) bool { return f.PartOf == 0 })
}

// AsksSecret reports whether a question looks like one for a secret.
func (q *Request) AsksSecret() bool {
	return slices.ContainsFunc(q.Form.Fields, func(f schema.Field) bool { return f.Secret })
}

const confirmWords = "confirm approv proceed continu accept agree consent allow authori"

// Confirms reports whether the only question asks whether to go on. Many servers read only the action of the result: for
// them, an accepted "no" is a "yes".
func (q *Request) Confirms() bool {
	if len(q.Form.Fields) != 1 {
		return false
	}
	f := &q.Form.Fields[0]
	isIn := func(part string) bool { return strings.Contains(strings.ToLower(f.Name), part) }
	return f.Kind == schema.Boolean && f.Required && slices.ContainsFunc(strings.Fields(confirmWords), isIn)
}

// DeclineInstead reports whether the answer to a question that [Request.Confirms] is "no": Decline is the safer no.
func (q *Request) DeclineInstead() bool { return q.Confirms() && q.AnswersNo() }

// AnswersNo reports whether the form has only a required yes/no, answered with no.
func (q *Request) AnswersNo() bool {
	if len(q.Form.Fields) != 1 {
		return false
	}
	f, chosen := &q.Form.Fields[0], q.Fields[0].Draft.Chosen
	return f.Kind == schema.Boolean && f.Required && len(chosen) > 0 && chosen[0] < len(f.Options) && !f.Options[chosen[0]].Value.Truth
}

// HostRefused reports whether the host has refused the answers on the form.
func (q *Request) HostRefused() bool {
	return slices.ContainsFunc(q.Problems, func(p validate.Problem) bool { return p.Code == validate.HostRefused })
}

func (q *Request) sendsAnswers() bool {
	return q.Decision == request.Accept && !q.Page() && q.Approval == nil
}

// isOpened reports whether the request is an opened page, which cannot be taken back.
func (q *Request) isOpened() bool { return q.Decision == request.Accept && q.Page() }

func (q *Request) result() request.Result {
	switch {
	case q.Approval != nil && q.Decision != undecided:
		return request.Result{Action: q.Decision, Content: q.changedArguments(), Choice: q.choice, Reason: q.reason, All: q.all}
	case q.sendsAnswers():
		return request.Result{Action: request.Accept, Content: q.content}
	case q.Decision == undecided:
		return request.Result{Action: request.Cancel}
	}
	return request.Result{Action: q.Decision}
}

// Wrong reports whether a problem is not solved.
func (q *Request) Wrong() bool {
	return slices.ContainsFunc(q.Problems, func(p validate.Problem) bool { return !p.Solved })
}

// HasSummary reports whether the form lists its problems. A field's only problem stands at that field alone.
func (q *Request) HasSummary() bool {
	return len(q.Problems) > 1 || len(q.Problems) == 1 && q.Problems[0].Field < 0
}

func (q *Request) problemFocus() Focus {
	if q.HasSummary() {
		return Focus{Target: OnSummary}
	}
	return Focus{Target: OnControl, Field: q.Problems[0].Field, Segment: q.Problems[0].Segment}
}

func (q *Request) setProblems(problems []validate.Problem) {
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

// forgetSolved removes the solved problems, which keep their room only while the screen stays.
func (q *Request) forgetSolved() {
	solved := func(p validate.Problem) bool { return p.Solved }
	if slices.ContainsFunc(q.Problems, solved) {
		q.setProblems(slices.DeleteFunc(slices.Clone(q.Problems), solved))
	}
}

// ReasonsFirst returns the questions of a blocked form: those that block it, then all others.
func (q *Request) ReasonsFirst() []int {
	reasons := q.Form.Reasons
	fields := slices.Clone(reasons)
	for i := range q.Form.Fields {
		if _, isReason := slices.BinarySearch(reasons, i); !isReason {
			fields = append(fields, i)
		}
	}
	return fields
}

// Obstacle says why the form on the screen can only be declined or cancelled; empty if it can be answered.
func (s *State) Obstacle() wording.Sentence {
	return s.Words.Blocked(s.Request().Form, s.ServerID())
}
