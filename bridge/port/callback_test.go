//go:build js && wasm

package port

import (
	"testing"

	"github.com/elicitform/elicitform/bridge/page"
)

// TestNothingRunsBesideADrawing: what the page and timers begin waits for the UI goroutine.
func TestNothingRunsBesideADrawing(t *testing.T) {
	turns := make(chan func(), 10)
	p := &Port{run: func(act func()) { turns <- act }}
	said := ""
	called := p.callback(func(argument page.Value) { said += page.Text(argument) })
	defer called.Release()
	called.Invoke("page")
	clock := newTimers()
	clock.during(func() { p.alarm(func() { said += " timer" })(0) })
	clock.ring()
	if said != "" {
		t.Errorf("%q was said beside the drawing", said)
	}
	for len(turns) > 0 {
		(<-turns)()
	}
	if said != "page timer" {
		t.Errorf("%q was said", said)
	}
}
