package flow

import "slices"

// Change is an answer that the person changes from review, with the questions that a rule of the server joins to it.
type Change struct {
	field int
	shown []int
	// original is the request before the change, for Back.
	original Request
}

// Changing reports whether the form shows only the answers that the person changes.
func (s *State) Changing() bool { return len(s.Change.shown) > 0 }

func (s *State) onReview() bool { return s.Step == Review || s.Changing() }

// ShownFields returns the fields that the form shows, in order. A text that belongs to a choice is drawn with it.
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

// ChangeAsked: the person wants to change an answer on review. Field -1 is a whole request.
type ChangeAsked struct{ Request, Field int }

func (e ChangeAsked) apply(_ *Machine, s State) (State, []Effect) {
	if s.Step != Review && s.Step != Approve || e.Request < 0 || e.Request >= len(s.Requests) {
		return s, nil
	}
	if q := &s.Requests[e.Request]; q.isOpened() || e.Field >= len(q.Fields) {
		return s, nil
	}
	s = s.move(e.Request)
	focus := Focus{Target: OnHeading}
	if q := s.Request(); e.Field >= 0 && (q.sendsAnswers() || q.Approval != nil) {
		s.Step = Form
		s.Change = Change{field: e.Field, original: *q}.with(q, q.checker.RelatedFields(e.Field)...)
		focus = Focus{Target: OnControl, Field: e.Field}
	}
	s.mutableRequest().Decision = undecided
	return s, []Effect{focus}
}

// with adds the questions of some fields.
func (c Change) with(q *Request, fields ...int) Change {
	shown := slices.Clone(c.shown)
	for _, field := range fields {
		shown = append(shown, q.Form.Question(field).Index)
	}
	slices.Sort(shown)
	c.shown = slices.Compact(shown)
	return c
}

func (c Change) withProblems(q *Request) Change {
	var fields []int
	for _, problem := range q.Problems {
		if problem.Field >= 0 {
			fields = append(fields, problem.Field)
		}
	}
	return c.with(q, fields...)
}

func (s *State) focusRow() Focus {
	return Focus{Target: OnChange, Request: s.At, Field: s.Change.field}
}

// pressBack leads to the previous request. From a change it leads to the review, and drops the change.
func (s State) pressBack() (State, []Effect) {
	if s.Changing() {
		s.mutableRequests()[s.At] = s.Change.original
		draft := s.scheduleDraft()
		s, effects := s.showReview(s.focusRow())
		return s, append(effects, draft...)
	}
	to := s.Previous()
	if to < 0 {
		return s, nil
	}
	s = s.move(to)
	s.mutableRequest().Decision = undecided
	return s, []Effect{Focus{Target: OnHeading}}
}

// BackAsked: the page around the form wants to lead the person back from review.
type BackAsked struct{}

// On a form, Back would lead to the previous request, so that the page's Back works on review and during a change
// only.
func (BackAsked) apply(_ *Machine, s State) (State, []Effect) {
	switch {
	case !s.onReview() || s.Sending != NotSending:
		return s, nil
	case s.Changing() && s.Request().Approval == nil:
		s.Change = Change{}
		s.Serial++
		return s, []Effect{Focus{Target: OnHeading}}
	}
	return s.pressBack()
}

// Previous returns the request that Back leads to, or -1. Back skips an opened page, which cannot be taken back.
func (s *State) Previous() int {
	from := s.At - 1
	switch {
	case s.Step == Review:
		from = len(s.Requests) - 1
	case s.Changing():
		from = s.At
	case s.Step != Form && s.Step != Consent && s.Step != Approve:
		return -1
	}
	for i := from; i >= 0; i-- {
		if !s.Requests[i].isOpened() {
			return i
		}
	}
	return -1
}
