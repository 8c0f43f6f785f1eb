// Package answer turns what a person typed or chose into values, and values into text. It decides what a number, a date or
// a time means in the person's locale, and which fault a text has that means nothing. It knows no rules of the server:
// package check has those.
package answer

import "github.com/elicitform/elicitform/internal/elicit"

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
	// Understood is how the draft was read, in the person's locale, where
	// that is not obvious from what was typed; else empty.
	Understood string
	// Readings are the two ways to read a draft that comes with one of
	// FaultAmbiguous (the decimal number, the grouped one), FaultTwice (the
	// offsets of the earlier and the later instant) or FaultSkipped (the
	// clock before and after the gap). With FaultUnrealDate they are the name of
	// the month and the number of its days.
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
	// FaultAmbiguous: the sign in "1.500" separates decimals or groups.
	FaultAmbiguous Fault = "ambiguous"
	// FaultTooBig: readers of JSON would change the number: an integer beyond
	// 2^53-1, or a magnitude that a float64 does not have.
	FaultTooBig Fault = "too-big"
	// FaultTooLong: more than 40 digits.
	FaultTooLong Fault = "too-long"

	// A part of a date is missing, or is none of any date.
	FaultMissingDay   Fault = "missing-day"
	FaultMissingMonth Fault = "missing-month"
	FaultMissingYear  Fault = "missing-year"
	// FaultUnrealDate: the month has fewer days.
	FaultUnrealDate Fault = "unreal-date"
	// FaultOtherCalendar: the year is one of the calendar that people use in
	// the locale, and dates are Gregorian.
	FaultOtherCalendar Fault = "other-calendar"

	FaultNoClock     Fault = "no-clock"
	FaultUnrealClock Fault = "unreal-clock"
	FaultUnknownZone Fault = "unknown-zone"
	// FaultSkipped: the clocks go forward over this time.
	FaultSkipped Fault = "skipped"
	// FaultTwice: the clocks go back and show this time twice.
	FaultTwice Fault = "twice"
)
