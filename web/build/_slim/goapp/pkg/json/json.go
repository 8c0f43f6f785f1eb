// Package json stands for encoding/json in go-app, which writes with it what it keeps
// in the browser's storage, and the tags of errors. The program keeps nothing there,
// and encoding/json takes 40 kB of the download.
package json

import (
	"errors"
	"fmt"
)

// errLeftOut is what everybody gets who wants JSON.
var errLeftOut = errors.New("go-app is linked without encoding/json")

// RawMessage is JSON that is not read.
type RawMessage []byte

// Marshal writes an error as Go does, and nothing else: it is called for the text of
// go-app's own errors, which the program prints.
func Marshal(v any) ([]byte, error) {
	return fmt.Appendf(nil, "%+v", v), nil
}

// MarshalIndent is Marshal.
func MarshalIndent(v any, _, _ string) ([]byte, error) { return Marshal(v) }

// Unmarshal reads nothing.
func Unmarshal([]byte, any) error { return errLeftOut }
