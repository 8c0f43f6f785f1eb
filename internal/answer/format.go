package answer

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// FormatNumber shows a JSON number literal in the locale's notation. Only integers of
// five digits and more are grouped, as is usual in running text; Polish and Spanish
// group no shorter ones anywhere.
func FormatNumber(literal string, l *Locale) string {
	l = l.orEnglish()
	n, ok := parseLiteral(literal)
	if !ok {
		return literal
	}
	signs := l.signs()
	if n.fraction != "" || n.exponent != "" || len(n.whole) < 5 || signs.group == 0 {
		return l.localise(literal)
	}
	var b strings.Builder
	if n.minus {
		b.WriteRune(signs.minus)
	}
	for i, digit := range n.whole {
		left := len(n.whole) - i
		if i > 0 && (left == 3 || left > 3 && (signs.indian && left%2 == 1 || !signs.indian && left%3 == 0)) {
			b.WriteRune(signs.group)
		}
		b.WriteRune(signs.zero + digit - '0')
	}
	return b.String()
}

// localise writes the signs and the digits of a literal as in l.
func (l *Locale) localise(literal string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '.':
			return l.Decimal()
		case '-':
			return l.signs().minus
		}
		return l.digit(r)
	}, literal)
}

// digit writes an ASCII digit as in l, and leaves everything else.
func (l *Locale) digit(r rune) rune {
	if '0' <= r && r <= '9' {
		return l.signs().zero + r - '0'
	}
	return r
}

// Digits writes the digits of a text as the locale does.
func (l *Locale) Digits(text string) string { return strings.Map(l.orEnglish().digit, text) }

// FormatOffset names an offset from UTC, in seconds: "UTC+02:00", "UTC".
func FormatOffset(offset int) string {
	return "UTC" + strings.TrimSuffix(offsetText(offset), "Z")
}

// offsetText is an offset as RFC 3339 writes it: "+02:00", "Z" for none.
func offsetText(offset int) string {
	offset = wholeMinutes(offset)
	if offset == 0 {
		return "Z"
	}
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	return fmt.Sprintf("%c%02d:%02d", sign, offset/3600, offset/60%60)
}

// wholeMinutes rounds an offset as RFC 3339 needs it. Only local mean times of
// before about 1970 have seconds, and nobody knew these instants to the second.
func wholeMinutes(offset int) int {
	if offset < 0 {
		return -wholeMinutes(-offset)
	}
	return (offset + 30) / 60 * 60
}

// writeDay writes a day by a pattern, in which the month is a word.
func (l *Locale) writeDay(pattern string, d Day) string {
	year, month, date := d.time().Date()
	shown := l.Digits(strconv.Itoa(date))
	if date == 1 && strings.HasPrefix(l.Tag+"-", "fr-") {
		shown = "1er" // as everybody writes it; Intl does not
	}
	digits := l.Digits(fmt.Sprintf("%04d", year))
	return strings.NewReplacer("{day}", shown, "{month}", l.months().shown[month-1], "{year}", digits).Replace(pattern)
}

// numeral is a number as digits, so that none is lost between the person and the server.
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

// settle returns the literal that is sent: plain digits where it has to be a whole number.
func (n numeral) settle(whole bool) (literal string, fault Fault) {
	n.whole = strings.TrimLeft(n.whole, "0")
	literal = n.literal()
	exact, _ := elicit.ParseDecimal(literal)
	power, _ := strconv.Atoi(cmp.Or(n.exponent, "e0")[1:]) // Out of range: the largest or the smallest int.
	switch {
	case len(n.whole)+len(n.fraction) > elicit.MaxDigits: // A paste by mistake.
		return "", FaultTooLong
	case power < -elicit.MaxExponent, power > elicit.MaxExponent:
		return "", FaultTooBig
	case whole && !exact.IsWhole():
		return "", FaultNotWhole
	case !elicit.IsInteroperable(literal, whole):
		return "", FaultTooBig
	case whole:
		near, _ := strconv.ParseFloat(literal, 64)
		return strconv.FormatFloat(near+0, 'f', 0, 64), FaultNone // -0 becomes 0.
	}
	return literal, FaultNone
}
