//go:build js && wasm

package port

import (
	"testing"

	"github.com/elicitform/elicitform/bridge/page"
)

func TestWhatACallbackPanicsWithIsHandedOn(t *testing.T) {
	var faults []any
	p := &Port{fail: func(fault any) { faults = append(faults, fault) }}
	broken := p.callback(func(argument page.Value) { panic("broken by " + page.Text(argument)) })
	defer broken.Release()
	broken.Invoke("a message")
	if len(faults) != 1 || faults[0] != "broken by a message" {
		t.Errorf("the faults are %v", faults)
	}
}
