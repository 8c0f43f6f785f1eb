package component

import (
	"encoding/json"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// standing is what stands in the controls of the form, taken over from the page
// in one go: to ask for each of a thousand controls takes long enough to be
// felt. A nil one asks for each.
type standing struct {
	byID map[string]stands
	// byName are the check boxes and radio buttons of a field.
	byName map[string][]stands
}

// stands is what stands in one control.
type stands struct {
	ID, Name, Value string
	Checked         bool
}

// takeStanding takes over what stands in all controls that are drawn.
func takeStanding() *standing {
	page := app.Window()
	controls := callOf(memberOf(page, "document"), "querySelectorAll", ".fields :is(input, textarea, select)")
	// With a list of members JSON writes those of an element, and only those.
	text := callOf(memberOf(page, "JSON"), "stringify",
		callOf(memberOf(page, "Array"), "from", controls), []any{"id", "name", "value", "checked"})
	var all []stands
	if err := json.Unmarshal([]byte(attempt(text.String, "")), &all); err != nil {
		return nil
	}
	now := &standing{byID: make(map[string]stands, len(all)), byName: map[string][]stands{}}
	for _, control := range all {
		now.byID[control.ID] = control
		if control.Name != "" {
			now.byName[control.Name] = append(now.byName[control.Name], control)
		}
	}
	return now
}

// value is what stands in the control called id; empty when there is none.
func (n *standing) value(id string) string {
	if n == nil {
		return valueOf(id)
	}
	return n.byID[id].Value
}

// checked reports whether the radio button or check box called id is on.
func (n *standing) checked(id string) bool {
	if n == nil {
		return checked(id)
	}
	return n.byID[id].Checked
}

// boxes are the check boxes that are drawn of a field.
func (n *standing) boxes(field int) []stands {
	if n == nil {
		return nil // Each has told of its own change.
	}
	return n.byName[fieldID(field)]
}
