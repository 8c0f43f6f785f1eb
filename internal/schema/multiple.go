package schema

import (
	"math"
	"strconv"
)

// IsMultiple reports whether every server takes the number for a multiple of
// the step: exact arithmetic does, and so does the division of two float64
// that validators for JavaScript make, where 0.3 / 0.1 is 2.9999999999999996
// and hence no whole number. Both are JSON number literals.
func IsMultiple(literal, step string) bool {
	if !IsExactMultiple(literal, step) {
		return false
	}
	dividend, err := strconv.ParseFloat(literal, 64)
	divisor, err2 := strconv.ParseFloat(step, 64)
	quotient := dividend / divisor
	// JavaScript compares with parseInt of the quotient as text, which from
	// 1e21 on has an exponent.
	return err == nil && err2 == nil && quotient == math.Trunc(quotient) && math.Abs(quotient) < 1e21
}

// IsExactMultiple reports whether the number is a multiple of the step, as
// JSON Schema means it and people count.
func IsExactMultiple(literal, step string) bool {
	value, ok := parseDecimal(literal)
	by, has := parseDecimal(step)
	return ok && has && by.sign() > 0 && value.multipleOf(by)
}
