package schema

import (
	"math"
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Read turns requestedSchema into a form, in one go and within a budget of its
// own; see [Begin].
func Read(request elicit.Request) (Form, error) {
	reading, err := Begin(request, NewBudget())
	if err != nil {
		return Form{}, err
	}
	if _, err := reading.Step(math.MaxInt); err != nil {
		return Form{}, err
	}
	return reading.Form(), nil
}

func refusal(reason elicit.Reason, detail string) error {
	return &elicit.Error{Reason: reason, Detail: detail}
}

// objectType reports whether the root's type admits an object; a root without
// a type does.
func objectType(value elicit.Value) bool {
	isObject := func(v elicit.Value) bool { return v.Kind == elicit.String && v.Text == "object" }
	return !value.Exists() || isObject(value) || slices.ContainsFunc(value.Items, isObject)
}

// conditional reports whether the root has rules between answers. They are
// not explained to the person; the final validator checks them.
func conditional(root elicit.Value) bool {
	return slices.ContainsFunc(root.Members, func(m elicit.Member) bool { return betweenAnswers(m.Name) })
}

// betweenAnswers reports whether a keyword is such a rule.
func betweenAnswers(keyword string) bool {
	switch keyword {
	case "$dynamicRef", "$recursiveRef", "if", "then", "else", "allOf", "anyOf", "oneOf", "not",
		"const", "enum", "dependentRequired", "dependentSchemas", "dependencies", "minProperties", "maxProperties", "propertyNames", "patternProperties", "unevaluatedProperties":
		return true
	}
	return false
}

// requiredNames reads `required` in order, and marks each name as open.
// Whatever is not a name is ignored, such as the boolean of draft-03. It is not ok to
// need more answers than there can be questions.
func requiredNames(value elicit.Value) (names []string, open map[string]bool, ok bool) {
	open = map[string]bool{}
	for _, item := range value.Items {
		if item.Kind == elicit.String && !open[item.Text] {
			if len(names) == MaxProperties {
				return nil, nil, false
			}
			open[item.Text] = true
			names = append(names, item.Text)
		}
	}
	return names, open, true
}

// visible returns a text that has something to show at its beginning, else
// nothing.
func (b *Budget) visible(value elicit.Value) untrusted.Text {
	if value.Kind != elicit.String {
		return ""
	}
	beginning := value.Text[:min(len(value.Text), briefText)]
	more := value.Text[len(beginning):min(len(value.Text), maxGuess)]
	if untrusted.Blank(beginning) && (!take(&b.text, len(more)) || untrusted.Blank(more)) {
		return ""
	}
	return untrusted.Text(value.Text)
}

// text is what a schema says under a keyword.
func (r *reader) text(schema elicit.Value, keyword string) untrusted.Text {
	return r.document.budget.visible(schema.Get(keyword))
}
