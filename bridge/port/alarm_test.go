//go:build js && wasm

package port

import "testing"

// TestAnAlarmIsPutOff: an alarm rings once, at the time that it was last set for, and again
// when it is set once more.
func TestAnAlarmIsPutOff(t *testing.T) {
	clock, rung := newTimers(), 0
	set := (&Port{}).alarm(func() { rung++ })
	clock.during(func() {
		for range 50 {
			set(1)
			set(3_600_000)
		}
		set(40)
	})
	clock.expect(t, "40")
	clock.ring()
	if rung != 1 {
		t.Errorf("it rings %d times", rung)
	}
	clock.expect(t, "")
	clock.during(func() { set(longestTimer + 1) })
	// A browser rings at once when the time is longer than it can count.
	clock.expect(t, "2147483647")
	clock.during(func() { set(0) })
	clock.expect(t, "0")
	clock.ring()
	if rung != 2 {
		t.Errorf("it rings %d times", rung)
	}
	clock.expect(t, "")
}
