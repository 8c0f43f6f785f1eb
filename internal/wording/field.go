package wording

import (
	"strings"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Label returns the name of a field: what the server calls it, else its place
// in the form. It is the same in the form, on review and in every sentence.
func (w *Words) Label(f schema.Field) string {
	if label := untrusted.OneLine(f.Title, untrusted.TitleLimit); label != "" {
		return label
	}
	return w.Text("Question", Count("n", f.Index+1))
}

// Name names a field in a sentence, by its label; where another one looks the same there,
// with the place in the form.
func (w *Words) Name(f schema.Field) Arg {
	place := inner("label", w.Sentence("Question", Count("n", f.Index+1)))
	label := Label(untrusted.OneLine(f.Title, untrusted.TitleLimit))
	if label.Value == "" {
		label = place
	}
	if !f.Ambiguous {
		return label
	}
	place.Name, label.Name = "value", "title"
	return inner("label", w.Sentence("AmbiguousOption", label, place))
}

// Option returns the text of the i-th option of a field. Options that
// show the same title carry their value too.
func (w *Words) Option(f schema.Field, i int) string {
	if i < 0 || i >= len(f.Options) {
		return ""
	}
	option := &f.Options[i]
	if option.Value.Type == elicit.Bool && option.Title == "" {
		if option.Value.Truth {
			return w.Text("Yes")
		}
		return w.Text("No")
	}
	title, value := option.Label(i)
	switch {
	case title == "" && value == "":
		title = w.Text("Empty")
	case title == "":
		// A title of blanks only: the value is all there is to show.
		return value
	}
	if !option.Ambiguous {
		return title
	}
	if value == "" {
		value = w.Text("Empty")
	}
	return w.Text("AmbiguousOption", Value("title", title), Value("value", value))
}

// visible is [untrusted.Visible] of the beginning of a value, which is all that is shown.
func visible(value string) string {
	return untrusted.Visible(untrusted.Prefix(value, untrusted.OptionLimit+1))
}

// YearLabel labels the year of a date. It names the era where people also use
// another calendar, whose years are not meant.
func (w *Words) YearLabel() string {
	era := w.locale.Era
	if era == "" {
		return w.Text("Year")
	}
	return w.Text("AmbiguousOption", Value("title", w.Text("Year")), Value("value", era))
}

// nones are what servers call an option for no answer, in the languages of the form.
const nones = "|none|nothing|n/a|keine|keiner|keines|keins|nichts|ninguno|ninguna|nada|aucun|aucune|rien|nenhum|nenhuma|" +
	"لا شيء|لا أحد|بدون|אין|ללא|כלום|なし|無し|없음|해당 없음|无|無|没有|"

// Unanswered is what the option is called that takes an answer back: "No answer", or "Clear" where
// the server has an option of its own that says so.
func (w *Words) Unanswered(f schema.Field) Sentence {
	names := nones + strings.ToLower(w.Text("NoAnswer")+"|"+english().texts["NoAnswer"].Text) + "|"
	for i := range f.Options {
		if strings.Contains(names, "|"+strings.ToLower(w.Option(f, i))+"|") {
			return w.Sentence("Clear")
		}
	}
	return w.Sentence("NoAnswer")
}

// Answer names the chosen option of a choice in a sentence; none is [Words.Unanswered].
func (w *Words) Answer(f schema.Field, chosen []int) Arg {
	switch {
	case len(chosen) == 0:
		return inner("answer", w.Unanswered(f))
	case f.Kind == schema.Boolean && !f.HasNames:
		return inner("answer", Sentence(w.Option(f, chosen[0])))
	}
	return Arg{Name: "answer", Value: w.Option(f, chosen[0])}
}

// sampleURI is an example of an address, the same in every language.
const sampleURI = "https://example.com"

// sampleDate is a date that cannot be misread, in the order of the controls.
func (w *Words) sampleDate() string {
	samples := map[string]string{"DMY": "31 12 2026", "MDY": "12 31 2026", "YMD": "2026 12 31"}
	return w.locale.Digits(samples[w.locale.DateOrder])
}

func (w *Words) sampleClock() string { return w.locale.Clock(14, 30) }

// Hint says what a person has to know before answering: the schema's rules in
// words and, where the form of an answer is not obvious, an example. It is
// empty when nothing needs saying.
func (w *Words) Hint(f schema.Field) []Sentence {
	if f.Unsupported != "" {
		return nil
	}
	example := func(text string) Sentence { return w.Sentence("hint-example", sample("example", text)) }
	switch f.Kind {
	case schema.Text:
		return w.withExample(f, append(w.only(f), w.lengthHint(f)...))
	case schema.Email:
		return w.lengthHint(f) // What an address looks like is said when one is wrong.
	case schema.URI:
		return append(w.lengthHint(f), example(sampleURI))
	case schema.Date:
		return []Sentence{example(w.sampleDate())}
	case schema.DateTime:
		return []Sentence{example(w.sampleDate() + ", " + w.sampleClock())}
	case schema.Time, schema.LocalTime:
		return []Sentence{example(w.sampleClock())}
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
	return w.hint("hint-select-", check.Limit(low), check.Limit(high))
}

// numberHint says the bounds of a number. Where it has none, but has to be whole, it says that.
func (w *Words) numberHint(f schema.Field) []Sentence {
	hints := w.only(f)
	if len(hints) > 0 {
		return hints
	}
	f.ExclusiveMinimum, f.ExclusiveMaximum = f.HintBound(f.ExclusiveMinimum), f.HintBound(f.ExclusiveMaximum)
	low, high := f.HintBound(f.Minimum), f.HintBound(f.Maximum)
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
	if len(hints) == 0 && !f.FreeText && (f.Kind == schema.Integer || f.MultipleOf == "1") {
		return []Sentence{w.Sentence("hint-whole")}
	}
	return hints
}

func (w *Words) listHint(f schema.Field) []Sentence {
	hints := []Sentence{w.Sentence("hint-one-per-line")}
	hints = append(hints, w.sizeHint("hint-entries-", f.MinItems, f.MaxItems)...)
	if f.UniqueItems {
		hints = append(hints, w.Sentence("hint-no-repeats"))
	}
	if f.Entry != nil {
		for _, hint := range w.lengthHint(*f.Entry) {
			hints = append(hints, w.Sentence("hint-each-entry", inner("hint", hint)))
		}
	}
	return w.withExample(f, hints)
}

// withExample adds the example of a format to hints.
func (w *Words) withExample(f schema.Field, hints []Sentence) []Sentence {
	if f.Example != "" {
		hints = append(hints, w.Sentence("hint-example", sample("example", f.Example)))
	}
	return hints
}

// only says which answer is accepted, where there is only one.
func (w *Words) only(f schema.Field) []Sentence {
	switch f.Const.Type {
	case elicit.Bool:
		if f.HasNames {
			return []Sentence{w.Sentence("hint-value-exact", Arg{Name: "n", Value: w.Option(f, f.Find(f.Const))})}
		} else if f.Const.Truth {
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
	return w.hint(family, check.Limit(low), check.Limit(high))
}

// lengthHint words the limits of a length, unless the server does so itself.
func (w *Words) lengthHint(f schema.Field) []Sentence {
	if f.DescribesLength() {
		return nil
	}
	return w.sizeHint("hint-length-", f.MinLength, f.HintMaximum())
}
