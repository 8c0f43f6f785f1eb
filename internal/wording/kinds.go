package wording

import (
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// kinds has, for each kind of field, the function that words what [Words.Hint] returns. A
// new kind of field is a new line here, with a function.
var kinds = map[schema.Kind]func(w *Words, f schema.Field) []Sentence{
	schema.Text:     (*Words).textHint,
	schema.Email:    (*Words).lengthHint, // What an address looks like is said when one is wrong.
	schema.URI:      (*Words).uriHint,
	schema.Date:     (*Words).dateHint,
	schema.DateTime: (*Words).dateTimeHint,
	schema.Time:     (*Words).timeHint,
	schema.Number:   (*Words).numberHint,
	schema.Integer:  (*Words).numberHint,
	schema.Boolean:  (*Words).only,
	schema.Choice:   func(*Words, schema.Field) []Sentence { return nil },
	schema.Choices:  (*Words).choicesHint,
	schema.List:     (*Words).listHint,
}

// Hint says what a person has to know before answering: the schema's rules in
// words and, where the form of an answer is not obvious, an example. It is
// empty when nothing needs saying.
func (w *Words) Hint(f schema.Field) []Sentence {
	if f.Unsupported != "" {
		return nil
	}
	return kinds[f.Kind](w, f)
}

// Examples of answers that are the same in every language. A number is written as JSON
// writes it.
const (
	sampleEmail   = "name@example.com"
	sampleURI     = "https://example.com"
	sampleInteger = "30"
	sampleNumber  = "1.5"
)

func (w *Words) textHint(f schema.Field) []Sentence { return append(w.only(f), w.lengthHint(f)...) }

func (w *Words) uriHint(f schema.Field) []Sentence {
	return append(w.lengthHint(f), w.Sentence("hint-example", sample("example", sampleURI)))
}

// badEmail gives an example, unless the server's own description has one.
func (w *Words) badEmail(f schema.Field) Sentence {
	if strings.Contains(string(f.Description), "@") {
		return w.Sentence("problem-bad-email-short")
	}
	return w.Sentence("problem-bad-email", sample("example", sampleEmail))
}

// sampleClock is an example of a time.
func (w *Words) sampleClock() string { return w.locale.Clock(14, 30) }

func (w *Words) dateTimeHint(schema.Field) []Sentence {
	return []Sentence{w.Sentence("hint-example", sample("example", w.sampleDate()+", "+w.sampleClock()))}
}

func (w *Words) timeHint(schema.Field) []Sentence {
	if w.locale.TypedTimes {
		return []Sentence{w.Sentence("hint-example", sample("example", w.sampleClock())), w.Sentence("hint-time-of-day")}
	}
	return []Sentence{w.Sentence("hint-time-of-day")}
}

// choicesHint leaves out a maximum that cannot be exceeded, because there are no more
// options. It names a minimum of one only beside a maximum.
func (w *Words) choicesHint(f schema.Field) []Sentence {
	low, high := f.MinItems, f.MaxItems
	if high >= len(f.Options) {
		high = -1
	}
	if low <= 0 || low == 1 && high < 0 {
		low = -1
	}
	if low < 0 && high < 0 {
		return []Sentence{w.Sentence("hint-select-any")}
	}
	return w.hint("hint-select-", limit(low), limit(high))
}

// only says which answer is accepted, where there is only one.
func (w *Words) only(f schema.Field) []Sentence {
	switch f.Const.Kind {
	case elicit.Bool:
		if f.Const.Truth {
			return []Sentence{w.Sentence("hint-only-yes")}
		}
		return []Sentence{w.Sentence("hint-only-no")}
	case elicit.Number, elicit.String:
		return []Sentence{w.Sentence("hint-value-exact", w.constant("n", f, f.Const.Text))}
	}
	return nil
}

// hint words two limits, numbers as JSON writes them, with the texts of a family; an empty
// limit is none.
func (w *Words) hint(family Key, low, high string) []Sentence {
	switch {
	case low != "" && low == high:
		return []Sentence{w.Sentence(family+"exact", number("n", low))}
	case low != "" && high != "":
		return []Sentence{w.Sentence(family+"between", number("a", low), number("b", high))}
	case low != "":
		return []Sentence{w.Sentence(family+"at-least", number("n", low))}
	case high != "":
		return []Sentence{w.Sentence(family+"up-to", number("n", high))}
	}
	return nil
}

// sizeHint words limits of a count; a negative one is none. It leaves out a
// minimum of one, which every answer has.
func (w *Words) sizeHint(family Key, low, high int) []Sentence {
	if low <= 1 && low != high {
		low = -1
	}
	return w.hint(family, limit(low), limit(high))
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
	return w.sizeHint("hint-length-", f.MinLength, f.MaxLength)
}
