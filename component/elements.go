package component

import (
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

const (
	boxElements    = 2
	aboutElements  = 2
	filterElements = 7
)

// CountElements returns the number of elements that a field is drawn with: the budget of a form bounds the sum.
// TestNodes_OfEachKindOfField compares each kind with its drawing.
func CountElements(f *schema.Field) int {
	if f.Unsupported != "" {
		return 3
	}
	c := controlOf(f)
	n := 2 + c.elements + optionElements(f) + hintElements(f, c.explained) // 2 for the field itself and its label.
	n += countTrue(!f.Required)
	n += 3 * countTrue(f.Secret, f.Pattern != "" && f.Kind != schema.LocalTime, f.Default.Exists())
	n += 2 * countTrue(f.Default.Exists() && c.needsClearButton(f))
	return n
}

func countTrue(facts ...bool) (n int) {
	for _, fact := range facts {
		if fact {
			n++
		}
	}
	return n
}

func hintElements(f *schema.Field, explained bool) int {
	rules := countTrue(
		explained && !f.DescribesExample() && (f.Kind != schema.Integer || !hasBounds(f)),
		f.Example != "" && (f.Kind == schema.Text || f.Kind == schema.List),
		statesLength(f), f.Minimum != "" || f.Maximum != "",
		f.ExclusiveMinimum != "", f.ExclusiveMaximum != "", f.MultipleOf != "", f.Const.Exists(),
		f.Entry != nil && (f.MinItems >= 0 || f.MaxItems >= 0), f.UniqueItems,
		f.Entry != nil && statesLength(f.Entry),
	)
	n := 2*len(f.Remarks) + countTrue(
		rules > 0, f.Description != "",
		f.Const.Type == request.String,                         // around the server's words in the rule
		f.Description != "" && rules > 0 || len(f.Remarks) > 0, // around all of them
	)
	if rules > 1 {
		n += rules // Each of several rules has an element.
	}
	return n
}

func statesLength(f *schema.Field) bool {
	return (f.MinLength > 1 || f.HintMaximum() >= 0) && !f.DescribesLength()
}

func hasBounds(f *schema.Field) bool {
	return f.Minimum+f.Maximum+f.ExclusiveMinimum+f.ExclusiveMaximum != "" || f.Const.Exists() || f.MultipleOf != "" && f.MultipleOf != "1"
}

func optionElements(f *schema.Field) int {
	n, count := 0, len(f.Options)
	switch {
	case count == 0:
		return 0
	case f.HasRadios():
		n = 1 + boxElements*countTrue(!f.Required)
	case f.Kind == schema.Choice && f.Searchable:
		return 3
	case f.Kind == schema.Choice:
		return 2 + count
	case f.HasFilter():
		n, count = 1+filterElements, f.BoxesAtFirst()
	default:
		n = 1
	}
	for _, option := range f.Options[:count] {
		n += boxElements
		if option.Description != "" {
			n += aboutElements
		}
		n += 2 * countTrue(option.Preview != "")
	}
	return n
}
