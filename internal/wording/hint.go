package wording

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Hint says what a person has to know before answering: the schema's rules in
// words and, where the form of an answer is not obvious, an example. It is
// empty when nothing needs saying.
func (w *Words) Hint(f schema.Field) []string {
	if f.Unsupported != "" {
		return nil
	}
	switch f.Kind {
	case schema.Text:
		return append(w.only(f), w.lengthHint(f)...)
	case schema.Email:
		// What an address looks like is said when one is wrong.
		return w.lengthHint(f)
	case schema.URI:
		return append(w.lengthHint(f), w.Text(hintExample, sample("example", sampleURI)))
	case schema.Date:
		return []string{w.Text(hintExample, sample("example", w.sampleDate()))}
	case schema.DateTime:
		return []string{w.Text(hintExample, sample("example", w.sampleDate()+", "+sampleClock))}
	case schema.Number, schema.Integer:
		return w.numberHint(f)
	case schema.Boolean:
		return w.only(f)
	case schema.Choices:
		return w.choicesHint(f)
	case schema.List:
		return w.listHint(f)
	}
	return nil
}

// only says that a single answer is accepted.
func (w *Words) only(f schema.Field) []string {
	switch f.Const.Kind {
	case elicit.Bool:
		if f.Const.Truth {
			return []string{w.Text(hintOnlyYes)}
		}
		return []string{w.Text(hintOnlyNo)}
	case elicit.Number, elicit.String:
		return []string{w.Text(hintExactly, w.constant("n", f, f.Const.Text))}
	}
	return nil
}

// sampleDate is a date that cannot be misread, in the order of the controls.
func (w *Words) sampleDate() string {
	switch w.locale.DateOrder {
	case "MDY":
		return "12 31 2026"
	case "YMD":
		return "2026 12 31"
	}
	return "31 12 2026"
}

// bounds are the texts for a pair of limits.
type bounds struct{ atLeast, upTo, between, exact Key }

// hint words limits; a negative one is none.
func (w *Words) hint(b bounds, low, high int) []string {
	switch {
	case low >= 0 && low == high:
		return []string{w.Text(b.exact, Count("n", low))}
	case low >= 0 && high >= 0:
		return []string{w.Text(b.between, Count("a", low), Count("b", high))}
	case low >= 0:
		return []string{w.Text(b.atLeast, Count("n", low))}
	case high >= 0:
		return []string{w.Text(b.upTo, Count("n", high))}
	}
	return nil
}

// lengthHint does not speak of a minimum of one: an answer has that much.
func (w *Words) lengthHint(f schema.Field) []string {
	low := f.MinLength
	if low <= 1 && low != f.MaxLength {
		low = -1
	}
	return w.hint(bounds{hintLengthAtLeast, hintLengthUpTo, hintLengthBetween, hintLengthExact}, low, f.MaxLength)
}

func (w *Words) numberHint(f schema.Field) []string {
	hints := w.only(f)
	if len(hints) > 0 {
		return hints
	}
	whole := f.Kind == schema.Integer || f.MultipleOf == "1"
	if whole {
		hints = append(hints, w.Text(hintWhole))
	}
	low, high := f.Minimum, f.Maximum
	// A bound and the same bound exclusive: the exclusive one says it all.
	if f.ExclusiveMinimum != "" && f.ExclusiveMinimum == low {
		low = ""
	}
	if f.ExclusiveMaximum != "" && f.ExclusiveMaximum == high {
		high = ""
	}
	switch {
	case low != "" && low == high:
		hints = append(hints, w.Text(hintExactly, number("n", low)))
	case low != "" && high != "":
		hints = append(hints, w.Text(hintBetween, number("a", low), number("b", high)))
	case low != "":
		hints = append(hints, w.Text(hintAtLeast, number("n", low)))
	case high != "":
		hints = append(hints, w.Text(hintUpTo, number("n", high)))
	}
	if f.ExclusiveMinimum != "" {
		hints = append(hints, w.Text(hintMoreThan, number("n", f.ExclusiveMinimum)))
	}
	if f.ExclusiveMaximum != "" {
		hints = append(hints, w.Text(hintLessThan, number("n", f.ExclusiveMaximum)))
	}
	if f.MultipleOf != "" && f.MultipleOf != "1" {
		hints = append(hints, w.Text(hintStep, number("n", f.MultipleOf)))
	}
	return hints
}

// choicesHint leaves out limits that nobody can miss: at most as many as there
// are. A minimum of one is worth saying only beside a maximum.
func (w *Words) choicesHint(f schema.Field) []string {
	low, high := f.MinItems, f.MaxItems
	if high >= len(f.Options) {
		high = -1
	}
	if low <= 0 || low == 1 && high < 0 {
		low = -1
	}
	if low < 0 && high < 0 {
		return []string{w.Text(hintSelectAny)}
	}
	return w.hint(bounds{hintSelectAtLeast, hintSelectUpTo, hintSelectBetween, hintSelectExact}, low, high)
}

func (w *Words) listHint(f schema.Field) []string {
	hints := []string{w.Text(hintOnePerLine)}
	low := f.MinItems
	if low <= 1 && low != f.MaxItems {
		low = -1
	}
	hints = append(hints, w.hint(bounds{hintEntriesAtLeast, hintEntriesUpTo, hintEntriesBetween, hintEntriesExact}, low, f.MaxItems)...)
	if f.UniqueItems {
		hints = append(hints, w.Text(hintNoRepeats))
	}
	if f.Entry != nil {
		for _, hint := range w.lengthHint(*f.Entry) {
			hints = append(hints, w.Text(hintEachEntry, Arg{Name: "hint", Value: hint, kind: asWords}))
		}
	}
	return hints
}
