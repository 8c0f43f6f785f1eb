package check

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// rules applies the rules that have words. It returns the most important
// problem, or nil.
func (c *Checker) rules(field schema.Field, value elicit.Value) *Problem {
	switch value.Kind {
	case elicit.String:
		if field.Kind != schema.Choice {
			if problem := c.text(field, value.Text); problem != nil {
				return problem
			}
		}
	case elicit.Number:
		if problem := number(field, value.Text); problem != nil {
			return problem
		}
	case elicit.Array:
		return c.items(field, value.Items)
	}
	return fixed(field, value)
}

// fixed checks `const`.
func fixed(field schema.Field, value elicit.Value) *Problem {
	want := field.Const
	switch {
	case !want.Exists() || want.Equal(value):
		return nil
	case field.Kind == schema.Boolean && want.Kind == elicit.Bool && want.Truth:
		return &Problem{Code: MustBeYes}
	case field.Kind == schema.Boolean && want.Kind == elicit.Bool:
		return &Problem{Code: MustBeNo}
	case want.Kind == elicit.String || want.Kind == elicit.Number:
		return &Problem{Code: MustBe, Min: want.Text}
	}
	return &Problem{Code: MustBe, Min: want.JSON()}
}

// text checks lengths, then the format, then the pattern.
func (c *Checker) text(field schema.Field, text string) *Problem {
	length := answer.CountCodePoints(text)
	short := length < field.MinLength
	long := field.MaxLength >= 0 && length > field.MaxLength
	if short || long {
		p := &Problem{Code: TooShort, Min: count(field.MinLength), Max: count(field.MaxLength)}
		if long {
			p.Code, p.Got = TooLong, length-field.MaxLength
		}
		if field.MinLength > 0 && field.MaxLength >= 0 {
			p.Code = LengthBetween
		}
		return p
	}
	switch {
	case field.Kind == schema.Email && !schema.ValidEmail(text):
		if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
			return &Problem{Code: EmailLetters}
		}
		return &Problem{Code: BadEmail}
	case field.Kind == schema.URI && !schema.ValidURI(text):
		return &Problem{Code: BadURI}
	case field.Kind == schema.Date && !schema.ValidDate(text), field.Kind == schema.DateTime && !schema.ValidDateTime(text):
		return &Problem{Code: BadFormat}
	case field.Format == "regex" && !validRegex(text):
		return &Problem{Code: BadFormat}
	}
	if field.Pattern != "" {
		if p, _ := c.patterns.named(field.Pattern); !p.Match(text) {
			return &Problem{Code: BadPattern}
		}
	}
	return nil
}

// items checks how many were chosen or written, then each entry of a list.
func (c *Checker) items(field schema.Field, items []elicit.Value) *Problem {
	few, many := len(items) < field.MinItems, field.MaxItems >= 0 && len(items) > field.MaxItems
	list := field.Kind == schema.List
	switch {
	case few && list:
		return &Problem{Code: TooFewEntries, Min: count(field.MinItems), Max: count(field.MaxItems)}
	case few:
		return &Problem{Code: TooFewChosen, Min: count(field.MinItems), Max: count(field.MaxItems)}
	case many:
		p := &Problem{Code: TooManyChosen, Min: count(field.MinItems), Max: count(field.MaxItems), Got: len(items) - field.MaxItems}
		if list {
			p.Code = TooManyEntries
		}
		return p
	}
	if !list {
		return nil
	}
	seen := map[string]bool{}
	for i, item := range items {
		if field.UniqueItems && seen[item.Text] {
			return &Problem{Code: RepeatedEntries, Entry: i + 1}
		}
		seen[item.Text] = true
		if field.Entry == nil {
			continue
		}
		if problem := c.rules(*field.Entry, item); problem != nil {
			problem.Entry = i + 1
			return problem
		}
	}
	return nil
}

// number checks bounds and steps exactly, as people count.
func number(field schema.Field, literal string) *Problem {
	if field.Kind != schema.Number && field.Kind != schema.Integer {
		return nil
	}
	misses := func(bound string, wrong ...int) bool {
		return bound != "" && slices.Contains(wrong, schema.Compare(literal, bound))
	}
	below, above := misses(field.Minimum, -1), misses(field.Maximum, 1)
	if below || above {
		p := &Problem{Code: TooSmall, Min: field.Minimum, Max: field.Maximum}
		if above {
			p.Code = TooGreat
		}
		if field.Minimum != "" && field.Maximum != "" {
			p.Code = NumberBetween
		}
		return p
	}
	if misses(field.ExclusiveMinimum, -1, 0) {
		return &Problem{Code: NotMoreThan, Min: field.ExclusiveMinimum, Max: field.ExclusiveMaximum}
	}
	if misses(field.ExclusiveMaximum, 0, 1) {
		return &Problem{Code: NotLessThan, Min: field.ExclusiveMinimum, Max: field.ExclusiveMaximum}
	}
	if field.MultipleOf != "" && !schema.IsMultiple(literal, field.MultipleOf) {
		return &Problem{Code: NotMultiple, Min: field.MultipleOf}
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

// count is a limit as text; empty where there is none.
func count(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}
