package component

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
)

// Before a change of language or time zone, receive reads all controls, so that it loses no text.
func (s *store) receive(event flow.Event) {
	if adapted, ok := event.(flow.Adapted); ok && s.state.Step == flow.Form {
		s.readAll()
		adapted.Focused = s.fieldOf(focusedElement())
		event = adapted
	}
	s.apply(event)
}

// readAll also finds what password managers and speech input change without an event, and the last key.
func (s *store) readAll() {
	values := readForm()
	for i := range len(s.request().Fields) {
		if edit := s.readField(i, values); !edit.Draft.Same(s.request().Fields[i].Draft) {
			s.apply(edit)
		}
	}
}

// readField keeps the draft while the program's new controls are not drawn yet.
func (s *store) readField(field int, values *formValues) flow.Edited {
	f, draft := &s.request().Form.Fields[field], s.request().Fields[field].Draft
	live := s.liveFields[field]
	if f.Unsupported == "" && live != nil && !live.isStale() && live.Serial == s.request().Fields[field].Serial {
		draft = controlOf(f).read(s, field, draft, values)
	}
	return flow.Edited{Field: field, Draft: draft}
}

func focusedElement() app.Value { return page.Global("document", "activeElement") }

// fieldOf returns the number of an element's field, counted from 1; 0 for no field.
func (s *store) fieldOf(element app.Value) int {
	label := page.Call(page.Call(element, "closest", ".field"), "querySelector", "[id$='"+labelID(0)[2:]+"']")
	digits := strings.TrimSuffix(strings.TrimPrefix(page.Text(label, "id"), "f"), labelID(0)[2:])
	if index, err := strconv.Atoi(digits); err == nil && index < len(s.request().Fields) {
		return index + 1
	}
	return 0
}

// restoreFocus gives the focus back to a person who entered a control between the event and the drawing
// that rebuilds it.
func (f *field) restoreFocus() {
	s := f.store
	if before := s.liveFields[f.Index]; before == nil || before.screen != f.screen {
		return
	}
	active := focusedElement()
	id := page.Text(active, "id")
	if page.Text(active, "tagName") == "BODY" {
		id = s.nextFocus
	}
	if element := page.Element(id); s.fieldOf(element) == f.Index+1 {
		s.refocus(id, element)
	}
}

func (s *store) refocus(id string, before app.Value) {
	from, caret := page.Number(before, "selectionStart")
	to, _ := page.Number(before, "selectionEnd")
	s.whenDrawn(func() {
		element := page.Element(id)
		if !page.Exists(element) || page.Text(focusedElement(), "tagName") != "BODY" {
			return
		}
		page.Call(element, "focus", map[string]any{"preventScroll": true})
		if caret {
			page.Call(element, "setSelectionRange", from, to)
		}
	})
}

// formValues holds the values of all controls, read in one call. Reading hundreds one by one, as for nil,
// takes noticeably long.
type formValues struct {
	byID   map[string]request.Value
	byName map[string][]request.Value
}

func readForm() *formValues {
	controls := page.Call(page.Global("document"), "querySelectorAll", ".fields :is(input, textarea, select)")
	// JSON.stringify writes the listed members of each element.
	text := page.Call(page.Global("JSON"), "stringify",
		page.Call(page.Global("Array"), "from", controls), []any{"id", "name", "value", "checked"})
	all, err := request.ParseTrusted(page.Text(text))
	if err != nil {
		return nil
	}
	values := &formValues{byID: make(map[string]request.Value, len(all.Items)), byName: map[string][]request.Value{}}
	for _, control := range all.Items {
		values.byID[control.Get("id").Text] = control
		if name := control.Get("name").Text; name != "" {
			values.byName[name] = append(values.byName[name], control)
		}
	}
	return values
}

func (v *formValues) value(id string) string {
	if v == nil {
		return valueOf(id)
	}
	return v.byID[id].Get("value").Text
}

func (v *formValues) isChecked(id string) bool {
	if v == nil {
		return isChecked(id)
	}
	return v.byID[id].Get("checked").Truth
}

func (v *formValues) boxes(field int) []request.Value {
	if v == nil {
		return nil // Each box has sent an event of its own.
	}
	return v.byName[fieldID(field)]
}

func valueOf(id string) string { return page.Text(page.Element(id), "value") }

func isChecked(id string) bool { return page.Flag(page.Element(id), "checked") }
