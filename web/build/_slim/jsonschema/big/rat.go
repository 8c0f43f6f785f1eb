// Package big stands for math/big in jsonschema, which reads with it the decimal
// numbers of schemas and values, compares them and divides one by another. All of math/big
// takes 31 kB of the download. Numbers are as exact as there.
package big

import (
	"cmp"
	"strconv"
	"strings"
)

// Rat is a decimal number, digits × 10^exponent, or the quotient of two. Digits have no
// zeros at either end, and zero has none.
type Rat struct {
	negative bool
	digits   string
	exponent int
	divisor  *Rat
}

// maxExponent is more than a request may have.
const maxExponent = 1 << 20

// SetString reads a number as JSON writes it, or as fmt writes numbers of Go. It reads no
// fractions such as 1/3, and nothing that is not decimal.
func (r *Rat) SetString(text string) (*Rat, bool) {
	rest, negative := strings.CutPrefix(text, "-")
	exponent := 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		n, err := strconv.Atoi(rest[i+1:])
		if err != nil || n > maxExponent || n < -maxExponent {
			return nil, false
		}
		rest, exponent = rest[:i], n
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	digits := whole + fraction
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return nil, false
	}
	trimmed := strings.TrimRight(digits, "0")
	exponent += len(digits) - len(trimmed) - len(fraction)
	trimmed = strings.TrimLeft(trimmed, "0")
	if trimmed == "" {
		*r = Rat{}
	} else {
		*r = Rat{negative, trimmed, exponent, nil}
	}
	return r, true
}

// Cmp compares two numbers of which none is a quotient: -1, 0 or 1.
func (r *Rat) Cmp(other *Rat) int {
	if r.digits == "" || r.sign() != other.sign() {
		return cmp.Compare(r.sign(), other.sign())
	}
	// The exponent of the first digit decides, and then the digits do.
	order := cmp.Compare(r.exponent+len(r.digits), other.exponent+len(other.digits))
	return r.sign() * cmp.Or(order, strings.Compare(r.digits, other.digits))
}

func (r *Rat) sign() int {
	switch {
	case r.digits == "":
		return 0
	case r.negative:
		return -1
	}
	return 1
}

// Quo makes r the quotient of two numbers of which none is a quotient. It panics where
// the divisor is zero.
func (r *Rat) Quo(dividend, divisor *Rat) *Rat {
	if divisor.digits == "" {
		panic("division by zero")
	}
	*r = *dividend
	r.divisor = divisor
	return r
}

// IsInt reports whether r is an integer.
func (r *Rat) IsInt() bool {
	switch {
	case r.digits == "":
		return true
	case r.divisor == nil:
		return r.exponent >= 0
	}
	zeros := r.exponent - r.divisor.exponent
	if zeros < 0 {
		// The digits would have to end in zeros, and none do.
		return false
	}
	// A divisor has fewer than four factors 2 or 5 for each of its digits: more zeros
	// change nothing.
	zeros = min(zeros, 4*len(r.divisor.digits))
	return divides(r.divisor.digits, r.digits+strings.Repeat("0", zeros))
}

// divides reports whether a number divides another one, as on paper: digit by digit.
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

// subtract takes a number away from another one that is not smaller.
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

// Float64 returns the number that is next to r, which is no quotient.
func (r *Rat) Float64() (next float64, exact bool) {
	next, _ = strconv.ParseFloat(r.text(), 64)
	return next, false
}

func (r *Rat) text() string {
	sign := ""
	if r.negative {
		sign = "-"
	}
	return sign + "0" + r.digits + "e" + strconv.Itoa(r.exponent)
}

// Num returns r, which is no quotient, where math/big returns its numerator. Together with
// [Rat.Denom] it tells numbers apart, and of an integer it is the value.
func (r *Rat) Num() Part { return Part{r, r.text()} }

// Denom returns what Num has not told: nothing.
func (r *Rat) Denom() Part { return Part{r, ""} }

// Part is one of two parts of a number.
type Part struct {
	of   *Rat
	text string
}

// Bytes returns something that differs between numbers.
func (p Part) Bytes() []byte { return []byte(p.text) }

// Int64 returns the value of an integer. What does not fit becomes the number next to it.
func (p Part) Int64() int64 {
	digits := p.of.digits
	if digits == "" {
		return 0
	}
	// Twenty digits fit into no int64.
	digits += strings.Repeat("0", min(max(p.of.exponent, 0), 20))
	if p.of.negative {
		digits = "-" + digits
	}
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}
