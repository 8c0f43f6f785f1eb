package flow

import "github.com/elicitform/elicitform/internal/wording"

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

// Changed reports whether the screen has to be drawn because it shows something else than
// before. The controls of the field at index alone are left out: that field is drawn on its
// own, unless its controls must be built anew. alone is -1 for no field. What the comparison
// costs does not depend on what the server or the person has written.
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
