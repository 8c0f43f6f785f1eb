// Package answer turns a person's text or choice into values, and values into text. It decides the meaning of a number,
// a date or a time in the person's locale, and names the fault of a text without a meaning. Package check applies the
// server's rules to the values; here, they only decide whether an empty text is an answer.
package answer

import (
	"slices"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// Env is the environment that reading depends on, besides the field and the draft.
type Env struct {
	Locale *Locale
	Zones  Zones
	// Now is the present, in milliseconds since 1970.
	Now int64
}

// Answer is the meaning of a draft.
type Answer struct {
	// Absent: the person has not answered, and the property is left out.
	Absent bool
	// Value is the submitted value.
	Value request.Value
	// Echo tells the person how the draft was read, where that is not obvious; else empty.
	Echo string
	// Readings are the details of a fault: the decimal number and the grouped one
	// (FaultAmbiguous), the offsets of the earlier and the later instant (FaultTwice), the
	// clock before and after the gap (FaultSkipped), the name of the month and its
	// number of days (FaultUnrealDate), or the text beside a number (FaultStrangeSign).
	Readings [2]string
	// Instant (seconds since 1970), Offset (seconds from UTC) and Zone belong
	// to a date-time. Zone is an IANA name or a fixed offset like "+02:00".
	Instant int64
	Offset  int
	Zone    string
}

// Fault is the reason why a draft cannot be read.
type Fault string

const (
	FaultNone Fault = ""

	FaultNotANumber Fault = "not-a-number"
	FaultNotWhole   Fault = "not-whole"
	// FaultStrangeSign: a sign beside the number may change its meaning, such as a percent sign.
	FaultStrangeSign Fault = "strange-sign"
	// FaultAmbiguous: the sign in "1.500" separates either decimals or groups.
	FaultAmbiguous Fault = "ambiguous"
	// FaultTooBig: readers of JSON would change the number.
	FaultTooBig Fault = "too-big"
	// FaultTooLong: more than 40 digits.
	FaultTooLong Fault = "too-long"

	// A part of a date is missing or occurs in no date.
	FaultMissingDay   Fault = "missing-day"
	FaultMissingMonth Fault = "missing-month"
	FaultMissingYear  Fault = "missing-year"
	// FaultUnrealDate: the month has fewer days.
	FaultUnrealDate Fault = "unreal-date"
	// FaultOtherCalendar: the year is not one of the Gregorian calendar.
	FaultOtherCalendar Fault = "other-calendar"

	FaultNoClock     Fault = "no-clock"
	FaultUnrealClock Fault = "unreal-clock"
	FaultUnknownZone Fault = "unknown-zone"
	// FaultSkipped: the clocks go forward and skip this time.
	FaultSkipped Fault = "skipped"
	// FaultTwice: the clocks go back and show this time twice.
	FaultTwice Fault = "twice"
)

// Origin is the source of a draft.
type Origin uint8

const (
	// Untouched: the person has entered nothing, and the server suggests nothing.
	Untouched Origin = iota
	// Suggested: the draft is the server's unchanged default.
	Suggested
	// Edited: the person typed or chose the draft.
	Edited
	// Cleared: the person removed the server's suggestion.
	Cleared
	// LeftEmpty: the person wants to submit a required answer as empty.
	LeftEmpty
)

// Draft is the content of a field's controls, exactly as typed or chosen.
type Draft struct {
	Origin Origin
	// Text is the content of a text, number or list control.
	Text string
	// Locale is the locale of the draft's notation, if the form has changed to another since; see [Restate].
	Locale *Locale
	// Day, Month and Year are the three controls of a date.
	Day, Month, Year string
	// Clock is the time control of a date-time.
	Clock string
	// Zone is the IANA time zone of a date-time; empty means the person's own.
	Zone string
	// Fold picks one of two instants when the clocks go back.
	Fold Fold
	// Chosen holds the indexes of the chosen options in ascending order.
	Chosen []int
}

// Notation returns, as JSON, the [Facts] of the draft's locale that a later visit needs to read it.
func (d Draft) Notation() request.Value {
	l := d.Locale
	months := make([][]string, 12)
	if month := l.monthNumber(clean(d.Month)); 0 < month && month <= len(months) {
		months[month-1] = []string{d.Month}
	}
	return request.ObjectValue().
		With("tag", request.StringValue(l.Tag)).
		With("numbers", list(l.Numbers)).
		With("order", request.StringValue(l.DateOrder)).
		With("year", request.StringValue(l.Year)).
		With("months", request.ArrayValue(months, list))
}

func list(texts []string) request.Value { return request.ArrayValue(texts, request.StringValue) }

// Same compares the contents of two drafts without their origins.
func (d Draft) Same(e Draft) bool {
	return d.Text == e.Text && d.Day == e.Day && d.Month == e.Month && d.Year == e.Year &&
		d.Clock == e.Clock && d.Zone == e.Zone && d.Fold == e.Fold && slices.Equal(d.Chosen, e.Chosen)
}

// Blank reports whether nothing is typed or chosen. A time zone by itself does not count.
func (d Draft) Blank() bool {
	return d.Text+d.Day+d.Month+d.Year+d.Clock == "" && len(d.Chosen) == 0
}

// ChoosesOwn reports whether the person answers a choice in their own words.
func (d Draft) ChoosesOwn(f *schema.Field) bool {
	own := f.OwnAnswer()
	return own >= 0 && slices.Contains(d.Chosen, own)
}

// Fold picks one of the two instants of a local time when the clocks go back.
type Fold uint8

const (
	FoldUnknown Fold = iota
	FoldEarlier
	FoldLater
)

// Zones answers questions about time zones. In the browser, Intl backs it,
// because Go's own local zone is a fixed offset there.
type Zones interface {
	// Local is the person's IANA zone, like "Europe/Berlin".
	Local() string
	// Offset is the offset from UTC in seconds at an instant (seconds since 1970); false for an unknown zone.
	Offset(zone string, unix int64) (offset int, ok bool)
	// Name is the zone in words, like "Central European Summer Time".
	Name(zone, locale string, unix int64) string
	// All lists the available zones.
	All() []string
}
