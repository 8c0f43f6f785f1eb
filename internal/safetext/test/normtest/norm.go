// Package normtest normalizes texts in tests as a browser does. In the frame, Unicode's tables would be
// larger than all code that compares texts.
package normtest

import "golang.org/x/text/unicode/norm"

// Decompose returns a text in the form NFKD.
func Decompose(text string) string { return norm.NFKD.String(text) }
