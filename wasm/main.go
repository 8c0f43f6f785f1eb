//go:build js && wasm

// Command wasm is the program in the frame: it wires the port to the state
// machine and the component tree, and runs until the page goes away.
package main

import (
	"github.com/elicitform/elicitform/bridge/port"
	"github.com/elicitform/elicitform/component"
	"github.com/elicitform/elicitform/internal/flow"
)

func main() {
	connection := port.Open()
	component.Run(&flow.Machine{ParseURL: port.ParseURL}, flow.State{Reader: connection.Reader()}, connection)
}
