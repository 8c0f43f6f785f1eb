//go:build js && wasm

package component

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestWithoutASelectionTheEndIsSelected(t *testing.T) {
	for name, input := range map[string]app.Value{
		"undefined": app.Undefined(), "null": app.Null(), "a text": app.ValueOf("x"), "an empty event": app.Event{}, "nil": nil,
	} {
		t.Run(name, func(t *testing.T) {
			if from, to := selectedRange(input, 3); from != 3 || to != 3 {
				t.Errorf("the selection is %d to %d", from, to)
			}
			prevent(app.Event{Value: input})
		})
	}
}
