//go:build js && wasm

// Command wasm is the program in the frame: it wires the port to the state machine and the component tree, and runs until the
// page goes away. It decides nothing. What it is given and gives crosses the port as messages.
package main

import (
	"runtime/debug"

	"github.com/elicitform/elicitform/bridge/port"
	"github.com/elicitform/elicitform/component"
	"github.com/elicitform/elicitform/internal/flow"
)

// heapGrowth is by how many per cent the heap may grow until the collector runs. With
// Go's 100 a third of the time of a drawing is collecting: everything that is drawn is
// allocated in between two of the browser's frames, and the heap is small. Package component
// collects when a request is over, so that the memory stays small all the same.
const heapGrowth = 400

func main() {
	debug.SetGCPercent(heapGrowth)
	connection := port.Open()
	component.Run(&flow.Machine{ParseURL: port.ParseURL, Decompose: connection.Decompose}, flow.State{Reader: connection.Reader()}, connection)
}
