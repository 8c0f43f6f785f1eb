package component

import (
	"math/bits"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// part is a part of a screen that go-app draws again only when what it shows has
// changed. A field is another such part.
type part struct {
	app.Compo
	store *store
	is    flow.Parts
	// Version makes go-app draw the part again.
	Version int
	draw    func() app.UI
}

// part is a part of the screen, drawn by a function that takes everything from the
// store.
func (s *store) part(is flow.Parts, draw func() app.UI) app.UI {
	return &part{store: s, is: is, Version: s.version(is), draw: draw}
}

func (p *part) Render() app.UI {
	p.store.rendering(p)
	p.Version = p.store.version(p.is)
	return p.draw()
}

// versions count how often each part has changed.
type versions [8]int

// version is the version of some parts together.
func (s *store) version(of flow.Parts) int {
	sum := 0
	for ; of != 0; of &= of - 1 {
		sum += s.versions[bits.TrailingZeros8(uint8(of))]
	}
	return sum
}

// during handles an event of go-app: it does what the event asks for, and has drawn
// again what looks different after that, and nothing else.
//
// go-app marks the component that an event came to, and all around it, to be drawn
// again. The parts that changed get another version. The screen is drawn to hand them
// over, which costs next to nothing, because the other parts keep theirs.
func (s *store) during(ctx app.Context, act func()) {
	before := s.state
	act()
	switch changed := s.changed(&before, -1); {
	case changed == 0:
		ctx.PreventUpdate()
	case changed&flow.SummaryPart == 0 && ctx.Src() != s.root.Src():
		s.root.PreventUpdate()
	}
}

// during is [store.during] for an event in a field, which is drawn in any case.
func (f *field) during(ctx app.Context, act func()) {
	s := f.store
	f.ctx = ctx
	before := s.state
	act()
	switch changed := s.changed(&before, f.Index); {
	case changed == 0 && !s.state.FieldChanged(&before, f.Index):
		ctx.PreventUpdate()
	case changed == 0:
		s.notAround()
	case changed == flow.SummaryPart && s.notAround():
		s.root.Update()
	}
}

// changed notes which parts look different than before, but for one field.
func (s *store) changed(before *flow.State, field int) flow.Parts {
	parts := s.state.Changed(before, field)
	for left := parts; left != 0; left &= left - 1 {
		s.versions[bits.TrailingZeros8(uint8(left))]++
	}
	if parts != 0 {
		s.present()
	}
	return parts
}

// notAround keeps go-app from drawing what is around a field after an event in it, and
// reports whether that is possible already.
func (s *store) notAround() bool {
	here := s.step.Src() != nil && s.step.Src().Mounted()
	if here {
		s.step.PreventUpdate()
	}
	return here
}
