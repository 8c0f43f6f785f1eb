package answer

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/elicit"
)

// readDate reads the three controls of a date.
func readDate(d Draft, l Locale) (Answer, Fault) {
	day := readDay(d)
	switch {
	case day.blank:
		return Answer{Absent: true}, FaultNone
	case day.fault != FaultNone:
		return Answer{}, day.fault
	}
	a := Answer{Value: elicit.StringValue(day.text())}
	if day.pasted {
		a.Understood = formatDay(day.year, day.month, day.day, l)
	}
	return a, FaultNone
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

func (c calendarDay) text() string { return fmt.Sprintf("%04d-%02d-%02d", c.year, c.month, c.day) }

func readDay(d Draft) calendarDay {
	day, month, year := clean(d.Day), clean(d.Month), clean(d.Year)
	switch {
	case day+month+year == "":
		return calendarDay{blank: true}
	case day+month == "" || day+year == "" || month+year == "":
		if c, ok := splitDate(isoText(day + month + year)); ok {
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
	c := calendarDay{year: yearNumber(year), month: monthNumber(month), day: dayNumber(day)}
	c.check()
	return c
}

// check sets the fault of a day that no calendar has.
func (c *calendarDay) check() {
	if c.year < 1 || c.month < 1 || c.month > 12 || c.day < 1 || c.day > daysIn(c.year, c.month) {
		c.fault = FaultUnrealDate
	}
}

func daysIn(year, month int) int {
	// The day before the first of the next month.
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
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

// isoText maps the digits and dashes of a pasted date to ASCII.
func isoText(text string) string {
	return strings.Map(func(r rune) rune {
		if dash(r) {
			return '-'
		}
		return r
	}, asciiDigits(text))
}

// dayNumber reads "31", "31.", "1st", "1er" or "31日"; 0 when it is no day.
func dayNumber(text string) int {
	return shortNumber(text, "日", "号", "號", "일", ".", "st", "nd", "rd", "th", "er", "º")
}

// monthNumber reads "12", "12月" or a name; 0 when it is no month.
func monthNumber(text string) int {
	if n := shortNumber(text, "月份", "月", "월", "."); n != 0 {
		return n
	}
	return monthNamed(text)
}

// shortNumber reads one or two digits, with one of the endings or none.
func shortNumber(text string, endings ...string) int {
	digits := withoutEnding(text, endings)
	if !allDigits(digits) || len(digits) > 2 {
		return 0
	}
	n, _ := strconv.Atoi(digits)
	return n
}

// yearNumber reads four digits; 0 when it is no year. Two digits could be any
// century, so they are none.
func yearNumber(text string) int {
	digits := withoutEnding(text, []string{"年", "년"})
	if !allDigits(digits) || len(digits) != 4 {
		return 0
	}
	n, _ := strconv.Atoi(digits)
	return n
}

func withoutEnding(text string, endings []string) string {
	text = strings.ToLower(asciiDigits(text))
	for _, ending := range endings {
		if digits, found := strings.CutSuffix(text, ending); found {
			return strings.TrimSpace(digits)
		}
	}
	return text
}
