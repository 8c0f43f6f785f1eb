package answer

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

func startDate(f schema.Field, l *Locale) (Draft, bool) {
	day, ok := ReadDay(f.Default.Text)
	return day.draft(l), ok && f.Default.Type == request.String
}

func readDate(_ schema.Field, d Draft, env Env) (Answer, Fault) {
	day, _, fault := d.readDay(env.Locale)
	switch {
	case fault == faultBlank:
		return Answer{Absent: true}, FaultNone
	case fault != FaultNone:
		return day.unrealAnswer(fault, env.Locale), fault
	}
	return Answer{Value: request.StringValue(day.Text()), Echo: day.show(env.Locale)}, FaultNone
}

func showDate(_ schema.Field, a Answer, env Env, _ func(int) string) Display {
	if day, ok := ReadDay(a.Value.Text); ok {
		return Display{Text: day.show(env.Locale)}
	}
	return display(a.Value.Text, a.Value)
}

// restateDate translates the name of a month. A draft that only one of the locales can read, such as a month or a
// year of another calendar, keeps its notation.
func restateDate(_ schema.Field, d Draft, from, to *Locale, typing bool) Draft {
	source := d.localeOr(from)
	d.Locale = nil
	if spread, whole := d.spreadDate(source, to); whole && source.Tag != to.Tag {
		if typing {
			d.Locale = source
			return d
		}
		return spread
	}
	text, year := clean(d.Month), yearNumber(clean(d.Year))
	month := source.monthNumber(text)
	switch isRenamed := month != to.monthNumber(text); {
	case isRenamed && (typing || month == 0), source.isOtherCalendar(year) != to.isOtherCalendar(year):
		d.Locale = source
	case isRenamed:
		d.Month = to.months().names[month-1]
	}
	return d
}

// PickDay returns the draft with the day, YYYY-MM-DD, that the person picked in a calendar.
func (d Draft) PickDay(day string, env Env) Draft {
	if day, ok := ReadDay(day); ok {
		return d.withDay(day, env.Locale)
	}
	return d
}

func (d Draft) withDay(day Day, l *Locale) Draft {
	parts := day.draft(l)
	d.Day, d.Month, d.Year = parts.Day, parts.Month, parts.Year
	return d
}

// spreadDate distributes a whole date in one or two of the draft's controls over all three.
func (d Draft) spreadDate(from, to *Locale) (spread Draft, whole bool) {
	day, pasted, fault := d.readDay(from)
	if !pasted || fault != FaultNone {
		return d, false
	}
	return d.withDay(day, to), true
}

// ReadPastedDay reads a whole date in one text as YYYY-MM-DD; it is empty for another text.
func ReadPastedDay(text string, env Env) string {
	if day, pasted, fault := (Draft{Day: text}).readDay(env.Locale.orEnglish()); pasted && fault == FaultNone {
		return day.Text()
	}
	return ""
}

const faultBlank Fault = "blank"

// readDay reports a whole date in some of the controls as pasted. If the month has fewer days than the number
// of the day, it returns the first day of that month.
func (d Draft) readDay(locale *Locale) (found Day, pasted bool, fault Fault) {
	l := d.localeOr(locale)
	parts := [...]string{clean(d.Day), clean(d.Month), clean(d.Year)}
	single := [...]int{dayNumber(parts[0]), l.monthNumber(parts[1]), yearNumber(parts[2])}
	numbers, whole := single, ""
	if parts[0] == "" || parts[1] == "" || parts[2] == "" {
		whole = clean(plainDashes(asciiDigits(parts[0] + " " + parts[1] + " " + parts[2])))
		if numbers, pasted = l.readWhole(whole); !pasted {
			return 0, false, missingPart(parts, single)
		}
	}
	text := fmt.Sprintf("%04d-%02d-%02d", numbers[2], numbers[1], numbers[0])
	found, isReal := ReadDay(text)
	switch {
	case l.isOtherCalendar(numbers[2]) && whole != text: // YYYY-MM-DD is Gregorian everywhere.
		fault = FaultOtherCalendar
	case !isReal:
		if found, fault = unrealPart(text); pasted && fault != FaultUnrealDate {
			// The problem belongs to the control with the text: the control of the day asks for no month.
			fault = missingPart(parts, single)
		}
	}
	return found, pasted, fault
}

