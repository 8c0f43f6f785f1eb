package main

import (
	"fmt"
	"math"
)

// target is a figure that the project wants to reach, and whether this run has.
type target struct {
	What  string  `json:"what"`
	Unit  string  `json:"unit,omitempty"` // "×" for a ratio
	Most  float64 `json:"most"`
	Value float64 `json:"value"`
	Met   bool    `json:"met"`
	// What a profile has to show when it is missed.
	step step
	form string
}

// step is what a person or a page does, of which a profile can be made.
type step string

const (
	showing    step = "show"
	pressing   step = "press"
	continuing step = "continue"
	opening    step = "open"
)

// judge compares the results with the targets. A target about something that was not
// measured is left out.
func (res *results) judge() {
	const ratio, ms, mega = "×", "ms", "MB"
	res.Targets = nil
	add := func(what, unit string, most, value float64, known bool, s step, form string) {
		if known {
			res.Targets = append(res.Targets, target{What: what, Unit: unit, Most: most, Value: value, Met: value <= most, step: s, form: form})
		}
	}
	against := func(rival string, m measure, form string) (float64, bool) {
		r, ok := res.Samples.ratio(sampleKey{m, form, rival})
		return r.Median, ok
	}
	mine := func(m measure, form string) (float64, bool) {
		s := res.Samples[sampleKey{m, form, oursName}]
		if s == nil {
			return 0, false
		}
		return median(s.all()), true
	}
	name := func(form string) string { return res.formLabel(form) }

	for _, c := range []struct {
		form string
		most float64
	}{{"10", 1}, {"50", 1}, {"200", 0.6}, {"1000", 0.6}} {
		v, ok := against(rjsfName, warmFirst, c.form)
		add("first field painted, "+name(c.form)+", to react-jsonschema-form", ratio, c.most, v, ok, showing, c.form)
	}
	for _, form := range []string{"10", "50", "200"} {
		v, ok := against(rjsfName, warmAll, form)
		add("all fields painted, "+name(form)+", to react-jsonschema-form", ratio, 1.3, v, ok, showing, form)
	}
	for _, form := range []string{"1", "10", "50", "200", "1000"} {
		v, ok := against(rjsfName, keyCPU, form)
		add("processor time of a key press, "+name(form)+", to react-jsonschema-form", ratio, 0.9, v, ok, pressing, form)
	}
	few, ok1 := mine(keyScript, "10")
	many, ok2 := mine(keyScript, "1000")
	add("script of a key press, 1,000 fields to 10", ratio, 1.2, many/few, ok1 && ok2, pressing, "1000")
	for _, c := range []struct {
		form string
		most float64
	}{{"10", 40}, {"200", 150}} {
		v, ok := mine(reviewAll, c.form)
		add("Continue to review painted, "+name(c.form), ms, c.most, v, ok, continuing, c.form)
		v, ok = against(baseName, reviewAll, c.form)
		add(fmt.Sprintf("Continue to review painted, %s, to %s", name(c.form), res.label(baseName)), ratio, 0.25, v, ok, continuing, c.form)
	}
	v, ok := against(rjsfName, coldAll, "10")
	add("page opened to form painted on localhost, to react-jsonschema-form", ratio, 2, v, ok, opening, "10")
	v, ok = against(rjsfName, slowAll, "10")
	add("page opened to form painted on the slow line, to react-jsonschema-form", ratio, 2.3, v, ok, opening, "10")
	v, ok = mine(coldShell, "10")
	add("frame's navigation to a Decline that works", ms, 100, v, ok, opening, "10")
	if later, warm := res.Samples[sampleKey{laterAll, "10", oursName}], res.Samples[sampleKey{warmAll, "10", oursName}]; later != nil && warm != nil {
		v := median(ratios(later, warm))
		add("first form, 3 s after the page opened, to a later one", ratio, 1.15, v, !math.IsNaN(v), showing, "10")
	}
	v, ok = mine(longTasks, "")
	add("tasks over 50 ms on the host page's main thread, a round", "", 0, v, ok, opening, "10")
	v, ok = mine(bytesFrame, "")
	add("what the frame loads, as brotli", mega, 1.4, v/1e6, ok, "", "")
}

// label is what a rival is called in the tables.
func (res *results) label(name string) string {
	for _, r := range res.Rivals {
		if r.Name == name {
			return r.Label
		}
	}
	return name
}
