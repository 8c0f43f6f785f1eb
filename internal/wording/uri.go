package wording

import "github.com/elicitform/elicitform/internal/schema"

// sampleURI is an example of an address, the same in every language.
const sampleURI = "https://example.com"

type uriKind struct{}

func (*uriKind) hint(w *Words, f schema.Field) []Sentence {
	return append(w.lengthHint(f), w.Sentence(hintExample, sample("example", sampleURI)))
}
