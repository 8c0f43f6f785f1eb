// Package wordingtest has the words of every language for native tests.
package wordingtest

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording"
	"github.com/elicitform/elicitform/internal/wording/words"
)

var intl = wording.Intl{Plural: localetest.Plural, Spell: localetest.Spell}

// For returns the words for a language tag.
func For(tag string) *wording.Words { return With(localetest.For(tag)) }

// With returns the words for a locale, in English if its language lacks a catalogue.
func With(locale *answer.Locale) *wording.Words {
	language, _, _ := strings.Cut(locale.Tag, "-")
	files, err := words.Files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	i := slices.IndexFunc(files, func(file fs.DirEntry) bool {
		tag := strings.TrimSuffix(file.Name(), ".json")
		return tag == language || strings.HasPrefix(tag, language+"-")
	})
	if i < 0 {
		return wording.For(locale, nil, intl)
	}
	file, err := words.Files.ReadFile(files[i].Name())
	if err != nil {
		panic(err)
	}
	texts, err := request.Parse(file)
	if err != nil {
		panic(err)
	}
	catalogue, err := wording.ReadCatalogue(strings.TrimSuffix(files[i].Name(), ".json"), texts)
	if err != nil {
		panic(err)
	}
	return wording.For(locale, catalogue, intl)
}
