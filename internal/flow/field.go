package flow

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
)

// Field is the draft of a field and the texts beside its controls.
type Field struct {
	Draft answer.Draft
	// Echo says how the draft is read; empty where that is obvious.
	Echo string
	// Over counts the code points over the MaxLength, negative below it; 0 without a MaxLength.
	Over int
	// NearLimit says that at most a fifth of the MaxLength is free, which the form shows.
	NearLimit bool
	// HoldsCode says that the answer is an address with a code that lets somebody sign in.
	HoldsCode bool
	// Lines says that the control has several lines: because of the schema, or of line breaks in the text.
	Lines bool
	// Order is the order in which the segments of a date are drawn, FilledOrder the order in which the person filled them.
	Order, FilledOrder string
	restated           bool
	// Problem is the problem of the last Continue, which stands beside the field; nil for a right answer.
	Problem *validate.Problem
	// Serial changes when the program changes the content of the controls, so that they are built again.
	Serial   int
	Revealed bool
	// Required says that the other answers make this one required.
	Required bool
	// changesOfText counts the changes of the text that belongs to a choice: a field with the same content is not drawn again.
	changesOfText int
}

// Reordered reports whether the segments of a date have changed places since the person filled them.
func (f Field) Reordered() bool { return f.Order != f.FilledOrder && !f.Draft.Blank() }

// Wrong reports whether the field shows an unsolved problem.
func (f *Field) Wrong() bool { return f.Problem != nil && !f.Problem.Solved }

// mutableField returns a field in a copy that no earlier state shares. The new address marks the field as changed. A choice is drawn
// with its text, so that it changes with the text.
func (q *Request) mutableField(i int) *Field {
	field := *q.Fields[i]
	q.Fields = slices.Clone(q.Fields)
	q.Fields[i] = &field
	if of := q.Form.Fields[i].PartOf; of > 0 {
		choice := *q.Fields[of-1]
		choice.changesOfText++
		q.Fields[of-1] = &choice
	}
	return &field
}

func (q *Request) addField(r Reader, entry request.Value) (restored bool) {
	i := len(q.Fields)
	f := q.Form.Fields[i]
	draft := answer.Start(f, r.Env)
	field := Field{Draft: draft, Lines: needsLines(f, draft)}
	if f.Kind.HasDate() {
		field.Order, field.FilledOrder = r.Env.Locale.DateOrder, r.Env.Locale.DateOrder
	}
	restored = entry.Exists() && field.restore(f, entry, r)
	field.refresh(f, r)
	q.Fields = append(q.Fields, &field)
	return restored
}

func needsLines(f schema.Field, d answer.Draft) bool {
	return f.Multiline || f.Kind == schema.List || strings.ContainsAny(d.Text, "\r\n")
}

func (q *Request) replaceDraft(field int, draft answer.Draft, r Reader) {
	f, state := q.Form.Fields[field], q.mutableField(field)
	state.Draft, state.FilledOrder = draft, state.Order
	state.Lines = state.Lines || needsLines(f, draft)
	state.Serial++
	state.restated = false
	state.refresh(f, r)
	q.recheck(field, state, r)
	q.followConditions(r)
}

// followConditions finds the fields that the answers make required.
func (q *Request) followConditions(r Reader) {
	if len(q.Form.Conditions) == 0 {
		return
	}
	required := q.Form.RequiredBy(func(i int) request.Value {
		a, fault := answer.Read(q.Form.Fields[i], q.Fields[i].Draft, r.Env)
		if fault != answer.FaultNone || a.Absent {
			return request.Value{}
		}
		return a.Value
	})
	for i, field := range q.Fields {
		if field.Required != required[i] {
			q.mutableField(i).Required = required[i]
		}
	}
}

func (state *Field) refresh(f schema.Field, r Reader) {
	state.Echo = ""
	if f.Unsupported != "" {
		return
	}
	if answer.Echoes(f) {
		if read, fault := answer.Read(f, state.Draft, r.Env); fault == answer.FaultNone {
			state.Echo = read.Echo
		}
	}
	state.HoldsCode = state.Draft.Text != "" && CanHoldCode(f) && answer.HoldsCode(state.Draft.Text)
	if f.MaxLength >= 0 {
		state.Over = answer.CountCodePoints(state.Draft.Text) - f.MaxLength
		if state.Over > 0 {
			// Blanks around a text that is too long are left out.
			state.Over = max(answer.CountCodePoints(answer.Tidy[0](state.Draft.Text))-f.MaxLength, 0)
		}
		state.NearLimit = state.Over >= -f.MaxLength/5
	}
}

// CanHoldCode reports whether an answer may be a secret although its question does not ask for one.
func CanHoldCode(f schema.Field) bool {
	return (f.Kind == schema.Text || f.Kind == schema.URI) && !f.Secret
}

// recheck solves the problem of a right answer. While the person types, no new problem appears.
func (q *Request) recheck(field int, state *Field, r Reader) {
	if state.Problem == nil {
		return
	}
	now := q.checkAgain(field, *state.Problem, state, r)
	if now == *state.Problem {
		return
	}
	// A problem of several answers together is solved by a change of one, until the next Continue.
	q.Problems = slices.Clone(q.Problems)
	for i := range q.Problems {
		if problem := &q.Problems[i]; problem.Field == field {
			*problem = now
			state.Problem = problem
		}
	}
}

// checkAgain returns a problem as the present answer leaves it.
func (q *Request) checkAgain(field int, problem validate.Problem, state *Field, r Reader) validate.Problem {
	read, wrong := q.checker.CheckField(field, state.Draft, r.Env)
	problem.Solved = problem.Solved || wrong == nil
	problem.Again, problem.Understood = problem.Solved && wrong != nil, ""
	if f := q.Form.Fields[field]; wrong == nil && q.HasSummary() && !f.Secret && !state.HoldsCode {
		problem.Understood = safetext.OneLine(safetext.Text(q.row(f, read, r).Value), safetext.TitleLimit)
	}
	return problem
}
