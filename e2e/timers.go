package e2e

import _ "embed"

//go:embed timers.js
var timersScript string

// waitUntilIdle waits until nothing is pending in the page and its frames but timers that ring later: no message, no
// drawing, and no timer of at most 100 ms. What follows at once from what has happened has happened then.
func (tab *Tab) waitUntilIdle() {
	tab.t.Helper()
	tab.onTestClock(`testClock.idle()`)
}

// advance moves the clock of the page and its frames, and runs all timers that are due by then, in their order.
// Chromium's virtual time cannot replace it. A press would keep the real time, because the browser's process dates it, and
// the form would take the press for one that began before its button was drawn.
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
