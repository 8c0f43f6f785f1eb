package component

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
)

// last is a port that records the last acts of a program.
type last struct {
	stubPort
	drafts    []string
	abandoned []string
	// broken makes Tell panic as well.
	broken bool
}

func (l *last) Tell(effect flow.Effect) {
	if l.broken {
		panic("the port is broken, too")
	}
	if e, ok := effect.(flow.KeepDraft); ok {
		l.drafts = append(l.drafts, e.Draft.JSON())
	}
}

func (l *last) Abandon(why string) { l.abandoned = append(l.abandoned, why) }

// openWithDraft opens a form with a draft.
func openWithDraft(t *testing.T) flow.State {
	t.Helper()
	params, err := request.Parse([]byte(everyKind))
	if err != nil {
		t.Fatal(err)
	}
	s := idle("en", "UTC")
	s = applyAll(s, flow.Requested{ID: request.NumberValue("1"), Requests: []request.InputRequest{{Params: params}}, Notes: request.Notes{Drafts: true}})
	s = applyAll(s, flow.Edited{Field: 0, Draft: answer.Draft{Text: "precious"}})
	return s
}

func TestAPanicEndsInGoodOrder(t *testing.T) {
	port := &last{}
	s := newStore(machine, openWithDraft(t), port)
	func() {
		defer s.rescue()
		panic("drawing is broken")
	}()
	if len(port.abandoned) != 1 || !strings.Contains(port.abandoned[0], "drawing is broken") || !strings.Contains(port.abandoned[0], "rescue_test.go") {
		t.Errorf("abandoned as %q", port.abandoned)
	}
	if len(port.drafts) != 1 || !strings.Contains(port.drafts[0], "precious") {
		t.Errorf("the drafts are %q", port.drafts)
	}
}

func TestAPanicWhileGivingUpChangesNothing(t *testing.T) {
	port := &last{broken: true}
	s := newStore(machine, openWithDraft(t), port)
	func() {
		defer s.rescue()
		panic("drawing is broken")
	}()
	if len(port.abandoned) != 1 || !strings.Contains(port.abandoned[0], "drawing is broken") {
		t.Errorf("abandoned as %q", port.abandoned)
	}
}

func TestWithoutAPanicNothingIsGivenUp(t *testing.T) {
	port := &last{}
	s := newStore(machine, openWithDraft(t), port)
	s.rescue()
	if len(port.abandoned) != 0 || len(port.drafts) != 0 {
		t.Errorf("abandoned as %q with drafts %q", port.abandoned, port.drafts)
	}
}
