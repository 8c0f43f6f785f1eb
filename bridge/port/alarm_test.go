//go:build js && wasm

package port

import "testing"

// TestAnAlarmIsPutOff: an alarm rings once, at the time of its last setting, and rings again after
// another setting.
func TestAnAlarmIsPutOff(t *testing.T) {
	clock, rings := newTimers(), 0
	set := (&Port{}).alarm(func() { rings++ })
	clock.during(func() {
		for range 50 {
			set(1)
			set(3_600_000)
		}
		set(40)
	})
	clock.expect(t, "40")
	clock.ring()
	if rings != 1 {
		t.Errorf("it rings %d times", rings)
	}
	clock.expect(t, "")
	clock.during(func() { set(maxTimerMillis + 1) })
	// A browser rings at once if the time exceeds its range.
	clock.expect(t, "2147483647")
	clock.during(func() { set(0) })
	clock.expect(t, "0")
	clock.ring()
	if rings != 2 {
		t.Errorf("it rings %d times", rings)
	}
	clock.expect(t, "")
}
