//go:build js && wasm

package port

import (
	"strings"

	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// catalogues are the sentences of languages that were handed over, by the first subtag of the
// tag of each.
type catalogues map[string]*wording.Catalogue

// learn takes the sentences of a language, and reports whether the host's context names it.
// What the program cannot use it rejects, and goes on in the language that it has.
func (p *Port) learn(params elicit.Value) bool {
	tag, texts := wire.ReadCatalogue(params)
	catalogue, err := wording.ReadCatalogue(tag, texts)
	if err != nil {
		p.post(wire.CatalogueRejected(tag, err.Error()))
		return false
	}
	p.catalogues[languageOf(tag)] = catalogue
	return languageOf(tag) == languageOf(p.context.Locale)
}

// words are the sentences for the host's context, in English where no others are known.
func (p *Port) words(locale *answer.Locale) *wording.Words {
	words := wording.For(locale, p.catalogues[languageOf(p.context.Locale)], wording.Intl{Plural: p.plural, Spell: p.spell})
	if p.spoken != words.Tag() {
		p.spoken = words.Tag()
		p.post(wire.Words(p.spoken, map[string]string{
			"accept": words.Text(wording.Sent), "confirm": words.Text(wording.Confirmed), "decline": words.Text(wording.Declined),
			"cancel": words.Text(wording.Cancelled), "withdrawn": words.Text(wording.Withdrawn), "expired": words.Text(wording.Expired),
		}))
	}
	return words
}

// languageOf is the first subtag of a tag.
func languageOf(tag string) string {
	language, _, _ := strings.Cut(answer.CleanTag(tag), "-")
	return language
}

// plural is the plural category of a count in a language.
func (p *Port) plural(language string, n int) string {
	return text(call(p.boot, "pluralOf", language, n))
}
