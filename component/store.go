// Package component draws a flow.State with go-app and turns what the person
// does into flow events. It decides nothing: a rule that needs a browser to be
// tested does not belong here.
//
// How go-app compares trees shapes the whole package: children are matched by
// position, so every element that comes and goes has a fixed slot and the
// hidden attribute; text inputs get their value once and are read afterwards,
// never written; each field is a component of its own with a few small exported
// fields that change when it has to be drawn again.
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
	// Announce speaks through the status region; later waits for the person
	// to stop typing.
	Announce(text string, later bool)
	// Now is the time, in milliseconds since 1970.
	Now() int64
	// TimeOfDay is a time, in milliseconds since 1970, as the person writes it.
	TimeOfDay(unix int64) string
	// Later does something in a task of its own, after what the person does.
	Later(act func())
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

// store holds the one state of the frame, and beside it only what go-app and the
// document need to draw it. It is used on go-app's UI goroutine only.
type store struct {
	machine *flow.Machine
	state   flow.State
	port    Port
	// root is the context of the root component. What has to wait for the
	// drawing is deferred with it: go-app drops what a component has deferred
	// that is gone by then, and a step takes its own screen away.
	root app.Context
	// revision counts state changes: components that draw more than their
	// own field take it as a property.
	revision int
	// bound is the id of the element that the focus was last on its way to.
	bound string
	// drawn are the fields whose controls are on the page, by index.
	drawn map[int]*field
	// form is the context of the form.
	form app.Context
}

// question is the one that the person is at.
func (s *store) question() *flow.Question { return s.state.Question() }

func newStore(machine *flow.Machine, state flow.State, port Port) *store {
	return &store{machine: machine, state: state, port: port, drawn: map[int]*field{}}
}

// apply runs one event through the state machine and carries out its effects.
// Answers leave at once; focus, announcements and what says that a request is
// shown wait until the new screen has been drawn.
func (s *store) apply(event flow.Event) {
	var effects []flow.Effect
	s.state, effects = s.machine.Update(s.state, event)
	s.revision++
	for _, effect := range effects {
		switch e := effect.(type) {
		case flow.Focus:
			s.root.Defer(func(app.Context) {
				id, reveal := s.target(e)
				s.port.Focus(id, reveal, e.IfInside)
			})
		case flow.Announce:
			s.root.Defer(func(app.Context) { s.port.Announce(e.Text, false) })
		case flow.Shown:
			s.root.Defer(func(app.Context) { s.port.Tell(e) })
		case flow.Work:
			s.root.Defer(func(app.Context) { s.goOn(e) })
		case flow.DrawMore:
			s.root.Defer(func(app.Context) { s.drawMore(e) })
		case flow.WatchMore:
			s.root.Defer(func(app.Context) { s.watchMore(e) })
		case flow.Reveal:
			s.reveal(s.comboboxID(e.Field), e.Entry)
		case flow.Fill:
			if input, ok := elementOf(s.partID(e.Field, e.Part)); ok {
				assign(input, "value", e.Text)
			}
		case flow.SelectText:
			if input, ok := elementOf(s.comboboxID(e.Field)); ok {
				callOf(input, "select")
			}
		case flow.CloseList:
			s.closeList(e)
		case flow.ReadClock:
			s.apply(flow.ClockRead{Now: s.port.Now()})
		case flow.AnnounceLater:
			s.port.Announce(e.Text, true)
		default:
			s.port.Tell(effect)
		}
	}
	s.present()
}

// goOn does the next slice of long work in a task of its own.
func (s *store) goOn(w flow.Work) {
	s.port.Later(func() {
		s.root.Dispatch(func(app.Context) { s.apply(flow.Worked(w)) })
	})
}

func (s *store) present() {
	words := s.state.Words
	s.port.Present(s.state.Title(), words.Tag(), words.RTL())
}

// press returns a handler that sends an event. Clicks and keys that were meant
// for what stood there before do not get here: the boot script keeps them back.
func (s *store) press(event flow.Event) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		prevent(e)
		s.apply(event)
	}
}
