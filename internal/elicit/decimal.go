package elicit

import (
	"cmp"
	"errors"
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

// largestSafe is 2^53-1: whole numbers beyond it are rounded by JavaScript.
var largestSafe = Decimal{digits: "9007199254740991"}

// ParseDecimal reads a JSON number literal.
func ParseDecimal(literal string) (Decimal, bool) {
	var d Decimal
	rest, negative := strings.CutPrefix(literal, "-")
	mantissa := rest
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa = rest[:i]
		exponent, err := strconv.ParseInt(rest[i+1:], 10, 64)
		if errors.Is(err, strconv.ErrSyntax) {
			return Decimal{}, false
		}
		// What is out of range comes as the number next to it.
		d.exponent = max(-hugeExponent, min(exponent, hugeExponent))
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

// Compare returns -1, 0 or 1.
func (d Decimal) Compare(other Decimal) int {
	if d.IsZero() || d.Sign() != other.Sign() {
		return cmp.Compare(d.Sign(), other.Sign())
	}
	// The exponent of the first digit decides. Where it is the same, the order of
	// the digits as text is that of the values, because no zeros trail.
	order := cmp.Compare(d.exponent+int64(len(d.digits)), other.exponent+int64(len(other.digits)))
	if order == 0 {
		order = strings.Compare(d.digits, other.digits)
	}
	return order * d.Sign()
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
	digits, _ := new(big.Int).SetString(d.digits, 10)
	by, _ := new(big.Int).SetString(step.digits, 10)
	rest := new(big.Int).Exp(big.NewInt(10), big.NewInt(power), by)
	return rest.Mul(rest, digits).Mod(rest, by).Sign() == 0
}
