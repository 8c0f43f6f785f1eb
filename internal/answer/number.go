package answer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// startNumber writes the number without groups, so that a person can edit it digit by digit.
func startNumber(f schema.Field, l *Locale) (Draft, bool) {
	literal := f.Default.Text
	a, fault := readSuggestedNumber(f)
	if fault == FaultNone {
		literal = a.Value.Text
	}
	if _, ok := parseLiteral(literal); ok {
		literal = l.localise(literal)
	}
	return Draft{Text: literal}, fault != FaultNotANumber && f.Default.Type == request.Number || f.Union && f.Default.Type == request.String
}

// readSuggestedNumber changes only an integer with ".0" or an exponent, which some servers refuse.
func readSuggestedNumber(f schema.Field) (Answer, Fault) {
	literal := f.Default.Text
	n, ok := parseLiteral(literal)
	if f.Default.Type == request.String {
		return Answer{Value: f.Default}, FaultNone
	} else if !ok {
		return Answer{}, FaultNotANumber
	}
	settled, fault := n.settle(f.Kind == schema.Integer)
	switch {
	case fault != FaultNone:
		return Answer{}, fault
	case f.Kind == schema.Number:
		settled = literal
	}
	return Answer{Value: request.NumberValue(settled)}, FaultNone
}

// readNumber falls back to a text if the schema accepts one: for a text that is not a number, and for a code of digits.
func readNumber(f schema.Field, d Draft, env Env) (Answer, Fault) {
	a, fault := readNumberText(d.Text, f.Kind == schema.Integer, d.localeOr(env.Locale), env.Locale)
	text := clean(d.Text)
	isCode := f.FreeText && len(text) > 1 && (text[0] == '+' || text[0] == '0' && allDigits(text[1:2]))
	if f.Union && (isCode || fault != FaultNone && fault != FaultAmbiguous) {
		return Answer{Value: request.StringValue(text)}, FaultNone
	}
	return a, fault
}

func showNumber(f schema.Field, a Answer, env Env, title func(int) string) Display {
	if a.Value.Type == request.String {
		return showText(f, a, env, title)
	}
	return Display{Text: FormatNumber(a.Value.Text, env.Locale)}
}

func restateNumber(f schema.Field, d Draft, from, to *Locale, typing bool) Draft {
	source := d.localeOr(from)
	d.Locale = nil
	switch {
	case source.Tag == to.Tag, typing && clean(d.Text) == "":
		return d
	case typing:
		d.Locale = source
		return d
	}
	typed, _ := normalise(clean(d.Text))
	before, fault := readNumberText(d.Text, f.Kind == schema.Integer, source, to)
	after, faultAfter := readNumberText(d.Text, f.Kind == schema.Integer, to, to)
	switch {
	case fault != FaultNone && (faultAfter != fault || after.Readings != before.Readings):
		d.Locale = source
	case fault != FaultNone, before.Absent:
	case faultAfter != FaultNone, after.Value.Text != before.Value.Text, source.signs().zero != to.signs().zero,
		source.Decimal() != to.Decimal() && strings.ContainsAny(typed, ".,"):
		// A number with a point or comma gets the other sign, and other digits, even if both locales read it
		// alike: the person continues in one notation.
		n, _ := parseLiteral(before.Value.Text)
		d.Text = n.show(to)
	}
	return d
}

func (d Draft) localeOr(unpinned *Locale) *Locale {
	if d.Locale == nil || d.Locale.Tag == unpinned.Tag {
		return unpinned
	}
	return d.Locale
}

func readNumberText(text string, whole bool, source, l *Locale) (Answer, Fault) {
	typed := clean(text)
	if typed == "" {
		return Answer{Absent: true}, FaultNone
	}
	bare, strange := cutStrange(typed)
	readings, sure := parseNumber(bare, source)
	// A person who types 1.000 for a whole number may well mean one thousand,
	// although the sign separates decimals in the locale.
	unsure := whole && len(readings) == 2 && readings[0].fraction == "000"
	switch {
	case len(readings) == 0:
		return Answer{}, FaultNotANumber
	case strange != "":
		return Answer{Readings: [2]string{strange}}, FaultStrangeSign
	case unsure || !sure:
		return Answer{Readings: [2]string{readings[0].trimFraction().show(l), readings[1].show(l)}}, FaultAmbiguous
	}
	literal, fault := readings[0].settle(whole)
	if fault != FaultNone {
		return Answer{}, fault
	}
	a := Answer{Value: request.NumberValue(literal)}
	shown, _ := parseLiteral(literal)
	if len(readings) == 2 {
		shown = shown.trimFraction()
	}
	a.Echo = shown.show(l)
	// People also type ASCII digits in locales with other digits.
	ascii := strings.ReplaceAll(shown.literal(), ".", string(l.signs().latin))
	if sameNumberText(typed, a.Echo) || l.signs().zero != '0' && sameNumberText(typed, ascii) {
		a.Echo = ""
	}
	return a, FaultNone
}

const maxStrange = 20

// cutStrange removes and returns the text around the digits, "kg" or "%", except the sign of a currency: the
// person reads it beside the control.
func cutStrange(typed string) (bare, strange string) {
	isDigit := func(r rune) bool { _, is := digitValue(r); return is }
	from := strings.IndexFunc(typed, isDigit)
	if from < 0 {
		return typed, ""
	}
	to := len(strings.TrimRightFunc(typed, func(r rune) bool { return !isDigit(r) }))
	signs := func(r rune) rune {
		switch _, known := normalise(string(r)); {
		case unicode.IsSpace(r), unicode.Is(unicode.Sc, r):
		case known && !unicode.IsLetter(r):
			return r
		default:
			strange += string(r)
		}
		return -1
	}
	bare = strings.Map(signs, typed[:from]) + typed[from:to] + strings.Map(signs, typed[to:])
	if _, halfTyped := normalise(strange); halfTyped && strange != "" || len(strange) > maxStrange {
		return typed, "" // The exponent is missing in "1e".
	}
	return bare, strange
}

