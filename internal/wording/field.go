package wording

import (
	"strings"

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
func (w *Words) Name(f schema.Field) Arg { return w.name(f, f.Ambiguous) }

func (w *Words) name(f schema.Field, placed bool) Arg {
	place := inner("label", w.Sentence("Question", Count("n", f.Index+1)))
	label := Label(untrusted.OneLine(f.Title, untrusted.TitleLimit))
	if label.Value == "" {
		label = place
	}
	if !placed {
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
	option := f.Options[i]
	if f.Kind == schema.Boolean && option.Value.Type == elicit.Bool {
		if option.Value.Truth {
			return w.Text("Yes")
		}
		return w.Text("No")
	}
	title := untrusted.OneLine(option.Title, untrusted.OptionLimit)
	value := untrusted.Display(untrusted.Text(visible(option.Value.Plain())), untrusted.OptionLimit).Shown
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
	case f.Kind == schema.Boolean:
		return inner("answer", Sentence(w.Option(f, chosen[0])))
	}
	return Arg{Name: "answer", Value: w.Option(f, chosen[0])}
}
