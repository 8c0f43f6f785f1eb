package wording

import (
	"strings"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
)

// Label returns the server's title, else the position in the form.
func (w *Words) Label(f schema.Field) string {
	if label := safetext.OneLine(f.Title, safetext.TitleLimit); label != "" {
		return label
	}
	return w.Text("Question", Count("n", f.Index+1))
}

// SaysOptional reports whether the title of a field says already that it is optional.
func (w *Words) SaysOptional(f schema.Field) bool {
	return strings.HasSuffix(strings.ToLower(string(f.Title)), w.Text("Optional"))
}

// Name names a field in a sentence by its label, with the position in the form if another label looks the same.
func (w *Words) Name(f schema.Field) Arg {
	place := clause("label", w.Sentence("Question", Count("n", f.Index+1)))
	label := Label(safetext.OneLine(f.Title, safetext.TitleLimit))
	if label.Value == "" {
		label = place
	}
	if !f.Ambiguous {
		return label
	}
	place.Name, label.Name = "value", "title"
	return clause("label", w.Sentence("AmbiguousOption", label, place))
}

// Option returns the text of an option, with its value if another option has the same title.
func (w *Words) Option(f schema.Field, i int) string {
	if i < 0 || i >= len(f.Options) {
		return ""
	}
	option := &f.Options[i]
	if option.Value.Type == request.Bool && option.Title == "" {
		if option.Value.Truth {
			return w.Text("Yes")
		}
		return w.Text("No")
	}
	title, value := option.Label(i)
	switch {
	case option.IsOwn && title == "":
		return w.Text("OtherAnswer")
	case option.IsOwn:
		return title
	case title == "" && value == "":
		title = w.Text("Empty")
	case title == "":
		// The title consists of blanks, so only the value is shown.
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

// YearLabel names the era in locales with a second calendar, whose years the field does not accept.
func (w *Words) YearLabel() string {
	era := w.locale.Era
	if era == "" {
		return w.Text("Year")
	}
	return w.Text("AmbiguousOption", Value("title", w.Text("Year")), Value("value", era))
}

// noAnswerNames are servers' names for an option that means no answer, in the languages of the form.
const noAnswerNames = "|none|nothing|n/a|keine|keiner|keines|keins|nichts|ninguno|ninguna|nada|aucun|aucune|rien|nenhum|nenhuma|" +
	"لا شيء|لا أحد|بدون|אין|ללא|כלום|なし|無し|없음|해당 없음|无|無|没有|"

// NoAnswer is the name of the option that takes an answer back: "No answer", or "Clear" if the server
// has an option with that meaning.
func (w *Words) NoAnswer(f schema.Field) Sentence {
	names := noAnswerNames + strings.ToLower(w.Text("NoAnswer")+"|"+english().texts["NoAnswer"].Text) + "|"
	for i := range f.Options {
		if strings.Contains(names, "|"+strings.ToLower(w.Option(f, i))+"|") {
			return w.Sentence("Clear")
		}
	}
	return w.Sentence("NoAnswer")
}

// Answer names the chosen option of a choice in a sentence, or else [Words.NoAnswer].
func (w *Words) Answer(f schema.Field, chosen []int) Arg {
	switch {
	case len(chosen) == 0:
		return clause("answer", w.NoAnswer(f))
	case f.Kind == schema.Boolean && !f.HasNames:
		return clause("answer", Sentence(w.Option(f, chosen[0])))
	}
	return Arg{Name: "answer", Value: w.Option(f, chosen[0])}
}

const sampleURI = "https://example.com"

func (w *Words) sampleDate() string {
	samples := map[string]string{"DMY": "31 12 2026", "MDY": "12 31 2026", "YMD": "2026 12 31"}
	return w.locale.Digits(samples[w.locale.DateOrder])
}

func (w *Words) sampleClock() string { return w.locale.Clock(14, 30) }

// Hint returns the schema's rules in words and an example, unless the form of an answer is obvious.
func (w *Words) Hint(f schema.Field) []Sentence {
	if f.Unsupported != "" {
		return nil
	}
	switch f.Kind {
	case schema.Text:
		return w.withExample(f, append(w.onlyAnswer(f), w.lengthHint(f)...))
	case schema.Email:
		return w.lengthHint(f) // Only the problem of a wrong address has an example.
	case schema.URI:
		return append(w.lengthHint(f), w.example(f, sampleURI)...)
	case schema.Date:
		return w.example(f, w.sampleDate())
	case schema.DateTime:
		return w.example(f, w.sampleDate()+", "+w.sampleClock())
	case schema.Time, schema.LocalTime:
		return w.example(f, w.sampleClock())
	case schema.Number, schema.Integer:
		return w.numberHint(f)
	case schema.Boolean:
		return w.onlyAnswer(f)
	case schema.Choices:
		return w.choicesHint(f)
	case schema.List:
		return w.listHint(f)
	}
	return nil
}

// example returns an example of ours, unless the description has one.
func (w *Words) example(f schema.Field, text string) []Sentence {
	if f.DescribesExample() {
		return nil
	}
	return []Sentence{w.Sentence("hint-example", sample("example", text))}
}

// choicesHint omits a maximum that cannot be exceeded, and a minimum of one without a maximum.
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
	return w.hint("hint-select-", validate.Limit(low), validate.Limit(high))
}

func (w *Words) numberHint(f schema.Field) []Sentence {
	hints := w.onlyAnswer(f)
	if len(hints) > 0 {
		return hints
	}
	f.ExclusiveMinimum, f.ExclusiveMaximum = f.HintBound(f.ExclusiveMinimum), f.HintBound(f.ExclusiveMaximum)
	low, high := f.HintBound(f.Minimum), f.HintBound(f.Maximum)
	// An exclusive bound includes the same inclusive one.
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
			hints = append(hints, w.Sentence("hint-each-entry", clause("hint", hint)))
		}
	}
	return w.withExample(f, hints)
}

func (w *Words) withExample(f schema.Field, hints []Sentence) []Sentence {
	if f.Example != "" {
		hints = append(hints, w.Sentence("hint-example", sample("example", f.Example)))
	}
	return hints
}

func (w *Words) onlyAnswer(f schema.Field) []Sentence {
	switch f.Const.Type {
	case request.Bool:
		if f.HasNames {
			return []Sentence{w.Sentence("hint-value-exact", Arg{Name: "n", Value: w.Option(f, f.Find(f.Const))})}
		} else if f.Const.Truth {
			return []Sentence{w.Sentence("hint-only-yes")}
		}
		return []Sentence{w.Sentence("hint-only-no")}
	case request.Number, request.String:
		return []Sentence{w.Sentence("hint-value-exact", w.constant("n", f, f.Const.Text))}
	}
	return nil
}

// hint words two limits, which are JSON number literals or empty.
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

// sizeHint omits a minimum of one, which every answer meets.
func (w *Words) sizeHint(family Key, low, high int) []Sentence {
	if low <= 1 && low != high {
		low = -1
	}
	return w.hint(family, validate.Limit(low), validate.Limit(high))
}

func (w *Words) lengthHint(f schema.Field) []Sentence {
	if f.DescribesLength() {
		return nil
	}
	return w.sizeHint("hint-length-", f.MinLength, f.HintMaximum())
}
