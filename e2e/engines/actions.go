package engines

// action is one step of an input source, as WebDriver and WebDriver BiDi write it.
type action map[string]any

// source is an input source with the steps that it makes.
type source struct {
	Type       string            `json:"type"`
	ID         string            `json:"id"`
	Parameters map[string]string `json:"parameters,omitempty"`
	Actions    []action          `json:"actions"`
}

// pressing are the actions that press keys while others are held down.
func pressing(keys, modifiers []string) []source {
	var steps []action
	for _, key := range modifiers {
		steps = append(steps, action{"type": "keyDown", "value": key})
	}
	for _, key := range keys {
		steps = append(steps, action{"type": "keyDown", "value": key}, action{"type": "keyUp", "value": key})
	}
	for _, key := range modifiers {
		steps = append(steps, action{"type": "keyUp", "value": key})
	}
	return []source{{Type: "key", ID: "keyboard", Actions: steps}}
}

// clicking are the actions that click at a point.
func clicking(x, y float64) []source {
	return []source{{Type: "pointer", ID: "mouse", Parameters: map[string]string{"pointerType": "mouse"}, Actions: []action{
		{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0},
		{"type": "pointerDown", "button": 0},
		{"type": "pointerUp", "button": 0},
	}}}
}
