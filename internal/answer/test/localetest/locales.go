// Package localetest has locales for native tests, from recorded answers of Intl: see
// "make locales". Where the program runs, the browser's own Intl answers instead.
package localetest

import (
	_ "embed" // the recorded facts
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
)

//go:embed locales.json
var recording []byte

var loadRecording = sync.OnceValue(func() map[string]answer.Facts {
	v, err := request.Parse(recording)
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

// Tags returns the tags of the recorded locales.
func Tags() []string { return slices.Sorted(maps.Keys(loadRecording())) }

// Spell spells a duration in English minutes or seconds for every language.
func Spell(_ string, seconds int) string {
	if seconds > 60 {
		return fmt.Sprintf("%d minutes", seconds/60)
	}
	return fmt.Sprintf("%d seconds", seconds)
}

// Plural returns the plural category of a count by CLDR, for the languages of the interface.
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

// WithCalendar returns a recorded locale, with weekdays, of a browser without a calendar.
func WithCalendar(tag string) *answer.Locale { return answer.NewLocale(loadRecording()[tag]) }

// For returns the locale of a language tag, in a browser with a calendar. Like Intl, it reads an unrecorded
// region as its language, and an unknown language as English. Days have no weekday, because few tests are
// about it.
func For(tag string) *answer.Locale {
	tag = answer.CleanTag(tag)
	language, _, _ := strings.Cut(tag, "-")
	for _, name := range []string{tag, language, "en"} {
		if facts, ok := loadRecording()[name]; ok {
			facts.Tag, facts.Calendar, facts.Weekdays = tag, nil, nil
			return answer.NewLocale(facts)
		}
	}
	return nil
}
