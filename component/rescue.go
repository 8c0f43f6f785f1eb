package component

import (
	"fmt"
	"runtime/debug"

	"github.com/elicitform/elicitform/internal/flow"
)

// rescue ends the program in good order after a panic. Everything that acts,
// draws or compares runs on go-app's UI goroutine, inside [Run], and what
// panics elsewhere is raised again there, so that this is the one place. What
// go-app has drawn may not be what it thinks by then, so nothing is drawn any
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

// keepDraft sends what was typed since the last draft, as far as the state that
// is left still allows.
func (s *store) keepDraft() {
	defer func() { _ = recover() }()
	_, effects := s.machine.Update(s.state, flow.Woken{Alarm: flow.DraftAlarm})
	for _, effect := range effects {
		if draft, ok := effect.(flow.KeepDraft); ok {
			s.port.Tell(draft)
		}
	}
}
