package component

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// heard applies an event of the host. Before the language or the time zone changes,
// it reads all controls, so that nothing is lost that was typed, and says which field
// the person is in, so that this one is left as it is.
func (s *store) heard(event flow.Event) {
	if adapted, ok := event.(flow.Adapted); ok && s.state.Step == flow.Form {
		s.readAll()
		adapted.Focused = s.fieldOf(focused())
		event = adapted
	}
	s.apply(event)
}

// readAll reads all controls. Password managers and speech input change values
// without an event, and the event of the last key may not have arrived yet.
func (s *store) readAll() {
	now := readForm()
	for i := range len(s.request().Fields) {
		if edit := s.typed(i, now); !edit.Draft.Same(s.request().Fields[i].Draft) {
			s.apply(edit)
		}
	}
}

// typed is what is in the controls of a field. Where the program has changed the
// answer, and the new controls are not drawn yet, that is the draft as it is.
func (s *store) typed(field int, now *formValues) flow.Edited {
	f, draft := &s.request().Form.Fields[field], s.request().Fields[field].Draft
	drawn := s.drawn[field]
	if f.Unsupported == "" && drawn != nil && !drawn.gone() && drawn.Serial == s.request().Fields[field].Serial {
		draft = controlOf(*f).read(s, field, now)
	}
	return flow.Edited{Field: field, Draft: draft}
}

// focused is the element that has the focus. A frame that the focus has left still has
// one.
func focused() app.Value { return memberOf(app.Window(), "document", "activeElement") }

// fieldOf is the field that an element belongs to, counted from 1; 0 for none.
func (s *store) fieldOf(element app.Value) int {
	label := callOf(callOf(element, "closest", ".field"), "querySelector", "[id$='"+labelID(0)[2:]+"']")
	digits := strings.TrimSuffix(strings.TrimPrefix(textOf(label, "id"), "f"), labelID(0)[2:])
	if index, err := strconv.Atoi(digits); err == nil && index < len(s.request().Fields) {
		return index + 1
	}
	return 0
}

// stayFocused gives the focus back to a control that is built anew while the person
// is in it: they came to it between the event that decided so and the drawing.
func (f *field) stayFocused() {
	s := f.store
	if before := s.drawn[f.Index]; before == nil || before.screen != f.screen {
		return
	}
	active := focused()
	id := textOf(active, "id")
	if textOf(active, "tagName") == "BODY" {
		id = s.bound
	}
	if element, ok := elementOf(id); ok && s.fieldOf(element) == f.Index+1 {
		s.refocus(id, element)
	}
}

// rebuilt runs whenRebuilt for the controls that have just been built.
func (s *store) rebuilt() {
	if s.whenRebuilt != nil {
		s.whenDrawn(s.whenRebuilt)
		s.whenRebuilt = nil
	}
}

// refocus moves the focus to what has taken the place of an element, with the
// caret where it was, once that is drawn.
func (s *store) refocus(id string, before app.Value) {
	from, caret := numberOf(before, "selectionStart")
	to, _ := numberOf(before, "selectionEnd")
	s.whenDrawn(func() {
		element, ok := elementOf(id)
		if !ok || textOf(focused(), "tagName") != "BODY" {
			return
		}
		callOf(element, "focus", map[string]any{"preventScroll": true})
		if caret {
			callOf(element, "setSelectionRange", from, to)
		}
	})
}
