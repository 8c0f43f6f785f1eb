// Package answer turns what a person typed or chose into values, and values into text. It decides what a number, a date or
// a time means in the person's locale, and which fault a text has that means nothing. It knows no rules of the server:
// package check has those.
package answer

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Env is what reading depends on besides the field and the draft.
type Env struct {
	Locale *Locale
	Zones  Zones
}

// Answer is what a draft means.
type Answer struct {
	// Absent says that nothing was answered: the property is left out.
	Absent bool
	// Value is what is sent.
	Value elicit.Value
	// Understood is how the draft was read, where that is not obvious; else empty.
	Understood string
	// Readings are what goes with a fault: the decimal number and the grouped one
	// (FaultAmbiguous), the offsets of the earlier and the later instant (FaultTwice), the
	// clock before and after the gap (FaultSkipped), the name of the month and the
	// number of its days (FaultUnrealDate), or what stands beside a number (FaultStrangeSign).
	Readings [2]string
	// Instant (seconds since 1970), Offset (seconds from UTC) and Zone belong
	// to a date-time. Zone is an IANA name or a fixed offset like "+02:00".
	Instant int64
	Offset  int
	Zone    string
}

// Fault is why a draft cannot be read.
type Fault string

// The faults.
const (
	FaultNone Fault = ""

	FaultNotANumber Fault = "not-a-number"
	FaultNotWhole   Fault = "not-whole"
	// FaultStrangeSign: something beside the number may change what it means, such as a percent sign.
	FaultStrangeSign Fault = "strange-sign"
	// FaultAmbiguous: the sign in "1.500" separates decimals or groups.
	FaultAmbiguous Fault = "ambiguous"
	// FaultTooBig: readers of JSON would change the number.
	FaultTooBig Fault = "too-big"
	// FaultTooLong: more than 40 digits.
	FaultTooLong Fault = "too-long"

	// A part of a date is missing, or is none of any date.
	FaultMissingDay   Fault = "missing-day"
	FaultMissingMonth Fault = "missing-month"
	FaultMissingYear  Fault = "missing-year"
	// FaultUnrealDate: the month has fewer days.
	FaultUnrealDate Fault = "unreal-date"
	// FaultOtherCalendar: the year is none of the Gregorian calendar.
	FaultOtherCalendar Fault = "other-calendar"

	FaultNoClock     Fault = "no-clock"
	FaultUnrealClock Fault = "unreal-clock"
	FaultUnknownZone Fault = "unknown-zone"
	// FaultSkipped: the clocks go forward over this time.
	FaultSkipped Fault = "skipped"
	// FaultTwice: the clocks go back and show this time twice.
	FaultTwice Fault = "twice"
)

// Origin says where a draft comes from.
type Origin uint8

// The origins.
const (
	// Untouched: the person has entered nothing and the server suggests nothing.
	Untouched Origin = iota
	// Suggested: the server's default stands as it came.
	Suggested
	// Edited: the person typed or chose.
	Edited
	// Cleared: the person removed the server's suggestion.
	Cleared
	// LeftEmpty: the person wants to send a required answer empty.
	LeftEmpty
)

// Draft is the content of a field's controls, exactly as typed or chosen.
type Draft struct {
	Origin Origin
	// Text is the content of a text, number or list control.
	Text string
	// Locale is the one in whose notation the draft is written, where the form has
	// changed to another since; see [Restate].
	Locale *Locale
	// Day, Month and Year are the three controls of a date.
	Day, Month, Year string
	// Clock is the time control of a date-time.
	Clock string
	// Zone is the IANA time zone of a date-time; empty means the person's own.
	Zone string
	// Fold picks between two instants where the clock is turned back.
	Fold Fold
	// Chosen holds the indexes of the chosen options, ascending.
	Chosen []int
}

// Notation are the [Facts] of its locale that a draft is read by, as JSON, for another visit.
func (d Draft) Notation() elicit.Value {
	l := d.Locale
	months := make([][]string, 12)
	if month := l.monthNumber(clean(d.Month)); month > 0 {
		months[month-1] = []string{d.Month}
	}
	return elicit.ObjectValue().
		With("tag", elicit.StringValue(l.Tag)).
		With("numbers", list(l.Numbers)).
		With("order", elicit.StringValue(l.DateOrder)).
		With("year", elicit.StringValue(l.Year)).
		With("months", elicit.ArrayValue(months, list))
}

func list(texts []string) elicit.Value { return elicit.ArrayValue(texts, elicit.StringValue) }

// Same reports whether the same stands in the controls, wherever it came from.
func (d Draft) Same(e Draft) bool {
	return d.Text == e.Text && d.Day == e.Day && d.Month == e.Month && d.Year == e.Year &&
		d.Clock == e.Clock && d.Zone == e.Zone && d.Fold == e.Fold && slices.Equal(d.Chosen, e.Chosen)
}

// Blank reports whether nothing is typed or chosen. A time zone alone does not count.
func (d Draft) Blank() bool {
	return d.Text+d.Day+d.Month+d.Year+d.Clock == "" && len(d.Chosen) == 0
}

// Fold picks one of the two instants that a local time names when the clock is turned back.
type Fold uint8

// The folds.
const (
	FoldUnasked Fold = iota
	FoldEarlier
	FoldLater
)

// Zones answers questions on time zones and the present. In the browser it is backed by Intl,
// because Go's own local zone is a fixed offset there.
type Zones interface {
	// Local is the person's IANA zone, like "Europe/Berlin".
	Local() string
	// Offset is the offset from UTC, in seconds, that a zone has at an instant
	// (seconds since 1970); not ok for a zone that does not exist.
	Offset(zone string, unix int64) (offset int, ok bool)
	// Name names the zone in words, like "Central European Summer Time".
	Name(zone, locale string, unix int64) string
	// Now is the present, in seconds since 1970.
	Now() int64
	// All lists the zones that can be chosen.
	All() []string
}
