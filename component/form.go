package component

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

func (s *store) formScreen() app.UI {
	if s.state.HasOptionButtons() {
		return s.optionScreen()
	}
	return elem("div").Class("step").Body(
		s.serverHeader(),
		s.message(),
		s.about(),
		s.summary(),
		s.form(
			elem("p").Class("muted restored").Hidden(!s.state.DraftRestored).Text(s.state.Words.Text("DraftRestored")),
			elem("p").Class("muted").Hidden(!s.request().Optional()).Text(s.state.Words.Text("AllOptional")),
			s.fieldList(),
			s.explanation(),
			s.formActions(),
		),
	)
}

func (s *store) changeScreen() app.UI {
	return elem("div").Class("step").Body(s.serverHeader(), s.summary(), s.form(s.fieldList(), s.formActions()))
}

// form draws a real form, so that Enter continues by the browser's own rules, input methods included; nothing is ever
// submitted. For Ctrl and Enter see web/frame/press.ts.
func (s *store) form(body ...app.UI) app.UI {
	return elem("form").Attr("novalidate", true).Aria("labelledby", headingID).
		On("submit", s.submit).
		On("focusout", s.leaveField).
		Body(body...)
}

// While the answers are on their way, they cannot be changed.
func (s *store) fieldList() app.UI {
	list := elem("div").Class("fields")
	if s.state.Sending != flow.NotSending {
		list = list.Attr("inert", true)
	}
	return list.Body(s.fields()...)
}

// After a warning about a secret, Decline is the main button.
func (s *store) formActions() app.UI {
	button, class := elem("button").Attr("type", "submit"), "primary"
	switch {
	case s.state.SendsFromForm():
		return s.sending(markPress(button.Class(class), flow.Send))
	case s.request().AsksSecret():
		class = "quiet"
	}
	name := s.state.Words.Sentence(s.state.ContinueButton())
	return s.actions(s.inactive(caption(markPress(button.Class(class), flow.Continue), name)))
}

func (s *store) sending(button app.HTMLElem) app.UI {
	name, above := s.state.SendButton()
	return elem("div").Class("send").Body(
		write(elem("p").Hidden(above == ""), above),
		s.actions(s.inactive(caption(button, name))),
	)
}

func (s *store) submit(ctx app.Context, e app.Event) {
	prevent(e)
	s.handle(ctx, nil, s.proceed)
}

func (s *store) proceed() {
	s.readAll()
	if s.state.SendsFromForm() {
		s.apply(flow.Viewed{Whole: isInView()})
	}
	s.apply(flow.Continue)
}

// isInView reports whether the browser shows all of the form; false without an answer of the page.
func isInView() bool { return page.Flag(page.Call(page.Global("elicitform"), "inView")) }

// leaveField applies the blur of a field that keeps its old notation. Only the event names the next element.
func (s *store) leaveField(ctx app.Context, e app.Event) {
	to := page.Get(e, "relatedTarget")
	s.nextFocus = page.Text(to, "id")
	if s.nextFocus != "" && !page.Flag(to, "isConnected") {
		s.refocus(s.nextFocus, to)
	}
	s.handle(ctx, nil, func() {
		busy := s.state.Unadapted
		if busy == 0 || busy > len(s.request().Fields) {
			return
		}
		s.apply(s.readField(busy-1, nil))
		if !page.Exists(to) {
			to = focusedElement()
		}
		// The field may grow, and a button that is being pressed must not move.
		blurred := flow.FieldBlurred{Focused: s.fieldOf(to)}
		s.port.AfterPress(func() { s.dispatch(blurred) })
	})
}

func (s *store) about() app.UI {
	title := safetext.Display(s.request().Form.Title, safetext.TitleLimit)
	description := safetext.DisplayLines(s.request().Form.Description, safetext.DescriptionLimit)
	return elem("div").Class("about").Hidden(title.Shown == "" && description.Shown == "").Body(
		elem("h2").Class("server-text").Hidden(title.Shown == "").Dir("auto").Text(title.Shown),
		drawIf(description.Shown != "", func() app.UI { return s.serverText(flow.AboutText, description) }),
	)
}

func (s *store) fields() []app.UI {
	shown := s.state.ShownFields()
	fields := make([]app.UI, 0, len(shown))
	for _, index := range shown {
		if s.request().Form.Fields[index].PartOf > 0 {
			continue
		}
		fields = append(fields, newField(s, index))
	}
	return fields
}

func (s *store) confirmScreen() app.UI {
	return elem("div").Class("step").Body(
		s.serverHeader(),
		s.message(),
		s.about(),
		s.summary(),
		s.explanation(),
		s.actions(s.button("primary", "Confirm", flow.Confirm)),
	)
}

const blockedID = "blocked"

