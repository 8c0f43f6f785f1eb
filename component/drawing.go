package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// moreID is the button that draws more of a long screen, decideID what stands
// below it.
const (
	moreID   = "more"
	decideID = "decide"
)

// questionElements are about as many as a question is drawn with of a form that
// cannot be answered here.
const questionElements = 3

// length is how far the screen is drawn that is shown.
type length struct {
	flow.Drawing
	// of names the screen.
	of place
	// under way: a task is to draw the next slice; watched is how many items
	// were drawn when the button for more was last looked out for.
	underway bool
	watched  int
	// then waits until an item is drawn.
	then func()
	item int
}

// draws is how many of the items of a screen are to be drawn now. cost says
// how many elements one has.
func (s *store) draws(screen string, items int, cost func(item int) int) int {
	if here := (place{s.state.Serial, screen}); s.length.of != here {
		costs := make([]int, items)
		for i := range costs {
			costs[i] = cost(i)
		}
		s.length = length{Drawing: flow.NewDrawing(costs), of: here, underway: s.length.underway}
	}
	return min(s.length.Drawn, items)
}

// more is the place of the button that draws more of a long screen.
func (s *store) more(text wording.Key) app.UI {
	left := s.length.Left()
	return elem("p").Class("more").Hidden(left == 0).Body(
		elem("button").Attr("type", "button").ID(moreID).Class("link").
			Text(s.state.Words.Text(text, wording.Count("n", left))).
			On("click", func(_ app.Context, e app.Event) {
				prevent(e)
				s.extend(true)
			}, app.EventScope(s.state.Serial, string(s.length.of.key))),
	)
}

// extend draws another page of the screen. A person who asked for it by the
// button goes on where it stood: with the first of what is new.
func (s *store) extend(asked bool) {
	first := s.length.Drawn
	s.length.Drawing = s.length.More()
	if asked {
		s.reach(first, func() { s.port.Focus(s.itemID(first), s.itemID(first), false) })
	}
	s.proceedDrawing()
}

// reach lets an item of the screen be drawn and does something then.
func (s *store) reach(item int, then func()) {
	s.length.Drawing = s.length.Through(item)
	s.length.item, s.length.then = item, then
	s.afterDrawing()
}

// afterDrawing looks, once everything is on the page that is to be, whether
// there is more to draw.
func (s *store) afterDrawing() {
	s.root.Defer(func(app.Context) {
		if then := s.length.then; then != nil && s.length.item < s.length.Drawn {
			s.length.then = nil
			then()
		}
		s.proceedDrawing()
	})
}

// proceedDrawing draws the next slice in a task of its own, so that clicks and
// keys have their turn before it. When all is drawn that nobody has to ask for,
// it looks out for the button: whoever comes to see it wants to see more.
func (s *store) proceedDrawing() {
	switch l := &s.length; {
	case l.underway:
	case l.Busy():
		l.underway = true
		s.port.Later(func() {
			// It would move the button away from under a press.
			s.port.AfterPress(func() {
				s.root.Dispatch(func(app.Context) {
					s.length.underway = false
					s.length.Drawing = s.length.Next()
					s.afterDrawing()
				})
			})
		})
	case l.Left() > 0 && l.watched != l.Drawn:
		l.watched = l.Drawn
		of := l.of
		s.port.WhenSeen(moreID, decideID, func() {
			s.root.Dispatch(func(app.Context) {
				// The button could go away under somebody who is on it: they press it.
				if s.length.of == of && !s.length.Busy() && textOf(focused(), "id") != moreID {
					s.extend(false)
				}
			})
		})
	}
}

// itemID is the element that gets the focus of an item of the screen.
func (s *store) itemID(item int) string {
	switch s.state.Step {
	case flow.Review:
		part, row := s.rowAt(item)
		return changeID(part, row)
	case flow.Form:
		if !s.state.Blocked() && item < len(s.state.Form.Fields) && s.state.Form.Fields[item].Unsupported == "" {
			return s.partID(item, check.PartWhole)
		}
	}
	return labelID(item)
}

// itemOf is the item of the screen that a focus means; -1 for what is always
// drawn.
func (s *store) itemOf(e flow.Focus) int {
	switch {
	case e.Target == flow.OnControl && s.state.Step == flow.Form:
		return e.Field
	case e.Target == flow.OnChange && s.state.Step == flow.Review && e.Field >= 0:
		item := 0
		for _, section := range s.state.Reviewed.Sections {
			for _, row := range section.Rows {
				if section.Part == e.Section && row.Field == e.Field {
					return item
				}
				item++
			}
		}
	}
	return -1
}

// rowAt is the part and the field of a row of the review, counted over all
// sections.
func (s *store) rowAt(item int) (part, field int) {
	for _, section := range s.state.Reviewed.Sections {
		if item < len(section.Rows) {
			return section.Part, section.Rows[item].Field
		}
		item -= len(section.Rows)
	}
	return 0, -1
}

// focus moves the focus to what an effect means, once that is drawn.
func (s *store) focus(e flow.Focus) {
	s.root.Defer(func(app.Context) {
		s.reach(s.itemOf(e), func() {
			id, reveal := s.target(e)
			s.port.Focus(id, reveal, e.IfInside)
		})
	})
}

// alone lets go-app draw nothing again but the component that an event came to:
// it has marked all around it as well, and a form of a thousand fields is looked
// through for each key otherwise.
func (s *store) alone() {
	if s.form.Src() != nil && s.form.Src().Mounted() {
		s.form.PreventUpdate()
	}
}

// OnMount keeps the context that [store.alone] needs.
func (c *formScreen) OnMount(ctx app.Context) {
	c.store.form = ctx
	ctx.PreventUpdate()
}

// apply sends what somebody did in the controls of a field. Where nothing but
// the field has changed by that, nothing else is drawn again.
func (f *field) apply(event flow.Edited) {
	s := f.store
	problems := len(s.state.Problems)
	s.apply(event)
	if s.state.Step == flow.Form && s.state.Serial == f.Serial && len(s.state.Problems) == problems {
		s.alone()
	}
}
