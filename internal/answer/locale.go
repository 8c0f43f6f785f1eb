package answer

import (
	"cmp"
	"strings"
	"sync"
)

// Locale is how numbers and dates are written and read somewhere. It is made of
// what the browser says; there is no table of ours. It never changes. Functions
// take none, nil, for English.
type Locale struct {
	Facts
	// DateOrder is the order of the controls of a date: "DMY", "MDY" or "YMD".
	DateOrder string

	// These are read from the facts when they are first needed: most forms need none, and a
	// browser compiles what reads them while the person waits for the first form.
	signs  func() *signs
	clocks func() *clockNotation
	months func() *months
	// calendar is drawn by the form; nil where the browser has one of its own.
	calendar *Calendar
}

// NewLocale makes a locale of what the browser says about it.
func NewLocale(f Facts) *Locale {
	l := &Locale{Facts: f, DateOrder: dateOrder(f.Order)}
	l.signs = sync.OnceValue(func() *signs { return readSigns(f.Numbers) })
	l.clocks = sync.OnceValue(func() *clockNotation { return readClocks(f.Clocks) })
	l.months = sync.OnceValue(func() *months { return readMonths(f.Months) })
	if f.Calendar != nil {
		l.calendar = newCalendar(*f.Calendar, l)
	}
	return l
}

// OwnCalendar is the calendar that the form draws; nil where the browser has one of its
// own.
func (l *Locale) OwnCalendar() *Calendar { return l.orEnglish().calendar }

// signs are the signs of numbers in a locale.
type signs struct {
	notation
	// decimals and groups are the signs that separate decimals and groups in
	// what is typed, as normalise writes them.
	decimals, groups string
	// latin is the decimal sign beside ASCII digits.
	latin rune
}

// readSigns takes the signs from ways to write the sample number: the first
// for showing, all for reading. A sign that is a decimal one in the first two
// groups in none: in Austria 1.500 is grouped as in Germany, but not in
// Switzerland.
func readSigns(samples []string) *signs {
	s := &signs{notation: english}
	for i, sample := range samples[:min(len(samples), 3)] {
		n, ok := readNotation(sample)
		if !ok {
			continue
		}
		if i == 0 {
			s.notation = n
		}
		if i == 1 {
			s.latin = n.decimal
		}
		if i < 2 {
			s.decimals += string(sign(n.decimal))
		}
		if n.group != 0 {
			s.groups += string(sign(n.group))
		}
	}
	if s.decimals == "" {
		s.decimals, s.groups = ".", ","
	}
	s.latin = cmp.Or(s.latin, s.decimal)
	return s
}

// Decimal is the decimal sign.
func (l *Locale) Decimal() rune { return l.signs().decimal }

// readsDecimal and readsGroup say what a sign of a number, as normalise writes
// it, separates in this locale.
func (l *Locale) readsDecimal(sign rune) bool { return strings.ContainsRune(l.signs().decimals, sign) }

func (l *Locale) readsGroup(sign rune) bool {
	return strings.ContainsRune(l.signs().groups, sign) && !l.readsDecimal(sign)
}

// lives is how many years before and after today people usually answer with.
const lives = 150

// otherCalendar reports whether a year that a person types is one of the other
// calendar that people use here. Dates are Gregorian in every locale, because
// those of a schema are. In Thailand the year 2026 is 2569, and in Iran most of
// it is 1405: a person who types such a year means a day of our time, not one in the far
// future or in the Middle Ages. The year is a problem and not converted: the
// months of Iran differ too, and a person who means the Gregorian year could not see
// in the controls that another day was sent. A person who needs a day of such a
// year can type YYYY-MM-DD, which is Gregorian everywhere.
//
// Calendars that are only some years apart, like those of Ethiopia and of
// India, cannot be told by the year.
func (l *Locale) otherCalendar(year int) bool {
	other := yearNumber(clean(l.Year))
	isFar := other != 0 && (other < SampleYear-2*lives || other > SampleYear+2*lives)
	return isFar && year > other-lives && year < other+lives
}

var defaultLocale = sync.OnceValue(func() *Locale { return NewLocale(Facts{Tag: "en"}) })

func (l *Locale) orEnglish() *Locale {
	if l == nil {
		return defaultLocale()
	}
	return l
}
