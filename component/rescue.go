package component

import (
	"fmt"
	"runtime/debug"

	"github.com/elicitform/elicitform/internal/flow"
)

// rescue hands the screen over after a panic. All events are handled and all
// screens drawn on go-app's UI goroutine, inside [Run], and a panic elsewhere is
// raised again there, so that this is the only place that recovers. The document
// may differ from what go-app thinks that it has drawn, so nothing is drawn any
// more: the port shows what was typed and lets the person decline or cancel.
func (s *store) rescue() {
	fault := recover()
	if fault == nil {
		return
	}
	why := fmt.Sprintf("%v\n%s", fault, debug.Stack())
	s.keepDraft()
	s.port.Abandon(why)
}

// keepDraft sends what was typed since the last draft. The state may be broken, so
// it can fail.
func (s *store) keepDraft() {
	defer func() { _ = recover() }()
	_, effects := s.machine.Update(s.state, flow.Woken{Alarm: flow.DraftAlarm})
	for _, effect := range effects {
		if draft, ok := effect.(flow.KeepDraft); ok {
			s.port.Tell(draft)
		}
	}
}
