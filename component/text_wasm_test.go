//go:build js && wasm

package component

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestWithoutASelectionTheEndIsSelected(t *testing.T) {
	for _, input := range []app.Value{app.Undefined(), app.Null(), app.ValueOf("x"), app.Event{}, nil} {
		if from, to := selectedRange(input, 3); from != 3 || to != 3 {
			t.Errorf("the selection is %d to %d", from, to)
		}
		prevent(app.Event{Value: input})
	}
}
