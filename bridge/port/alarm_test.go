//go:build js && wasm

package port

import (
	"syscall/js"
	"testing"
)

// TestAnAlarmThatIsPutOffIsLeftToTheBrowser: to put an alarm off with each key costs no
// call into the browser, and it still rings when it was last set for. The timers of the
// browser end here when the test lets them.
func TestAnAlarmThatIsPutOffIsLeftToTheBrowser(t *testing.T) {
	real := js.Global().Get("setTimeout")
	asked := js.Global().Call("eval", "[]")
	rung := 0
	a := &alarm{ring: func() { rung++ }}
	a.fired = callback(func([]js.Value) { a.end() })
	// Go's own scheduler asks for timers as well.
	spy := js.Global().Call("eval", `(real, ours, asked) => (act, ms, ...rest) =>
		act === ours ? asked.push([act, ms]) : real(act, ms, ...rest)`)
	js.Global().Set("setTimeout", spy.Invoke(real, a.fired, asked))
	t.Cleanup(func() { js.Global().Set("setTimeout", real) })
	expect := func(when string, calls, rings int) {
		t.Helper()
		if asked.Length() != calls || rung != rings {
			t.Errorf("%s: the browser is asked %d times, want %d; it has rung %d times, want %d", when, asked.Length(), calls, rung, rings)
		}
	}
	// end lets the newest timer end.
	end := func() {
		newest := asked.Index(asked.Length() - 1)
		newest.Index(0).Invoke()
	}

	const hour = 3_600_000
	for range 50 {
		a.set(hour)
	}
	expect("put off with each key", 1, 0)
	if ms := asked.Index(0).Index(1).Int(); ms > hour {
		t.Errorf("the browser is asked to wait %d ms", ms)
	}
	end()
	expect("the timer ends before the alarm is due", 2, 0)
	a.set(0)
	expect("due sooner than the timer ends", 3, 0)
	end()
	expect("due", 3, 1)
	end()
	expect("a timer that ends without an alarm", 3, 1)
	a.set(hour)
	expect("set once more", 4, 1)
}
