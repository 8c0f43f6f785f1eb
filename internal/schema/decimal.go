package schema

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// decimal is the exact value of a number literal: digits × 10^exponent.
// Digits carry no zeros at either end, so equal values have equal fields, and
// zero is the empty string. A literal with a huge exponent costs nothing,
// because it is never written out.
type decimal struct {
	negative bool
	digits   string
	exponent int64
}

// hugeExponent stands for every exponent beyond it; no reader of JSON tells
// such numbers from zero or infinity.
const hugeExponent = 1 << 40

// expansion is how many zeros may be written out for a bound.
const expansion = 1000

// largestSafe is 2^53-1: whole numbers beyond it are rounded by JavaScript.
var largestSafe = decimal{digits: "9007199254740991"}

var bigOne, bigTen = big.NewInt(1), big.NewInt(10)

// parseDecimal reads a JSON number literal.
func parseDecimal(literal string) (decimal, bool) {
	var d decimal
	rest, negative := strings.CutPrefix(literal, "-")
	mantissa, power := rest, ""
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, power = rest[:i], rest[i+1:]
		unsigned := power
		if power != "" && (power[0] == '+' || power[0] == '-') {
			unsigned = power[1:]
		}
		if unsigned == "" || strings.Trim(unsigned, "0123456789") != "" {
			return decimal{}, false
		}
		exponent, err := strconv.ParseInt(power, 10, 64)
		if err != nil || exponent > hugeExponent || exponent < -hugeExponent {
			exponent = hugeExponent
			if power[0] == '-' {
				exponent = -hugeExponent
			}
		}
		d.exponent = exponent
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	if whole == "" || strings.Trim(digits, "0123456789") != "" {
		return decimal{}, false
	}
	d.exponent -= int64(len(fraction))
	trimmed := strings.TrimRight(digits, "0")
	d.exponent += int64(len(digits) - len(trimmed))
	d.digits = strings.TrimLeft(trimmed, "0")
	if d.digits == "" {
		return decimal{}, true
	}
	d.negative = negative
	return d, true
}

// Compare compares two JSON number literals by what they are worth: -1, 0 or 1.
// It costs as much as they have digits, whatever their exponents.
func Compare(a, b string) int {
	x, _ := parseDecimal(a)
	y, _ := parseDecimal(b)
	return x.compare(y)
}

// IsWhole reports whether a JSON number literal is an integer: 3.0 is.
func IsWhole(literal string) bool {
	d, ok := parseDecimal(literal)
	return ok && d.whole()
}

// key is the same text for equal values.
func (d decimal) key() string {
	sign := "+"
	if d.negative {
		sign = "-"
	}
	return sign + d.digits + "e" + strconv.FormatInt(d.exponent, 10)
}

func (d decimal) zero() bool { return d.digits == "" }

// whole reports whether d is an integer.
func (d decimal) whole() bool { return d.exponent >= 0 }

func (d decimal) negated() decimal {
	d.negative = !d.negative && !d.zero()
	return d
}

// compare returns -1, 0 or 1.
func (d decimal) compare(other decimal) int {
	switch {
	case d.zero() && other.zero():
		return 0
	case d.negative != other.negative || d.zero() || other.zero():
		if d.sign() < other.sign() {
			return -1
		}
		return 1
	case d.negative:
		return other.negated().compare(d.negated())
	}
	size, otherSize := d.exponent+int64(len(d.digits)), other.exponent+int64(len(other.digits))
	switch {
	case size < otherSize:
		return -1
	case size > otherSize:
		return 1
	}
	// The first digits have the same place and no zeros trail, so the order
	// of the digits as text is the order of the values.
	return strings.Compare(d.digits, other.digits)
}

func (d decimal) sign() int {
	switch {
	case d.zero():
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// safe reports whether every reader of JSON keeps d, a whole number, exactly.
func (d decimal) safe() bool {
	d.negative = false
	return d.compare(largestSafe) <= 0
}

// floor returns the greatest integer that is not above d; false when it has
// too many digits to be worth writing out.
func (d decimal) floor() (*big.Int, bool) {
	n := new(big.Int)
	switch {
	case d.zero():
		return n, true
	case d.exponent > expansion:
		return nil, false
	case d.exponent >= 0:
		n.SetString(d.digits+strings.Repeat("0", int(d.exponent)), 10)
	case -d.exponent < int64(len(d.digits)):
		n.SetString(d.digits[:int64(len(d.digits))+d.exponent], 10)
	}
	if d.negative {
		n.Neg(n)
		if d.exponent < 0 {
			n.Sub(n, bigOne)
		}
	}
	return n, true
}

// ceil returns the smallest integer that is not below d.
func (d decimal) ceil() (*big.Int, bool) {
	n, ok := d.negated().floor()
	if !ok {
		return nil, false
	}
	return n.Neg(n), true
}

// multipleOf reports whether d is a whole multiple of step, which is not zero.
// It computes with the digits that were written and never with the zeros that
// an exponent stands for: 1e300 is divided by 1e-300 as quickly as 10 by 3.
func (d decimal) multipleOf(step decimal) bool {
	if d.zero() {
		return true
	}
	power := d.exponent - step.exponent
	if power < 0 {
		// The digits would have to end in zeros, and none do.
		return false
	}
	// digits × 10^power has to be 0 modulo the digits of the step.
	by := bigInt(step.digits)
	rest := new(big.Int).Exp(bigTen, big.NewInt(power), by)
	return rest.Mul(rest, bigInt(d.digits)).Mod(rest, by).Sign() == 0
}

func bigInt(digits string) *big.Int {
	n, _ := new(big.Int).SetString(digits, 10)
	return n
}

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
