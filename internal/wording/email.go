package wording

import (
	"strings"

	"github.com/elicitform/elicitform/internal/schema"
)

// sampleEmail is an example of an address, the same in every language.
const sampleEmail = "name@example.com"

type emailKind struct{}

// hint has no example: what an address looks like is said when one is wrong.
func (*emailKind) hint(w *Words, f schema.Field) []Sentence { return w.lengthHint(f) }

// badEmail gives an example, unless the server's own description has one.
func (w *Words) badEmail(f schema.Field) Sentence {
	if strings.Contains(string(f.Description), "@") {
		return w.Sentence(problemBadEmailShort)
	}
	return w.Sentence(problemBadEmail, sample("example", sampleEmail))
}
