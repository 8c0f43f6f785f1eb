package flow

// Parts are the parts of the screen that are drawn on their own: a key press draws one
// field, and nothing around it that looks as before.
type Parts uint8

// The parts.
const (
	// SummaryPart is the error summary above the screen.
	SummaryPart Parts = 1 << iota
	// AskerPart is who asks, which of several requests it is, and how much time is left.
	AskerPart
	// TextsPart is what the server says above the form.
	TextsPart
	// AnswersPart is the answers on review.
	AnswersPart
	// ActionsPart is the buttons of a form and of review.
	ActionsPart
	// RestPart is everything else, with the list of the fields.
	RestPart

	AllParts = SummaryPart | AskerPart | TextsPart | AnswersPart | ActionsPart | RestPart
)

// Changed are the parts that look different than before. One field is left out, which is
// drawn on its own; -1 is none. What this costs does not depend on how long the form is.
func (s *State) Changed(before *State, field int) Parts {
	if s.Words != before.Words || !s.sameScreen(*before) {
		return AllParts
	}
	var parts Parts
	note := func(part Parts, changed bool) {
		if changed {
			parts |= part
		}
	}
	q, was := s.Question(), before.Question()
	drawing, drawn := &s.View.Drawing, &before.View.Drawing
	note(SummaryPart, s.Attempt != before.Attempt || !same(q.Problems, was.Problems))
	note(AskerPart, s.Left != before.Left || s.Deadline != before.Deadline || s.Position() != before.Position())
	note(TextsPart, len(s.View.Expanded) != len(before.View.Expanded))
	note(ActionsPart, s.Sending != before.Sending || s.Unchecked != before.Unchecked || (drawing.Left() > 0) != (drawn.Left() > 0))
	switch s.Step {
	case Preparing:
	case Form:
		note(RestPart, drawing.Drawn != drawn.Drawn || drawing.Left() != drawn.Left() || s.Checking() != before.Checking() ||
			q.Fields.changed(was.Fields, field) || s.opensOther(before, field))
	case Review:
		note(AnswersPart, drawing.Drawn != drawn.Drawn || !same(s.Reviewed.Rows, before.Reviewed.Rows))
		note(RestPart, drawing.Left() != drawn.Left() || s.Agreement != before.Agreement || !same(s.Reviewed.Rows, before.Reviewed.Rows))
	default:
		note(RestPart, true) // These screens are short.
	}
	return parts
}

// FieldChanged reports whether a field looks different than before.
func (s *State) FieldChanged(before *State, field int) bool {
	list, was := s.List(field), before.List(field)
	return s.Question().Fields.At(field) != before.Question().Fields.At(field) || list.Open != was.Open || list.Active != was.Active ||
		list.Drawn != was.Drawn || !same(list.Matches, was.Matches) || s.Calendar(field) != before.Calendar(field)
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
