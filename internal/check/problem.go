package check

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// Problem is why an answer is not acceptable yet. It carries facts; package
// wording chooses the sentence.
type Problem struct {
	// Field is the index of the field; -1 for a problem of the whole form.
	Field int
	Code  Code
	// Min and Max are the bounds that the answer misses, as number literals.
	Min, Max string
	// Segment is the control of a date or date-time that the problem is in.
	Segment Segment
	// Got is the number of code points or items over the limit, for counters.
	Got int
	// Entry is the place of the entry of a list, counted from 1; 0 for the whole field.
	Entry int
	// Message is what the host says, for [HostRefused].
	Message untrusted.Text
	// MayBeEmpty says that the schema accepts an empty answer, which is sent only if the person wants it.
	MayBeEmpty bool
	// Solved says that the answer is right now. The problem keeps its room until the next Continue,
	// so that nothing moves under a finger.
	Solved bool
}

// Segment names one control of a field made of several.
type Segment uint8

// The segments.
const (
	AllSegments Segment = iota
	DaySegment
	MonthSegment
	YearSegment
	ClockSegment
	ZoneSegment
	FoldSegment
)

// Code names a rule that an answer breaks.
type Code string

// The codes, with what they carry in Min and Max.
const (
	// Empty: a required text, number, date or list has no answer.
	Empty Code = "empty"
	// NotAnswered: a required yes/no has no answer.
	NotAnswered Code = "not-answered"
	// NotChosen: a required choice has no answer.
	NotChosen Code = "not-chosen"
	// Invalid: the answer breaks a rule of the schema that has no code.
	Invalid Code = "invalid"
	// InvalidTogether: the schema accepts each answer, but not all of them (Field is -1).
	InvalidTogether Code = "invalid-together"
	// HostRefused: the chat app refuses the answers, with its own Message.
	HostRefused Code = "host-refused"

	TooShort      Code = "too-short"      // Min
	TooLong       Code = "too-long"       // Max
	LengthBetween Code = "length-between" // Min, Max
	BadPattern    Code = "bad-pattern"    // does not match the server's pattern
	BadEmail      Code = "bad-email"
	EmailLetters  Code = "email-letters" // letters or signs outside of ASCII, which servers refuse
	BadURI        Code = "bad-uri"
	NoScheme      Code = "no-scheme"  // an address without its scheme; Min is the whole address
	BadFormat     Code = "bad-format" // another format

	Spaces Code = "spaces" // right without the spaces in it

	NotANumber      Code = "not-a-number"
	StrangeSign     Code = "strange-sign" // Min is what stands beside the number
	NotWhole        Code = "not-whole"
	AmbiguousNumber Code = "ambiguous-number" // Min and Max are the two readings
	NumberTooBig    Code = "number-too-big"   // outside ±(2^53-1), or a magnitude that JSON readers lose
	NumberTooLong   Code = "number-too-long"  // more than 40 digits
	TooSmall        Code = "too-small"        // Min
	TooGreat        Code = "too-great"        // Max
	NumberBetween   Code = "number-between"   // Min, Max
	NotMoreThan     Code = "not-more-than"    // exclusive: must be more than Min
	NotLessThan     Code = "not-less-than"    // exclusive: must be less than Max
	NotMultiple     Code = "not-multiple"     // Min is the step

	DateIncomplete Code = "date-incomplete" // a part is missing or none of a date; the problem names the segment
	DateUnreal     Code = "date-unreal"     // the month has fewer days; Min is the month in words, Max the number of its days
	OtherCalendar  Code = "other-calendar"  // dates are Gregorian, and the year is one of the person's calendar
	ClockMissing   Code = "clock-missing"
	ClockUnreal    Code = "clock-unreal"
	ZoneUnknown    Code = "zone-unknown"
	TimeSkipped    Code = "time-skipped" // the clocks go forward over it; Min and Max are the times before and after
	TimeTwice      Code = "time-twice"   // the clocks go back over it, and Fold has to be picked; Min and Max are the offsets

	MustBeYes       Code = "must-be-yes"      // the schema accepts only true
	MustBeNo        Code = "must-be-no"       // the schema accepts only false
	TooFewChosen    Code = "too-few-chosen"   // Min
	TooManyChosen   Code = "too-many-chosen"  // Max
	TooFewEntries   Code = "too-few-entries"  // Min
	TooManyEntries  Code = "too-many-entries" // Max
	RepeatedEntries Code = "repeated-entries"
)

// Limit is a limit as text; empty where there is none.
func Limit(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}
