package check

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of lists. Problem.Entry says which entry is wrong.
const (
	TooFewEntries   Code = "too-few-entries"  // Min
	TooManyEntries  Code = "too-many-entries" // Max
	RepeatedEntries Code = "repeated-entries"
)

type listKind struct{}

func (*listKind) missing(schema.Field) Problem            { return Problem{Code: Empty} }
func (*listKind) covers() (types []string, format string) { return []string{"array"}, "" }

// broken checks how many entries there are, then each of them.
func (*listKind) broken(c *Checker, f schema.Field, value elicit.Value) *Problem {
	if problem := brokenCount(f, value, TooFewEntries, TooManyEntries); problem != nil {
		return problem
	}
	seen := map[string]bool{}
	for i, item := range value.Items {
		if f.UniqueItems && seen[item.Text] {
			return &Problem{Code: RepeatedEntries, Entry: i + 1}
		}
		seen[item.Text] = true
		if problem := kinds[f.Entry.Kind].broken(c, *f.Entry, item); problem != nil {
			problem.Entry = i + 1
			return problem
		}
	}
	return nil
}
