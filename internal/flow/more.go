package flow

import "slices"

// What happens while a long screen is drawn.
type (
	// DrawTurn: the browser had its turn, and the [DrawMore] with that number
	// goes on.
	DrawTurn struct{ Task int }
	// RestNeeded: the person looks for something on the page or goes on with Tab, which
	// must not miss what is to be drawn anyway.
	RestNeeded struct{}
	// MoreAsked: the person pressed the button that draws more.
	MoreAsked struct{}
	// MoreSeen: that button has come into view. Focused says that it has the
	// focus.
	MoreSeen struct {
		Task    int
		Focused bool
	}
)

// What a long screen asks for.
type (
	// DrawMore asks for a [DrawTurn] once the screen is drawn as it is now, the
	// browser has let clicks and keys through, and no press is under way: what
	// is drawn could move a button away from under it. With Paint the browser has also
	// painted what is drawn.
	DrawMore struct {
		Task  int
		Paint bool
	}
	// WatchMore asks for a [MoreSeen] when the button that draws more comes into
	// view. It takes the place of an earlier one; a Task of 0 asks for none.
	WatchMore struct{ Task int }
)

func (DrawMore) effect()  {}
func (WatchMore) effect() {}

func (e DrawTurn) apply(_ *Machine, s State) (State, []Effect) {
	d := &s.View.Drawing
	if e.Task != d.task || !d.underway {
		return s, nil
	}
	*d, d.underway = d.next(), false
	return s, s.heldFocus()
}

func (RestNeeded) apply(_ *Machine, s State) (State, []Effect) {
	d := &s.View.Drawing
	if !d.Busy() {
		return s, nil
	}
	d.Drawn = d.goal
	return s, s.heldFocus()
}

// heldFocus is the focus that was kept back, once its item is drawn.
func (s *State) heldFocus() []Effect {
	if focus := s.View.Drawing.held; focus != nil && s.item(*focus) < s.View.Drawing.Drawn {
		return []Effect{*focus}
	}
	return nil
}

// apply draws another page. The person goes on with the first of what is new.
func (MoreAsked) apply(_ *Machine, s State) (State, []Effect) {
	d := &s.View.Drawing
	if d.Left() == 0 {
		return s, nil
	}
	first := d.Drawn
	*d = d.more()
	return s, []Effect{s.focusOn(first)}
}

// apply draws another page as well: whoever comes to see the button wants to
// see more. But it could go away under somebody who is on it, and they press it.
func (e MoreSeen) apply(_ *Machine, s State) (State, []Effect) {
	if d := &s.View.Drawing; e.Task == d.task && !d.Busy() && !e.Focused {
		*d = d.more()
	}
	return s, nil
}

// holdFocus keeps back a focus on what is not drawn yet, and has it drawn. A
// newer focus takes the place of one that is kept back.
func (s State) holdFocus(effects []Effect) (State, []Effect) {
	d := &s.View.Drawing
	return s, slices.DeleteFunc(effects, func(effect Effect) bool {
		focus, is := effect.(Focus)
		if !is {
			return false
		}
		item := s.item(focus)
		*d, d.held = d.through(item), nil
		if item < d.Drawn {
			return false
		}
		d.held = &focus
		return true
	})
}

// drawOn asks for what a long screen needs next: the turn for another slice, or
// to know when somebody gets to its end.
func (s State) drawOn(effects []Effect) (State, []Effect) {
	switch d := &s.View.Drawing; {
	case d.underway:
	case d.Busy():
		d.underway = true
		return s, append(effects, DrawMore{Task: d.task, Paint: !d.painted})
	case d.Left() > 0 && d.watched != d.Drawn:
		d.watched = d.Drawn
		return s, append(effects, WatchMore{d.task})
	}
	return s, effects
}

// focusOn is the focus on an item of the screen, counted from 0.
func (s *State) focusOn(item int) Focus {
	if s.Step == Review {
		row := s.Reviewed.Rows[item]
		return Focus{Target: OnChange, Question: row.Question, Field: row.Field}
	}
	q := s.Question()
	if listed := q.Listed(); len(listed) > 0 {
		item = listed[item]
	}
	if q.Blocked() || q.Form.Fields[item].Unsupported != "" {
		return Focus{Target: OnLabel, Field: item}
	}
	return Focus{Target: OnControl, Field: item}
}

// item is the item of the screen that a focus means; -1 for what is always drawn.
func (s *State) item(f Focus) int {
	switch {
	case f.Target == OnControl, f.Target == OnLabel:
		if listed := s.Question().Listed(); len(listed) > 0 {
			return slices.Index(listed, f.Field)
		}
		return f.Field
	case f.Target == OnChange && f.Field >= 0:
		return slices.IndexFunc(s.Reviewed.Rows, func(row Row) bool { return row.Question == f.Question && row.Field == f.Field })
	}
	return -1
}
