// Package component draws a flow.State with go-app and turns the acts of the person into flow events. It decides
// nothing.
//
// Two constraints of go-app shape this package. It matches children by their position, so an element that comes and
// goes has a place of its own: while it is away, an empty text or a hidden element. And it cannot clear an input, so
// inputs get their value when they are built, and are only read afterwards.
//
// # How a drawing starts
//
// A component is drawn by its serial and its look. The serial of a screen, a field or the agreement is part of the
// component's identity (CompoID): with another serial, go-app builds its controls again. The look is in the exported
// members of the component: with an equal look, go-app leaves the component alone.
//
// [store.handle] compares the states before and after each event. If they look the same, nothing is drawn. If only the
// field of the event differs, that field is drawn alone, so that a key costs the same in a form of any length.
// Otherwise the root and the screen are drawn, and in them the components with new looks.
package component

import (
	"runtime"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
)

// Port connects the components with the browser and the host. Package bridge/port implements it.
type Port interface {
	// Listen hands over every event of the host, in order. run calls functions on the UI goroutine.
	Listen(handle func(flow.Event), run func(act func()))
	// Tell carries out an effect on the host or the browser.
	Tell(effect flow.Effect)
	// Focus moves the focus to the element called id after scrolling the one called reveal to the top; with ifInside,
	// only if the frame has the focus.
	Focus(id, reveal string, ifInside bool)
	// Now returns the time in milliseconds since 1970.
	Now() int64
	// TimeOfDay writes a time, in milliseconds since 1970, in the person's notation.
	TimeOfDay(unix int64) string
	// Later calls act in a task of its own, after the person's events.
	Later(act func())
	AfterPaint(act func())
	// AfterPress calls act at once, or when the press under way is over.
	AfterPress(act func())
	Present(title, lang string, rtl bool)
	// Abandon ends the program. The frame's document then shows the typed answers and lets the person decide.
	Abandon(why string)
}

// store holds the state of the frame, and go-app's handles to draw it. Only go-app's UI goroutine uses it.
type store struct {
	machine *flow.Machine
	state   flow.State
	port    Port
	// root is the context of the root component: go-app drops the deferred work of a removed component.
	root app.Context
	step app.Context
	// onRender, which tests set, is called with each component that is rendered.
	onRender    func(app.Composer)
	liveFields  map[int]*field
	whenRebuilt func()
	uncollected int
	// nextFocus is where the focus moves to. During the move, the body has it.
	nextFocus string
}

func (s *store) request() *flow.Request { return s.state.Request() }

func newStore(machine *flow.Machine, state flow.State, port Port) *store {
	return &store{machine: machine, state: state, port: port, liveFields: map[int]*field{}}
}

func (s *store) noteRender(c app.Composer) {
	if s.onRender != nil {
		s.onRender(c)
	}
}

func (s *store) apply(event flow.Event) {
	if event == nil {
		return
	}
	var effects []flow.Effect
	s.state, effects = s.machine.Update(s.state, event, s.port.Now())
	for _, effect := range effects {
		s.carryOut(effect)
	}
}

// handle runs act for an event of go-app, and draws the difference. go-app has marked the component of the event, and those
// around it, to be drawn.
func (s *store) handle(ctx app.Context, in *field, act func()) {
	before, skip := s.state, -1
	if in != nil {
		in.ctx, skip = ctx, in.Index
	}
	act()
	switch {
	case s.needsDrawing(&before, skip):
	case in != nil && !in.isStale() && in.Look != s.state.FieldLook(in.Index):
		s.step.PreventUpdate()
	default:
		ctx.PreventUpdate()
	}
}

func (s *store) needsDrawing(before *flow.State, skip int) bool {
	if !s.state.Changed(before, skip) {
		return false
	}
	if s.state.Serial != before.Serial || s.state.Step != before.Step {
		s.collect(before)
	}
	s.present()
	return true
}

func (s *store) dispatch(event flow.Event) {
	s.root.Dispatch(func(ctx app.Context) { s.handle(ctx, nil, func() { s.apply(event) }) })
}

func (s *store) whenDrawn(act func()) {
	s.root.Defer(func(app.Context) { act() })
}

// collectAfter is the number of questions after which a collection costs less than their garbage.
const collectAfter = 20

// collect runs when a request has ended. Memory never shrinks; with a collection it stays at the size of the largest
// request.
func (s *store) collect(before *flow.State) {
	for _, request := range before.Requests {
		s.uncollected += len(request.Fields)
	}
	if over := s.state.Step == flow.Done || s.state.Step == flow.Idle; over && s.uncollected > collectAfter {
		s.uncollected = 0
		s.port.AfterPaint(runtime.GC)
	}
}

func (s *store) present() {
	words := s.state.Words
	s.port.Present(s.state.Title(), words.Tag, words.RTL)
}

func (s *store) handler(event func(app.Event) flow.Event) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		s.handle(ctx, nil, func() { s.apply(event(e)) })
	}
}

// Answers are sent and controls are filled at once; the focus, announcements and [flow.Shown] wait for the drawing.
func (s *store) carryOut(effect flow.Effect) {
	switch e := effect.(type) {
	case flow.Focus:
		s.whenDrawn(func() {
			id, reveal := s.target(e)
			s.port.Focus(id, reveal, e.IfInside)
		})
	case flow.Announce, flow.Alert, flow.Shown:
		s.whenDrawn(func() { s.port.Tell(effect) })
	case flow.CompileLater:
		s.whenDrawn(func() { s.port.AfterPaint(func() { s.state.Compile() }) })
	case flow.Reveal:
		row := entryID(s.comboboxID(e.Field), e.Entry)
		s.whenDrawn(func() { page.Call(page.Element(row), "scrollIntoView", map[string]any{"block": "nearest"}) })
	case flow.SelectText:
		page.Call(page.Element(s.comboboxID(e.Field)), "select")
	case flow.Fill:
		page.Set(page.Element(s.segmentID(e.Field, e.Segment)), "value", e.Text)
	case flow.FocusPart:
		input := page.Element(s.segmentID(e.Field, e.Segment))
		page.Call(input, "focus")
		page.Call(input, "select")
	case flow.FocusDay:
		s.whenDrawn(func() { page.Call(page.Element(dayID(e.Field, e.Day)), "focus") })
	case flow.FocusCalendar:
		page.Call(page.Element(calendarID(e.Field)), "focus")
	default:
		s.port.Tell(effect)
	}
}
