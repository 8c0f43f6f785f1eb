//go:build js && wasm

// Command wasm is the program in the frame: it connects the port with the state machine and the component tree, and runs
// until the page ends. It decides nothing.
package main

import (
	"runtime/debug"

	"github.com/elicitform/elicitform/bridge/port"
	"github.com/elicitform/elicitform/component"
	"github.com/elicitform/elicitform/internal/flow"
)

// heapGrowth is the percentage before a garbage collection. With Go's 100, a third of the time of a drawing is collecting.
// Package component collects when a request has ended, so that the memory stays small all the same.
const heapGrowth = 400

func main() {
	debug.SetGCPercent(heapGrowth)
	connection := port.Open()
	machine := &flow.Machine{ParseURL: port.ParseURL, Decompose: connection.Decompose, CountElements: component.CountElements}
	component.Run(machine, flow.State{Reader: connection.Reader()}, connection)
}
