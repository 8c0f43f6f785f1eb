package answer

import (
	"fmt"
	"strconv"
	"strings"
)

// FormatNumber shows a JSON number literal in the locale's notation, digit for
// digit. Only integers of five digits and more are grouped, as is usual in
// running text. What is not a number comes back as it is.
func FormatNumber(literal string, l Locale) string {
	l = l.orEnglish()
	n, ok := parseLiteral(literal)
	if !ok {
		return literal
	}
	if n.fraction != "" || n.exponent != "" || len(n.whole) < 5 || len(l.Groups) == 0 {
		return localise(literal, l)
	}
	var b strings.Builder
	if n.minus {
		b.WriteByte('-')
	}
	for i := 0; i < len(n.whole); i++ {
		if i > 0 && (len(n.whole)-i)%3 == 0 {
			b.WriteRune(l.Groups[0])
		}
		b.WriteRune(l.digit(n.whole[i]))
	}
	return b.String()
}

// localise writes the decimal sign and the digits of a literal as in l.
func localise(literal string, l Locale) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '.':
			return l.Decimal
		case '0' <= r && r <= '9':
			return l.digit(byte(r))
		}
		return r
	}, literal)
}

func (l Locale) digit(ascii byte) rune {
	if l.Zero == 0 {
		return rune(ascii)
	}
	return l.Zero + rune(ascii-'0')
}

// FormatOffset names an offset from UTC, in seconds: "UTC+02:00", "UTC".
func FormatOffset(offset int) string {
	if text := offsetText(offset); text != "Z" {
		return "UTC" + text
	}
	return "UTC"
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

// formatDay shows a day, like "31 December 2026".
func formatDay(year, month, day int, l Locale) string {
	shown := localise(strconv.Itoa(day), l)
	if day == 1 && l.first != "" {
		shown = l.first
	}
	return strings.NewReplacer(
		"{d}", shown,
		"{M}", l.MonthNames[month-1],
		"{m}", localise(strconv.Itoa(month), l),
		"{y}", localise(fmt.Sprintf("%04d", year), l),
	).Replace(l.date)
}
