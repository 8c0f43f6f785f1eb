package check

import (
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

func (*numberKind) missing(schema.Field) Problem              { return Problem{Code: Empty} }
func (k *numberKind) covers() (types []string, format string) { return k.types, "" }

var numberProblems = map[answer.Fault]Problem{
	answer.FaultNotANumber: {Code: NotANumber},
	answer.FaultNotWhole:   {Code: NotWhole},
	answer.FaultAmbiguous:  {Code: AmbiguousNumber},
	answer.FaultTooBig:     {Code: NumberTooBig},
	answer.FaultTooLong:    {Code: NumberTooLong},
}

func (*numberKind) unreadable(fault answer.Fault) Problem { return numberProblems[fault] }

func (*numberKind) broken(_ *Checker, f schema.Field, value elicit.Value) *Problem {
	if value.Kind != elicit.Number {
		return nil
	}
	keyword := f.BrokenBound(value.Text)
	switch keyword {
	case "minimum", "maximum":
		p := &Problem{Code: TooSmall, Min: f.Minimum, Max: f.Maximum}
		if f.Minimum != "" && f.Maximum != "" {
			p.Code = NumberBetween
		} else if keyword == "maximum" {
			p.Code = TooGreat
		}
		return p
	case "exclusiveMinimum":
		return &Problem{Code: NotMoreThan, Min: f.ExclusiveMinimum, Max: f.ExclusiveMaximum}
	case "exclusiveMaximum":
		return &Problem{Code: NotLessThan, Min: f.ExclusiveMinimum, Max: f.ExclusiveMaximum}
	case "multipleOf":
		return &Problem{Code: NotMultiple, Min: f.MultipleOf}
	}
	if valid := formats[f.Schema.Get("format").Text]; valid != nil && !valid(value.Any()) {
		return &Problem{Code: BadFormat}
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
