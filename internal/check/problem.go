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
	// Min and Max are the bounds that the answer misses, as number literals
	// or decimal counts; empty where the code has none.
	Min, Max string
	// Segment is the control of a date or date-time that the problem is in;
	// AllSegments for every other field.
	Segment Segment
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

// The codes that any kind of field can have; those of one kind stand in its
// file, with what they carry in Min and Max.
const (
	// Empty: a required text, number, date or list has no answer.
	Empty Code = "empty"
	// SchemaRefused: the schema refuses this answer by a rule that has no code.
	SchemaRefused Code = "schema-refused"
	// TogetherRefused: the schema takes each answer, but not all of them
	// together (Field is -1).
	TogetherRefused Code = "together-refused"
	// HostRefused: the chat app refuses the answers, with its own Message.
	HostRefused Code = "host-refused"
)

// limit is a limit as text; empty where there is none.
func limit(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}
