package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Calendar is the notation of months and days in a locale, for a calendar that the form draws.
type Calendar struct {
	facts    CalendarFacts
	first    int
	day      string
	weekdays []string
	locale   *Locale
}

// CalendarFacts is what the browser's Intl reports about the calendar of a locale.
type CalendarFacts struct {
	// First is the first day of the week: "1" is Monday.
	First string
	// Heading is the pattern of a month, "{month} {year}", and Months are the names for it.
	Heading string
	Months  []string
	// Columns are the short names of the weekdays above their columns, from Monday on.
	Columns []string
}

// Weekdays is the number of days of a week.
const Weekdays = 7

func newCalendar(f *CalendarFacts, l *Locale) *Calendar {
	if f == nil {
		return nil
	}
	c := &Calendar{facts: *f, day: l.Day, weekdays: l.Weekdays, locale: l}
	if c.first, _ = strconv.Atoi(f.First); c.first < 1 || c.first > Weekdays {
		c.first = 1
	}
	if !hasEach(f.Heading, "{month}", "{year}") {
		c.facts.Heading = "{month} {year}"
	}
	if !hasWeekday(c.day) {
		c.day = "{weekday}, {day} {month} {year}"
	}
	if !hasNames(f.Months, len(l.months().names)) {
		c.facts.Months = l.months().names[:]
	}
	if !hasNames(c.weekdays, Weekdays) {
		c.weekdays = make([]string, Weekdays)
		for i := range c.weekdays {
			c.weekdays[i] = time.Weekday((i + 1) % Weekdays).String()
		}
	}
	if !hasNames(f.Columns, Weekdays) {
		c.facts.Columns = make([]string, Weekdays)
		for i, name := range c.weekdays {
			c.facts.Columns[i] = string([]rune(name)[:1])
		}
	}
	return c
}

func hasEach(pattern string, parts ...string) bool {
	return len(pattern) <= maxText && !slices.ContainsFunc(parts, func(part string) bool { return strings.Count(pattern, part) != 1 })
}

func hasNames(names []string, count int) bool {
	return len(names) == count && !slices.ContainsFunc(names, func(name string) bool { return name == "" || len(name) > maxText })
}

func (c *Calendar) column(d Day) int {
	const monday = 4 // The first Monday was on 5 January 1970.
	return ((int(d)-monday-(c.first-1))%Weekdays + Weekdays) % Weekdays
}

// WeekStart is the first day of the week of a day.
func (c *Calendar) WeekStart(d Day) Day { return d.Plus(-c.column(d)) }

// WeekEnd is the last day of the week of a day.
func (c *Calendar) WeekEnd(d Day) Day { return d.Plus(Weekdays - 1 - c.column(d)) }

// Weeks is the number of weeks in a drawn month. It is constant, so that a change of the month moves nothing below it.
const Weeks = 6

// Month returns the day at a position of a month's grid; it reports false if the day belongs to another month.
func (c *Calendar) Month(d Day, week, column int) (day Day, ok bool) {
	first := d - Day(d.date()-1)
	day = first - Day(c.column(first)) + Day(week*Weekdays+column)
	return day, day.time().Month() == d.time().Month()
}

// Column returns the short name above a column, and the name of its weekday.
func (c *Calendar) Column(column int) (short, name string) {
	i := (column + c.first - 1) % Weekdays
	return c.facts.Columns[i], c.weekdays[i]
}

// Heading names the month of a day.
func (c *Calendar) Heading(d Day) string {
	year, month, _ := d.time().Date()
	digits := c.locale.Digits(fmt.Sprintf("%04d", year))
	return strings.NewReplacer("{month}", c.facts.Months[month-1], "{year}", digits).Replace(c.facts.Heading)
}

// Name names a day with its weekday.
func (c *Calendar) Name(d Day) string { return c.locale.writeWeekday(c.day, c.weekdays, d) }

// Number is the number of a day within its month, in the locale's digits.
func (c *Calendar) Number(d Day) string { return c.locale.Digits(strconv.Itoa(d.date())) }
