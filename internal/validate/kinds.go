package validate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

type kind struct {
	schema.Kind
	// types are the allowed types, first the type of the answers. format is checked completely by the own rules.
	types  []string
	format string
	// missing and badFormat are the codes for no answer and for a text in the wrong format.
	missing, badFormat Code
}

var (
	text   = []string{"string"}
	number = []string{"number"}
	whole  = []string{"integer", "number"}
	array  = []string{"array"}
)

var kinds = [...]kind{
	{Kind: schema.Text, types: text, missing: Empty},
	{Kind: schema.Email, types: text, format: "email", missing: Empty, badFormat: BadEmail},
	{Kind: schema.URI, types: text, format: "uri", missing: Empty, badFormat: BadURI},
	{Kind: schema.Date, types: text, format: "date", missing: Empty, badFormat: BadFormat},
	{Kind: schema.DateTime, types: text, format: "date-time", missing: Empty, badFormat: BadFormat},
	{Kind: schema.Time, types: text, format: "time", missing: Empty, badFormat: BadFormat},
	{Kind: schema.LocalTime, types: text, missing: Empty},
	{Kind: schema.Number, types: number, missing: Empty},
	{Kind: schema.Integer, types: whole, missing: Empty},
	{Kind: schema.Boolean, types: []string{"boolean"}, missing: NotAnswered},
	{Kind: schema.Choice, types: text, missing: NotChosen},
	{Kind: schema.Choices, types: array, missing: NotChosen},
	{Kind: schema.List, types: array, missing: Empty},
}

func kindOf(of schema.Kind) *kind {
	for i := range kinds {
		if kinds[i].Kind == of {
			return &kinds[i]
		}
	}
	return &kind{}
}

// faults maps the faults of drafts to problems. It is a slice because the program would fill a map when it starts.
var faults = [...]struct {
	fault   answer.Fault
	code    Code
	segment Segment
}{
	{answer.FaultNotANumber, NotANumber, AllSegments},
	{answer.FaultNotWhole, NotWhole, AllSegments},
	{answer.FaultStrangeSign, StrangeSign, AllSegments},
	{answer.FaultAmbiguous, AmbiguousNumber, AllSegments},
	{answer.FaultTooBig, NumberTooBig, AllSegments},
	{answer.FaultTooLong, NumberTooLong, AllSegments},
	{answer.FaultMissingDay, DateIncomplete, DaySegment},
	{answer.FaultMissingMonth, DateIncomplete, MonthSegment},
	{answer.FaultMissingYear, DateIncomplete, YearSegment},
	{answer.FaultOtherCalendar, OtherCalendar, YearSegment},
	{answer.FaultUnrealDate, DateUnreal, DaySegment},
	{answer.FaultNoClock, ClockMissing, ClockSegment},
	{answer.FaultUnrealClock, ClockUnreal, ClockSegment},
	{answer.FaultUnknownZone, ZoneUnknown, ZoneSegment},
	{answer.FaultSkipped, TimeSkipped, ClockSegment},
	{answer.FaultTwice, TimeTwice, FoldSegment},
}

func missingProblem(f schema.Field) *Problem {
	if f.Kind == schema.Choices && f.MinItems > 1 {
		return &Problem{Field: f.Index, Code: TooFewChosen, Min: Limit(f.MinItems)}
	}
	return &Problem{Field: f.Index, Code: kindOf(f.Kind).missing}
}

// Fits reports whether a value has the JSON type of the answers to a kind of field.
func Fits(kind schema.Kind, value request.Value) bool {
	switch kind {
	case schema.Choice:
		return value.Type != request.Array
	case schema.List:
		return value.Type == request.Array &&
			!slices.ContainsFunc(value.Items, func(item request.Value) bool { return item.Type != request.String })
	}
	return value.Is(kindOf(kind).types[0])
}

// brokenRule accepts values of another type than the kind's own, and every choice: only options can be chosen.
func (c *Checker) brokenRule(f schema.Field, value request.Value) *Problem {
	if !Fits(f.Kind, value) {
		return nil
	}
	switch f.Kind {
	case schema.Boolean:
		switch {
		case !f.Const.Exists() || f.Const.Equal(value):
			return nil
		case f.Const.Truth:
			return &Problem{Code: MustBeYes}
		}
		return &Problem{Code: MustBeNo}
	case schema.Choice:
		return nil
	case schema.Choices:
		return brokenCount(f, len(value.Items), TooFewChosen, TooManyChosen)
	case schema.List:
		return c.brokenList(f, value.Items)
	case schema.Number, schema.Integer:
		return brokenNumber(f, value)
	}
	return c.brokenText(f, value.Text)
}

