package answer

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Facts is what the browser's Intl says about one locale, as plain data. Package
// port reads it once a locale; the native tests read a recorded set. Every
// member may be missing or odd: [NewLocale] then takes what English has.
type Facts struct {
	// Tag is the language, script and region that were asked for; see [CleanTag].
	Tag string
	// Numbers are ways to write [SampleNumber]: as the locale does, as it does
	// with ASCII digits, and as its language does without the region.
	Numbers []string
	// Date are the parts of a day of the Gregorian calendar with the month in
	// words. They have an era only where people use another calendar.
	Date []Part
	// Order are the types of the parts of a day in numbers.
	Order []string
	// Between is what stands between a date and a time.
	Between string
	// Year is the year [SampleYear] in the calendar that people use, where that
	// is another than the Gregorian: 2569 in Thailand.
	Year string
	// Months are the names of each month. The first one is for showing, as it
	// stands in Date: "marca" in Polish, where the month alone is "marzec".
	Months [12][]string
}

// Part is a part of a date, with the types of Intl's formatToParts: "day",
// "month", "year", "era" or "literal".
type Part struct{ Type, Value string }

// What Intl is asked to write.
const (
	SampleNumber = -1234567890.5
	SampleYear   = 2026
)

// sampleDigits are the digits of SampleNumber.
const sampleDigits = "12345678905"

// Bounds on what is taken from Intl. The longest known are 7 parts and 20 code
// points.
const (
	maxParts   = 16
	maxLiteral = 64
)

// notation is how a sample number is written.
type notation struct {
	decimal, group, minus, zero rune
	// indian says that only the last group has three digits, the others two.
	indian bool
}

var english = notation{decimal: '.', group: ',', minus: '-', zero: '0'}

// readNotation finds the signs in a way to write SampleNumber.
func readNotation(sample string) (notation, bool) {
	n := notation{minus: english.minus}
	if len(sample) > maxLiteral {
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

// dateParts are the parts of a day for showing: those of Intl if there is each
// of day, month and year once, else those of English.
func dateParts(parts []Part) []Part {
	seen, known := map[string]int{}, len(parts) <= maxParts
	for _, p := range parts {
		seen[p.Type]++
		known = known && len(p.Value) <= maxLiteral
	}
	if known && seen["day"] == 1 && seen["month"] == 1 && seen["year"] == 1 {
		return parts
	}
	return []Part{{Type: "day"}, {"literal", " "}, {Type: "month"}, {"literal", " "}, {Type: "year"}}
}

// dateOrder is the order of the controls of a date: "DMY", "MDY" or "YMD".
func dateOrder(types []string) string {
	order := ""
	for _, t := range types {
		switch t {
		case "day", "month", "year":
			order += strings.ToUpper(t[:1])
		}
	}
	if order == "MDY" || order == "YMD" {
		return order
	}
	return "DMY"
}

// between is what separates two things that are shown, from what stands between
// a date and a time: what comes after the last letter or bracket of it, since
// "2026年3月5日 14:32" has a letter that belongs to the day.
func between(text string) string {
	rest := strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",،、，", r) })
	if separator := text[len(rest):]; separator != "" && len(separator) <= maxLiteral {
		return separator
	}
	return ", "
}

// monthNames are the numbers of the months by their folded names.
type monthNames map[string]int

// add adds the names of a month. A name of two months names none.
func (m monthNames) add(month int, names ...string) {
	for _, name := range names[:min(len(names), maxParts)] {
		folded := foldName(name)
		if folded == "" || len(name) > maxLiteral || strings.Trim(asciiDigits(folded), "0123456789") == "" {
			continue
		}
		if other, ok := m[folded]; ok && other != month {
			month = 0
		}
		m[folded] = month
	}
}

// englishMonths are understood in every locale: they stand in what people paste.
func englishMonths() monthNames {
	m := monthNames{}
	for month := time.January; month <= time.December; month++ {
		m.add(int(month), month.String())
	}
	return m
}

// Value is the facts as JSON has them: for the recorded set, and for a draft
// that another visit may read in another locale. What is empty is left out.
func (f Facts) Value() elicit.Value {
	v := elicit.Value{Kind: elicit.Object}
	add := func(name string, member elicit.Value) {
		if member.Text != "" || len(member.Items) > 0 {
			v.Members = append(v.Members, elicit.Member{Name: name, Value: member})
		}
	}
	add("tag", elicit.StringValue(f.Tag))
	add("numbers", list(f.Numbers))
	date := elicit.Value{Kind: elicit.Array}
	for _, p := range f.Date {
		date.Items = append(date.Items, list([]string{p.Type, p.Value}))
	}
	add("date", date)
	add("order", list(f.Order))
	add("between", elicit.StringValue(f.Between))
	add("year", elicit.StringValue(f.Year))
	months := elicit.Value{Kind: elicit.Array}
	for i, names := range f.Months {
		if len(names) > 0 {
			months.Items = append(months.Items, list(append([]string{strconv.Itoa(i + 1)}, names...)))
		}
	}
	add("months", months)
	return v
}

// ReadFacts reads what [Facts.Value] wrote. What is missing or odd is empty.
func ReadFacts(v elicit.Value) Facts {
	f := Facts{
		Tag: CleanTag(v.Get("tag").Text), Numbers: texts(v.Get("numbers")), Order: texts(v.Get("order")),
		Between: v.Get("between").Text, Year: v.Get("year").Text,
	}
	for _, part := range v.Get("date").Items {
		if p := texts(part); len(p) == 2 {
			f.Date = append(f.Date, Part{p[0], p[1]})
		}
	}
	for _, month := range v.Get("months").Items {
		if names := texts(month); len(names) > 1 {
			if n := shortNumber(names[0]); n >= 1 && n <= 12 {
				f.Months[n-1] = names[1:]
			}
		}
	}
	return f
}

func list(texts []string) elicit.Value {
	v := elicit.Value{Kind: elicit.Array}
	for _, text := range texts {
		v.Items = append(v.Items, elicit.StringValue(text))
	}
	return v
}

func texts(v elicit.Value) []string {
	var list []string
	for _, item := range v.Items {
		list = append(list, item.Text)
	}
	return list
}
