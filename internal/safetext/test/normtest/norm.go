// Package normtest normalizes texts in tests as a browser does with String.prototype.normalize.
// The frame cannot contain Unicode's tables for this, because they would be larger than all
// code that compares texts. Only tests import this package.
package normtest

import "golang.org/x/text/unicode/norm"

// Decompose returns a text in the form NFKD.
func Decompose(text string) string { return norm.NFKD.String(text) }
