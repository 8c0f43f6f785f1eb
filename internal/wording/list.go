package wording

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

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
	return hints
}

// entryProblem is the problem of one entry of a list: the entry's rules, and
// its place in the list in place of the list's name.
func (w *Words) entryProblem(f schema.Field, p check.Problem) Sentence {
	label := inner("label", w.Sentence("entry-label", w.Name(f), Count("n", p.Entry)))
	entry := schema.Field{Kind: schema.Text}
	if f.Entry != nil {
		entry = *f.Entry
	}
	if entry.Description == "" {
		entry.Description = f.Description
	}
	problem := w.problem(entry, label, p)
	if p.Code == check.BadEmail || p.Code == check.EmailLetters || p.Code == check.BadURI {
		return w.naming(label, problem)
	}
	return problem
}
