package port

import (
	"strings"
	"time"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// catalogues are the sentences of languages, by the first subtag of each language's tag.
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
	return wording.For(locale, p.catalogues[languageOf(p.context.Locale)], wording.Intl{
		Plural: func(language string, n int) string { return page.Text(page.Call(p.boot, "pluralOf", language, n)) },
		Spell: func(language string, seconds int) string {
			return page.Text(page.Call(p.boot, "spellDuration", p.tag, language, seconds))
		},
	})
}

// languageOf is the first subtag of a tag.
func languageOf(tag string) string {
	language, _, _ := strings.Cut(answer.CleanTag(tag), "-")
	return language
}

// locale is what the browser's Intl knows of the locale that the host names, or of the browser's
// languages where it names none. Without an answer the locale is English.
func (p *Port) locale(named string) *answer.Locale {
	facts, _ := elicit.Parse([]byte(page.Text(page.Call(p.boot, "localeFacts", named))))
	l := answer.NewLocale(answer.ReadFacts(facts))
	p.tag = l.Tag
	return l
}

// TimeOfDay is a time, in milliseconds since 1970, in the person's time zone and
// locale; with the day when that is another than today.
func (p *Port) TimeOfDay(unix int64) string {
	return page.Text(page.Call(p.boot, "timeOfDay", p.tag, p.zones.Local(), float64(unix)))
}

// now is the time in milliseconds since 1970.
func now() int64 { return time.Now().UnixMilli() }
