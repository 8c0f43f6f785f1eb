package check

import "github.com/elicitform/elicitform/internal/untrusted"

// Problem is why an answer is not acceptable yet. It carries facts; package
// wording chooses the sentence.
type Problem struct {
	// Field is the index of the field; -1 for a problem of the whole form.
	Field int
	Code  Code
	// Min and Max are the bounds that the answer misses, as number literals
	// or decimal counts; empty where the code has none.
	Min, Max string
	// Part is the control of a date or date-time that the problem is in;
	// PartWhole for every other field.
	Part DatePart
	// Got is the number of code points or items over the limit, for counters.
	Got int
	// Entry is the place of the entry of a list that breaks the rule, counted
	// from 1; 0 for a problem of the whole field.
	Entry int
	// Message is what the host says, for [HostRefused].
	Message untrusted.Text
	// Naming says how the sentence names the field besides what it says anyway.
	Naming Naming
}

// Naming is how a problem tells its field from others with the same problem.
type Naming uint8

// The namings.
const (
	// Unnamed: no other problem of the form has the same sentence.
	Unnamed Naming = iota
	// ByLabel: the sentence would stand twice without the field's label.
	ByLabel
	// ByPlace: the labels are the same, too.
	ByPlace
)

// DatePart names one control of a field made of several.
type DatePart uint8

// The parts.
const (
	PartWhole DatePart = iota
	PartDay
	PartMonth
	PartYear
	PartClock
	PartZone
	PartFold
)

// Code names a rule that an answer breaks.
type Code string

// The codes. Bounds in Min and Max as noted.
const (
	// Empty: a required text, number, date or list has no answer.
	Empty Code = "empty"
	// NotChosen: a required choice has no answer.
	NotChosen Code = "not-chosen"
	// NotAnswered: a required yes/no has no answer.
	NotAnswered Code = "not-answered"
	// MustBeYes: the schema accepts only true.
	MustBeYes Code = "must-be-yes"
	// MustBeNo: the schema accepts only false.
	MustBeNo Code = "must-be-no"
	// MustBe: the schema accepts only one value, in Min.
	MustBe Code = "must-be"

	TooShort      Code = "too-short"      // Min
	TooLong       Code = "too-long"       // Max
	LengthBetween Code = "length-between" // Min, Max

	NotANumber      Code = "not-a-number"
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

	BadEmail Code = "bad-email"
	// EmailLetters: an address with letters or signs outside of ASCII, which
	// servers refuse.
	EmailLetters Code = "email-letters"
	BadURI       Code = "bad-uri"
	BadPattern   Code = "bad-pattern" // does not match the server's pattern
	BadFormat    Code = "bad-format"  // another format that the final validator asserts

	DateIncomplete  Code = "date-incomplete" // Part
	DateUnreal      Code = "date-unreal"
	ClockMissing    Code = "clock-missing"
	ClockUnreal     Code = "clock-unreal"
	ZoneUnknown     Code = "zone-unknown"
	TimeSkipped     Code = "time-skipped"     // in the gap when clocks go forward
	TimeTwice       Code = "time-twice"       // clocks go back: Fold must be picked
	TooFewChosen    Code = "too-few-chosen"   // Min
	TooManyChosen   Code = "too-many-chosen"  // Max
	TooFewEntries   Code = "too-few-entries"  // Min, for lists
	TooManyEntries  Code = "too-many-entries" // Max
	RepeatedEntries Code = "repeated-entries"

	// TogetherRefused: each answer is fine, but the schema refuses them
	// together (Field is -1).
	TogetherRefused Code = "together-refused"
	// Refused: the final validator refuses this answer by a rule that has no code.
	Refused Code = "refused"
	// HostRefused: the chat app refuses the answers, with its own Message.
	HostRefused Code = "host-refused"
)
