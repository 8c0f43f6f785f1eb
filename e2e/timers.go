package e2e

import _ "embed"

//go:embed timers.js
var timersScript string

// waitUntilIdle waits for all immediate effects in page and frames: messages, drawings, and timers of up to 100 ms.
func (tab *Tab) waitUntilIdle() {
	tab.t.Helper()
	tab.onTestClock(`testClock.idle()`)
}

// advance moves the clock of the page and its frames, and runs the timers up to then in their order. Chromium's virtual time
// cannot replace it: the browser's process dates a press by the real time, and the form would take it for a press from before
// its button was drawn.
func (tab *Tab) advance(milliseconds int) {
	tab.t.Helper()
	tab.onTestClock(call(`(milliseconds) => testClock.advance(milliseconds)`, []any{milliseconds}))
}

func (tab *Tab) onTestClock(expression string) {
	tab.t.Helper()
	if err := tab.page().try(expression, nil); err != nil {
		var pending string
		_ = tab.page().try(`testClock.pending()`, &pending)
		tab.t.Fatalf("%v\npending: %s\n%s", err, pending, tab.situation())
	}
}
