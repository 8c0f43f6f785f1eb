// Package message stands in for golang.org/x/text/message in the wasm build.
// jsonschema can word its errors in any language with the real one; nobody sees
// those words here, because this project words its problems itself.
package message

import (
	"fmt"

	"golang.org/x/text/language"
)

// Printer formats like fmt.
type Printer struct{}

// NewPrinter returns a printer.
func NewPrinter(language.Tag) *Printer { return &Printer{} }

// Sprintf is fmt.Sprintf.
func (*Printer) Sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
