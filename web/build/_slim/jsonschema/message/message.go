// Package message replaces golang.org/x/text/message in jsonschema, which translates its errors
// with it. This project has its own words for problems, and golang.org/x/text is 6 % of the
// download.
package message

import "fmt"

// Printer formats like fmt.
type Printer struct{}

// Sprintf is fmt.Sprintf.
func (*Printer) Sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
