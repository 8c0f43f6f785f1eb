package check

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// kind is what [Checker.broken] checks of one kind of field, beside the rules of its schema.
type kind struct {
	// types are those that a schema may give the kind, the one of its answers first, and format
	// is the one that broken checks: there the validator has nothing to add.
	types  []string
	format string
	// missing is the code of a required field without an answer, badFormat that of a text
	// which is not of the format.
	missing, badFormat Code
}

var (
	text   = []string{"string"}
	number = []string{"number"}
	whole  = []string{"integer", "number"}
	array  = []string{"array"}
)

var kinds = map[schema.Kind]kind{
	schema.Text:      {types: text, missing: Empty},
	schema.Email:     {types: text, format: "email", missing: Empty, badFormat: BadEmail},
	schema.URI:       {types: text, format: "uri", missing: Empty, badFormat: BadURI},
	schema.Date:      {types: text, format: "date", missing: Empty, badFormat: BadFormat},
	schema.DateTime:  {types: text, format: "date-time", missing: Empty, badFormat: BadFormat},
	schema.Time:      {types: text, format: "time", missing: Empty, badFormat: BadFormat},
	schema.LocalTime: {types: text, missing: Empty},
	schema.Number:    {types: number, missing: Empty},
	schema.Integer:   {types: whole, missing: Empty},
	schema.Boolean:   {types: []string{"boolean"}, missing: NotAnswered},
	schema.Choice:    {types: text, missing: NotChosen},
	schema.Choices:   {types: array, missing: NotChosen},
	schema.List:      {types: array, missing: Empty},
}

// faults are the problems of drafts that are no value of their field's kind.
var faults = sync.OnceValue(func() map[answer.Fault]Problem {
	return map[answer.Fault]Problem{
		answer.FaultNotANumber:    {Code: NotANumber},
		answer.FaultNotWhole:      {Code: NotWhole},
		answer.FaultStrangeSign:   {Code: StrangeSign},
		answer.FaultAmbiguous:     {Code: AmbiguousNumber},
		answer.FaultTooBig:        {Code: NumberTooBig},
		answer.FaultTooLong:       {Code: NumberTooLong},
		answer.FaultMissingDay:    {Code: DateIncomplete, Segment: DaySegment},
		answer.FaultMissingMonth:  {Code: DateIncomplete, Segment: MonthSegment},
		answer.FaultMissingYear:   {Code: DateIncomplete, Segment: YearSegment},
		answer.FaultOtherCalendar: {Code: OtherCalendar, Segment: YearSegment},
		answer.FaultUnrealDate:    {Code: DateUnreal, Segment: DaySegment},
		answer.FaultNoClock:       {Code: ClockMissing, Segment: ClockSegment},
		answer.FaultUnrealClock:   {Code: ClockUnreal, Segment: ClockSegment},
		answer.FaultUnknownZone:   {Code: ZoneUnknown, Segment: ZoneSegment},
		answer.FaultSkipped:       {Code: TimeSkipped, Segment: ClockSegment},
		answer.FaultTwice:         {Code: TimeTwice, Segment: FoldSegment},
	}
})

// missing is the problem of a field that needs an answer and has none.
func missing(f schema.Field) *Problem {
	if f.Kind == schema.Choices && f.MinItems > 1 {
		return &Problem{Field: f.Index, Code: TooFewChosen, Min: Limit(f.MinItems)}
	}
	return &Problem{Field: f.Index, Code: kinds[f.Kind].missing}
}

// Fits reports whether a value is of the JSON type that answers to a kind of field have.
func Fits(kind schema.Kind, value elicit.Value) bool {
	switch kind {
	case schema.Choice:
		return value.Type != elicit.Array
	case schema.List:
		return value.Type == elicit.Array && !slices.ContainsFunc(value.Items, func(item elicit.Value) bool { return item.Type != elicit.String })
	}
	return value.Is(kinds[kind].types[0])
}

// broken is the first of a field's own rules that a value breaks; nil where it breaks none. It
// passes values of another type than the kind's own, and every choice: only options can be chosen.
func (c *Checker) broken(f schema.Field, value elicit.Value) *Problem {
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

// brokenCount checks how many entries an array has.
func brokenCount(f schema.Field, n int, few, many Code) *Problem {
	p := &Problem{Code: few, Min: Limit(f.MinItems), Max: Limit(f.MaxItems)}
	if f.MaxItems >= 0 && n > f.MaxItems {
		p.Code, p.Got = many, n-f.MaxItems
	} else if n >= f.MinItems {
		return nil
	}
	return p
}

// brokenList checks how many entries there are, then each of them.
func (c *Checker) brokenList(f schema.Field, items []elicit.Value) *Problem {
	if problem := brokenCount(f, len(items), TooFewEntries, TooManyEntries); problem != nil {
		return problem
	}
	seen := map[string]bool{}
	for i, item := range items {
		if f.UniqueItems && seen[item.Text] {
			return &Problem{Code: RepeatedEntries, Entry: i + 1}
		}
		seen[item.Text] = true
		if problem := c.broken(*f.Entry, item); problem != nil {
			problem.Entry = i + 1
			return problem
		}
	}
	return nil
}

// brokenText checks the length, then the format, then the pattern.
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
	format, code := kinds[f.Kind].format, kinds[f.Kind].badFormat
	if format == "" {
		format, code = f.Format, BadFormat
	}
	if valid := formats[format]; valid != nil && !valid(text) {
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

func brokenNumber(f schema.Field, value elicit.Value) *Problem {
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
	switch valid := formats[f.Schema.Get("format").Text]; {
	case valid == nil || valid(value.Any()):
		return nil
	case !elicit.IsWhole(value.Text):
		return &Problem{Code: NotWhole}
	}
	return &Problem{Code: NumberBetween, Min: "-2147483648", Max: "2147483647"} // int32
}

// Miscounted reports whether accepted content holds a number that is right and
// that servers which compute with float64 may refuse; see [schema.IsMiscounted].
func Miscounted(form schema.Form, content elicit.Value) bool {
	steps := map[string]string{}
	for _, f := range form.Fields {
		steps[f.Name] = f.MultipleOf
	}
	return slices.ContainsFunc(content.Members, func(m elicit.Member) bool {
		return steps[m.Name] != "" && m.Value.Type == elicit.Number && schema.IsMiscounted(m.Value.Text, steps[m.Name])
	})
}

// longestTimePattern is longer than the patterns that servers write for HH:MM. Longer ones are not tried.
const longestTimePattern = 100

// notTimes are near HH:MM, and no pattern that means it accepts one of them. It may accept
// an hour of one digit, or seconds.
var notTimes = []string{"", "24:00", "29:59", "12:60", "99:99", "12:3", "12:", ":30", "1230", "12-30", "12.30", "a2:30", "12:3a", "123:00"}

// meansTime reports whether the rules of a text accept every time of day as HH:MM, and nothing near it.
func (c *Checker) meansTime(f schema.Field) bool {
	if f.Kind != schema.Text || f.Secret || f.Format != "" || len(f.Pattern) > longestTimePattern || !strings.Contains(f.Pattern, ":") ||
		f.Const.Exists() || !ownRulesSuffice(f) {
		return false
	}
	accepts := func(text string) bool { return c.broken(f, elicit.StringValue(text)) == nil }
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
