package answer

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
)

// FormatNumber shows a JSON number literal in the locale's notation. It groups only integers of
// five digits and more, as running text usually does; Polish and Spanish never group shorter ones.
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
		rest := len(n.whole) - i
		if i > 0 && (rest == 3 || rest > 3 && (signs.indian && rest%2 == 1 || !signs.indian && rest%3 == 0)) {
			b.WriteRune(signs.group)
		}
		b.WriteRune(signs.zero + digit - '0')
	}
	return b.String()
}

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

func (l *Locale) digit(r rune) rune {
	if '0' <= r && r <= '9' {
		return l.signs().zero + r - '0'
	}
	return r
}

// Digits writes the digits of a text in the locale's script.
func (l *Locale) Digits(text string) string { return strings.Map(l.orEnglish().digit, text) }

func formatOffset(offset int) string {
	return "UTC" + strings.TrimSuffix(offsetText(offset), "Z")
}

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

// wholeMinutes rounds as RFC 3339 requires. Only local mean times before about 1970 have seconds.
func wholeMinutes(offset int) int {
	if offset < 0 {
		return -wholeMinutes(-offset)
	}
	return (offset + 30) / 60 * 60
}

func (l *Locale) writeDay(pattern string, d Day) string {
	year, month, date := d.time().Date()
	dayText := l.Digits(strconv.Itoa(date))
	if date == 1 && strings.HasPrefix(l.Tag+"-", "fr-") {
		dayText = "1er" // The usual notation, unlike that of Intl.
	}
	digits := l.Digits(fmt.Sprintf("%04d", year))
	return strings.NewReplacer("{day}", dayText, "{month}", l.months().names[month-1], "{year}", digits).Replace(pattern)
}

// numeral is a number as digits: every digit of the person reaches the server.
type numeral struct {
	minus           bool
	whole, fraction string
	// exponent includes its letter and sign, as typed; empty without one.
	exponent string
}

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

func (n numeral) show(l *Locale) string {
	return l.orEnglish().localise(n.literal())
}

// trimFraction shows the decimal reading of 1.500 as 1.5, which cannot be mistaken for 1500.
func (n numeral) trimFraction() numeral {
	n.fraction = strings.TrimRight(n.fraction, "0")
	return n
}

func (n numeral) settle(whole bool) (literal string, fault Fault) {
	n.whole = strings.TrimLeft(n.whole, "0")
	literal = n.literal()
	exact, _ := request.ParseDecimal(literal)
	power, _ := strconv.Atoi(cmp.Or(n.exponent, "e0")[1:]) // Out of range: the largest or the smallest int.
	switch {
	case len(n.whole)+len(n.fraction) > request.MaxDigits: // A paste by mistake.
		return "", FaultTooLong
	case power < -request.MaxExponent, power > request.MaxExponent:
		return "", FaultTooBig
	case whole && !exact.IsWhole():
		return "", FaultNotWhole
	case !request.IsInteroperable(literal, whole):
		return "", FaultTooBig
	case whole:
		near, _ := strconv.ParseFloat(literal, 64)
		return strconv.FormatFloat(near+0, 'f', 0, 64), FaultNone // -0 becomes 0.
	}
	return literal, FaultNone
}
