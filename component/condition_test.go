package component

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
)

// TestConditions_Label: a question that another answer makes required no longer says that it is optional.
func TestConditions_Label(t *testing.T) {
	const params = `{"message":"m","requestedSchema":{"type":"object","required":["q"],"properties":{
		"text":{"type":"string","title":"Which one?"},"q":{"type":"string","title":"Parser","enum":["old","other"]}},
		"if":{"properties":{"q":{"const":"other"}}},"then":{"required":["text"]}}}`
	pick := func(option int) flow.Event {
		return flow.Edited{Field: 1, Draft: answer.Draft{Chosen: []int{option}}}
	}
	for name, c := range map[string]struct {
		events     []flow.Event
		isOptional bool
	}{
		"the condition holds": {[]flow.Event{pick(1)}, false},
		"it does not":         {[]flow.Event{pick(0)}, true},
		"no longer":           {[]flow.Event{pick(1), pick(0)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			field := first(t, draw(reach(t, "en", params, c.events...)), "field")
			if got := strings.Contains(textIn(field), "(optional)"); got != c.isOptional {
				t.Errorf("%q says optional: %v, want %v", textIn(field), got, c.isOptional)
			}
		})
	}
}
