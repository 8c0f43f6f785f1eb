//go:build js && wasm

package port

import (
	"testing"
	"time"
)

// TestAnAlarmIsPutOff: an alarm rings once, at the time that it was last set for, and again
// when it is set once more.
func TestAnAlarmIsPutOff(t *testing.T) {
	rung := make(chan time.Time, 10)
	set := (&Port{}).alarm(func() { rung <- time.Now() })
	start := time.Now()
	for range 50 {
		set(1)
		set(3_600_000)
	}
	set(40)
	if first := <-rung; first.Sub(start) < 40*time.Millisecond {
		t.Errorf("it rings after %s", first.Sub(start))
	}
	set(longestTimer + 1)
	time.Sleep(10 * time.Millisecond)
	if len(rung) > 0 {
		t.Error("an alarm far away rings at once")
	}
	set(0)
	<-rung
	time.Sleep(10 * time.Millisecond)
	if len(rung) > 0 {
		t.Error("it rings without having been set")
	}
}
