package answer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Locale is how numbers and dates are written and read somewhere. It is made of
// what the browser says; there is no table of ours. It never changes. Functions
// take none, nil, for English.
type Locale struct {
	Facts
	// DateOrder is the order of the controls of a date: "DMY", "MDY" or "YMD".
	DateOrder string

	// These are read when they are first needed: most forms need none, and a browser compiles
	// what reads them while the person waits for the first form.
	signs    func() *signs
	clocks   func() *clockNotation
	months   func() *months
	calendar *Calendar
}

// NewLocale makes a locale of what the browser says about it.
func NewLocale(f Facts) *Locale {
	l := &Locale{Facts: f, DateOrder: "DMY"}
	if f.Order == "MDY" || f.Order == "YMD" {
		l.DateOrder = f.Order
	}
	l.signs = sync.OnceValue(func() *signs { return readSigns(f.Numbers) })
	l.clocks = sync.OnceValue(func() *clockNotation { return readClocks(f.Clocks) })
	l.months = sync.OnceValue(func() *months { return readMonths(f.Months) })
	if f.Calendar != nil {
		l.calendar = newCalendar(*f.Calendar, l)
	}
	return l
}

// OwnCalendar is the calendar that the form draws; nil where the browser has one of its own.
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
// for showing, all for reading. A decimal sign of the first two groups in none: in
// Austria 1.500 is grouped as in Germany, but not in Switzerland.
func readSigns(samples []string) *signs {
	s := &signs{notation: english}
	for i, sample := range samples[:min(len(samples), 3)] {
		n, ok := readNotation(sample)
		if !ok {
			continue
		}
		switch i {
		case 0:
			s.notation = n
		case 1:
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
// calendar that people use here. Dates of a schema are Gregorian; in Thailand the year
// 2026 is 2569, and in Iran most of it is 1405. The year is a problem and not converted:
// the months of Iran differ too, and a person who means the Gregorian year could not
// see in the controls that another day was sent. YYYY-MM-DD is Gregorian everywhere.
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

// Facts is what the browser's Intl says about one locale, as plain data. The
// boot script reads it once a locale (bridge/frame/intl.ts); the native tests
// read a recorded set. Every member may be missing or odd: [NewLocale] then takes
// what English has.
type Facts struct {
	// Tag is the language, script and region that were asked for; see [CleanTag].
	Tag string
	// Numbers are ways to write -1234567890.5: as the locale does, as it does
	// with ASCII digits, and as its language does without the region.
	Numbers []string
	// Date is how a day is written with the month in words: "{day}. {month} {year}".
	Date string
	// Order is the order of day, month and year where all are numbers: "DMY".
	Order string
	// Clocks are ways to write 05:07 and 17:07, and then both with nine seconds.
	Clocks []string
	// Between is the text between a date and a time.
	Between string
	// Year is [SampleYear] in the calendar that people use where that is another
	// than the Gregorian: 2569 in Thailand. Era then names the Gregorian era, as
	// it stands in Date.
	Year, Era string
	// Months are the names of each month. The first one is for showing, as it
	// stands in Date: "marca" in Polish, where the month alone is "marzec".
	Months [][]string
	// Calendar is what a calendar of a month needs; nil where the browser has one of its own.
	Calendar *CalendarFacts
}

// SampleYear is the year that Intl is asked about.
const SampleYear = 2026

// sampleDigits are the digits of the number that Intl is asked to write.
const sampleDigits = "12345678905"

// Bounds on what is taken from Intl; no locale comes near to them.
const (
	maxText  = 100
	maxNames = 16
)

// notation is how numbers are shown.
type notation struct {
	// group stands between groups of digits; 0 where none does.
	decimal, zero, group, minus rune
	// indian says that only the last group has three digits, the others two.
	indian bool
}

var english = notation{decimal: '.', group: ',', minus: '-', zero: '0'}

// readNotation finds the signs in a way to write the sample number.
func readNotation(sample string) (notation, bool) {
	n := notation{minus: english.minus}
	if len(sample) > maxText {
		return n, false
	}
	var digits, signs []rune
	var places []int // how many digits stand before each sign
	for _, r := range clean(sample) {
		switch d, isDigit := digitValue(r); {
		case isDigit:
			if d == 0 {
				n.zero = r
			}
			digits = append(digits, '0'+d)
		case len(digits) > 0:
			signs, places = append(signs, r), append(places, len(digits))
		case dash(r):
			n.minus = r
		}
	}
	if string(digits) != sampleDigits || len(signs) == 0 {
		return n, false
	}
	last := len(signs) - 1
	n.decimal = signs[last]
	n.indian = slices.Equal(places, []int{1, 3, 5, 7, 10})
	if n.indian || slices.Equal(places, []int{1, 4, 7, 10}) {
		n.group = signs[0]
	}
	// Only what is understood when it is typed is written.
	decimal, group := sign(n.decimal), sign(n.group)
	return n, canBeDecimal(decimal) && group != decimal && (n.group == 0 || separates(group) && canGroup(group))
}

// sign is a sign of a number as normalise writes it; 0 for anything else.
func sign(r rune) rune {
	if text, ok := normalise(string(r)); ok && len(text) == 1 {
		return rune(text[0])
	}
	return 0
}

// datePattern is how a day is shown.
func (l *Locale) datePattern() string {
	if hasEach(l.Date, "{day}", "{month}", "{year}") {
		return l.Date
	}
	return "{day} {month} {year}"
}

// comma is the separator of two things that are shown. It stands between a date and a time,
// after the last letter or bracket: in "2026年3月5日 14:32" that belongs to the day.
func (l *Locale) comma() string {
	rest := strings.TrimRightFunc(l.Between, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",،、，", r) })
	if separator := l.Between[len(rest):]; separator != "" && len(separator) <= maxText {
		return separator
	}
	return ", "
}

// ReadFacts reads facts from JSON. What is missing or odd is empty.
func ReadFacts(v elicit.Value) Facts {
	text := func(name string) string { return v.Get(name).Text }
	f := Facts{
		Tag: CleanTag(text("tag")), Numbers: texts(v.Get("numbers")), Date: text("date"), Order: text("order"),
		Clocks: texts(v.Get("clocks")), Between: text("between"), Year: text("year"), Era: text("era"),
	}
	for _, names := range v.Get("months").Items {
		f.Months = append(f.Months, texts(names))
	}
	if c := v.Get("calendar"); c.Type == elicit.Object {
		first, _ := strconv.Atoi(c.Get("first").Text)
		f.Calendar = &CalendarFacts{
			First: first, Heading: c.Get("heading").Text, Months: texts(c.Get("months")),
			Day: c.Get("day").Text, Weekdays: texts(c.Get("weekdays")), Columns: texts(c.Get("columns")),
		}
	}
	return f
}

func texts(v elicit.Value) []string {
	list := make([]string, len(v.Items))
	for i, item := range v.Items {
		list[i] = item.Text
	}
	return list
}
