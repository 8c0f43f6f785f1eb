package wording

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// kind words what one kind of field asks for. A new kind of field is a new file
// with a type for it, and a line in kinds.
type kind interface {
	// hint is what [Words.Hint] returns for a field of the kind.
	hint(w *Words, f schema.Field) []string
}

var kinds = map[schema.Kind]kind{
	schema.Text:     &textKind{},
	schema.Email:    &emailKind{},
	schema.URI:      &uriKind{},
	schema.Date:     &dateKind{},
	schema.DateTime: &dateTimeKind{},
	schema.Number:   &numberKind{},
	schema.Integer:  &integerKind{},
	schema.Boolean:  &booleanKind{},
	schema.Choice:   &choiceKind{},
	schema.Choices:  &choicesKind{},
	schema.List:     &listKind{},
}

// Hint says what a person has to know before answering: the schema's rules in
// words and, where the form of an answer is not obvious, an example. It is
// empty when nothing needs saying.
func (w *Words) Hint(f schema.Field) []string {
	if f.Unsupported != "" {
		return nil
	}
	return kinds[f.Kind].hint(w, f)
}

// only says which answer is accepted, where there is only one.
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

// lengthHint says how long an answer may be. It leaves out a minimum of one
// character, which every answer has.
func (w *Words) lengthHint(f schema.Field) []string {
	low := f.MinLength
	if low <= 1 && low != f.MaxLength {
		low = -1
	}
	return w.hint(bounds{hintLengthAtLeast, hintLengthUpTo, hintLengthBetween, hintLengthExact}, low, f.MaxLength)
}
