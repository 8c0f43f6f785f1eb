//go:build js && wasm

package port

import (
	"testing"

	"github.com/elicitform/elicitform/bridge/page"
)

// timers replaces the page's timers: only the test rings them, never the clock.
type timers struct{ fake page.Value }

const fakeTimers = `(() => {
	const { setTimeout, clearTimeout } = globalThis;
	const pending = new Map();
	let last = 0;
	return {
		begin: () => Object.assign(globalThis, {
			setTimeout: (act, after) => { pending.set(++last, { act, after }); return last; },
			clearTimeout: (timer) => { pending.delete(timer); },
		}),
		end: () => { Object.assign(globalThis, { setTimeout, clearTimeout }); },
		after: () => [...pending.values()].map(({ after }) => after).join(),
		ring: () => {
			const all = [...pending.values()];
			pending.clear();
			all.forEach(({ act }) => act());
		},
	};
})()`

func newTimers() timers { return timers{page.Call(page.Global(), "eval", fakeTimers)} }

// during calls a function that sets and clears timers. Go's own scheduler also sets timers of the page, but only
// while all goroutines wait, so act must not wait.
func (f timers) during(act func()) {
	page.Call(f.fake, "begin")
	defer page.Call(f.fake, "end")
	act()
}

// expect fails unless these are the times of all pending timers, in milliseconds.
func (f timers) expect(t *testing.T, after string) {
	t.Helper()
	if got := page.Text(page.Call(f.fake, "after")); got != after {
		t.Errorf("the timers are set to %q, want %q", got, after)
	}
}

func (f timers) ring() { page.Call(f.fake, "ring") }
