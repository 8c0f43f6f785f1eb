package flow

import "slices"

// View is what the person has opened on the screen that is shown. It goes when
// another screen comes, but for the texts that were expanded: those stay open for as
// long as their request is shown.
type View struct {
	// Expanded are the long texts that were opened with "Show all".
	Expanded []LongText
	// lists are those that are searched or were last, by the indexes of their fields.
	lists map[int]*List
	// calendar is the one that is open, where the form draws it.
	calendar openCalendar
}

// LongText names a text that may be folded: the index of a field stands for its
// description.
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

// ReadClock asks for a [ClockRead] at once, before anything is drawn.
type ReadClock struct{}

// ClockRead tells the time, in milliseconds since 1970.
type ClockRead struct{ Now int64 }

func (ReadClock) effect() {}

func (e ClockRead) apply(_ *Machine, s State) (State, []Effect) {
	if s.Step == Done && s.Ended == 0 {
		s.Ended = e.Now
	}
	return s, nil
}

// ProblemFollowed: the person pressed a problem in the error summary. Problem is
// its place there.
type ProblemFollowed struct{ Problem int }

func (e ProblemFollowed) apply(_ *Machine, s State) (State, []Effect) {
	problems := s.Request().Problems
	if s.Step != Form || e.Problem < 0 || e.Problem >= len(problems) || problems[e.Problem].Field < 0 {
		return s, nil
	}
	problem := problems[e.Problem]
	return s, []Effect{Focus{Target: OnControl, Field: problem.Field, Segment: problem.Segment}}
}

// sameScreen reports whether the screen is the same one as before.
func (s *State) sameScreen(before State) bool {
	return s.Serial == before.Serial && s.Step == before.Step
}

// updateView brings the view up to date after an event. It adds to the effects what
// the new screen needs.
func (s State) updateView(before State, effects []Effect) (State, []Effect) {
	if s.Serial != before.Serial {
		s.View.Expanded = nil
	}
	if !s.sameScreen(before) {
		s.View = View{Expanded: s.View.Expanded}
		if s.Step == Done {
			s.Ended = 0
			effects = append(effects, ReadClock{})
		}
	}
	s.adaptLists(before)
	if reviewed := s.Step == Review; reviewed != (before.Step == Review) {
		effects = append(effects, OnReview{Now: reviewed})
	}
	return s, effects
}
