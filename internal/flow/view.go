package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/wording"
)

// View is what the person has opened on the screen. It goes with the screen, but texts that were
// expanded stay open for as long as their request is shown.
type View struct {
	// Expanded are the long texts that were opened with "Show all".
	Expanded []LongText
	// lists are those that are searched or were last, by the indexes of their fields.
	lists map[int]*List
	// calendar is the one that is open, where the form draws it.
	calendar Calendar
	// clipped says that a part of the form is out of view.
	clipped bool
}

func (e Viewed) apply(_ *Machine, s State) (State, []Effect) {
	s.View.clipped = !e.Whole
	return s, nil
}

// LongText names a text that may be folded: an index of a field is its description.
type LongText int

// The long texts that belong to no field.
const (
	// MessageText is the message of the request.
	MessageText LongText = -1
	// AboutText is what the schema says of itself as a whole.
	AboutText LongText = -2
	// firstAnswer is the first answer on review; the others are below it.
	firstAnswer LongText = -3
)

// Expanded: the person wants to see all of a long text, or no longer.
type Expanded struct{ Text LongText }

// Expanded reports whether a long text is shown as a whole.
func (s *State) Expanded(text LongText) bool { return slices.Contains(s.View.Expanded, text) }

func (e Expanded) apply(_ *Machine, s State) (State, []Effect) {
	open := s.View.Expanded
	if at := slices.Index(open, e.Text); at >= 0 {
		s.View.Expanded = slices.Delete(slices.Clone(open), at, at+1)
	} else {
		s.View.Expanded = append(slices.Clip(open), e.Text)
	}
	return s, nil
}

// ProblemFollowed: the person pressed the problem at that place in the error summary.
type ProblemFollowed struct{ Problem int }

func (e ProblemFollowed) apply(_ *Machine, s State) (State, []Effect) {
	problems := s.Request().Problems
	if s.Step != Form || e.Problem < 0 || e.Problem >= len(problems) || problems[e.Problem].Field < 0 {
		return s, nil
	}
	problem := problems[e.Problem]
	return s, []Effect{Focus{Target: OnControl, Field: problem.Field, Segment: problem.Segment}}
}

func (s *State) sameScreen(before State) bool {
	return s.Serial == before.Serial && s.Step == before.Step
}

// updateView brings the view up to date, and adds what a new screen needs to the effects.
func (s State) updateView(before State, effects []Effect) (State, []Effect) {
	if s.Serial != before.Serial {
		s.View.Expanded = nil
	}
	if !s.sameScreen(before) {
		s.View = View{Expanded: s.View.Expanded}
	}
	s.adaptLists(before)
	if reviewed := s.onReview(); reviewed != before.onReview() {
		effects = append(effects, OnReview{Now: reviewed})
	}
	return s, effects
}

// FieldLook is all that a field shows. Two states with equal looks show the same field.
type FieldLook struct {
	Field    *Field
	Words    *wording.Words
	List     *List
	Calendar Calendar
}

// FieldLook is what the field at an index shows.
func (s *State) FieldLook(field int) FieldLook {
	return FieldLook{s.Request().Fields[field], s.Words, s.View.lists[field], s.Calendar(field)}
}

// Changed reports whether the screen shows something else than before, but for the controls of the
// field at index alone, or -1: that field is drawn on its own, unless it is built anew. The cost does
// not depend on what the server or the person has written.
func (s *State) Changed(before *State, alone int) bool {
	if s.Words != before.Words || !s.sameScreen(*before) {
		return true
	}
	q, was := s.Request(), before.Request()
	if s.Attempt != before.Attempt || !same(q.Problems, was.Problems) || s.Left != before.Left || s.Deadline != before.Deadline ||
		s.Position() != before.Position() || len(s.View.Expanded) != len(before.View.Expanded) ||
		s.Sending != before.Sending || s.Unchecked != before.Unchecked {
		return true
	}
	switch s.Step {
	case Form:
		if s.OneChoice() || before.OneChoice() {
			return true // The button says what is chosen.
		}
		for i, field := range q.Fields {
			if (i != alone || field.Serial != was.Fields[i].Serial) && s.FieldLook(i) != before.FieldLook(i) {
				return true
			}
		}
		return false
	case Review:
		return s.Agreement != before.Agreement || !same(s.Reviewed.Rows, before.Reviewed.Rows)
	}
	return true // These screens are short.
}

// same reports whether two slices share their memory.
func same[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
