package elicit

import (
	"strconv"
	"strings"
)

// Limits of [Parse]. A server chooses the text, so every cost that grows with
// it has a bound.
const (
	// MaxText is the length of the longest text that is parsed, in bytes.
	MaxText = 256 << 10
	// MaxDepth is how many arrays and objects may stand inside one another,
	// counted from the outermost. Real requests with nullable, referenced and
	// titled choices are less deep, and so are most with nested objects, which
	// are then marked as unsupported field by field. A deeper schema could take
	// seconds to compile: the time grows with the cube of the depth.
	MaxDepth = 16
	// MaxDigits is how many digits a number may have before its exponent.
	MaxDigits = 40
	// MaxExponent bounds the exponent of a number in both directions. Exact
	// arithmetic on 1e2000000 would write out two million digits.
	MaxExponent = 308
)

// numberFits reports whether a literal that matches the JSON grammar is within
// MaxDigits and MaxExponent.
func numberFits(literal string) bool {
	mantissa, exponent := literal, "0"
	if at := strings.IndexAny(literal, "eE"); at >= 0 {
		mantissa, exponent = literal[:at], literal[at+1:]
	}
	digits := len(mantissa) - strings.Count(mantissa, "-") - strings.Count(mantissa, ".")
	size, err := strconv.Atoi(exponent)
	return digits <= MaxDigits && err == nil && size >= -MaxExponent && size <= MaxExponent
}
