package answer

import (
	"cmp"
	"strconv"
	"time"

	"github.com/elicitform/elicitform/internal/schema"
)

// Day is a day of the calendar that dates are asked in, counted from 1 January 1970.
type Day int

// The days that a date can be: from 1 January 1 to 31 December 9999.
const firstDay, lastDay Day = -719162, 2932896

func dayOn(year int, month time.Month, date int) Day {
	return Day(time.Date(year, month, date, 0, 0, 0, 0, time.UTC).Unix() / aDay)
}

// ReadDay reads YYYY-MM-DD; not ok for what is no day.
func ReadDay(text string) (day Day, ok bool) {
	if !schema.ValidDate(text) {
		return 0, false
	}
	n, _ := strconv.Atoi(text[:4] + text[5:7] + text[8:])
	return dayOn(n/1_00_00, time.Month(n/1_00%1_00), n%1_00), true
}

func (d Day) time() time.Time { return time.Unix(int64(d)*aDay, 0).UTC() }

// Text is the day as JSON Schema's format "date" has it.
func (d Day) Text() string {
	year, month, date := d.time().Date()
	text := strconv.Itoa(1_0000_00_00 + year*1_00_00 + int(month)*1_00 + date)
	return text[1:5] + "-" + text[5:7] + "-" + text[7:]
}

func (d Day) show(l *Locale) string { return l.writeDay(l.datePattern(), d) }

// draft is what the day looks like in the controls. The year keeps its four
// digits, since fewer are not read as a year.
func (d Day) draft(l *Locale) Draft {
	month := int(d.time().Month())
	return Draft{Day: l.Digits(strconv.Itoa(d.date())), Month: l.Digits(strconv.Itoa(month)), Year: l.Digits(d.Text()[:4])}
}

// date is the day's number in its month.
func (d Day) date() int { return d.time().Day() }

// sameMonth reports whether two days are of one month.
func (d Day) sameMonth(other Day) bool {
	a, b := d.time(), other.time()
	return a.Year() == b.Year() && a.Month() == b.Month()
}

// Plus is the day that is some days later, within the days that a date can be.
func (d Day) Plus(days int) Day { return min(max(d+Day(days), firstDay), lastDay) }

// PlusMonths is the same day some months later, or the last day of that month if it is shorter.
func (d Day) PlusMonths(months int) Day {
	t := d.time()
	first := dayOn(t.Year(), t.Month()+time.Month(months), 1)
	next := dayOn(t.Year(), t.Month()+time.Month(months)+1, 1)
	return min(first+Day(t.Day()-1), next-1).Plus(0)
}

// Today is the day that it is in the person's time zone.
func (e Env) Today() Day {
	offset, _ := e.offsetNow(e.Zones.Local())
	return dayOn(time.Unix(e.Zones.Now()+int64(offset), 0).UTC().Date())
}

// Picks is the day that stands in a draft; not ok while none does.
func (d Draft) Picks(env Env) (day Day, ok bool) {
	day, _, fault := d.readDay(env.Locale)
	return day, fault == FaultNone
}

// CalendarStart is the day that a calendar opens on: the one that stands in the draft, or
// in the month and the year that do; today where there is neither.
func (d Draft) CalendarStart(env Env) Day {
	if day, ok := d.Picks(env); ok {
		return day
	}
	l, today := d.written(env.Locale), env.Today()
	year, month := yearNumber(clean(d.Year)), l.monthNumber(clean(d.Month))
	if l.otherCalendar(year) {
		year = 0
	}
	if year == 0 && (month < 1 || month > 12) {
		return today
	}
	now := today.time()
	if month < 1 || month > 12 {
		month = int(now.Month())
	}
	return dayOn(cmp.Or(year, now.Year()), time.Month(month), 1)
}
