package flow

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Field is the draft of a field, and what is shown beside its controls.
type Field struct {
	Draft answer.Draft
	// Understood is how the draft is read, where that is not obvious.
	Understood string
	// Over counts the code points over the limit, negative while some are left. It
	// only means something where the field has a MaxLength.
	Over int
	// NearLimit says that the person has to know how many: no more than a fifth of
	// the MaxLength is left.
	NearLimit bool
	// Lines says that the control has several lines: the schema asks for them, or the
	// text has line breaks.
	Lines bool
	// Order is the order that the segments of a date are drawn in, and FilledIn the
	// one that they were filled in.
	Order, FilledIn string
	// restated says that the controls were last built anew because of a change of
	// the locale or the time zone.
	restated bool
	// Problem is what is wrong, shown beside the field; nil while nothing is.
	Problem *check.Problem
	// Notes are the schema's notes and the checker's.
	Notes []schema.Note
	// Serial changes when the controls must be built anew, because the program
	// and not the person has changed their content.
	Serial int
	// Revealed says that the person wants to see this secret on review.
	Revealed bool
}

// Reordered reports whether the segments of a date stand in another order than when
// they were filled in.
func (f Field) Reordered() bool { return f.Order != f.FilledIn && !f.Draft.Blank() }

// The functions below work on a request that no other state shares, and on a field of
// it that is there for changing.

// mutableField is a field of the request, in a copy that no earlier state
// shares. Another address says that the field has changed.
func (q *Request) mutableField(i int) *Field {
	field := *q.Fields[i]
	q.Fields = slices.Clone(q.Fields)
	q.Fields[i] = &field
	return &field
}

// nextField adds the next field of the form with what it opens with. entry is what
// the person entered on an earlier visit; it reports whether that is back.
func (q *Request) nextField(r Reader, entry elicit.Value) (restored bool) {
	i := len(q.Fields)
	f := q.Form.Fields[i]
	draft := q.start(i, r)
	field := Field{Draft: draft, Lines: severalLines(f, draft), Notes: notes(f, q.checker.Notes(i))}
	if f.Kind.Dated() {
		field.Order, field.FilledIn = r.Env.Locale.DateOrder, r.Env.Locale.DateOrder
	}
	state := &field
	q.Fields = append(q.Fields, state)
	restored = entry.Exists() && state.restore(f, entry, r)
	state.reread(f, r)
	return restored
}

// start is the draft that a field opens with. A suggestion that breaks the field's
// own rules is not taken.
func (q *Request) start(field int, r Reader) answer.Draft {
	f := q.Form.Fields[field]
	if !q.checker.DefaultFits(field) {
		f.Default = elicit.Value{}
	}
	return answer.Start(f, r.Env)
}

// severalLines reports whether a text opens with several lines.
func severalLines(f schema.Field, d answer.Draft) bool {
	return f.Multiline || f.Kind == schema.List || strings.ContainsAny(d.Text, "\r\n")
}

// notes joins two lists of notes without repeating one.
func notes(f schema.Field, more []schema.Note) []schema.Note {
	all := slices.Clone(f.Notes)
	for _, note := range more {
		if !slices.Contains(all, note) {
			all = append(all, note)
		}
	}
	return all
}

// put puts a draft into a field by building its controls anew.
func (q *Request) put(field int, draft answer.Draft, r Reader) {
	f, state := q.Form.Fields[field], q.mutableField(field)
	state.Draft, state.FilledIn = draft, state.Order
	state.Lines = state.Lines || severalLines(f, draft)
	state.Serial++
	state.restated = false
	state.reread(f, r)
	q.recheck(field, state, r)
}

// reread brings what is shown beside a field's controls up to date.
func (state *Field) reread(f schema.Field, r Reader) {
	state.Understood = ""
	if f.Unsupported != "" {
		return
	}
	if answer.Echoes(f) {
		if read, fault := answer.Read(f, state.Draft, r.Env); fault == answer.FaultNone {
			state.Understood = read.Understood
		}
	}
	if f.MaxLength >= 0 {
		state.Over = answer.CountCodePoints(state.Draft.Text) - f.MaxLength
		state.NearLimit = state.Over >= -f.MaxLength/5
	}
}

// recheck checks a field again that has a problem. No new problem appears while the person
// types, and the sentence stays that of the last Continue until the answer is right, so
// that it does not change with every key.
func (q *Request) recheck(field int, state *Field, r Reader) {
	if state.Problem == nil {
		return
	}
	if _, problem := q.checker.Field(field, state.Draft, r.Env); problem != nil {
		return
	}
	state.Problem = nil
	// A problem of several answers together cannot be checked alone: it goes when the
	// person changes one of them, and the next Continue checks again. A problem without
	// a field stays until then.
	var left []check.Problem
	for _, problem := range q.Problems {
		if problem.Field < 0 || q.Fields[problem.Field].Problem != nil {
			left = append(left, problem)
		}
	}
	q.Problems = left
}
