package component

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// maxListed is how many problems the summary lists before it counts: all are read out.
const maxListed = 50

// summary is the error summary. It takes the focus as a group with a name, which is what screen
// readers say of it; then the problems are announced. As a live region that the focus comes to, some
// would not say it, others in pieces; as its description, some would say the problems twice.
func (s *store) summary() app.UI {
	problems := s.request().Problems
	shown := s.state.Step == flow.Form && len(problems) > 0
	place := elem("div").ID(summaryID).Attr("tabindex", -1)
	switch {
	case !shown:
		return place.Class("summary-place").Body(elem("div"))
	case s.request().Wrong():
		place = place.Class("summary").Role("group").Aria("labelledby", problemsID)
	default:
		place = place.Class("summary solved").Aria("hidden", "true")
	}
	return place.Body(
		&problemList{store: s, Serial: s.state.Serial, Attempt: s.state.Attempt, Problems: problems, Words: s.state.Words},
	)
}

// problemList is built anew for each attempt.
type problemList struct {
	app.Compo
	store *store
	// Serial and Attempt make up the identity.
	Serial, Attempt int
	Problems        []check.Problem
	Words           *wording.Words
}

// CompoID tells attempts and requests apart.
func (l *problemList) CompoID() string { return identity(l.Serial, l.Attempt) }

func (l *problemList) Render() app.UI {
	s := l.store
	s.rendering(l)
	listed := min(len(l.Problems), maxListed)
	items := make([]app.UI, 0, listed+1)
	for i := range listed {
		items = append(items, s.problemItem(i, l.Problems[i]))
	}
	if more := l.Problems[listed:]; len(more) > 0 {
		left := len(slices.DeleteFunc(slices.Clone(more), func(p check.Problem) bool { return p.Solved }))
		items = append(items, problemLine(left == 0).Body(elem("span").Text(l.Words.Text("MoreProblems", wording.Count("n", left)))))
	}
	return elem("div").Body(
		elem("h2").ID(problemsID).Text(l.Words.Text("ProblemHeading")),
		elem("p").Hidden(!s.request().HostRefused()).Text(l.Words.Text("HostRefused")),
		elem("ul").Body(items...),
	)
}

// problemLine is a line of the list. A solved one is struck out and keeps its room until the next
// Continue: what is below must not move away from under a finger.
func problemLine(solved bool) app.HTMLElem {
	if solved {
		return elem("li").Class("solved").Aria("hidden", "true")
	}
	return elem("li")
}

// problemItem is a line with a link to the control that the problem is in. It has a handler of
// its own, because go-app would add the address of the link to the history.
func (s *store) problemItem(i int, problem check.Problem) app.UI {
	line := problemLine(problem.Solved)
	if problem.Field < 0 {
		return line.Body(said(elem("span"), s.state.ProblemText(problem)))
	}
	id := s.segmentID(problem.Field, problem.Segment)
	link := elem("a").Attr("href", "#"+id)
	if problem.Solved {
		link = link.Attr("tabindex", -1)
	}
	return line.Body(said(link.
		On("click", s.sends(func(e app.Event) flow.Event {
			prevent(e)
			page.Call(e, "stopPropagation")
			return flow.ProblemFollowed{Problem: i}
		}), app.EventScope(i)), s.state.ProblemText(problem)))
}
