//go:build js && wasm

package port

import (
	"testing"

	"github.com/elicitform/elicitform/bridge/page"
)

// TestNothingRunsBesideADrawing: actions of the page and of timers wait for the UI goroutine.
func TestNothingRunsBesideADrawing(t *testing.T) {
	turns := make(chan func(), 10)
	p := &Port{run: func(act func()) { turns <- act }}
	log := ""
	called := p.callback(func(argument page.Value) { log += page.Text(argument) })
	defer called.Release()
	called.Invoke("page")
	clock := newTimers()
	clock.during(func() { p.alarm(func() { log += " timer" })(0) })
	clock.ring()
	if log != "" {
		t.Errorf("%q ran beside the drawing", log)
	}
	for len(turns) > 0 {
		(<-turns)()
	}
	if log != "page timer" {
		t.Errorf("ran %q, want %q", log, "page timer")
	}
}
