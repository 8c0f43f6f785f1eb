// Package message replaces golang.org/x/text/message in jsonschema: that is 6 % of the
// download, and translates errors that this project words itself.
package message

import "fmt"

// Printer formats like fmt.
type Printer struct{}

// Sprintf is fmt.Sprintf.
func (*Printer) Sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
