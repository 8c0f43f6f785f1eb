package relay

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// composition are the names with which only the form knows what may be answered.
var composition = []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"}

// forms reads the schemas of a round as the form does, all within one budget.
type forms struct {
	budget *schema.Budget
	// patterns says that the form has checked every pattern: whether it has room for
	// all of them depends on the whole round.
	patterns bool
}

func newForms(requests []elicit.Value) *forms {
	var schemas []elicit.Value
	for _, params := range requests {
		schemas = append(schemas, params.Get("requestedSchema"))
	}
	return &forms{budget: schema.NewBudget(), patterns: check.PatternsFit(schemas)}
}

// content says what is wrong with the content of an accepted form.
func (f *forms) content(params elicit.Value, text json.RawMessage) []problem {
	content, err := elicit.Parse(text)
	if err != nil || content.Kind != elicit.Object {
		return []problem{{Message: "no content"}}
	}
	// Where no form shows the request, its rules are not known.
	var form schema.Form
	request, unshown := elicit.Decode(params)
	if unshown == nil {
		form, unshown = schema.Read(request, f.budget)
	}
	checker := check.New(form)
	composed := slices.ContainsFunc(params.Get("requestedSchema").Members, func(m elicit.Member) bool {
		return slices.Contains(composition, m.Name)
	})
	fields, given := map[string]int{}, map[string]bool{}
	for i, field := range form.Fields {
		fields[field.Name] = i
	}
	problems := []problem{}
	for _, member := range content.Members {
		i, asked := fields[member.Name]
		given[member.Name] = true
		message := ""
		switch {
		case member.Lossy, !asked && unshown == nil && !composed:
			message = "not asked"
		case !isAnswer(member.Value):
			message = "wrong kind"
		case asked:
			message = f.wrong(checker, form.Fields[i], member.Value)
		}
		if message != "" {
			problems = append(problems, problem{Name: member.Name, Message: message})
		}
	}
	for _, field := range form.Fields {
		if field.Required && !given[field.Name] {
			problems = append(problems, problem{Name: field.Name, Message: "missing"})
		}
	}
	return problems
}

// wrong says what is wrong with the answer to one question.
func (f *forms) wrong(checker *check.Checker, field schema.Field, value elicit.Value) string {
	unasked := field.Unsupported != "" && field.Unsupported != schema.NoOptions
	untyped := slices.Contains(field.Notes, schema.Untyped) && value.Kind != elicit.String
	if unasked || untyped {
		// The form cannot ask it, or only for text: that the schema names the type must do.
		if !isDeclared(field.Schema.Get("type"), value) {
			return "wrong kind"
		}
		return ""
	}
	if !isOf(field.Kind, value) {
		return "wrong kind"
	}
	var chosen []elicit.Value
	switch field.Kind {
	case schema.Choice:
		chosen = []elicit.Value{value}
	case schema.Choices:
		chosen = value.Items
	}
	taken := map[int]bool{}
	for _, one := range chosen {
		option := field.Find(one)
		switch {
		case option < 0:
			return "not among the choices"
		case taken[option]:
			return messages[check.RepeatedEntries]
		}
		taken[option] = true
	}
	broken := checker.Broken(field.Index, value)
	if broken == nil || broken.Code == check.BadPattern && !f.patterns {
		return ""
	}
	return cmp.Or(messages[broken.Code], "broken rule")
}

// messages are what is told of the rules that an answer can break.
var messages = map[check.Code]string{
	check.TooShort: "wrong length", check.TooLong: "wrong length", check.LengthBetween: "wrong length",
	check.TooSmall: "out of range", check.TooGreat: "out of range", check.NumberBetween: "out of range",
	check.NotMoreThan: "out of range", check.NotLessThan: "out of range", check.NotMultiple: "not a multiple",
	check.BadPattern: "not of the pattern", check.BadFormat: "not of the format", check.BadEmail: "not of the format",
	check.EmailLetters: "not of the format", check.BadURI: "not of the format",
	check.TooFewEntries: "wrong number of entries", check.TooManyEntries: "wrong number of entries",
	check.TooFewChosen: "wrong number of entries", check.TooManyChosen: "wrong number of entries",
	check.RepeatedEntries: "repeated", check.MustBeYes: "not among the choices", check.MustBeNo: "not among the choices",
}

// isOf reports whether a value is of the type of a kind of field.
func isOf(kind schema.Kind, value elicit.Value) bool {
	switch kind {
	case schema.Choice:
		return value.Kind != elicit.Array
	case schema.Choices:
		return value.Kind == elicit.Array
	case schema.List:
		return value.Kind == elicit.Array && !slices.ContainsFunc(value.Items, func(item elicit.Value) bool { return item.Kind != elicit.String })
	case schema.Boolean:
		return value.Kind == elicit.Bool
	case schema.Number:
		return value.Kind == elicit.Number
	case schema.Integer:
		return isInteger(value)
	}
	return value.Kind == elicit.String
}

// isDeclared reports whether a value is of one of the types that a schema names, if it
// names any.
func isDeclared(declared, value elicit.Value) bool {
	types := append([]elicit.Value{declared}, declared.Items...)
	types = slices.DeleteFunc(types, func(one elicit.Value) bool { return one.Kind != elicit.String })
	return len(types) == 0 || slices.ContainsFunc(types, func(one elicit.Value) bool {
		return one.Text == value.Kind.String() || one.Text == "integer" && isInteger(value)
	})
}

func isInteger(value elicit.Value) bool {
	return value.Kind == elicit.Number && elicit.IsWhole(value.Text)
}

// isAnswer reports whether some form could have such an answer: one value, or a list.
func isAnswer(value elicit.Value) bool {
	switch value.Kind {
	case elicit.String:
		return !value.Lossy
	case elicit.Bool, elicit.Number:
		return true
	case elicit.Array:
		return !slices.ContainsFunc(value.Items, func(item elicit.Value) bool { return item.Kind == elicit.Array || !isAnswer(item) })
	}
	return false
}
