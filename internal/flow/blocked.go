package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/wording"
)

// Listed are the questions of a form that has some which cannot be answered here: first
// these, the reasons that it cannot be sent, and then the others. It is empty for every
// other form, also for one that is short of a question only: that shows its fields as
// they are.
func (q *Question) Listed() []int {
	reasons := q.Form.Reasons
	if len(reasons) == 0 {
		return nil
	}
	listed := slices.Clone(reasons)
	for i := range q.Form.Fields {
		if _, reason := slices.BinarySearch(reasons, i); !reason {
			listed = append(listed, i)
		}
	}
	return listed
}

// Obstacle says why nothing but Decline and Cancel is left of the form that is shown;
// empty when it can be answered.
func (s *State) Obstacle() wording.Sentence {
	return s.Words.Blocked(s.Question().Form, s.ServerID())
}
