package wording

import (
	"strings"

	"github.com/elicitform/elicitform/internal/schema"
)

// numberHint says the bounds of a number, and whether it has to be whole.
func (w *Words) numberHint(f schema.Field) []Sentence {
	hints := w.only(f)
	if len(hints) > 0 {
		return hints
	}
	if f.Kind == schema.Integer || f.MultipleOf == "1" {
		hints = append(hints, w.Sentence("hint-whole"))
	}
	low, high := f.Minimum, f.Maximum
	// A bound and the same bound exclusive: the exclusive one says it all.
	if f.ExclusiveMinimum != "" && f.ExclusiveMinimum == low {
		low = ""
	}
	if f.ExclusiveMaximum != "" && f.ExclusiveMaximum == high {
		high = ""
	}
	hints = append(hints, w.hint("hint-value-", low, high)...)
	if f.ExclusiveMinimum != "" {
		hints = append(hints, w.Sentence("hint-value-more-than", number("n", f.ExclusiveMinimum)))
	}
	if f.ExclusiveMaximum != "" {
		hints = append(hints, w.Sentence("hint-value-less-than", number("n", f.ExclusiveMaximum)))
	}
	if f.MultipleOf != "" && f.MultipleOf != "1" {
		hints = append(hints, w.Sentence("hint-value-step", number("n", f.MultipleOf)))
	}
	return hints
}

// reading is one of two ways to read a number. It is not grouped: the sentence
// asks to leave such signs out.
func reading(name, text string) Arg {
	if strings.Trim(text, "-0123456789") == "" {
		return sample(name, text)
	}
	return number(name, text)
}
