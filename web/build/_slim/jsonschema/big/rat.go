// Package big stands for math/big in jsonschema, which reads with it the decimal
// numbers of schemas and values, compares them and divides one by another. All of math/big
// takes 31 kB of the download. Numbers are as exact as in math/big.
package big

import (
	"strconv"
	"strings"
)

// Rat is a decimal number, or the quotient of two. The build copies Decimal from internal/elicit.
type Rat struct {
	Decimal
	divisor *Decimal
}

// maxExponent is more than a request may have.
const maxExponent = 1 << 20

// SetString reads a number as JSON writes it, or as fmt writes numbers of Go. It reads no
// fractions such as 1/3, and nothing that is not decimal.
func (r *Rat) SetString(text string) (*Rat, bool) {
	number, ok := ParseDecimal(text)
	if !ok || number.exponent > maxExponent || number.exponent < -maxExponent {
		return nil, false
	}
	*r = Rat{Decimal: number}
	return r, true
}

// Cmp compares two numbers of which none is a quotient: -1, 0 or 1.
func (r *Rat) Cmp(other *Rat) int { return r.Compare(other.Decimal) }

// Quo makes r the quotient of two numbers of which none is a quotient. It panics where
// the divisor is zero.
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

// Float64 returns the number that is next to r, which is no quotient.
func (r *Rat) Float64() (next float64, exact bool) {
	next, _ = strconv.ParseFloat(r.text(), 64)
	return next, false
}

// text returns the same text for equal numbers, as JSON writes them.
func (r *Rat) text() string {
	sign := ""
	if r.sign < 0 {
		sign = "-"
	}
	return sign + "0" + r.digits + "e" + strconv.FormatInt(r.exponent, 10)
}

// Num returns r, which is no quotient, where math/big returns its numerator. Together with
// [Rat.Denom] it tells numbers apart, and of an integer it is the value.
func (r *Rat) Num() Part { return Part{r.text()} }

// Denom returns an empty part: Num tells the whole number.
func (r *Rat) Denom() Part { return Part{} }

// Part is one of two parts of a number.
type Part struct{ text string }

// Bytes returns other bytes for another number.
func (p Part) Bytes() []byte { return []byte(p.text) }

// Int64 returns the value of an integer. One that does not fit becomes the nearest int64.
func (p Part) Int64() int64 {
	digits, exponent, _ := strings.Cut(p.text, "e")
	zeros, _ := strconv.Atoi(exponent)
	// Twenty digits fit into no int64.
	n, _ := strconv.ParseInt(digits+strings.Repeat("0", min(max(zeros, 0), 20)), 10, 64)
	return n
}
