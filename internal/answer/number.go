package answer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// startNumber writes the number without groups, so that it can be edited digit by digit.
func startNumber(f schema.Field, l *Locale) (Draft, bool) {
	literal := f.Default.Text
	a, fault := suggestedNumber(f)
	if fault == FaultNone {
		literal = a.Value.Text
	}
	if _, ok := parseLiteral(literal); ok {
		literal = l.localise(literal)
	}
	return Draft{Text: literal}, fault != FaultNotANumber && f.Default.Type == elicit.Number || f.Union && f.Default.Type == elicit.String
}

// suggestedNumber is the default as the server wrote it; only an integer loses its
// ".0" or exponent, which some servers refuse.
func suggestedNumber(f schema.Field) (Answer, Fault) {
	literal := f.Default.Text
	n, ok := parseLiteral(literal)
	if f.Default.Type == elicit.String {
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
	return Answer{Value: elicit.NumberValue(settled)}, FaultNone
}

// readNumber takes what is no number for a text, where a schema takes one, and so a code that is written with digits.
func readNumber(f schema.Field, d Draft, env Env) (Answer, Fault) {
	a, fault := readTyped(d.Text, f.Kind == schema.Integer, d.written(env.Locale), env.Locale)
	text := clean(d.Text)
	isCode := f.FreeText && len(text) > 1 && (text[0] == '+' || text[0] == '0' && isDigit(text[1]))
	if f.Union && (isCode || fault != FaultNone && fault != FaultAmbiguous) {
		return Answer{Value: elicit.StringValue(text)}, FaultNone
	}
	return a, fault
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func showNumber(f schema.Field, a Answer, env Env, title func(int) string) Shown {
	if a.Value.Type == elicit.String {
		return showText(f, a, env, title)
	}
	return Shown{Text: FormatNumber(a.Value.Text, env.Locale)}
}

func restateNumber(f schema.Field, d Draft, from, to *Locale, typing bool) Draft {
	written := d.written(from)
	d.Locale = nil
	switch {
	case written.Tag == to.Tag, typing && clean(d.Text) == "":
		return d
	case typing:
		d.Locale = written
		return d
	}
	typed, _ := normalise(clean(d.Text))
	meant, fault := readTyped(d.Text, f.Kind == schema.Integer, written, to)
	read, faultNow := readTyped(d.Text, f.Kind == schema.Integer, to, to)
	switch {
	case fault != FaultNone && (faultNow != fault || read.Readings != meant.Readings):
		d.Locale = written
	case fault != FaultNone, meant.Absent:
	case faultNow != FaultNone, read.Value.Text != meant.Value.Text, written.signs().zero != to.signs().zero,
		written.Decimal() != to.Decimal() && strings.ContainsAny(typed, ".,"):
		// A number with a point or comma is written with the other sign even
		// where both locales read it alike, and so are other digits: the person
		// goes on typing in one notation.
		n, _ := parseLiteral(meant.Value.Text)
		d.Text = n.show(to)
	}
	return d
}

// written is the locale whose notation the draft is in.
func (d Draft) written(otherwise *Locale) *Locale {
	if d.Locale == nil || d.Locale.Tag == otherwise.Tag {
		return otherwise
	}
	return d.Locale
}

// readTyped reads what was typed into a number control in the notation of one
// locale, and says in that of another how it is understood.
func readTyped(text string, whole bool, written, l *Locale) (Answer, Fault) {
	typed := clean(text)
	if typed == "" {
		return Answer{Absent: true}, FaultNone
	}
	bare, strange := cutStrange(typed)
	readings, sure := parseNumber(bare, written)
	// A person who types 1.000 where a whole number is asked for may well mean
	// one thousand, although the sign separates decimals in the locale.
	unsure := whole && len(readings) == 2 && readings[0].fraction == "000"
	switch {
	case len(readings) == 0:
		return Answer{}, FaultNotANumber
	case strange != "":
		return Answer{Readings: [2]string{strange}}, FaultStrangeSign
	case unsure || !sure:
		return Answer{Readings: [2]string{readings[0].shortened().show(l), readings[1].show(l)}}, FaultAmbiguous
	}
	literal, fault := readings[0].settle(whole)
	if fault != FaultNone {
		return Answer{}, fault
	}
	a := Answer{Value: elicit.NumberValue(literal)}
	shown, _ := parseLiteral(literal)
	if len(readings) == 2 {
		shown = shown.shortened()
	}
	a.Understood = shown.show(l)
	// People also type ASCII digits where they read others.
	ascii := strings.ReplaceAll(shown.literal(), ".", string(l.signs().latin))
	if sameNumberText(typed, a.Understood) || l.signs().zero != '0' && sameNumberText(typed, ascii) {
		a.Understood = ""
	}
	return a, FaultNone
}

// maxStrange is how many bytes beside the digits are named to the person.
const maxStrange = 20

// cutStrange returns a number without what stands before its first digit and after its last one, and what that is:
// "kg", "%" or "()". The sign of a currency is left out, because the number is the same: the person reads it
// beside the control.
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

// plainDashes writes every dash as the one of ASCII.
func plainDashes(text string) string {
	return strings.Map(func(r rune) rune {
		if dash(r) {
			return '-'
		}
		return r
	}, text)
}

// sameNumberText reports whether an echo would tell nothing new.
func sameNumberText(typed, shown string) bool {
	typed, shown = strings.TrimPrefix(plainDashes(typed), "+"), plainDashes(shown)
	return typed == shown || strings.TrimRight(typed, ".,") == shown
}

// Signs of a number after normalise. Point and comma separate either decimals
// or groups, depending on the locale; the others are unequivocal.
const (
	point     = '.'
	comma     = ','
	decimal   = 'd' // the Arabic decimal sign
	space     = ' '
	highComma = '\''
)

// normalise maps what was typed to ASCII. It fails on everything that no number has.
func normalise(typed string) (text string, ok bool) {
	ok = true
	text = strings.Map(func(r rune) rune {
		if d, isDigit := digitValue(r); isDigit {
			return '0' + d
		}
		if dash(r) {
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

// numberSigns are the ways to write each sign. The last comma is the one of Arabic keyboards.
var numberSigns = map[rune]string{
	'+': "+\uff0b", 'e': "e\uff45", 'E': "E\uff25",
	point:     ".\uff0e",
	comma:     ",\uff0c،",
	decimal:   "٫",
	space:     " \u00a0\u202f\u2007\u2009\u3000",
	highComma: "'’‘\u02bc\u2032´`\uff07٬",
}

// parseNumber returns the readings of a number: none when it is not one. Two
// readings are the decimal and the grouped one, in this order while neither
// is sure; else the sure one comes first.
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

// parseMantissa reads digits with decimal and group signs.
func parseMantissa(text string, l *Locale) (readings []numeral, sure bool) {
	var parts []string
	var signs []rune
	start := 0
	for i, r := range text {
		if separates(r) {
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
		return oneSign(parts, signs[0], l)
	case slices.Max(signs) == slices.Min(signs):
		if canGroup(signs[0]) && (inGroups(parts) || l.inIndianGroups(parts, signs[0])) {
			return []numeral{{whole: strings.Join(parts, "")}}, true
		}
	case slices.Max(signs[:last]) == slices.Min(signs[:last]) && canGroup(signs[0]) && canBeDecimal(signs[last]):
		// Groups and decimals have different signs, so there is only one way
		// to read it, whatever the locale.
		if whole := parts[:last+1]; inGroups(whole) || l.inIndianGroups(whole, signs[0]) {
			return []numeral{{whole: strings.Join(whole, ""), fraction: parts[last+1]}}, true
		}
	}
	return nil, false
}

// oneSign reads two runs of digits around one sign, where the locale may have to decide.
func oneSign(parts []string, sign rune, l *Locale) (readings []numeral, sure bool) {
	asDecimal := numeral{whole: parts[0], fraction: parts[1]}
	asGroups := numeral{whole: parts[0] + parts[1]}
	groups := canGroup(sign) && inGroups(parts)
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

func separates(r rune) bool {
	return r == point || r == comma || r == decimal || r == space || r == highComma
}

func canBeDecimal(sign rune) bool { return sign == point || sign == comma || sign == decimal }

func canGroup(sign rune) bool { return sign != decimal }

// inGroups reports whether runs of digits are groups of three: 1,234,567 but not 12,34 nor 0,500.
func inGroups(parts []string) bool {
	if parts[0] == "" || len(parts[0]) > 3 || parts[0][0] == '0' {
		return false
	}
	return !slices.ContainsFunc(parts[1:], func(part string) bool { return len(part) != 3 })
}

// inIndianGroups reports whether runs of digits are grouped as in India: three
// digits at the end, two in every group before, as in 12,34,56,789. It takes
// two commas to know, and those cannot be anything else in any locale; another
// sign counts where numbers are grouped so.
func (l *Locale) inIndianGroups(parts []string, sign rune) bool {
	last, first := len(parts)-1, parts[0]
	if sign != comma && !(l.signs().indian && l.readsGroup(sign)) {
		return false
	}
	if last < 2 || first == "" || len(first) > 2 || first[0] == '0' || len(parts[last]) != 3 {
		return false
	}
	return !slices.ContainsFunc(parts[1:last], func(part string) bool { return len(part) != 2 })
}
