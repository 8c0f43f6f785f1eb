//go:build js && wasm

package port

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
)

// locale is what the browser's Intl knows of the locale that the host names, in the
// region of the browser's languages where the host names none. The boot script asks Intl;
// without an answer the locale is English.
func (p *Port) locale(named string) *answer.Locale {
	facts, _ := elicit.Parse([]byte(text(call(p.boot, "localeFacts", named))))
	l := answer.NewLocale(answer.ReadFacts(facts))
	p.tag = l.Tag
	return l
}

// spell says how long so many seconds are, in words of a language.
func (p *Port) spell(language string, seconds int) string {
	return text(call(p.boot, "spellDuration", p.tag, language, seconds))
}

// TimeOfDay is a time, in milliseconds since 1970, in the person's time zone and
// locale; with the day when that is another than today.
func (p *Port) TimeOfDay(unix int64) string {
	return text(call(p.boot, "timeOfDay", p.tag, p.zones.Local(), float64(unix)))
}

// Now is the time in milliseconds since 1970.
func (p *Port) Now() int64 { return now() }

func now() int64 { return int64(number(call(global("Date"), "now"))) }
