package answer

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// dateKind is a date, typed into three controls.
type dateKind struct{}

func (*dateKind) start(f schema.Field, l *Locale) (Draft, bool) {
	c, ok := splitDate(f.Default.Text)
	return c.draft(l), ok && f.Default.Kind == elicit.String
}

func (*dateKind) suggested(f schema.Field) (Answer, Fault) {
	c, _ := splitDate(f.Default.Text)
	c.check()
	return Answer{Value: f.Default}, c.fault
}

func (*dateKind) read(_ schema.Field, d Draft, env Env) (Answer, Fault) {
	day := readDay(d, d.written(env.Locale))
	switch {
	case day.blank:
		return Answer{Absent: true}, FaultNone
	case day.fault != FaultNone:
		return Answer{}, day.fault
	}
	a := Answer{Value: elicit.StringValue(day.text())}
	if day.pasted {
		a.Understood = day.show(env.Locale)
	}
	return a, FaultNone
}

func (*dateKind) show(_ schema.Field, a Answer, env Env, _ func(int) string) Shown {
	if c, ok := splitDate(a.Value.Text); ok {
		if c.check(); c.fault == FaultNone {
			return Shown{Text: c.show(env.Locale)}
		}
	}
	return shown(a.Value.Text, a.Value)
}

// restate writes the name of a month in another language. What one locale
// reads and the other does not is still read as in the locale that it was typed
// in: a month that is no name there, a year of another calendar.
func (*dateKind) restate(d Draft, from, to *Locale, typing bool) Draft {
	written := d.written(from)
	d.Locale = nil
	text, year := clean(d.Month), yearNumber(clean(d.Year))
	month := written.monthNumber(text)
	switch renamed := month != to.monthNumber(text); {
	case renamed && (typing || month == 0), written.otherCalendar(year) != to.otherCalendar(year):
		d.Locale = written
	case renamed:
		d.Month = to.shown[month-1]
	}
	return d
}

// calendarDay is what the three controls of a date say.
type calendarDay struct {
	year, month, day int
	// blank says that nothing stands in any of them.
	blank bool
	// pasted says that one control held a whole date.
	pasted bool
	fault  Fault
}

// text is the day as JSON Schema's format "date" has it.
func (c calendarDay) text() string { return fmt.Sprintf("%04d-%02d-%02d", c.year, c.month, c.day) }

func (c calendarDay) show(l *Locale) string { return l.writeDay(l.date, c.year, c.month, c.day) }

// draft is what the day looks like in the controls. The year keeps its four
// digits, since fewer are not read as a year.
func (c calendarDay) draft(l *Locale) Draft {
	return Draft{Day: l.Digits(strconv.Itoa(c.day)), Month: l.Digits(strconv.Itoa(c.month)), Year: l.Digits(c.text()[:4])}
}

// Picked is a draft with a day, YYYY-MM-DD, that was picked in a calendar. What
// is no day changes nothing.
func (d Draft) Picked(day string, env Env) Draft {
	if c, ok := splitDate(day); ok {
		picked := c.draft(env.Locale)
		d.Day, d.Month, d.Year = picked.Day, picked.Month, picked.Year
	}
	return d
}

func readDay(d Draft, l *Locale) calendarDay {
	day, month, year := clean(d.Day), clean(d.Month), clean(d.Year)
	switch {
	case day+month+year == "":
		return calendarDay{blank: true}
	case day+month == "" || day+year == "" || month+year == "":
		if c, ok := splitDate(plainDashes(asciiDigits(day + month + year))); ok {
			c.pasted = true
			c.check()
			return c
		}
	}
	switch {
	case day == "":
		return calendarDay{fault: FaultMissingDay}
	case month == "":
		return calendarDay{fault: FaultMissingMonth}
	case year == "":
		return calendarDay{fault: FaultMissingYear}
	}
	c := calendarDay{year: yearNumber(year), month: l.monthNumber(month), day: dayNumber(day)}
	if c.check(); l.otherCalendar(c.year) {
		c.fault = FaultOtherCalendar
	}
	return c
}

// check sets the fault of a day that no calendar has.
func (c *calendarDay) check() {
	t := time.Date(c.year, time.Month(c.month), c.day, 0, 0, 0, 0, time.UTC)
	if c.year < 1 || t.Day() != c.day || int(t.Month()) != c.month {
		c.fault = FaultUnrealDate
	}
}

// splitDate splits YYYY-MM-DD without asking whether the day is real.
func splitDate(text string) (calendarDay, bool) {
	if len(text) != len("2006-01-02") || text[4] != '-' || text[7] != '-' ||
		!allDigits(text[:4]) || !allDigits(text[5:7]) || !allDigits(text[8:]) {
		return calendarDay{}, false
	}
	var c calendarDay
	c.year, _ = strconv.Atoi(text[:4])
	c.month, _ = strconv.Atoi(text[5:7])
	c.day, _ = strconv.Atoi(text[8:])
	return c, true
}

// dayNumber reads "31", "31.", "1st", "1er" or "31日"; 0 when it is no day.
func dayNumber(text string) int {
	return numberOf(text, 1, 2, "日", "号", "號", "일", ".", "st", "nd", "rd", "th", "er", "º")
}

// monthNumber reads "12", "12月" or a name; 0 when it is no month.
func (l *Locale) monthNumber(text string) int {
	if n := numberOf(text, 1, 2, "月份", "月", "월", "."); n != 0 {
		return n
	}
	return l.monthNamed(text)
}

// yearNumber reads four digits; 0 when it is no year. Two digits are no year,
// because they could be of any century.
func yearNumber(text string) int { return numberOf(text, 4, 4, "年", "년") }

// numberOf reads from least to most digits, with one of the endings or none; 0
// when it is anything else.
func numberOf(text string, least, most int, endings ...string) int {
	text = strings.ToLower(asciiDigits(text))
	for _, ending := range endings {
		if digits, found := strings.CutSuffix(text, ending); found {
			text = strings.TrimSpace(digits)
			break
		}
	}
	if !allDigits(text) || len(text) < least || len(text) > most {
		return 0
	}
	n, _ := strconv.Atoi(text)
	return n
}
