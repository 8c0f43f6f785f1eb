package answer

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Read says what a draft means. It asks only whether the draft can be read as
// a value of the field's kind; rules are for package check.
func Read(f schema.Field, d Draft, env Env) (Answer, Fault) {
	env.Locale = env.Locale.orEnglish()
	if d.Origin == Suggested && stands(f) {
		return readSuggested(f)
	}
	switch f.Kind {
	case schema.Number, schema.Integer:
		return readNumber(f.Kind, d.Text, d.written(env.Locale), env.Locale)
	case schema.Date:
		return readDate(d, env.Locale)
	case schema.DateTime:
		return readDateTime(d, env)
	case schema.Boolean, schema.Choice:
		return readChoice(f, d), FaultNone
	case schema.Choices:
		return readChoices(f, d), FaultNone
	case schema.List:
		return readList(d.Text), FaultNone
	case schema.Email, schema.URI:
		text := clean(d.Text)
		if text == "" {
			return Answer{Absent: true}, FaultNone
		}
		return Answer{Value: elicit.StringValue(text)}, FaultNone
	}
	return readText(f, d), FaultNone
}

// readSuggested returns the default as the server wrote it.
func readSuggested(f schema.Field) (Answer, Fault) {
	v := f.Default
	switch f.Kind {
	case schema.Number, schema.Integer:
		return suggestedNumber(f.Kind, v.Text)
	case schema.Date:
		c, _ := splitDate(v.Text)
		c.check()
		return Answer{Value: v}, c.fault
	case schema.DateTime:
		return suggestedDateTime(v.Text)
	case schema.Email, schema.URI:
		// Some servers suggest "" where they mean nothing; no validator
		// accepts it as an address.
		if v.Text == "" {
			return Answer{Absent: true}, FaultNone
		}
	case schema.Choices, schema.List:
		if len(v.Items) == 0 {
			return Answer{Absent: true}, FaultNone
		}
	}
	return Answer{Value: v}, FaultNone
}

// readText reads free text, which is never altered. Nothing typed is no
// answer, with two exceptions: "" stands where the server suggests it, and
// says "empty" where the server would else put its suggestion back.
func readText(f schema.Field, d Draft) Answer {
	if d.Text != "" {
		return Answer{Value: elicit.StringValue(d.Text)}
	}
	suggested := f.Default.Kind == elicit.String
	switch {
	case !suggested || d.Origin == Untouched:
	case f.Default.Text == "" && d.Origin != Cleared,
		f.Default.Text != "" && plainText(f):
		return Answer{Value: elicit.StringValue("")}
	}
	return Answer{Absent: true}
}

// plainText reports whether "" is as good as any text for the field. A
// required one that was emptied is surely not meant to stay empty.
func plainText(f schema.Field) bool {
	return !f.Required && f.MinLength <= 0 && f.Pattern == "" && f.Format == "" &&
		!f.Const.Exists() && len(f.Options) == 0
}

func readChoice(f schema.Field, d Draft) Answer {
	for _, i := range d.Chosen {
		if i >= 0 && i < len(f.Options) {
			return Answer{Value: f.Options[i].Value}
		}
	}
	return Answer{Absent: true}
}

func readChoices(f schema.Field, d Draft) Answer {
	chosen := make([]bool, len(f.Options))
	for _, i := range d.Chosen {
		if i >= 0 && i < len(chosen) {
			chosen[i] = true
		}
	}
	var items []elicit.Value
	for i, option := range f.Options {
		if chosen[i] {
			items = append(items, option.Value)
		}
	}
	if len(items) == 0 {
		return Answer{Absent: true}
	}
	return Answer{Value: elicit.Value{Kind: elicit.Array, Items: items}}
}

func readList(text string) Answer {
	var items []elicit.Value
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.Trim(line, "\r"); clean(line) != "" {
			items = append(items, elicit.StringValue(line))
		}
	}
	if len(items) == 0 {
		return Answer{Absent: true}
	}
	return Answer{Value: elicit.Value{Kind: elicit.Array, Items: items}}
}
