package check

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of numbers.
const (
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
)

// numberKind is a number that a schema calls one of some types.
type numberKind struct{ types []string }

var (
	number  = numberKind{types: []string{"number"}}
	integer = numberKind{types: []string{"integer", "number"}}
)

func (numberKind) missing(schema.Field) Problem              { return Problem{Code: Empty} }
func (k numberKind) covers() (types []string, format string) { return k.types, "" }

func (numberKind) unreadable(fault answer.Fault) Problem {
	switch fault {
	case answer.FaultNotWhole:
		return Problem{Code: NotWhole}
	case answer.FaultAmbiguous:
		return Problem{Code: AmbiguousNumber}
	case answer.FaultTooBig:
		return Problem{Code: NumberTooBig}
	case answer.FaultTooLong:
		return Problem{Code: NumberTooLong}
	}
	return Problem{Code: NotANumber}
}

// broken checks bounds and steps exactly, as people count.
func (numberKind) broken(_ *Checker, f schema.Field, value elicit.Value) *Problem {
	if value.Kind != elicit.Number {
		return nil
	}
	misses := func(bound string, wrong ...int) bool {
		return bound != "" && slices.Contains(wrong, schema.Compare(value.Text, bound))
	}
	below, above := misses(f.Minimum, -1), misses(f.Maximum, 1)
	switch {
	case (below || above) && f.Minimum != "" && f.Maximum != "":
		return &Problem{Code: NumberBetween, Min: f.Minimum, Max: f.Maximum}
	case below:
		return &Problem{Code: TooSmall, Min: f.Minimum}
	case above:
		return &Problem{Code: TooGreat, Max: f.Maximum}
	case misses(f.ExclusiveMinimum, -1, 0):
		return &Problem{Code: NotMoreThan, Min: f.ExclusiveMinimum, Max: f.ExclusiveMaximum}
	case misses(f.ExclusiveMaximum, 0, 1):
		return &Problem{Code: NotLessThan, Min: f.ExclusiveMinimum, Max: f.ExclusiveMaximum}
	case f.MultipleOf != "" && !schema.IsMultiple(value.Text, f.MultipleOf):
		return &Problem{Code: NotMultiple, Min: f.MultipleOf}
	}
	return nil
}

// Miscounted reports whether accepted content holds a number that is right and
// that servers which compute with float64 may refuse; see [schema.IsMiscounted].
func Miscounted(form schema.Form, content elicit.Value) bool {
	fields := form.Fields
	for _, member := range content.Members {
		// Content is in the order of the fields.
		for len(fields) > 0 && fields[0].Name != member.Name {
			fields = fields[1:]
		}
		if len(fields) > 0 && fields[0].MultipleOf != "" && member.Value.Kind == elicit.Number &&
			schema.IsMiscounted(member.Value.Text, fields[0].MultipleOf) {
			return true
		}
	}
	return false
}