func brokenCount(f schema.Field, n int, few, many Code) *Problem {
	p := &Problem{Code: few, Min: Limit(f.MinItems), Max: Limit(f.MaxItems)}
	if f.MaxItems >= 0 && n > f.MaxItems {
		p.Code, p.Got = many, n-f.MaxItems
	} else if n >= f.MinItems {
		return nil
	}
	return p
}

func (c *Checker) brokenList(f schema.Field, items []request.Value) *Problem {
	if problem := brokenCount(f, len(items), TooFewEntries, TooManyEntries); problem != nil {
		return problem
	}
	entries := map[string]bool{}
	for i, item := range items {
		if f.UniqueItems && entries[item.Text] {
			return &Problem{Code: RepeatedEntries, Entry: i + 1}
		}
		entries[item.Text] = true
		if problem := c.brokenRule(*f.Entry, item); problem != nil {
			problem.Entry = i + 1
			return problem
		}
	}
	return nil
}

func (c *Checker) brokenText(f schema.Field, text string) *Problem {
	length := answer.CountCodePoints(text)
	if short, long := length < f.MinLength, f.MaxLength >= 0 && length > f.MaxLength; short || long {
		p := &Problem{Code: TooShort, Min: Limit(f.MinLength), Max: Limit(f.MaxLength)}
		if long {
			p.Code, p.Got = TooLong, length-f.MaxLength
		}
		if f.MinLength > 0 && f.MaxLength >= 0 {
			p.Code = LengthBetween
		}
		return p
	}
	format, code := kindOf(f.Kind).format, kindOf(f.Kind).badFormat
	if format == "" {
		format, code = f.Format, BadFormat
	}
	if !isOfFormat(format, text) {
		if code == BadEmail && strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
			code = EmailLetters
		}
		return &Problem{Code: code}
	}
	if f.Pattern != "" && !c.patterns.compile(f.Pattern).MatchString(text) {
		return &Problem{Code: BadPattern}
	}
	return nil
}

func brokenNumber(f schema.Field, value request.Value) *Problem {
	switch keyword := f.BrokenBound(value.Text); keyword {
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
	switch {
	case isOfFormat(f.Schema.Get("format").Text, value.Any()):
		return nil
	case !request.IsWhole(value.Text):
		return &Problem{Code: NotWhole}
	}
	return &Problem{Code: NumberBetween, Min: "-2147483648", Max: "2147483647"} // int32
}

// Miscounted reports whether accepted content holds a valid number that servers with float64
// arithmetic may refuse; see [schema.IsMiscounted].
func Miscounted(form schema.Form, content request.Value) bool {
	steps := map[string]string{}
	for _, f := range form.Fields {
		steps[f.Name] = f.MultipleOf
	}
	return slices.ContainsFunc(content.Members, func(m request.Member) bool {
		return steps[m.Name] != "" && m.Value.Type == request.Number && schema.IsMiscounted(m.Value.Text, steps[m.Name])
	})
}

// maxTimePattern bounds the bytes of a pattern that is tried as one for HH:MM; those of servers are shorter.
const maxTimePattern = 100

// notTimes are close to HH:MM. A pattern for times accepts none, but perhaps an hour of one digit, or seconds.
var notTimes = []string{"", "24:00", "29:59", "12:60", "99:99", "12:3", "12:", ":30", "1230", "12-30", "12.30", "a2:30", "12:3a", "123:00"}

func (c *Checker) isTimeOfDay(f schema.Field) bool {
	if f.Kind != schema.Text || f.Secret || f.Format != "" || len(f.Pattern) > maxTimePattern || !strings.Contains(f.Pattern, ":") ||
		f.Const.Exists() || !ownRulesSuffice(f) {
		return false
	}
	accepts := func(text string) bool { return c.brokenRule(f, request.StringValue(text)) == nil }
	if !c.patterns.compile(f.Pattern).Checkable() || slices.ContainsFunc(notTimes, accepts) {
		return false
	}
	for minute := range 24 * 60 {
		if !accepts(fmt.Sprintf("%02d:%02d", minute/60, minute%60)) {
			return false
		}
	}
	return true
}
