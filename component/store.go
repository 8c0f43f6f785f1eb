// Package component draws a flow.State with go-app and turns what the person
// does into flow events. It decides nothing: a rule that needs a browser to be
// tested does not belong here.
//
// Three things in this package are so because of how go-app compares what it has
// drawn with what it is to draw. It matches children by their position, so an
// element that comes and goes has a place of its own, which is an empty text or a
// hidden element while it is not shown. It cannot clear an input, so inputs get
// their value when they are built, and are only read afterwards. And it compares
// whole trees, so each field, each answer on review and each part of a screen is a
// component of its own with a few small exported members, which change when it has to
// be drawn again; see [store.during].
package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// Port is what the components need of the browser and the host beyond
// drawing. Package bridge/port implements it.
type Port interface {
	// Listen hands over every event of the host, in order, and to fail what
	// made it panic on the way.
	Listen(handle func(flow.Event), fail func(fault any))
	// Tell carries out an effect that concerns the host or the browser as a
	// whole.
	Tell(effect flow.Effect)
	// Focus moves the focus to the element called id after scrolling the one
	// called reveal to the top; with ifInside only when the frame has it.
	Focus(id, reveal string, ifInside bool)
	// Announce speaks through the status region: text, or inside where the focus is in
	// the frame. later waits for the person to stop typing.
	Announce(text, inside string, later bool)
	// Alert speaks through the alert region, unless the focus is in the frame.
	Alert(text string)
	// Now is the time, in milliseconds since 1970.
	Now() int64
	// TimeOfDay is a time, in milliseconds since 1970, as the person writes it.
	TimeOfDay(unix int64) string
	// Later does something in a task of its own, after what the person does.
	Later(act func())
	// AfterPaint does something in a task of its own, when the browser has painted what
	// is drawn by now.
	AfterPaint(act func())
	// AfterPress does something at once, or when the press is over that is
	// under way.
	AfterPress(act func())
	// WhenSeen does something once when the element called id comes into view
	// and the one called below does not.
	WhenSeen(id, below string, act func())
	// Present sets what the document itself shows.
	Present(title, lang string, rtl bool)
	// Abandon says that the program ends, and why: somebody else has to show
	// what was typed and to let the person decide.
	Abandon(why string)
}

// store holds the state of the frame. Everything that a person sees is in state;
// what stands beside it are go-app's handles, and what only the document knows. It
// is used on go-app's UI goroutine only.
type store struct {
	machine *flow.Machine
	state   flow.State
	port    Port
	// versions are those of the parts of the screen, see [part].
	versions versions
	// root is the context of the root component. What has to wait until the screen
	// is drawn is deferred with it: go-app forgets what was deferred with the
	// context of a component that is gone by then.
	root app.Context
	// step is the context of the screen, for [store.notAround].
	step app.Context
	// rendered, if anybody wants to know, is told of each component that is rendered.
	rendered func(app.Composer)
	// drawn are the fields whose controls are in the document, by index: only
	// those can be read.
	drawn map[int]*field
	// answers are the rows on review.
	answers answerRows
	// whenRebuilt is what is left to do in controls that are being built anew, once they
	// are drawn and have the focus back.
	whenRebuilt func()
	// bound is the id of the element that the focus was last on its way to. While
	// it is on its way, the document has no focused element to ask for.
	bound string
}

// question is the one that the person is at.
func (s *store) question() *flow.Question { return s.state.Question() }

func newStore(machine *flow.Machine, state flow.State, port Port) *store {
	return &store{machine: machine, state: state, port: port, drawn: map[int]*field{}}
}

// rendering tells that a component is rendered.
func (s *store) rendering(c app.Composer) {
	if s.rendered != nil {
		s.rendered(c)
	}
}

// apply takes one event through the state machine and carries out its effects. It is
// called within [store.during] or [field.during].
func (s *store) apply(event flow.Event) {
	var effects []flow.Effect
	s.state, effects = s.machine.Update(s.state, event)
	for _, effect := range effects {
		s.carryOut(effect)
	}
}

// dispatch applies an event when go-app has its turn.
func (s *store) dispatch(event flow.Event) {
	s.root.Dispatch(func(ctx app.Context) { s.during(ctx, func() { s.apply(event) }) })
}

// whenDrawn does something when the screen is drawn as the state is now.
func (s *store) whenDrawn(act func()) {
	s.root.Defer(func(app.Context) { act() })
}

func (s *store) present() {
	words := s.state.Words
	s.port.Present(s.state.Title(), words.Tag(), words.RTL())
}

// press returns a handler that sends an event. The boot script keeps back the
// clicks and keys that were meant for the screen before, so they do not get here.
func (s *store) press(event flow.Event) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		prevent(e)
		s.during(ctx, func() { s.apply(event) })
	}
}
