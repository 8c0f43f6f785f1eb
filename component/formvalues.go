package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/elicit"
)

// formValues are the values of all controls of the form, read from the document in
// one call: to read hundreds of controls one by one takes so long that a person
// notices it. Those of nil are read one by one.
type formValues struct {
	byID map[string]controlValue
	// byName are the check boxes and radio buttons of a field.
	byName map[string][]controlValue
}

// controlValue is the value of one control.
type controlValue struct {
	ID, Name, Value string
	Checked         bool
}

// readForm reads all controls that are drawn.
func readForm() *formValues {
	page := app.Window()
	controls := callOf(memberOf(page, "document"), "querySelectorAll", ".fields :is(input, textarea, select)")
	// JSON writes those members of an element that it gets a list of.
	text := callOf(memberOf(page, "JSON"), "stringify",
		callOf(memberOf(page, "Array"), "from", controls), []any{"id", "name", "value", "checked"})
	all, err := elicit.ParseTrusted(attempt(text.String, ""))
	if err != nil {
		return nil
	}
	values := &formValues{byID: make(map[string]controlValue, len(all.Items)), byName: map[string][]controlValue{}}
	for _, c := range all.Items {
		var control controlValue
		for _, member := range c.Members {
			switch text := member.Value.Text; member.Name {
			case "id":
				control.ID = text
			case "name":
				control.Name = text
			case "value":
				control.Value = text
			case "checked":
				control.Checked = member.Value.Truth
			}
		}
		values.byID[control.ID] = control
		if control.Name != "" {
			values.byName[control.Name] = append(values.byName[control.Name], control)
		}
	}
	return values
}

// value is the text of the control called id; empty when there is none.
func (v *formValues) value(id string) string {
	if v == nil {
		return valueOf(id)
	}
	return v.byID[id].Value
}

// checked reports whether the radio button or check box called id is on.
func (v *formValues) checked(id string) bool {
	if v == nil {
		return checked(id)
	}
	return v.byID[id].Checked
}

// boxes are the check boxes that are drawn of a field.
func (v *formValues) boxes(field int) []controlValue {
	if v == nil {
		return nil // Each box has sent an event of its own.
	}
	return v.byName[fieldID(field)]
}
