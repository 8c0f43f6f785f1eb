package answer

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/elicitform/elicitform/internal/request"
)

// Locale is the notation of numbers and dates of one place. It consists of the browser's
// facts, without a table of our own, and never changes. Functions accept nil for English.
type Locale struct {
	Facts
	// DateOrder is the order of the controls of a date: "DMY", "MDY" or "YMD".
	DateOrder string

	// These are read on first use: most forms do not need them, and a browser compiles their
	// code while the person waits for the first form.
	signs    func() *signs
	clocks   func() *clockNotation
	months   func() *months
	calendar func() *Calendar
}

// NewLocale makes a locale of the browser's facts about it.
func NewLocale(f Facts) *Locale {
	l := &Locale{Facts: f, DateOrder: "DMY"}
	if f.Order == "MDY" || f.Order == "YMD" {
		l.DateOrder = f.Order
	}
	l.signs = sync.OnceValue(func() *signs { return readSigns(f.Numbers) })
	l.clocks = sync.OnceValue(func() *clockNotation { return readClocks(f.Clocks) })
	l.months = sync.OnceValue(func() *months { return readMonths(f.Months) })
	l.calendar = sync.OnceValue(func() *Calendar { return newCalendar(f.Calendar, l) })
	return l
}

// OwnCalendar is the calendar that the form draws; nil where the browser's own is used.
func (l *Locale) OwnCalendar() *Calendar { return l.orEnglish().calendar() }

type signs struct {
	notation
	// decimals and groups are the separating signs of a typed number, as normalise writes them.
	decimals, groups string
	// latin is the decimal sign for ASCII digits.
	latin rune
}

// readSigns takes the first sample for showing, and all for reading. A decimal sign of the first two samples
// separates no groups: Austria groups 1.500 as Germany does, but Switzerland does not.
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

func (l *Locale) readsDecimal(sign rune) bool { return strings.ContainsRune(l.signs().decimals, sign) }

func (l *Locale) readsGroup(sign rune) bool {
	return strings.ContainsRune(l.signs().groups, sign) && !l.readsDecimal(sign)
}

// lifespan is the range of the usual answers before and after today, in years.
const lifespan = 150

// isOtherCalendar reports whether a year belongs to the second calendar of the locale: in Thailand the year
// 2026 is 2569, and in Iran most of it is 1405. Such a year is a problem and is not converted: the months of
// Iran differ, too, and a person who means the Gregorian year could not see in the controls that another day
// is submitted. The year cannot distinguish calendars that are only some years apart, like that of Ethiopia.
func (l *Locale) isOtherCalendar(year int) bool {
	sample := yearNumber(clean(l.Year))
	isFar := sample != 0 && (sample < SampleYear-2*lifespan || sample > SampleYear+2*lifespan)
	return isFar && year > sample-lifespan && year < sample+lifespan
}

var defaultLocale = sync.OnceValue(func() *Locale { return NewLocale(Facts{Tag: "en"}) })

func (l *Locale) orEnglish() *Locale {
	if l == nil {
		return defaultLocale()
	}
	return l
}

// Facts is what the browser's Intl reports about one locale, read by bridge/frame/intl.ts. [NewLocale]
// replaces missing and odd members by those of English.
type Facts struct {
	// Tag is the requested language, script and region; see [CleanTag].
	Tag string
	// Numbers are notations of -1234567890.5: of the locale, of the same with ASCII digits, of the bare language.
	Numbers []string
	// Date is the pattern of a day with the month in words: "{day}. {month} {year}".
	Date string
	// Order is the order of day, month and year in a numeric date: "DMY".
	Order string
	// Clocks are notations of 05:07 and 17:07, and then of both with nine seconds.
	Clocks []string
	// Between is the text between a date and a time.
	Between string
	// Year is [SampleYear] in the locale's second calendar, and Era then names the Gregorian era.
	Year, Era string
	// Months are the names of each month, first that of a date: "marca" in Polish, not "marzec".
	Months [][]string
	// Day is the pattern of a day with its weekday, "{weekday}, {day} {month} {year}", and Weekdays are the names of the weekdays from
	// Monday on. Without them, a day is shown without its weekday.
	Day      string
	Weekdays []string
	// Calendar describes the calendar of a month; nil where the browser's own is used.
	Calendar *CalendarFacts
}

// SampleYear is the year in the samples of Intl.
const SampleYear = 2026

const sampleDigits = "12345678905"

// Bounds on the texts of Intl; no locale comes close to them.
const (
	maxText  = 100
	maxNames = 16
)

type notation struct {
	// group separates groups of digits; 0 where nothing does.
	decimal, zero, group, minus rune
	// indian: only the last group has three digits, the others have two.
	indian bool
}

var english = notation{decimal: '.', group: ',', minus: '-', zero: '0'}

func readNotation(sample string) (notation, bool) {
	n := notation{minus: english.minus}
	if len(sample) > maxText {
		return n, false
	}
	var digits, signs []rune
	var places []int // the number of digits before each sign
	for _, r := range clean(sample) {
		switch d, isDigit := digitValue(r); {
		case isDigit:
			if d == 0 {
				n.zero = r
			}
			digits = append(digits, '0'+d)
		case len(digits) > 0:
			signs, places = append(signs, r), append(places, len(digits))
		case isDash(r):
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
	// A sign that would be misread when it is typed is not used for showing either.
	decimal, group := sign(n.decimal), sign(n.group)
	return n, canBeDecimal(decimal) && group != decimal && (n.group == 0 || isSeparator(group) && canGroup(group))
}

func sign(r rune) rune {
	if text, ok := normalise(string(r)); ok && len(text) == 1 {
		return rune(text[0])
	}
	return 0
}

func (l *Locale) datePattern() string {
	if hasEach(l.Date, "{day}", "{month}", "{year}") {
		return l.Date
	}
	return "{day} {month} {year}"
}

// comma returns the text between two shown texts. It is the end of the text between a date and a time: in "2026年3月5日 14:32", the text
// before the space belongs to the day.
func (l *Locale) comma() string {
	rest := strings.TrimRightFunc(l.Between, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",،、，", r) })
	if separator := l.Between[len(rest):]; separator != "" && len(separator) <= maxText {
		return separator
	}
	return ", "
}

// ReadFacts reads facts from JSON. Missing or odd members are empty.
func ReadFacts(v request.Value) Facts {
	text := func(name string) string { return v.Get(name).Text }
	f := Facts{
		Tag: CleanTag(text("tag")), Numbers: texts(v.Get("numbers")), Date: text("date"), Order: text("order"),
		Clocks: texts(v.Get("clocks")), Between: text("between"), Year: text("year"), Era: text("era"),
		Day: text("day"), Weekdays: texts(v.Get("weekdays")),
	}
	for _, names := range v.Get("months").Items {
		f.Months = append(f.Months, texts(names))
	}
	if c := v.Get("calendar"); c.Type == request.Object {
		f.Calendar = &CalendarFacts{
			First: c.Get("first").Text, Heading: c.Get("heading").Text, Months: texts(c.Get("months")), Columns: texts(c.Get("columns")),
		}
	}
	return f
}

func texts(v request.Value) []string {
	list := make([]string, len(v.Items))
	for i, item := range v.Items {
		list[i] = item.Text
	}
	return list
}