// missingPart returns the fault of the first invalid part, else of the first empty one.
func missingPart(parts [3]string, numbers [3]int) Fault {
	faults, fault := [...]Fault{FaultMissingDay, FaultMissingMonth, FaultMissingYear}, faultBlank
	if parts[0]+parts[1]+parts[2] == "" {
		return fault
	}
	for i, part := range parts {
		if part != "" && numbers[i] == 0 {
			return faults[i]
		}
		if part == "" && fault == faultBlank {
			fault = faults[i]
		}
	}
	return fault
}

const dateSigns = "-./,،、，()年月日号號년월일"

// readWhole returns day, month and year of a date in one text, which may be no real day: "5/3/2026" in the order of the locale,
// "2026年3月5日", or with the name of the month, "Thursday, 5th March 2026". It expects ASCII digits and dashes.
func (l *Locale) readWhole(text string) (date [3]int, ok bool) {
	if len(text) > maxText {
		return date, false
	}
	text = l.splitDigits(text)
	var numbers [3]string
	n, month, before := 0, 0, ""
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(dateSigns, r) }) {
		switch isNumber := part[0] >= '0' && part[0] <= '9'; {
		case isNumber && n < len(numbers):
			numbers[n] = part
			n++
		case isNumber:
			return date, false
		default:
			// Of two words that name a month, the first is a weekday: "mar. 5 mai". But two words can be one name: كانون الثاني.
			month = cmp.Or(l.findMonth(before+part), l.findMonth(part), month)
			before = part
		}
	}
	day, year := numbers[0], numbers[2]
	switch first, second := dayNumber(day), dayNumber(numbers[1]); {
	case month != 0:
		year = numbers[1] + numbers[2]
		if first == 0 {
			day, year = year, day
		}
	case first == 0: // The year.
		day, month, year = year, second, day
	case second > 12, l.DateOrder == "MDY" && first <= 12:
		day, month = numbers[1], first
	case l.DateOrder == "YMD" && first <= 12 && first != second:
		return date, false // The two numbers do not show which one is the day.
	default:
		month = second
	}
	date = [...]int{dayNumber(day), month, yearNumber(year)}
	return date, date[0] != 0 && month != 0 && date[2] != 0
}

// splitDigits separates the parts of a date of eight digits, 14022027 or 20270214. The year is at its end or at its start: at most one
// of these is within a lifespan of today.
func (l *Locale) splitDigits(text string) string {
	const whole = 8
	if len(text) != whole || !allDigits(text) {
		return text
	}
	isNear := func(year string) bool {
		n := yearNumber(year)
		return n > SampleYear-lifespan && n < SampleYear+lifespan
	}
	switch {
	case isNear(text[4:]):
		return text[:2] + " " + text[2:4] + " " + text[4:]
	case isNear(text[:4]):
		return text[:4] + " " + text[4:6] + " " + text[6:]
	}
	return text
}

// separators are the signs between the parts of a date that end a part while the person types it.
const separators = "/.-"

// CutSeparator removes the sign after one part of a date: "14/" becomes "14". It returns the changed draft and the new text of the part.
// It reports false if the part has no sign at its end, or holds no day, month or year.
func (d Draft) CutSeparator(part DatePart, env Env) (cut Draft, text string, ok bool) {
	text = *d.part(part)
	last := len(text) - 1
	if last < 1 || !strings.ContainsRune(separators, rune(text[last])) {
		return d, text, false
	}
	text = text[:last]
	*d.part(part) = text
	return d, text, env.Locale.isPart(part, text)
}

