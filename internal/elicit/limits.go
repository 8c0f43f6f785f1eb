package elicit

import (
	"strconv"
	"strings"
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
