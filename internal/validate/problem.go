package validate

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/safetext"
)

// Problem is the reason why an answer is not acceptable. Package wording chooses the sentence.
type Problem struct {
	// Field is the index of the field; -1 for a problem of the whole form.
	Field int
	Code  Code
	// Min and Max are the bounds that the answer misses, as number literals.
	Min, Max string
	// Segment is the control of a date or date-time with the problem.
	Segment Segment
	// Got is the number of code points or items over the limit, for counters.
	Got int
	// Entry is the position of an entry in a list, counted from 1; 0 for the whole field.
	Entry int
	// Message is the host's explanation for [HostRefused].
	Message safetext.Text
	// MayBeEmpty: the schema accepts an empty answer, which is sent only if the person wants it.
	MayBeEmpty bool
	// Solved: the answer is valid again. The problem keeps its room, so that nothing moves under a finger.
	Solved bool
	// Again: the answer of a solved problem is wrong again. The next Continue says so.
	Again bool
	// Understood words the right answer of a solved problem for the error summary; empty for a secret.
	Understood string
}

// Segment names one control of a field with several.
type Segment uint8

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

// The codes, with the meaning of Min and Max.
const (
	// Empty: the answer to a required text, number, date or list is missing.
	Empty Code = "empty"
	// NotAnswered: the answer to a required yes/no is missing.
	NotAnswered Code = "not-answered"
	// NotChosen: the answer to a required choice is missing.
	NotChosen Code = "not-chosen"
	// NotWritten: the person chose to answer in their own words, and wrote none.
	NotWritten Code = "not-written"
	// Invalid: the answer breaks a rule of the schema without a code.
	Invalid Code = "invalid"
	// InvalidTogether: the schema accepts each answer, but not all of them (Field is -1).
	InvalidTogether Code = "invalid-together"
	// HostRefused: the chat app refuses the answer, with its own Message.
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
	StrangeSign     Code = "strange-sign" // Min is the text beside the number
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

	DateIncomplete Code = "date-incomplete" // a part is missing or invalid; the problem names the segment
	DateUnreal     Code = "date-unreal"     // the month has fewer days; Min is the month in words, Max the number of its days
	OtherCalendar  Code = "other-calendar"  // dates are Gregorian, and the year is one of the person's calendar
	ClockMissing   Code = "clock-missing"
	ClockUnreal    Code = "clock-unreal"
	ZoneUnknown    Code = "zone-unknown"
	TimeSkipped    Code = "time-skipped" // the clocks skip it; Min and Max are the times before and after
	TimeTwice      Code = "time-twice"   // the clocks show it twice, and Fold must be picked; Min and Max are the offsets

	MustBeYes       Code = "must-be-yes"      // the schema accepts only true
	MustBeNo        Code = "must-be-no"       // the schema accepts only false
	TooFewChosen    Code = "too-few-chosen"   // Min
	TooManyChosen   Code = "too-many-chosen"  // Max
	TooFewEntries   Code = "too-few-entries"  // Min
	TooManyEntries  Code = "too-many-entries" // Max
	RepeatedEntries Code = "repeated-entries"
)

// Limit is a limit as text; empty for a negative number, which means no limit.
func Limit(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}
