//go:build js && wasm

package port

import (
	"syscall/js"
	"testing"
	"time"
)

// TestAnAlarmThatIsPutOffIsLeftToTheBrowser: to put an alarm off with each key costs no
// call into the browser, and it still rings when it was last set for.
func TestAnAlarmThatIsPutOffIsLeftToTheBrowser(t *testing.T) {
	real := js.Global().Get("setTimeout")
	asked := js.Global().Call("eval", "[]")
	spy := js.Global().Call("eval", "(real, asked) => (act, ...rest) => { asked.push(act); return real(act, ...rest); }").Invoke(real, asked)
	js.Global().Set("setTimeout", spy)
	t.Cleanup(func() { js.Global().Set("setTimeout", real) })

	rang := make(chan time.Time, 10)
	a := &alarm{ring: func() { rang <- time.Now() }}
	calls := func() int {
		n := 0
		for i := range asked.Length() {
			if asked.Index(i).Equal(a.fired.Value) {
				n++
			}
		}
		return n
	}
	for range 50 {
		a.set(40)
	}
	if got := calls(); got != 1 {
		t.Errorf("the browser is asked %d times", got)
	}
	time.Sleep(20 * time.Millisecond)
	last := time.Now()
	a.set(40)
	if early := (<-rang).Sub(last); early < 39*time.Millisecond {
		t.Errorf("it rang after %v", early)
	}
	if got := calls(); got != 2 {
		t.Errorf("the browser is asked %d times", got)
	}
	a.set(10_000)
	a.set(5)
	<-rang
	time.Sleep(10 * time.Millisecond)
	if len(rang) > 0 {
		t.Error("it rang once more")
	}
	if got := calls(); got != 4 {
		t.Errorf("the browser is asked %d times", got)
	}
}
