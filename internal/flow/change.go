package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/check"
)

// Change is an answer that the person changes from review. The form shows its question alone, or with
// those that a rule of the server joins to it. The zero Change is none: the form shows all questions.
type Change struct {
	// field is the one that the person asked to change, and shown are those on the form, in order.
	field int
	shown []int
	// reviewed is the request as it was on review, for Back.
	reviewed Request
}

// Changing reports whether the form shows only what the person changes.
func (s *State) Changing() bool { return len(s.Change.shown) > 0 }

// onReview reports whether the person is on review, or changes an answer from there.
func (s *State) onReview() bool { return s.Step == Review || s.Changing() }

// ShownFields are the fields that the form shows, in order.
func (s *State) ShownFields() []int {
	if s.Changing() {
		return s.Change.shown
	}
	all := make([]int, len(s.Request().Fields))
	for i := range all {
		all[i] = i
	}
	return all
}

// change shows an answer of an accepted form for changing.
func (s State) change(field int) (State, []Effect) {
	q := s.Request()
	s.Change = Change{field: field, shown: q.checker.Together(field), reviewed: *q}
	s.mutableRequest().Decision = undecided
	return s, []Effect{Focus{Target: OnControl, Field: field}}
}

// showing is the change that also shows the fields of problems.
func (c Change) showing(problems []check.Problem) Change {
	shown := slices.Clone(c.shown)
	for _, problem := range problems {
		if problem.Field >= 0 {
			shown = append(shown, problem.Field)
		}
	}
	slices.Sort(shown)
	c.shown = slices.Compact(shown)
	return c
}

// toRow is the focus on the row of review that the person came from.
func (s *State) toRow() Focus { return Focus{Target: OnChange, Request: s.At, Field: s.Change.field} }

// unchanged returns to review, with the answers as they were there.
func (s State) unchanged() (State, []Effect) {
	s.mutableRequests()[s.At] = s.Change.reviewed
	draft := s.keepDraft()
	s, effects := s.reviewed(s.toRow())
	return s, append(effects, draft...)
}
