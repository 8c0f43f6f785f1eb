package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// carryOut does what an effect asks for. Answers leave at once, and so does what
// is written into a control. The focus, announcements and the message that a
// request is shown wait until the screen is drawn.
func (s *store) carryOut(effect flow.Effect) {
	switch e := effect.(type) {
	case flow.Focus:
		s.whenDrawn(func() {
			if s.firstOnly && (e.Target == flow.OnControl || e.Target == flow.OnLabel) {
				s.drawRest(func() { s.focus(e) })
			} else {
				s.focus(e)
			}
		})
	case flow.Announce:
		s.whenDrawn(func() { s.port.Announce(e.Text, e.Text, false) })
	case flow.AnnounceStep:
		s.whenDrawn(func() { s.port.Announce(e.Text, e.Rest, false) })
	case flow.Alert:
		s.whenDrawn(func() { s.port.Alert(e.Text) })
	case flow.AnnounceLater:
		s.port.Announce(e.Text, e.Text, true)
	case flow.Shown:
		s.whenDrawn(func() { s.port.Tell(e) })
	case flow.CompileLater:
		s.whenDrawn(func() { s.port.AfterPaint(func() { s.dispatch(flow.Compile{}) }) })
	case flow.Reveal:
		row := entryID(s.comboboxID(e.Field), e.Entry)
		s.whenDrawn(func() { callOn(row, "scrollIntoView", map[string]any{"block": "nearest"}) })
	case flow.SelectText:
		callOn(s.comboboxID(e.Field), "select")
	case flow.Fill:
		if input, ok := elementOf(s.segmentID(e.Field, e.Segment)); ok {
			assign(input, "value", e.Text)
		}
	case flow.FocusDay:
		s.whenDrawn(func() { callOn(dayID(e.Field, e.Day), "focus") })
	case flow.FocusCalendar:
		callOn(calendarID(e.Field), "focus")
	case flow.CloseList:
		s.closeList(e)
	case flow.ReadClock:
		s.apply(flow.ClockRead{Now: s.port.Now()})
	default:
		s.port.Tell(effect)
	}
}

func (s *store) focus(e flow.Focus) {
	id, reveal := s.target(e)
	s.port.Focus(id, reveal, e.IfInside)
}

// closeList closes the list of a field when the press is over that is under way.
func (s *store) closeList(e flow.CloseList) {
	s.port.AfterPress(func() {
		if f := s.drawn[e.Field]; f != nil {
			f.ctx.Dispatch(func(ctx app.Context) { s.during(ctx, f, func() { s.apply(flow.ListClosed(e)) }) })
		}
	})
}
