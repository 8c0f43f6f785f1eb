package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// View holds the opened parts of the screen. Expanded texts stay open while their request is shown.
type View struct {
	// Expanded are the long texts that were opened with "Show all".
	Expanded []LongText
	lists    map[int]*List
	calendar Calendar
	clipped  bool
	// isComplete: all of an approval was shown, and a press allows. asked is the choice, counted from 1, that a press has asked about.
	isComplete bool
	asked      int
}

// Viewed: the browser says whether the whole form can be seen without scrolling.
type Viewed struct{ Whole bool }

func (e Viewed) apply(_ *Machine, s State) (State, []Effect) {
	s.View.clipped = !e.Whole
	return s, nil
}

// LongText identifies a text that may be folded. The index of a field is its description.
type LongText int

const (
	// MessageText is the message of the request.
	MessageText LongText = -1
	// AboutText is the description of the form.
	AboutText LongText = -2
	// firstAnswer is the first answer on review; the next ones are below it.
	firstAnswer LongText = -3
)

// PreviewText is the preview of an option.
func PreviewText(field, option int) LongText {
	return LongText(2*schema.MaxProperties*(option+1) + field)
}

// Expanded: the person unfolds a long text, or folds it.
type Expanded struct{ Text LongText }

// Expanded reports whether a long text is unfolded.
func (s *State) Expanded(text LongText) bool { return slices.Contains(s.View.Expanded, text) }

func (e Expanded) apply(_ *Machine, s State) (State, []Effect) {
	expanded := s.View.Expanded
	if at := slices.Index(expanded, e.Text); at >= 0 {
		s.View.Expanded = slices.Delete(slices.Clone(expanded), at, at+1)
	} else {
		s.View.Expanded = append(slices.Clip(expanded), e.Text)
	}
	return s, nil
}

// ProblemFollowed: the person pressed a problem in the error summary. Problem is its index.
type ProblemFollowed struct{ Problem int }

func (e ProblemFollowed) apply(_ *Machine, s State) (State, []Effect) {
	problems := s.Request().Problems
	if s.Step != Form || e.Problem < 0 || e.Problem >= len(problems) || problems[e.Problem].Field < 0 {
		return s, nil
	}
	problem := problems[e.Problem]
	return s, []Effect{Focus{Target: OnControl, Field: problem.Field, Segment: problem.Segment}}
}

func (s *State) isSameScreen(before State) bool {
	return s.Serial == before.Serial && s.Step == before.Step
}

func (s State) updateView(before State, effects []Effect) (State, []Effect) {
	if s.Serial != before.Serial {
		s.View.Expanded = nil
	}
	if !s.isSameScreen(before) {
		s.View = View{Expanded: s.View.Expanded}
	}
	s.adaptLists(before)
	if onReview := s.onReview(); onReview != before.onReview() {
		effects = append(effects, OnReview{Now: onReview})
	}
	return s, effects
}

// FieldLook is everything that a field shows. States with equal looks show the same field.
type FieldLook struct {
	Field    *Field
	Words    *wording.Words
	List     *List
	Calendar Calendar
}

func (s *State) FieldLook(field int) FieldLook {
	return FieldLook{s.Request().Fields[field], s.Words, s.View.lists[field], s.Calendar(field)}
}

// Changed reports whether anything except the field at skip must be redrawn; -1 skips no field. The cost does not depend on
// the length of any text.
func (s *State) Changed(before *State, skip int) bool {
	if s.Words != before.Words || !s.isSameScreen(*before) {
		return true
	}
	q, was := s.Request(), before.Request()
	if s.Attempt != before.Attempt || !isSameSlice(q.Problems, was.Problems) ||
		s.SecondsLeft != before.SecondsLeft || s.Deadline != before.Deadline ||
		s.Position() != before.Position() || len(s.View.Expanded) != len(before.View.Expanded) ||
		s.Sending != before.Sending || s.Unchecked != before.Unchecked {
		return true
	}
	switch s.Step {
	case Form:
		if s.SendsFromForm() != before.SendsFromForm() || s.HasOptionButtons() {
			return true
		}
		for i, field := range q.Fields {
			if (i != skip || field.Serial != was.Fields[i].Serial) && s.FieldLook(i) != before.FieldLook(i) {
				return true
			}
		}
		return false
	case Review:
		return s.Agreement != before.Agreement || !isSameSlice(s.Snapshot.Rows, before.Snapshot.Rows)
	}
	return true // These screens are short.
}

func isSameSlice[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
