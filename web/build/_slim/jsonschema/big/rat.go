// Package big replaces math/big, which is 31 kB of the download, in jsonschema. It reads, compares and
// divides decimal numbers as exactly.
package big

import (
	"strconv"
	"strings"
)

// Rat is a decimal number, or the quotient of two numbers. The build copies Decimal from internal/request.
type Rat struct {
	Decimal
	divisor *Decimal
}

const maxExponent = 1 << 20

// SetString reads a decimal number of JSON or of fmt, but no fraction such as 1/3.
func (r *Rat) SetString(text string) (*Rat, bool) {
	number, ok := ParseDecimal(text)
	if !ok || number.exponent > maxExponent || number.exponent < -maxExponent {
		return nil, false
	}
	*r = Rat{Decimal: number}
	return r, true
}

// Cmp returns -1, 0 or 1. Neither number may be a quotient.
func (r *Rat) Cmp(other *Rat) int { return r.Compare(other.Decimal) }

// Quo divides decimal numbers. It panics if the divisor is zero.
func (r *Rat) Quo(dividend, divisor *Rat) *Rat {
	if divisor.IsZero() {
		panic("division by zero")
	}
	*r = Rat{dividend.Decimal, &divisor.Decimal}
	return r
}

// IsInt reports whether r is an integer.
func (r *Rat) IsInt() bool {
	if r.divisor == nil {
		return r.IsWhole()
	}
	return r.IsMultipleOf(*r.divisor)
}

// Float64 returns the float nearest to r, which must not be a quotient.
func (r *Rat) Float64() (next float64, exact bool) {
	next, _ = strconv.ParseFloat(r.text(), 64)
	return next, false
}

// text is the same for equal numbers.
func (r *Rat) text() string {
	sign := ""
	if r.sign < 0 {
		sign = "-"
	}
	return sign + "0" + r.digits + "e" + strconv.FormatInt(r.exponent, 10)
}

// Num returns r, which must not be a quotient; math/big returns its numerator. jsonschema identifies a
// number by it.
func (r *Rat) Num() Part { return Part{r.text()} }

// Denom returns an empty part: Num is the whole number.
func (r *Rat) Denom() Part { return Part{} }

// Part is one of two parts of a number.
type Part struct{ text string }

// Bytes returns different bytes for different numbers.
func (p Part) Bytes() []byte { return []byte(p.text) }

// Int64 returns the value of an integer, or the nearest int64 if it does not fit.
func (p Part) Int64() int64 {
	digits, exponent, _ := strings.Cut(p.text, "e")
	zeros, _ := strconv.Atoi(exponent)
	// Twenty digits fit into no int64.
	n, _ := strconv.ParseInt(digits+strings.Repeat("0", min(max(zeros, 0), 20)), 10, 64)
	return n
}
