package flow

// Changed reports whether the screen looks different than before, but for one field, which
// is drawn on its own; -1 is none. What this costs does not depend on what the server or
// the person has written.
func (s *State) Changed(before *State, field int) bool {
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
		return fieldsChanged(q.Fields, was.Fields, field) || s.opensOther(before, field)
	case Review:
		return s.Agreement != before.Agreement || !same(s.Reviewed.Rows, before.Reviewed.Rows)
	}
	return true // These screens are short.
}

// fieldsChanged reports whether the whole screen must be drawn: a field other than the one
// at index one differs from before, or the controls of that field must be built anew,
// which only the screen around them can do.
func fieldsChanged(fields, before []*Field, one int) bool {
	if same(fields, before) || len(fields) != len(before) {
		return len(fields) != len(before)
	}
	for i, field := range fields {
		if was := before[i]; field != was && (i != one || field.Generation != was.Generation) {
			return true
		}
	}
	return false
}

// opensOther reports whether the list or the calendar of another field is opened or
// closed.
func (s *State) opensOther(before *State, field int) bool {
	if other := before.View.calendar.field; other != field && s.Calendar(other) != before.Calendar(other) {
		return true
	}
	open := func(now, then *State) bool {
		for other, list := range now.View.lists {
			if other != field && list.Open && !then.List(other).Open {
				return true
			}
		}
		return false
	}
	return open(s, before) || open(before, s)
}

// same reports whether two slices are one and the same.
func same[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