// WithoutSign returns the text that a part had before, if the person has typed only the sign at its end in its place: "日" for "29".
// A whole date is read before its last sign, and the text of its last part is selected then.
func (d Draft) WithoutSign(part DatePart, before Draft, env Env) (text string, ok bool) {
	text = *before.part(part)
	sign := clean(*d.part(part))
	isSign := utf8.RuneCountInString(sign) == 1 && strings.Contains(dateSigns, sign)
	return text, isSign && env.Locale.isPart(part, text) && env.Locale.isPart(part, text+sign)
}

// TypedDay returns the day of a whole date in one or two controls as soon as no further digit can belong to it: a year has four
// digits, and a day at the end has two.
func (d Draft) TypedDay(part DatePart, env Env) (day Day, ok bool) {
	day, whole, fault := d.readDay(env.Locale)
	text := asciiDigits(clean(*d.part(part)))
	end := len(strings.TrimRight(text, "0123456789"))
	first := len(text) - len(strings.TrimLeft(text, "0123456789"))
	digits := len(text) - end
	isComplete := digits == 4 || digits == 8 || digits == 2 && first == 4
	return day, whole && fault == FaultNone && isComplete
}

// DatePart is one of the three controls of a date.
type DatePart uint8

// The parts of a date.
const (
	DayPart DatePart = iota
	MonthPart
	YearPart
)

func (d *Draft) part(part DatePart) *string { return [...]*string{&d.Day, &d.Month, &d.Year}[part] }

// isPart reports whether a text is a day, a month or a year.
func (l *Locale) isPart(part DatePart, text string) bool {
	text = clean(text)
	switch part {
	case DayPart:
		n := dayNumber(text)
		return n > 0 && n <= 31
	case MonthPart:
		n := l.orEnglish().monthNumber(text)
		return n > 0 && n <= 12
	default:
		return yearNumber(text) > 0
	}
}

// unrealPart returns the fault of a text like YYYY-MM-DD that is not a date. With a fault of the day, found is the first
// day of the month.
func unrealPart(text string) (found Day, fault Fault) {
	month, isMonth := ReadDay("2000-" + text[5:7] + "-01")
	first, isReal := ReadDay(text[:8] + "01")
	switch {
	case !isMonth:
		return month, FaultMissingMonth
	case !isReal:
		return first, FaultMissingYear
	case text[8:] == "00":
		return first, FaultMissingDay
	}
	return first, FaultUnrealDate
}

func (d Day) unrealAnswer(fault Fault, l *Locale) Answer {
	if fault != FaultUnrealDate {
		return Answer{}
	}
	t := d.time()
	days := dayOn(t.Year(), t.Month()+1, 1) - dayOn(t.Year(), t.Month(), 1)
	return Answer{Readings: [2]string{l.writeDay(monthPattern(l.datePattern()), d), strconv.Itoa(int(days))}}
}

func monthPattern(date string) string {
	month, year := strings.Index(date, "{month}"), strings.Index(date, "{year}")
	switch day := strings.Index(date, "{day}"); {
	case day < min(month, year):
		return date[min(month, year):max(month+len("{month}"), year+len("{year}"))]
	case day > max(month, year):
		return strings.TrimRight(date[:day], " ,.")
	}
	return "{month} {year}"
}

// dayNumber reads "31", "31.", "1st", "1er" or "31日"; 0 for another text.
func dayNumber(text string) int {
	return numberOf(text, 1, 2, "日", "号", "號", "일", ".", "st", "nd", "rd", "th", "er", "º")
}

// monthNumber reads "12", "12月" or a name; 0 for another text.
func (l *Locale) monthNumber(text string) int {
	if n := numberOf(text, 1, 2, "月份", "月", "월", "."); n != 0 {
		return n
	}
	return l.findMonth(text)
}

// yearNumber reads four digits; 0 for another text. Two digits could belong to any century.
func yearNumber(text string) int { return numberOf(text, 4, 4, "年", "년") }

func numberOf(text string, minDigits, maxDigits int, endings ...string) int {
	text = strings.ToLower(asciiDigits(text))
	for _, ending := range endings {
		if digits, found := strings.CutSuffix(text, ending); found {
			text = strings.TrimSpace(digits)
			break
		}
	}
	if !allDigits(text) || len(text) < minDigits || len(text) > maxDigits {
		return 0
	}
	n, _ := strconv.Atoi(text)
	return n
}

