package answer

import (
	"cmp"
	"strconv"
	"strings"
)

// numeral is a number as digits. It is never turned into a float64, so that no
// digit is lost between the person and the server.
type numeral struct {
	minus           bool
	whole, fraction string
	// exponent includes its letter and sign, as typed; empty without one.
	exponent string
}

const (
	// maxDigits bounds the digits of a number: more is a paste by mistake.
	maxDigits = 40
	// maxPower is the largest power of ten of a float64, which most readers
	// of JSON turn numbers into.
	maxPower = 308
	// maxSafe is 2^53-1, the largest integer that JavaScript reads exactly.
	maxSafe = "9007199254740991"
)

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
// no fraction.
func (n numeral) settle(whole bool) (literal string, fault Fault) {
	n.whole = strings.TrimLeft(n.whole, "0")
	if len(n.whole)+len(n.fraction) > maxDigits {
		return "", FaultTooLong
	}
	power, ok := n.power()
	if !ok {
		return "", FaultTooBig
	}
	if whole {
		return n.settleWhole(power)
	}
	literal = n.literal()
	if n.fraction == "" && n.exponent == "" {
		if !safe(n.whole) {
			return "", FaultTooBig
		}
		return literal, FaultNone
	}
	// The float64 only tells whether the magnitude survives in readers that
	// use one; the literal is what is sent.
	near, err := strconv.ParseFloat(literal, 64)
	if err != nil || near == 0 && strings.Trim(n.whole+n.fraction, "0") != "" {
		return "", FaultTooBig
	}
	return literal, FaultNone
}

// power is the exponent as a number; not ok when it is out of bounds.
func (n numeral) power() (power int, ok bool) {
	if n.exponent == "" {
		return 0, true
	}
	power, err := strconv.Atoi(n.exponent[1:])
	return power, err == nil && -maxPower <= power && power <= maxPower
}

// settleWhole writes a whole number as plain digits.
func (n numeral) settleWhole(power int) (literal string, fault Fault) {
	digits := n.whole + n.fraction
	if strings.Trim(digits, "0") == "" {
		return "0", FaultNone
	}
	shift := power - len(n.fraction)
	if shift < 0 {
		cut := len(digits) + shift
		if cut < 0 || strings.Trim(digits[cut:], "0") != "" {
			return "", FaultNotWhole
		}
		digits = digits[:cut]
	}
	digits = strings.TrimLeft(digits, "0")
	if shift > 0 {
		if len(digits)+shift > len(maxSafe) {
			return "", FaultTooBig
		}
		digits += strings.Repeat("0", shift)
	}
	if !safe(digits) {
		return "", FaultTooBig
	}
	if n.minus {
		digits = "-" + digits
	}
	return digits, FaultNone
}

// safe reports whether digits without leading zeros are at most 2^53-1.
func safe(digits string) bool {
	return len(digits) < len(maxSafe) || len(digits) == len(maxSafe) && digits <= maxSafe
}
