package wording

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// kind words what one kind of field asks for. A new kind of field is a new file
// with a type for it, and a line in kinds.
type kind interface {
	// hint is what [Words.Hint] returns for a field of the kind.
	hint(w *Words, f schema.Field) []Sentence
}

var kinds = map[schema.Kind]kind{
	schema.Text:     &textKind{},
	schema.Email:    &emailKind{},
	schema.URI:      &uriKind{},
	schema.Date:     &dateKind{},
	schema.DateTime: &dateTimeKind{},
	schema.Time:     &timeKind{},
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
func (w *Words) Hint(f schema.Field) []Sentence {
	if f.Unsupported != "" {
		return nil
	}
	return kinds[f.Kind].hint(w, f)
}

// only says which answer is accepted, where there is only one.
func (w *Words) only(f schema.Field) []Sentence {
	switch f.Const.Kind {
	case elicit.Bool:
		if f.Const.Truth {
			return []Sentence{w.Sentence(hintOnlyYes)}
		}
		return []Sentence{w.Sentence(hintOnlyNo)}
	case elicit.Number, elicit.String:
		return []Sentence{w.Sentence(hintExactly, w.constant("n", f, f.Const.Text))}
	}
	return nil
}

// bounds are the texts for a pair of limits.
type bounds struct{ atLeast, upTo, between, exact Key }

// hint words two limits, numbers as JSON writes them; an empty one is none.
func (w *Words) hint(b bounds, low, high string) []Sentence {
	switch {
	case low != "" && low == high:
		return []Sentence{w.Sentence(b.exact, number("n", low))}
	case low != "" && high != "":
		return []Sentence{w.Sentence(b.between, number("a", low), number("b", high))}
	case low != "":
		return []Sentence{w.Sentence(b.atLeast, number("n", low))}
	case high != "":
		return []Sentence{w.Sentence(b.upTo, number("n", high))}
	}
	return nil
}

// sizeHint words limits of a count; a negative one is none. It leaves out a
// minimum of one, which every answer has.
func (w *Words) sizeHint(b bounds, low, high int) []Sentence {
	if low <= 1 && low != high {
		low = -1
	}
	return w.hint(b, limit(low), limit(high))
}

func limit(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// lengthHint words the limits of a length, unless the server does so itself.
func (w *Words) lengthHint(f schema.Field) []Sentence {
	if f.TellsLength() {
		return nil
	}
	return w.sizeHint(bounds{hintLengthAtLeast, hintLengthUpTo, hintLengthBetween, hintLengthExact}, f.MinLength, f.MaxLength)
}
