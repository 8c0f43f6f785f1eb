package schema

import (
	"math"
	"strconv"
)

// IsMultiple reports whether a number is a multiple of a step, as JSON Schema
// means it and people count: exactly. Both are JSON number literals.
func IsMultiple(literal, step string) bool {
	value, ok := parseDecimal(literal)
	by, has := parseDecimal(step)
	return ok && has && by.sign() > 0 && value.multipleOf(by)
}

// IsMiscounted reports whether a number is a multiple of the step and some
// servers yet refuse it: validators for JavaScript divide two float64, where
// 0.3 / 0.1 is 2.9999999999999996 and hence no whole number.
func IsMiscounted(literal, step string) bool {
	if !IsMultiple(literal, step) {
		return false
	}
	dividend, err := strconv.ParseFloat(literal, 64)
	divisor, err2 := strconv.ParseFloat(step, 64)
	quotient := dividend / divisor
	// JavaScript compares with parseInt of the quotient as text, which from
	// 1e21 on has an exponent.
	return err != nil || err2 != nil || quotient != math.Trunc(quotient) || math.Abs(quotient) >= 1e21
}
