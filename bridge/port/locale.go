//go:build js && wasm

package port

import (
	"slices"
	"strings"
	"syscall/js"
	"time"

	"github.com/elicitform/elicitform/internal/answer"
)

// notation is what Intl is asked with in the person's locale.
type notation struct {
	// tag is the locale, or English where Intl does not know it.
	tag string
	// digits is the numbering system, like "latn" or "arab".
	digits string
	// spelled is the last duration and how it is spelled.
	spelled struct {
		language string
		seconds  int
		text     string
	}
}

// readFacts asks Intl how numbers and dates are written in a locale. What Intl
// does not answer is left empty.
func (n *notation) readFacts(tag string) answer.Facts {
	// Intl answers for the browser's own language where it does not know
	// another, and for the United States where English has no region.
	if number(call(global("Intl", "DateTimeFormat"), "supportedLocalesOf", tag), "length") == 0 {
		tag = "en"
	}
	facts, asked := answer.Facts{Tag: tag}, tag
	if tag == "en" {
		asked = "en-001"
	}
	language, _, _ := strings.Cut(asked, "-")
	*n = notation{tag: asked, digits: text(call(construct(global("Intl", "NumberFormat"), asked), "resolvedOptions"), "numberingSystem")}
	for _, numbers := range []string{asked, asked + "-u-nu-latn", language} {
		facts.Numbers = append(facts.Numbers, text(call(construct(global("Intl", "NumberFormat"), numbers), "format", answer.SampleNumber)))
	}

	const numeric, long = "numeric", "long"
	day := map[string]any{"year": numeric, "month": long, "day": numeric}
	people := dateFormat(asked, "", map[string]any{"year": numeric})
	if calendar := text(call(people, "resolvedOptions"), "calendar"); calendar != "gregory" && calendar != "" {
		facts.Year = valueOf(parts(people, time.March), "year")
		day["era"] = "short"
	}
	inWords := dateFormat(asked, gregory, day)
	alone, short := dateFormat(asked, gregory, map[string]any{"month": long}), dateFormat(asked, gregory, map[string]any{"month": "short"})
	for month := time.January; month <= time.December; month++ {
		date := parts(inWords, month)
		if month == time.January {
			facts.Date = date
		}
		facts.Months[month-1] = []string{valueOf(date, "month"), text(call(alone, "format", sample(month))), text(call(short, "format", sample(month)))}
	}
	for _, region := range monthRegions[language] {
		elsewhere := dateFormat(language+"-"+region, gregory, map[string]any{"month": long})
		for month := time.January; month <= time.December; month++ {
			if name := text(call(elsewhere, "format", sample(month))); !slices.Contains(facts.Months[month-1], name) {
				facts.Months[month-1] = append(facts.Months[month-1], name)
			}
		}
	}
	for _, part := range parts(dateFormat(asked, gregory, map[string]any{"year": numeric, "month": numeric, "day": numeric}), time.March) {
		if part.Type != "literal" {
			facts.Order = append(facts.Order, part.Type)
		}
	}
	// Where a language writes the time first, as in Vietnamese, nothing comes
	// before the hour.
	between := ""
	for _, part := range parts(dateFormat(asked, gregory, map[string]any{"dateStyle": "medium", "timeStyle": "short", "hourCycle": "h23"}), time.March) {
		if part.Type == "hour" {
			facts.Between = between
		}
		between = part.Value
	}
	return facts
}

// monthRegions are the regions that name months in a way of their own, which
// people of the same language understand and may type elsewhere.
var monthRegions = map[string][]string{"ar": {"DZ", "LB", "MA"}, "de": {"AT"}, "es": {"PE"}}

// gregory is the calendar of the dates in a schema.
const gregory = "gregory"

func dateFormat(tag, calendar string, options map[string]any) js.Value {
	options["timeZone"] = "UTC"
	if calendar != "" {
		options["calendar"] = calendar
	}
	return construct(global("Intl", "DateTimeFormat"), tag, options)
}

// sample is a day in the middle of a month, in milliseconds since 1970.
func sample(month time.Month) float64 {
	return float64(time.Date(answer.SampleYear, month, 15, 12, 0, 0, 0, time.UTC).UnixMilli())
}

func parts(format js.Value, month time.Month) []answer.Part {
	var list []answer.Part
	each(call(format, "formatToParts", sample(month)), func(part js.Value) {
		list = append(list, answer.Part{Type: text(part, "type"), Value: text(part, "value")})
	})
	return list
}

func valueOf(parts []answer.Part, kind string) string {
	for _, part := range parts {
		if part.Type == kind {
			return part.Value
		}
	}
	return ""
}
