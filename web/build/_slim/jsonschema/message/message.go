// Package message stands for golang.org/x/text/message in jsonschema, which words its
// errors with it in any language. Nobody sees those words here, because this project words
// its problems itself, and golang.org/x/text is 6 % of the download.
package message

import "fmt"

// Printer formats like fmt.
type Printer struct{}

// Sprintf is fmt.Sprintf.
func (*Printer) Sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
