package answer

import (
	"cmp"
	"strings"
	"sync"
	"time"
)

// Locale is how numbers and dates are written and read somewhere. It is made of
// what the browser says; there is no table of ours. It never changes. Functions
// take none, nil, for English.
type Locale struct {
	Facts
	notation
	clockNotation
	// DateOrder is the order of the controls of a date: "DMY", "MDY" or "YMD".
	DateOrder string

	// decimals and groups are the signs that separate decimals and groups in
	// what is typed, as normalise writes them.
	decimals, groups string
	// latin is the decimal sign beside ASCII digits.
	latin rune
	// date is the pattern of a date; comma stands between date and time.
	date, comma string
	// shown are the names of the months for showing, months all that are
	// understood.
	shown  [12]string
	months monthNames
	// otherYear is SampleYear in the calendar that people use besides the
	// Gregorian; 0 for none, and for one whose years could be Gregorian.
	otherYear int
	// calendar is drawn by the form; nil where the browser has one of its own.
	calendar *Calendar
}

// NewLocale makes a locale of what the browser says about it.
func NewLocale(f Facts) *Locale {
	l := &Locale{Facts: f, months: monthNames{}, DateOrder: dateOrder(f.Order), date: datePattern(f.Date), comma: between(f.Between)}
	l.setNotation(f.Numbers)
	l.setClock(f.Clocks)
	for i := range l.shown {
		l.shown[i] = time.Month(i + 1).String()
		if i >= len(f.Months) {
			continue
		}
		l.months.add(i+1, f.Months[i]...)
		if names := f.Months[i]; len(names) > 0 && names[0] != "" && len(names[0]) <= maxText {
			l.shown[i] = names[0]
		}
	}
	// English names are understood everywhere: they stand in what people paste.
	for month := time.January; month <= time.December; month++ {
		if name := foldName(month.String()); l.months[name] == 0 {
			l.months[name] = int(month)
		}
	}
	// Calendars that are only some years apart, like those of Ethiopia and of
	// India, cannot be told by the year.
	if year := yearNumber(clean(f.Year)); year < SampleYear-2*lives || year > SampleYear+2*lives {
		l.otherYear = year
	}
	if f.Calendar != nil {
		l.calendar = newCalendar(*f.Calendar, l)
	}
	return l
}

// OwnCalendar is the calendar that the form draws; nil where the browser has one of its
// own.
func (l *Locale) OwnCalendar() *Calendar { return l.orEnglish().calendar }

// setNotation takes the signs from ways to write the sample number: the first
// for showing, all for reading. A sign that is a decimal one in the first two
// groups in none: in Austria 1.500 is grouped as in Germany, but not in
// Switzerland.
func (l *Locale) setNotation(samples []string) {
	l.notation = english
	for i, sample := range samples[:min(len(samples), 3)] {
		n, ok := readNotation(sample)
		if !ok {
			continue
		}
		if i == 0 {
			l.notation = n
		}
		if i == 1 {
			l.latin = n.Decimal
		}
		if i < 2 {
			l.decimals += string(sign(n.Decimal))
		}
		if n.group != 0 {
			l.groups += string(sign(n.group))
		}
	}
	if l.decimals == "" {
		l.decimals, l.groups = ".", ","
	}
	l.latin = cmp.Or(l.latin, l.Decimal)
}

// readsDecimal and readsGroup say what a sign of a number, as normalise writes
// it, separates in this locale.
func (l *Locale) readsDecimal(sign rune) bool { return strings.ContainsRune(l.decimals, sign) }

func (l *Locale) readsGroup(sign rune) bool {
	return strings.ContainsRune(l.groups, sign) && !l.readsDecimal(sign)
}

// lives is how many years before and after today people usually answer with.
const lives = 150

// otherCalendar reports whether a year that a person types is one of the other
// calendar that people use here. Dates are Gregorian in every locale, because
// those of a schema are. In Thailand the year 2026 is 2569, and in Iran most of
// it is 1405: a person who types such a year means a day of our time, not one in the far
// future or in the Middle Ages. The year is refused and not converted: the
// months of Iran differ too, and a person who means the Gregorian year could not see
// in the controls that another day was sent. A person who needs a day of such a
// year can type YYYY-MM-DD, which is Gregorian everywhere.
func (l *Locale) otherCalendar(year int) bool {
	return l.otherYear != 0 && year > l.otherYear-lives && year < l.otherYear+lives
}

var defaultLocale = sync.OnceValue(func() *Locale { return NewLocale(Facts{Tag: "en"}) })

func (l *Locale) orEnglish() *Locale {
	if l == nil {
		return defaultLocale()
	}
	return l
}