func (s *store) blockedScreen() app.UI {
	form, all := &s.request().Form, s.request().ReasonsFirst()
	reasons, rest := all[:len(form.Reasons)], all[len(form.Reasons):]
	return elem("div").Class("step").Body(
		s.serverHeader(),
		s.message(),
		s.about(),
		elem("div").Class("warning").Body(
			write(elem("p").ID(blockedID), s.state.Obstacle()),
			s.questions(reasons),
		),
		elem("h2").Class("others").Hidden(len(rest) == 0).Text(s.state.Words.Text("OtherQuestions")),
		s.questions(rest),
		s.explanation(),
		s.actions(),
	)
}

func (s *store) questions(fields []int) app.UI {
	items := make([]app.UI, len(fields))
	for i, field := range fields {
		f := s.request().Form.Fields[field]
		items[i] = elem("li").ID(labelID(field)).Body(
			elem("span").Class("question").Dir("auto").Text(s.state.Words.Label(f)),
			write(elem("p").Class("obstacle").Hidden(f.Unsupported == ""), s.state.Words.Obstacle(f, s.state.ServerID())),
		)
	}
	return elem("ul").Class("questions").Hidden(len(items) == 0).Body(items...)
}

// maxListed bounds the problems in the summary, which screen readers read whole. The last line counts the rest.
const maxListed = 50

// summary takes the focus as a group with a name; then the problems are announced. If it were a live region, some screen
// readers would skip it and others read it in pieces. As its description, some would read the problems twice.
func (s *store) summary() app.UI {
	return drawIf(s.request().HasSummary(), func() app.UI {
		box := elem("div").ID(summaryID).Attr("tabindex", -1)
		if s.request().Wrong() {
			box = box.Class("summary").Role("group").Aria("labelledby", problemsID)
		} else {
			box = box.Class("summary solved").Aria("hidden", "true")
		}
		return box.Body(&problemList{
			store: s, Serial: s.state.Serial, Attempt: s.state.Attempt, Problems: s.request().Problems, Words: s.state.Words,
		})
	})
}

type problemList struct {
	app.Compo
	store           *store
	Serial, Attempt int
	Problems        []validate.Problem
	Words           *wording.Words
}

func (l *problemList) CompoID() string { return identity(l.Serial, l.Attempt) }

func (l *problemList) Render() app.UI {
	s := l.store
	s.noteRender(l)
	listed := min(len(l.Problems), maxListed)
	items := make([]app.UI, 0, listed+1)
	for i := range listed {
		items = append(items, s.problemItem(i, l.Problems[i]))
	}
	if more := l.Problems[listed:]; len(more) > 0 {
		unsolved := len(slices.DeleteFunc(slices.Clone(more), func(p validate.Problem) bool { return p.Solved }))
		items = append(items, problemLine(unsolved == 0).Body(elem("span").Text(l.Words.Text("MoreProblems", wording.Count("n", unsolved)))))
	}
	heading := elem("h2").ID(problemsID).Text(l.Words.Text("ProblemHeading"))
	if !s.request().Wrong() {
		heading = elem("h2").Text(l.Words.Text("ProblemsSolved"))
		if slices.ContainsFunc(l.Problems, func(p validate.Problem) bool { return p.Again }) {
			heading = heading.Class("again")
		}
	}
	return elem("div").Body(
		heading,
		elem("p").Hidden(!s.request().HostRefused()).Text(l.Words.Text("HostRefused")),
		elem("ul").Body(items...),
	)
}

// A solved problem keeps its room until the next Continue, so that nothing moves away from under a finger. Its text is out of
// sight, and the answer lies over it: see [solution].
func problemLine(solved bool) app.HTMLElem {
	if solved {
		return elem("li").Class("solved").Aria("hidden", "true")
	}
	return elem("li")
}

// The link has a handler of its own, because go-app would add its address to the history.
func (s *store) problemItem(i int, problem validate.Problem) app.UI {
	line := problemLine(problem.Solved)
	if problem.Field < 0 {
		return line.Body(write(elem("span"), s.state.ProblemText(problem)))
	}
	id := s.segmentID(problem.Field, problem.Segment)
	link := elem("a").Attr("href", "#"+id)
	if problem.Solved {
		link = link.Attr("tabindex", -1)
	}
	return line.Body(
		write(link.
			On("click", s.handler(func(e app.Event) flow.Event {
				prevent(e)
				page.Call(e, "stopPropagation")
				return flow.ProblemFollowed{Problem: i}
			}), app.EventScope(i)), s.state.ProblemText(problem)),
		solution("", problem, func() wording.Sentence { return s.state.SolvedText(problem) }),
	)
}

// solution draws a check mark and a text over a solved problem, in the room of one line. If the answer is wrong again, the
// room stays empty.
func solution(id string, problem validate.Problem, text func() wording.Sentence) app.UI {
	return drawIf(problem.Solved && !problem.Again, func() app.UI { return write(elem("span").ID(id).Class("solution"), text()) })
}
