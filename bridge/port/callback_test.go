//go:build js && wasm

package port

import (
	"syscall/js"
	"testing"
)

func TestWhatACallbackPanicsWithIsHandedOn(t *testing.T) {
	var faults []any
	p := &Port{fail: func(fault any) { faults = append(faults, fault) }}
	broken := p.callback(func(args []js.Value) { panic("broken by " + text(argument(args, 0))) })
	defer broken.Release()
	broken.Invoke("a message")
	if len(faults) != 1 || faults[0] != "broken by a message" {
		t.Errorf("the faults are %v", faults)
	}
}
