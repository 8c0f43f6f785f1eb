package elicit

import (
	"math/big"
	"strconv"
	"strings"
)

// Decimal is the exact value of a JSON number: digits × 10^exponent.
// Digits carry no zeros at either end, so equal values have equal fields, and
// zero has none. A literal with a huge exponent costs nothing,
// because it is never written out.
type Decimal struct {
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
var largestSafe = Decimal{digits: "9007199254740991"}

var bigOne, bigTen = big.NewInt(1), big.NewInt(10)

// ParseDecimal reads a JSON number literal.
func ParseDecimal(literal string) (Decimal, bool) {
	var d Decimal
	rest, negative := strings.CutPrefix(literal, "-")
	mantissa, power := rest, ""
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, power = rest[:i], rest[i+1:]
		unsigned := power
		if power != "" && (power[0] == '+' || power[0] == '-') {
			unsigned = power[1:]
		}
		if unsigned == "" || strings.Trim(unsigned, "0123456789") != "" {
			return Decimal{}, false
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
		return Decimal{}, false
	}
	d.exponent -= int64(len(fraction))
	trimmed := strings.TrimRight(digits, "0")
	d.exponent += int64(len(digits) - len(trimmed))
	d.digits = strings.TrimLeft(trimmed, "0")
	if d.digits == "" {
		return Decimal{}, true
	}
	d.negative = negative
	return d, true
}

// CompareNumbers compares the values of two JSON number literals: -1, 0 or 1.
// It costs as much as they have digits, whatever their exponents.
func CompareNumbers(a, b string) int {
	x, _ := ParseDecimal(a)
	y, _ := ParseDecimal(b)
	return x.Compare(y)
}

// IsWhole reports whether a JSON number literal is an integer: 3.0 is.
func IsWhole(literal string) bool {
	d, ok := ParseDecimal(literal)
	return ok && d.IsWhole()
}

// Key is the same text for equal values.
func (d Decimal) Key() string {
	sign := "+"
	if d.negative {
		sign = "-"
	}
	return sign + d.digits + "e" + strconv.FormatInt(d.exponent, 10)
}

// IsZero reports whether d is zero.
func (d Decimal) IsZero() bool { return d.digits == "" }

// IsWhole reports whether d is an integer.
func (d Decimal) IsWhole() bool { return d.exponent >= 0 }

func (d Decimal) negated() Decimal {
	d.negative = !d.negative && !d.IsZero()
	return d
}

// Compare returns -1, 0 or 1.
func (d Decimal) Compare(other Decimal) int {
	switch {
	case d.IsZero() && other.IsZero():
		return 0
	case d.negative != other.negative || d.IsZero() || other.IsZero():
		if d.Sign() < other.Sign() {
			return -1
		}
		return 1
	case d.negative:
		return other.negated().Compare(d.negated())
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

// Sign returns -1, 0 or 1.
func (d Decimal) Sign() int {
	switch {
	case d.IsZero():
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// IsSafe reports whether every reader of JSON keeps d, a whole number, exactly.
func (d Decimal) IsSafe() bool {
	d.negative = false
	return d.Compare(largestSafe) <= 0
}

// Floor returns the greatest integer that is not above d; false when it has
// too many digits to be worth writing out.
func (d Decimal) Floor() (*big.Int, bool) {
	n := new(big.Int)
	switch {
	case d.IsZero():
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

// Ceil returns the smallest integer that is not below d.
func (d Decimal) Ceil() (*big.Int, bool) {
	n, ok := d.negated().Floor()
	if !ok {
		return nil, false
	}
	return n.Neg(n), true
}

// IsMultipleOf reports whether d is a whole multiple of step, which is not zero.
// It computes with the digits that were written and never with the zeros that
// an exponent stands for: 1e300 is divided by 1e-300 as quickly as 10 by 3.
func (d Decimal) IsMultipleOf(step Decimal) bool {
	if d.IsZero() {
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