// Day is a Gregorian day, counted from 1 January 1970.
type Day int

const firstDay, lastDay Day = -719162, 2932896

func dayOn(year int, month time.Month, date int) Day {
	return Day(time.Date(year, month, date, 0, 0, 0, 0, time.UTC).Unix() / aDay)
}

// ReadDay reads a day, YYYY-MM-DD. It reports false for any other text.
func ReadDay(text string) (day Day, ok bool) {
	if !schema.ValidDate(text) {
		return 0, false
	}
	n, _ := strconv.Atoi(text[:4] + text[5:7] + text[8:])
	return dayOn(n/1_00_00, time.Month(n/1_00%1_00), n%1_00), true
}

func (d Day) time() time.Time { return time.Unix(int64(d)*aDay, 0).UTC() }

// Text is the day in JSON Schema's format "date".
func (d Day) Text() string {
	year, month, date := d.time().Date()
	text := strconv.Itoa(1_0000_00_00 + year*1_00_00 + int(month)*1_00 + date)
	return text[1:5] + "-" + text[5:7] + "-" + text[7:]
}

// show names a day with its weekday, if the locale's is known.
func (d Day) show(l *Locale) string {
	if !hasWeekday(l.Day) || !hasNames(l.Weekdays, Weekdays) {
		return l.writeDay(l.datePattern(), d)
	}
	return l.writeWeekday(l.Day, l.Weekdays, d)
}

func hasWeekday(pattern string) bool {
	return hasEach(pattern, "{weekday}", "{day}", "{month}", "{year}")
}

func (l *Locale) writeWeekday(pattern string, weekdays []string, d Day) string {
	return strings.Replace(l.writeDay(pattern, d), "{weekday}", weekdays[d.weekday()], 1)
}

// weekday counts from Monday.
func (d Day) weekday() int { return (int(d.time().Weekday()) + Weekdays - 1) % Weekdays }

// draft writes the year with four digits, because [yearNumber] reads no fewer.
func (d Day) draft(l *Locale) Draft {
	month := int(d.time().Month())
	return Draft{Day: l.Digits(strconv.Itoa(d.date())), Month: l.Digits(strconv.Itoa(month)), Year: l.Digits(d.Text()[:4])}
}

func (d Day) date() int { return d.time().Day() }

// Plus returns the day some days later, within the range of dates.
func (d Day) Plus(days int) Day { return min(max(d+Day(days), firstDay), lastDay) }

// PlusMonths returns the same day some months later, or the last day of that month if it is shorter.
func (d Day) PlusMonths(months int) Day {
	t := d.time()
	first := dayOn(t.Year(), t.Month()+time.Month(months), 1)
	next := dayOn(t.Year(), t.Month()+time.Month(months)+1, 1)
	return min(first+Day(t.Day()-1), next-1).Plus(0)
}

// Today is the present day in the person's time zone.
func (e Env) Today() Day {
	offset, _ := e.offsetNow(e.Zones.Local())
	return dayOn(time.Unix(e.Now/1000+int64(offset), 0).UTC().Date())
}

// WholeDay returns the day in the draft's controls; it reports false while they hold none.
func (d Draft) WholeDay(env Env) (day Day, ok bool) {
	day, _, fault := d.readDay(env.Locale)
	return day, fault == FaultNone
}

// CalendarStart is the day in the draft, or the first of its month and year; else today.
func (d Draft) CalendarStart(env Env) Day {
	if day, ok := d.WholeDay(env); ok {
		return day
	}
	l, today := d.localeOr(env.Locale), env.Today()
	year, month := yearNumber(clean(d.Year)), l.monthNumber(clean(d.Month))
	if l.isOtherCalendar(year) {
		year = 0
	}
	if month > 12 {
		month = 0
	}
	if year+month == 0 {
		return today
	}
	now := today.time()
	return dayOn(cmp.Or(year, now.Year()), cmp.Or(time.Month(month), now.Month()), 1)
}
