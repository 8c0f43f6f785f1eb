// Package component draws a flow.State with go-app and turns what the person
// does into flow events. It decides nothing: a rule that needs a browser to be
// tested does not belong here.
//
// Two things in this package are so because of how go-app compares what it has
// drawn with what it is to draw. It matches children by their position, so an
// element that comes and goes has a place of its own, which is an empty text or a
// hidden element while it is not shown. And it cannot clear an input, so inputs get
// their value when they are built, and are only read afterwards.
//
// # How drawing decides what to draw
//
// Two values of the state decide: a serial and a look. The serial of a screen, a field or
// the agreement is part of its component's identity (CompoID): with another serial, go-app
// builds its controls anew. The look is what a component shows, in its exported members:
// with an equal look, go-app leaves the component as it is.
//
// [store.during] compares the states before and after each event. Where they look the
// same, nothing is drawn. Where only the field differs in which the event happened, that
// field is drawn alone, so that a key costs the same in a form of any length. Otherwise the
// root and the screen are drawn, and in them the components whose looks differ.
package component

import (
	"runtime"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
)

// Port is what the components need of the browser and the host. Package bridge/port has it.
type Port interface {
	// Listen hands over every event of the host, in order. It calls functions on the UI
	// goroutine with run.
	Listen(handle func(flow.Event), run func(act func()))
	// Tell carries out an effect that concerns the host or the browser.
	Tell(effect flow.Effect)
	// Focus moves the focus to the element called id after scrolling the one
	// called reveal to the top; with ifInside only when the frame has it.
	Focus(id, reveal string, ifInside bool)
	// TimeOfDay is a time, in milliseconds since 1970, as the person writes it.
	TimeOfDay(unix int64) string
	// Later does something in a task of its own, after what the person does.
	Later(act func())
	// AfterPaint does something in a task of its own, when the browser has painted.
	AfterPaint(act func())
	// AfterPress does something at once, or when the press under way is over.
	AfterPress(act func())
	// Present sets what the document itself shows.
	Present(title, lang string, rtl bool)
	// Abandon says that the program ends, and why. The frame's document then shows
	// what was typed and lets the person decide.
	Abandon(why string)
}

// store holds the state of the frame: everything that a person sees is in state; the rest are go-app's
// handles, and what only the document knows. Only go-app's UI goroutine uses it.
type store struct {
	machine *flow.Machine
	state   flow.State
	port    Port
	// root is the context of the root component. What waits for the drawing is deferred with it:
	// go-app forgets what was deferred with a component that is gone.
	root app.Context
	// step is the context of the screen.
	step app.Context
	// rendered, which tests set, is told of each component that is rendered.
	rendered func(app.Composer)
	// drawn are the fields whose controls are in the document, which can be read.
	drawn map[int]*field
	// whenRebuilt is run once controls that are built anew have the focus back.
	whenRebuilt func()
	// uncollected is how many questions were on screens since the last collection of garbage.
	uncollected int
	// bound is the id of the element that the focus last moved to. During the move, the
	// document has no focused element.
	bound string
}

func (s *store) request() *flow.Request { return s.state.Request() }

func newStore(machine *flow.Machine, state flow.State, port Port) *store {
	return &store{machine: machine, state: state, port: port, drawn: map[int]*field{}}
}

func (s *store) rendering(c app.Composer) {
	if s.rendered != nil {
		s.rendered(c)
	}
}

// apply takes one event through the state machine and carries out its effects; nil is no
// event. It is called within [store.during].
func (s *store) apply(event flow.Event) {
	if event == nil {
		return
	}
	var effects []flow.Effect
	s.state, effects = s.machine.Update(s.state, event)
	for _, effect := range effects {
		s.carryOut(effect)
	}
}

// during handles an event of go-app: in a field, or elsewhere if that is nil. go-app has
// marked the component of the event, and each one around it, to be drawn.
func (s *store) during(ctx app.Context, in *field, act func()) {
	before, alone := s.state, -1
	if in != nil {
		in.ctx, alone = ctx, in.Index
	}
	act()
	switch {
	case s.changed(&before, alone):
	case in != nil && !in.gone() && in.Look != s.state.FieldLook(in.Index):
		s.step.PreventUpdate()
	default:
		ctx.PreventUpdate()
	}
}

// changed reports whether the screen has to be drawn, but for the field at index alone.
func (s *store) changed(before *flow.State, alone int) bool {
	if !s.state.Changed(before, alone) {
		return false
	}
	if s.state.Serial != before.Serial || s.state.Step != before.Step {
		s.collect(before)
	}
	s.present()
	return true
}

// dispatch applies an event when go-app has its turn.
func (s *store) dispatch(event flow.Event) {
	s.root.Dispatch(func(ctx app.Context) { s.during(ctx, nil, func() { s.apply(event) }) })
}

// whenDrawn does something when the screen is drawn as the state is now.
func (s *store) whenDrawn(act func()) {
	s.root.Defer(func(app.Context) { act() })
}

// collectAfter is how many questions may have been shown until garbage is collected. What the first
// form leaves behind is less than what a collection itself takes.
const collectAfter = 20

// collect has the garbage of requests collected when one is over and nothing is to do, so that the
// memory, which never shrinks, stays as large as the largest request needs it.
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

// sends returns a handler for events of the document. It makes an event of the flow of
// each, and applies it unless it is nil.
func (s *store) sends(event func(app.Event) flow.Event) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		s.during(ctx, nil, func() { s.apply(event(e)) })
	}
}

// carryOut does what an effect asks for. Answers leave at once, and controls are filled at
// once; the focus, announcements and [flow.Shown] wait until the screen is drawn.
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
		s.whenDrawn(func() { s.port.AfterPaint(func() { s.dispatch(flow.Compile{}) }) })
	case flow.Reveal:
		row := entryID(s.comboboxID(e.Field), e.Entry)
		s.whenDrawn(func() { page.Call(page.Element(row), "scrollIntoView", map[string]any{"block": "nearest"}) })
	case flow.SelectText:
		page.Call(page.Element(s.comboboxID(e.Field)), "select")
	case flow.Fill:
		page.Set(page.Element(s.segmentID(e.Field, e.Segment)), "value", e.Text)
	case flow.FocusDay:
		s.whenDrawn(func() { page.Call(page.Element(dayID(e.Field, e.Day)), "focus") })
	case flow.FocusCalendar:
		page.Call(page.Element(calendarID(e.Field)), "focus")
	default:
		s.port.Tell(effect)
	}
}
