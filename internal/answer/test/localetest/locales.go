// Package localetest has locales for native tests, made of what Intl said when
// it was asked: see "make locales". The browser's own Intl is asked instead
// where the program runs.
package localetest

import (
	_ "embed" // the recorded facts
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
)

//go:embed locales.json
var recording []byte

var recorded = sync.OnceValue(func() map[string]answer.Facts {
	v, err := elicit.Parse(recording)
	if err != nil {
		panic(err)
	}
	facts := map[string]answer.Facts{}
	for _, item := range v.Items {
		f := answer.ReadFacts(item)
		facts[f.Tag] = f
	}
	return facts
})

// Tags are the locales that are recorded.
func Tags() []string { return slices.Sorted(maps.Keys(recorded())) }

// Spell spells a duration in English minutes or seconds, whatever the language.
func Spell(_ string, seconds int) string {
	if seconds > 60 {
		return fmt.Sprintf("%d minutes", seconds/60)
	}
	return fmt.Sprintf("%d seconds", seconds)
}

// Plural returns the plural category of a count, as CLDR has it for the languages of the
// interface. Intl says it where the program runs.
func Plural(language string, n int) string {
	switch language {
	case "ja", "ko", "zh-CN":
		return "other"
	case "ar":
		switch {
		case n <= 2:
			return [...]string{"zero", "one", "two"}[n]
		case n%100 >= 3 && n%100 <= 10:
			return "few"
		case n%100 >= 11:
			return "many"
		}
		return "other"
	}
	millions := language == "es" || language == "fr" || language == "pt-BR"
	switch {
	case n == 1, n == 0 && millions && language != "es":
		return "one"
	case n == 2 && language == "he":
		return "two"
	case millions && n != 0 && n%1_000_000 == 0:
		return "many"
	}
	return "other"
}

// WithCalendar returns a recorded locale as it is where the browser has no calendar.
func WithCalendar(tag string) *answer.Locale { return answer.NewLocale(recorded()[tag]) }

// For returns the locale for a language tag, as it is where the browser has a calendar. A region that is not recorded is
// read as its language, and a language that is not as English, like one that
// Intl does not know.
func For(tag string) *answer.Locale {
	tag = answer.CleanTag(tag)
	language, _, _ := strings.Cut(tag, "-")
	for _, name := range []string{tag, language, "en"} {
		if facts, ok := recorded()[name]; ok {
			facts.Tag, facts.Calendar = tag, nil
			return answer.NewLocale(facts)
		}
	}
	return nil
}
