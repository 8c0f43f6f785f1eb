// Package json takes the place of encoding/json in the program, which is linked with an
// overlay of it: the standard one takes 40 kB of the download. The program has its own reader and
// writer of JSON, in package elicit.
package json

import (
	"fmt"
	"strconv"
)

// Number is a number as it was written.
type Number string

// String returns the number.
func (n Number) String() string { return string(n) }

// Float64 returns the number as the nearest float.
func (n Number) Float64() (float64, error) { return strconv.ParseFloat(string(n), 64) }

// Marshal writes an error as Go does, and nothing else: it is called for the text of
// go-app's own errors, which the program prints.
func Marshal(v any) ([]byte, error) {
	return fmt.Appendf(nil, "%+v", v), nil
}

// MarshalIndent does what [Marshal] does.
func MarshalIndent(v any, _, _ string) ([]byte, error) { return Marshal(v) }
