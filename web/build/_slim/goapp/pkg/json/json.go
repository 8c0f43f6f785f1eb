// Package json replaces encoding/json in the program, by an overlay: the standard one is 39 kB
// of the download. The program has its own reader and writer of JSON, in package request.
package json

import (
	"fmt"
	"strconv"
)

// Number is the text of a number.
type Number string

// String returns the number.
func (n Number) String() string { return string(n) }

// Float64 returns the number as the nearest float.
func (n Number) Float64() (float64, error) { return strconv.ParseFloat(string(n), 64) }

// Marshal formats a value with %+v. Only go-app's own errors call it.
func Marshal(v any) ([]byte, error) {
	return fmt.Appendf(nil, "%+v", v), nil
}

// MarshalIndent does the same as [Marshal].
func MarshalIndent(v any, _, _ string) ([]byte, error) { return Marshal(v) }
