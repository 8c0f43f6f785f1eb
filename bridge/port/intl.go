package port

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording"
)

// learn reports whether a language is that of the host's context. It rejects an unusable catalogue.
func (p *Port) learn(params request.Value) bool {
	tag, texts := wire.ReadCatalogue(params)
	catalogue, err := wording.ReadCatalogue(tag, texts)
	if err != nil {
		p.post(wire.CatalogueRejected(tag, err.Error()))
		return false
	}
	p.catalogues[languageOf(tag)] = catalogue
	return languageOf(tag) == languageOf(p.context.Locale)
}

// words returns the sentences for the host's context, in English if its catalogue is missing.
func (p *Port) words(locale *answer.Locale) *wording.Words {
	return wording.For(locale, p.catalogues[languageOf(p.context.Locale)], wording.Intl{
		Plural: func(language string, n int) string { return page.Text(page.Call(p.boot, "pluralOf", language, n)) },
		Spell: func(language string, seconds int) string {
			return page.Text(page.Call(p.boot, "spellDuration", p.tag, language, seconds))
		},
	})
}

func languageOf(tag string) string {
	language, _, _ := strings.Cut(answer.CleanTag(tag), "-")
	return language
}

// locale returns Intl's facts about the host's locale, or the browser's languages, else English.
func (p *Port) locale(named string) *answer.Locale {
	facts, _ := request.Parse([]byte(page.Text(page.Call(p.boot, "localeFacts", named))))
	l := answer.NewLocale(answer.ReadFacts(facts))
	p.tag = l.Tag
	return l
}

// TimeOfDay writes a time in the person's time zone and locale, with the day unless it is today.
func (p *Port) TimeOfDay(unix int64) string {
	return page.Text(page.Call(p.boot, "timeOfDay", p.tag, p.zones.Local(), float64(unix)))
}

// Now returns the time in milliseconds since 1970.
func (p *Port) Now() int64 { return time.Now().UnixMilli() }

// zones answers from Intl, because in a browser Go knows only one fixed offset.
type zones struct {
	local  string
	clocks map[string]page.Value
}

func newZones(local string) *zones {
	z := &zones{local: local, clocks: map[string]page.Value{}}
	if !page.Exists(z.clock(local)) {
		z.local = page.Text(page.Call(page.New(page.Global("Intl", "DateTimeFormat")), "resolvedOptions"), "timeZone")
	}
	if z.local == "" {
		z.local = "UTC"
	}
	return z
}

// Local is the host's zone, or the browser's zone if the host names none.
func (z *zones) Local() string { return z.local }

// All lists UTC and the zones of Intl.
func (z *zones) All() []string {
	names := page.Text(page.Call(page.Call(page.Global("Intl"), "supportedValuesOf", "timeZone"), "join", " "))
	zones := slices.DeleteFunc(strings.Fields(names), func(zone string) bool { return zone == "UTC" })
	return append([]string{"UTC"}, zones...)
}

// Offset is the offset from UTC, in seconds, of a zone at an instant.
func (z *zones) Offset(zone string, unix int64) (offset int, ok bool) {
	clock := z.clock(zone)
	if !page.Exists(clock) {
		return 0, false
	}
	fields := map[string]int{}
	before := false
	page.Each(page.Call(clock, "formatToParts", float64(unix)*1000), func(part page.Value) {
		kind, value := page.Text(part, "type"), page.Text(part, "value")
		if kind == "era" {
			before = value == "BC"
		} else if n, err := strconv.Atoi(value); err == nil {
			fields[kind] = n
		}
	})
	year := fields["year"]
	if before {
		year = 1 - year
	}
	local := time.Date(year, time.Month(fields["month"]), fields["day"],
		fields["hour"], fields["minute"], fields["second"], 0, time.UTC)
	return int(local.Unix() - unix), true
}

// Name is the zone in words at an instant, in the locale's language.
func (z *zones) Name(zone, locale string, unix int64) string {
	// Intl throws for an unknown zone or locale; then the result is the zone's identifier.
	name := zone
	format := page.New(page.Global("Intl", "DateTimeFormat"), locale, map[string]any{
		"timeZone": zone, "timeZoneName": "long",
	})
	page.Each(page.Call(format, "formatToParts", unix*1000), func(part page.Value) {
		if page.Text(part, "type") == "timeZoneName" {
			name = page.Text(part, "value")
		}
	})
	return name
}

func (z *zones) clock(zone string) page.Value {
	if clock, isCached := z.clocks[zone]; isCached || zone == "" {
		return clock
	}
	z.clocks[zone] = page.New(page.Global("Intl", "DateTimeFormat"), "en-US", map[string]any{
		"timeZone": zone, "hourCycle": "h23", "era": "short",
		"year": "numeric", "month": "numeric", "day": "numeric",
		"hour": "numeric", "minute": "numeric", "second": "numeric",
	})
	return z.clocks[zone]
}