func plainDashes(text string) string {
	return strings.Map(func(r rune) rune {
		if isDash(r) {
			return '-'
		}
		return r
	}, text)
}

func sameNumberText(typed, shown string) bool {
	typed, shown = strings.TrimPrefix(plainDashes(typed), "+"), plainDashes(shown)
	return typed == shown || strings.TrimRight(typed, ".,") == shown
}

// Signs of a number after normalise. Point and comma separate decimals or groups, depending on the locale.
const (
	point     = '.'
	comma     = ','
	decimal   = 'd' // the Arabic decimal sign
	space     = ' '
	highComma = '\''
)

// normalise maps a typed number to ASCII. It reports false if a character never occurs in a number.
func normalise(typed string) (text string, ok bool) {
	ok = true
	text = strings.Map(func(r rune) rune {
		if d, isDigit := digitValue(r); isDigit {
			return '0' + d
		}
		if isDash(r) {
			return '-'
		}
		for sign, spellings := range numberSigns {
			if strings.ContainsRune(spellings, r) {
				return sign
			}
		}
		ok = false
		return -1
	}, typed)
	return text, ok
}

var numberSigns = map[rune]string{
	'+': "+\uff0b", 'e': "e\uff45", 'E': "E\uff25",
	point:     ".\uff0e",
	comma:     ",\uff0c،",
	decimal:   "٫",
	space:     " \u00a0\u202f\u2007\u2009\u3000",
	highComma: "'’‘\u02bc\u2032´`\uff07٬",
}

// parseNumber returns the readings of a number, first the sure one, or the decimal one if neither is sure.
func parseNumber(typed string, l *Locale) (readings []numeral, sure bool) {
	text, ok := normalise(typed)
	if !ok {
		return nil, false
	}
	minus := strings.HasPrefix(text, "-")
	if minus || strings.HasPrefix(text, "+") {
		text = text[1:]
	}
	text, exponent, ok := cutExponent(text)
	if !ok {
		return nil, false
	}
	readings, sure = parseMantissa(text, l)
	for i := range readings {
		readings[i].minus, readings[i].exponent = minus, exponent
	}
	return readings, sure
}

func parseMantissa(text string, l *Locale) (readings []numeral, sure bool) {
	var parts []string
	var signs []rune
	start := 0
	for i, r := range text {
		if isSeparator(r) {
			parts, signs, start = append(parts, text[start:i]), append(signs, r), i+1
		}
	}
	parts = append(parts, text[start:])
	if !allDigits(strings.Join(parts, "")) {
		return nil, false
	}

	last := len(signs) - 1
	switch {
	case len(signs) == 0:
		return []numeral{{whole: text}}, true
	case len(signs) == 1:
		return readOneSign(parts, signs[0], l)
	case slices.Max(signs) == slices.Min(signs):
		if canGroup(signs[0]) && (isGrouped(parts) || l.isIndianGrouped(parts, signs[0])) {
			return []numeral{{whole: strings.Join(parts, "")}}, true
		}
	case slices.Max(signs[:last]) == slices.Min(signs[:last]) && canGroup(signs[0]) && canBeDecimal(signs[last]):
		// Groups and decimals have different signs: the number has one reading in every locale.
		if whole := parts[:last+1]; isGrouped(whole) || l.isIndianGrouped(whole, signs[0]) {
			return []numeral{{whole: strings.Join(whole, ""), fraction: parts[last+1]}}, true
		}
	}
	return nil, false
}

func readOneSign(parts []string, sign rune, l *Locale) (readings []numeral, sure bool) {
	asDecimal := numeral{whole: parts[0], fraction: parts[1]}
	asGroups := numeral{whole: parts[0] + parts[1]}
	groups := canGroup(sign) && isGrouped(parts)
	switch {
	case groups && !canBeDecimal(sign):
		return []numeral{asGroups}, true
	case !canBeDecimal(sign):
		return nil, false
	case !groups:
		return []numeral{asDecimal}, true
	case l.readsDecimal(sign):
		return []numeral{asDecimal, asGroups}, true
	case l.readsGroup(sign):
		return []numeral{asGroups, asDecimal}, true
	}
	return []numeral{asDecimal, asGroups}, false
}

func isSeparator(r rune) bool {
	return r == point || r == comma || r == decimal || r == space || r == highComma
}

func canBeDecimal(sign rune) bool { return sign == point || sign == comma || sign == decimal }

func canGroup(sign rune) bool { return sign != decimal }

// isGrouped reports whether runs of digits are groups of three: 1,234,567 but neither 12,34 nor 0,500.
func isGrouped(parts []string) bool {
	if parts[0] == "" || len(parts[0]) > 3 || parts[0][0] == '0' {
		return false
	}
	return !slices.ContainsFunc(parts[1:], func(part string) bool { return len(part) != 3 })
}

// isIndianGrouped accepts groups as in India, 12,34,56,789. Two commas mean nothing else in any locale;
// another sign counts only in a locale that groups numbers so.
func (l *Locale) isIndianGrouped(parts []string, sign rune) bool {
	last, first := len(parts)-1, parts[0]
	if sign != comma && !(l.signs().indian && l.readsGroup(sign)) {
		return false
	}
	if last < 2 || first == "" || len(first) > 2 || first[0] == '0' || len(parts[last]) != 3 {
		return false
	}
	return !slices.ContainsFunc(parts[1:last], func(part string) bool { return len(part) != 2 })
}
