//go:build js && wasm

// Command faulty is the program of the frame with faults: a test names a fault in the frame, as
// window.fault, and the next call there fails. The program itself reacts to the fault.
package main

import (
	"os"
	"syscall/js"

	"github.com/elicitform/elicitform/bridge/port"
	"github.com/elicitform/elicitform/component"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
)

func main() {
	connection := port.Open()
	reader := connection.Reader()
	reader.Env.Zones = zones{reader.Env.Zones}
	machine := &flow.Machine{ParseURL: port.ParseURL, Decompose: connection.Decompose, CountElements: component.CountElements}
	component.Run(machine, flow.State{Reader: reader}, faulty{connection})
}

// on reports whether the test wants a fault now. Each fault happens once.
func on(fault string) bool {
	if js.Global().Get("fault").String() != fault {
		return false
	}
	js.Global().Set("fault", "")
	return true
}

// zones fails inside the state machine, at the check of a date-time.
type zones struct{ answer.Zones }

func (z zones) Offset(zone string, unix int64) (offset int, ok bool) {
	if on("update") {
		panic("update is broken")
	}
	return z.Zones.Offset(zone, unix)
}

type faulty struct{ component.Port }

// Listen fails in a function that the page has called.
func (f faulty) Listen(handle func(flow.Event), run func(func())) {
	f.Port.Listen(func(event flow.Event) {
		if on("callback") {
			panic("a callback is broken")
		}
		handle(event)
	}, run)
}

// TimeOfDay fails during the drawing of a screen.
func (f faulty) TimeOfDay(unix int64) string {
	if on("render") {
		panic("drawing is broken")
	}
	return f.Port.TimeOfDay(unix)
}

// Focus fails in an effect, where a program can end in other ways too.
func (f faulty) Focus(id, reveal string, ifInside bool) {
	switch {
	case on("effect"):
		panic("an effect is broken")
	case on("exit"):
		os.Exit(3)
	case on("recursion"):
		js.Global().Set("depth", recurse(1))
	case on("exception"):
		js.Global().Get("thrower").Get("member")
	}
	f.Port.Focus(id, reveal, ifInside)
}

func recurse(n int) int { return 1 + recurse(n+1)/2 }
