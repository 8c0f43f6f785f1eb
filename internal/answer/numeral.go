package answer

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// numeral is a number as digits. It is never turned into a float64, so that no
// digit is lost between the person and the server.
type numeral struct {
	minus           bool
	whole, fraction string
	// exponent includes its letter and sign, as typed; empty without one.
	exponent string
}

// parseLiteral reads a number in the grammar of JSON.
func parseLiteral(literal string) (numeral, bool) {
	var n numeral
	rest, minus := strings.CutPrefix(literal, "-")
	n.minus = minus
	rest, exponent, ok := cutExponent(rest)
	n.exponent = exponent
	whole, fraction, found := strings.Cut(rest, ".")
	if !ok || !allDigits(whole) || found && !allDigits(fraction) || len(whole) > 1 && whole[0] == '0' {
		return numeral{}, false
	}
	n.whole, n.fraction = whole, fraction
	return n, true
}

// cutExponent splits the exponent off a number, which may have none.
func cutExponent(text string) (mantissa, exponent string, ok bool) {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return text, "", true
	}
	power := text[i+1:]
	if power != "" && (power[0] == '+' || power[0] == '-') {
		power = power[1:]
	}
	return text[:i], text[i:], allDigits(power)
}

// literal is the number in the grammar of JSON.
func (n numeral) literal() string {
	text := cmp.Or(strings.TrimLeft(n.whole, "0"), "0")
	if n.fraction != "" {
		text += "." + n.fraction
	}
	if n.minus {
		text = "-" + text
	}
	return text + n.exponent
}

// show is the number with the locale's decimal sign and digits, ungrouped.
func (n numeral) show(l *Locale) string {
	return l.orEnglish().localise(n.literal())
}

// shortened drops the zeros at the end of the fraction: 1.500 read as one and
// a half is shown as 1.5, which nobody takes for one thousand five hundred.
func (n numeral) shortened() numeral {
	n.fraction = strings.TrimRight(n.fraction, "0")
	return n
}

// settle returns the literal that is sent. whole says that the number must have
// no fraction; then it is written as plain digits.
func (n numeral) settle(whole bool) (literal string, fault Fault) {
	n.whole = strings.TrimLeft(n.whole, "0")
	literal = n.literal()
	exact, _ := elicit.ParseDecimal(literal)
	// The float64 only tells whether the magnitude survives in readers that use one.
	near, err := strconv.ParseFloat(literal, 64)
	switch {
	case len(n.whole)+len(n.fraction) > elicit.MaxDigits: // A paste by mistake.
		return "", FaultTooLong
	case !n.isPowerSafe():
		return "", FaultTooBig
	case whole && !exact.IsWhole():
		return "", FaultNotWhole
	case err != nil, near == 0 && !exact.IsZero(), (whole || n.fraction+n.exponent == "") && !exact.IsSafe():
		return "", FaultTooBig
	case whole:
		return strconv.FormatFloat(near+0, 'f', 0, 64), FaultNone // -0 becomes 0.
	}
	return literal, FaultNone
}

// isPowerSafe reports whether the exponent is one that readers of JSON know.
func (n numeral) isPowerSafe() bool {
	if n.exponent == "" {
		return true
	}
	power, err := strconv.Atoi(n.exponent[1:])
	return err == nil && -elicit.MaxExponent <= power && power <= elicit.MaxExponent
}
