// Package normtest normalizes texts in tests as a browser does with String.prototype.normalize. The frame has no tables of Unicode
// for this: they would be larger than all code that compares texts.
package normtest

import "golang.org/x/text/unicode/norm"

// Decomposed returns a text in the form NFKD.
func Decomposed(text string) string { return norm.NFKD.String(text) }
