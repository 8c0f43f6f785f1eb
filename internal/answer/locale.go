package answer

import (
	"slices"
	"strings"
)

// Locale is how numbers and dates are written and read in a language. The
// zero Locale reads and shows like English.
type Locale struct {
	// Tag is a BCP 47 tag of language and region, "en" where the language
	// asked for is not known here.
	Tag string
	// Asked is the language and region that were asked for: LocaleFor makes
	// the same locale of it.
	Asked string
	// Decimal is the decimal sign.
	Decimal rune
	// Groups are the signs between groups of three digits; the first is used
	// for showing.
	Groups []rune
	// Zero is the digit zero for showing. It is '0' in every locale: what is
	// sent has these digits, and review shows what is sent. Every other set
	// of decimal digits is understood.
	Zero rune
	// DateOrder is the order of the controls of a date: "DMY", "MDY" or "YMD".
	DateOrder string
	// MonthNames are the names of the months for showing. Those of every
	// language are understood, whatever the locale.
	MonthNames [12]string
	// RTL says that the language is written from right to left.
	RTL bool

	// date is the pattern of a date, with {d}, {M} (name), {m} and {y}.
	date string
	// first is how the first day of a month is written, where it is not 1.
	first string
	// comma stands between the date and the time.
	comma string
}

// language is what the locales of one language share.
type language struct {
	decimal           rune
	groups            []rune
	order             string
	date, comma       string
	first             string
	months            string
	rightToLeft       bool
	monthNames        string // for showing, where months are numbered
	decimalPointAreas string // regions that write 1,234.5, space separated
	decimalCommaAreas string // regions that write 1.234,5, space separated
}

var (
	dots   = []rune{'.'}
	commas = []rune{','}
	spaces = []rune{'\u202f', '\u00a0', ' '}
	apos   = []rune{'’', '\''}
)

var languages = map[string]language{
	"en": {decimal: '.', groups: commas, order: "DMY", date: "{d} {M} {y}", comma: ", ", months: monthsEN},
	"ar": {decimal: '.', groups: commas, order: "DMY", date: "{d} {M} {y}", comma: "، ", months: monthsAR, rightToLeft: true,
		decimalCommaAreas: "DZ LB LY MA MR TN"},
	"de": {decimal: ',', groups: dots, order: "DMY", date: "{d}. {M} {y}", comma: ", ", months: monthsDE},
	"es": {decimal: ',', groups: dots, order: "DMY", date: "{d} de {M} de {y}", comma: ", ", months: monthsES,
		decimalPointAreas: "419 BZ CU DO GT HN MX NI PA PE PR SV US"},
	"fr": {decimal: ',', groups: spaces, order: "DMY", date: "{d} {M} {y}", comma: ", ", months: monthsFR, first: "1er"},
	"he": {decimal: '.', groups: commas, order: "DMY", date: "{d} ב{M} {y}", comma: ", ", months: monthsHE, rightToLeft: true},
	"ja": {decimal: '.', groups: commas, order: "YMD", date: "{y}年{m}月{d}日", comma: " ", months: monthsHan, monthNames: "月"},
	"ko": {decimal: '.', groups: commas, order: "YMD", date: "{y}년 {m}월 {d}일", comma: " ", months: monthsHan, monthNames: "월"},
	"pt": {decimal: ',', groups: dots, order: "DMY", date: "{d} de {M} de {y}", comma: ", ", months: monthsPT},
	"zh": {decimal: '.', groups: commas, order: "YMD", date: "{y}年{m}月{d}日", comma: " ", months: monthsHan, monthNames: "月"},
}

// Languages that the interface does not speak, by their decimal comma and the
// sign of their groups. Somebody who reads an English form because there is no
// Polish one still writes numbers as in Poland; "1.500" must not become 1.5.
const (
	commaAndDots   = " bs ca da el eu fo gl hr id is it lb mk nl ro sl sq sr tr vi "
	commaAndSpaces = " be bg cs et fi hu hy ka kk ky lt lv nb nn no pl ru sk sv tg tk tt uk uz "
)

// LocaleFor returns the locale for a language tag. A region that is not known
// falls back to its language; an unknown language is shown in English, but
// reads and shows numbers in its own way where that is known.
func LocaleFor(tag string) Locale {
	name, region := splitTag(tag)
	spoken, known := languages[name]
	l := Locale{Tag: name}
	if region != "" {
		l.Tag = name + "-" + region
	}
	l.Asked = l.Tag
	if !known {
		l.Tag, spoken = "en", languages["en"]
	}
	l.Decimal, l.Groups, l.Zero = spoken.decimal, spoken.groups, '0'
	l.DateOrder, l.RTL = spoken.order, spoken.rightToLeft
	l.date, l.first, l.comma = spoken.date, spoken.first, spoken.comma
	for i, names := range monthTable(spoken) {
		l.MonthNames[i] = names[0]
	}

	switch {
	case l.Tag == "en-US":
		l.DateOrder, l.date = "MDY", "{M} {d}, {y}"
	case region == "CH" || region == "LI":
		if name == "de" || name == "it" {
			l.Decimal, l.Groups = '.', apos
		}
	case l.Tag == "pt-PT" || l.Tag == "pt-AO" || l.Tag == "pt-MZ":
		l.Groups = spaces
	case region != "" && hasWord(spoken.decimalPointAreas, region):
		l.Decimal, l.Groups = '.', commas
	case region != "" && hasWord(spoken.decimalCommaAreas, region):
		l.Decimal, l.Groups = ',', dots
	}
	if !known && l.Decimal == '.' && len(l.Groups) > 0 && l.Groups[0] == ',' {
		switch {
		case hasWord(commaAndDots, name):
			l.Decimal, l.Groups = ',', dots
		case hasWord(commaAndSpaces, name):
			l.Decimal, l.Groups = ',', spaces
		}
	}
	return l
}

// WithRegion gives a language tag without a region the region of the first of
// the browser's languages that is the same language and has one: a page that
// says "en" in a browser set to American English is read by somebody who writes
// the month first. A tag that names a region keeps it, and without such a
// language the tag stays what it is. No tag is English, like the words.
func WithRegion(tag string, browser []string) string {
	name, region := splitTag(tag)
	if name == "" {
		name = "en"
	}
	if region != "" {
		return tag
	}
	for _, other := range browser {
		if same, there := splitTag(other); same == name && there != "" {
			return name + "-" + there
		}
	}
	return tag
}

// splitTag returns the language and the region of a tag. Anything else in the
// tag, which comes from the host, is dropped: Intl throws on malformed tags.
func splitTag(tag string) (name, region string) {
	parts := strings.FieldsFunc(tag, func(r rune) bool { return r == '-' || r == '_' })
	if len(parts) == 0 {
		return "", ""
	}
	name = strings.ToLower(parts[0])
	if name == "iw" { // the code of Hebrew before 1989, still sent by some systems
		name = "he"
	}
	for _, part := range parts[1:] {
		if len(part) == 1 {
			break // extensions follow
		}
		letters := len(part) == 2 && strings.Trim(strings.ToUpper(part), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
		number := len(part) == 3 && strings.Trim(part, "0123456789") == ""
		if letters || number {
			return name, strings.ToUpper(part)
		}
	}
	return name, ""
}

func hasWord(list, word string) bool {
	return word != "" && slices.Contains(strings.Fields(list), word)
}

// orEnglish makes the zero Locale usable.
func (l Locale) orEnglish() Locale {
	if l.Decimal == 0 {
		return LocaleFor("en")
	}
	return l
}
