package answer

import (
	"fmt"
	"strconv"
	"strings"
)

// FormatNumber shows a JSON number literal in the locale's notation, digit for
// digit. Only integers of five digits and more are grouped, as is usual in
// running text; Polish and Spanish group no shorter ones anywhere. What is not a
// number comes back as it is.
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

// offsetText is an offset as RFC 3339 writes it, in whole minutes: "+02:00",
// "Z" for none.
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
// before about 1970 have seconds; the clock that was typed is kept and the
// instant gives way, since nobody knew it to the second.
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
