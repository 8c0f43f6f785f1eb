package request

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
)

// Decimal is the exact value of a JSON number: digits × 10^exponent. Digits begin and end
// with other digits than zero, so equal values have equal fields; for zero they are empty.
// A huge exponent costs nothing, because the number is never written out.
type Decimal struct {
	sign     int // -1, 0 or 1
	digits   string
	exponent int64
}

// hugeExponent replaces every larger one: for readers of JSON, such numbers are zero or infinity.
const hugeExponent = 1 << 40

// largestSafe is 2^53-1: JavaScript rounds larger whole numbers.
var largestSafe = Decimal{sign: 1, digits: "9007199254740991"}

const smallestNormal = 0x1p-1022

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
		// For an exponent out of range, ParseInt returns the largest or the smallest int.
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
	if d.sign = 1; negative {
		d.sign = -1
	}
	return d, true
}

// CompareNumbers compares two JSON number literals: -1, 0 or 1. Large exponents cost nothing.
func CompareNumbers(a, b string) int {
	x, _ := ParseDecimal(a)
	y, _ := ParseDecimal(b)
	return x.Compare(y)
}

// IsWhole reports whether a JSON number literal is an integer; 3.0 is one.
func IsWhole(literal string) bool {
	d, ok := ParseDecimal(literal)
	return ok && d.IsWhole()
}

// IsZero reports whether d is zero.
func (d Decimal) IsZero() bool { return d.sign == 0 }

// IsWhole reports whether d is an integer.
func (d Decimal) IsWhole() bool { return d.exponent >= 0 }

// Compare returns -1, 0 or 1.
func (d Decimal) Compare(other Decimal) int {
	if d.IsZero() || d.sign != other.sign {
		return cmp.Compare(d.sign, other.sign)
	}
	// The exponent of the first digit decides, else the digits, whose trailing zeros were cut.
	order := cmp.Compare(d.exponent+int64(len(d.digits)), other.exponent+int64(len(other.digits)))
	return d.sign * cmp.Or(order, strings.Compare(d.digits, other.digits))
}

func (d Decimal) isSafe() bool {
	d.sign = 1
	return d.Compare(largestSafe) <= 0
}

// IsInteroperable reports whether readers that know only float64 (RFC 8259, section 6), such as JSON.parse, preserve
// the value of a JSON number literal. whole means that the schema wants a whole number: such numbers and plain digits
// must not exceed 2^53-1. A fraction may lose digits beyond the precision of float64.
func IsInteroperable(literal string, whole bool) bool {
	d, ok := ParseDecimal(literal)
	float, err := strconv.ParseFloat(literal, 64)
	switch {
	case !ok || err != nil:
		return false
	case d.isSafe() && (d.IsZero() || max(float, -float) >= smallestNormal):
		return true
	case !d.isSafe() && (whole || !strings.ContainsAny(literal, ".eE")):
		return false
	}
	return CompareNumbers(strconv.FormatFloat(float, 'g', -1, 64), literal) == 0
}

// IsMultipleOf takes the same time for 1e300 and 1e-300 as for 10 and 3. Only zero is a multiple of zero.
func (d Decimal) IsMultipleOf(step Decimal) bool {
	zeros := d.exponent - step.exponent
	switch {
	case d.IsZero():
		return true
	case step.IsZero(), zeros < 0:
		// The digits of the second case would have to end in zeros.
		return false
	}
	// A step has fewer than four factors 2 or 5 for each of its digits: more zeros change nothing.
	zeros = min(zeros, 4*int64(len(step.digits)))
	return divides(step.digits, d.digits+strings.Repeat("0", int(zeros)))
}

// divides is long division. Package math/big would add 31 kB to the download.
func divides(divisor, dividend string) bool {
	var rest []byte // without zeros in front
	for _, digit := range []byte(dividend) {
		if len(rest) > 0 || digit != '0' {
			rest = append(rest, digit)
		}
		for len(rest) > len(divisor) || len(rest) == len(divisor) && string(rest) >= divisor {
			rest = subtract(rest, divisor)
		}
	}
	return len(rest) == 0
}

func subtract(from []byte, number string) []byte {
	borrow := byte(0)
	for i := range from {
		at := len(from) - 1 - i
		take := borrow
		if i < len(number) {
			take += number[len(number)-1-i] - '0'
		}
		borrow = 0
		if from[at]-'0' < take {
			from[at] += 10
			borrow = 1
		}
		from[at] -= take
	}
	for len(from) > 0 && from[0] == '0' {
		from = from[1:]
	}
	return from
}
