package wording

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

// Distinguish makes the problems of one form name their fields where the same
// sentence would stand twice in the summary: first by the label, and where the
// labels are the same, by the place in the form. It sets Naming.
func (w *Words) Distinguish(fields []schema.Field, problems []check.Problem) {
	var same []int
	for i := range problems {
		problems[i].Naming = check.Unnamed
		if problems[i].Field >= 0 {
			same = append(same, i)
		}
	}
	for _, naming := range []check.Naming{check.ByLabel, check.ByPlace} {
		same = w.repeated(fields, problems, same)
		for _, i := range same {
			problems[i].Naming = naming
		}
	}
}

// repeated returns which of some problems have a sentence that another one of
// them has. They are given and returned by their places in the list.
func (w *Words) repeated(fields []schema.Field, problems []check.Problem, among []int) (same []int) {
	sentences := make([]string, len(among))
	times := make(map[string]int, len(among))
	for at, i := range among {
		sentences[at] = w.Problem(fields[problems[i].Field], problems[i]).Plain()
		times[sentences[at]]++
	}
	for at, i := range among {
		if times[sentences[at]] > 1 {
			same = append(same, i)
		}
	}
	return same
}

// named is a problem with the name of its field before it.
func (w *Words) named(f schema.Field, p check.Problem) Sentence {
	label := w.name(f, f.Ambiguous || p.Naming == check.ByPlace)
	p.Naming = check.Unnamed
	return w.naming(label, w.Problem(f, p))
}
