package flow

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
)

// Effect is something that somebody else has to do. Update only says so.
type Effect interface{ effect() }

type (
	// Reply answers a request with a result. At most one Reply or Fail leaves
	// for a request, but for a repeated request, which gets the same again.
	Reply struct {
		ID     elicit.Value
		Result elicit.Result
	}
	// Fail answers a request with an error: it was not shown to a person.
	Fail struct {
		ID  elicit.Value
		Err *elicit.Error
	}
	// Focus moves the focus, after the screen has been drawn.
	Focus struct {
		Target Target
		// Field and Part belong to OnControl; Field to OnChange.
		Field int
		Part  check.Part
		// IfInside moves the focus only when it is in the frame already, so
		// that an event of the host never takes it from the chat.
		IfInside bool
	}
	// Announce tells assistive technology what happened, once.
	Announce struct{ Text string }
	// AnnounceLater is an Announce that waits until the person stops typing;
	// a newer one replaces it.
	AnnounceLater struct{ Text string }
)

// Target names what gets the focus.
type Target uint8

// The targets.
const (
	OnHeading Target = iota
	OnSummary
	OnControl
	// OnChange is the Change control of a row on review.
	OnChange
)

func (Reply) effect()         {}
func (Fail) effect()          {}
func (Focus) effect()         {}
func (Announce) effect()      {}
func (AnnounceLater) effect() {}
