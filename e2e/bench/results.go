package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// measure is something that is measured: how the results and the tables call it, what a
// value is divided by to be in the unit, and how it is written.
type measure struct {
	name, label string
	scale       float64
	unit        string
	digits      int
	// perForm says that it is measured of forms of every length.
	perForm bool
}

var (
	warmFirst  = &measure{"warm-first", "request to first field painted", 1, "ms", 0, true}
	warmAll    = &measure{"warm-all", "request to all fields painted", 1, "ms", 0, true}
	warmCPU    = &measure{"warm-cpu", "request: processor time of the main threads", 1, "ms", 1, true}
	warmScript = &measure{"warm-script", "request: of that, script", 1, "ms", 1, true}
	keyPaint   = &measure{"key-paint", "key press to paint", 1, "ms", 0, true}
	keyCPU     = &measure{"key-cpu", "key press: processor time of the main threads", 1, "ms", 1, true}
	keyScript  = &measure{"key-script", "key press: of that, script", 1, "ms", 1, true}
	review     = &measure{"review", "Continue to first row of the review painted", 1, "ms", 0, true}
	reviewAll  = &measure{"review-all", "Continue to whole review painted", 1, "ms", 0, true}
	reviewCPU  = &measure{"review-cpu", "Continue: processor time of the main threads", 1, "ms", 1, true}
	coldAll    = &measure{"cold-all", "Page opened to form painted, localhost", 1, "ms", 0, false}
	slowAll    = &measure{"slow-all", "Page opened to form painted, slow line", 1, "ms", 0, false}
	coldShell  = &measure{"cold-shell", "Frame's navigation to a Decline that works", 1, "ms", 0, false}
	laterAll   = &measure{"later-all", "Form asked for 3 s after the page opened", 1, "ms", 0, false}
	bytesAll   = &measure{"bytes", "All that a page loads, as brotli", 1000, "kB", 0, false}
	bytesFrame = &measure{"bytes-frame", "Of that, the frame", 1000, "kB", 0, false}
	memory1    = &measure{"memory-1", "Memory after one request", 1e6, "MB", 1, false}
	memory200  = &measure{"memory-200", "Memory after 200 requests", 1e6, "MB", 1, false}
	longTasks  = &measure{"long-tasks", "Tasks over 50 ms on the page's main thread, a round", 1, "", 0, false}
)

// tables are the tables of the document, each with its measures.
var tables = []struct {
	title    string
	measures []*measure
}{
	{"A request, in a page in which some were answered before", []*measure{warmFirst, warmAll, warmCPU, warmScript}},
	{"A key press in a text", []*measure{keyPaint, keyCPU, keyScript}},
	{"Continue, or submit", []*measure{review, reviewAll, reviewCPU}},
	{"A page that has just been opened", []*measure{coldAll, slowAll, coldShell, laterAll}},
	{"What it weighs", []*measure{bytesAll, bytesFrame, memory1, memory200, longTasks}},
}

// sampleKey names a sample.
type sampleKey struct {
	Measure     *measure
	Form, Rival string
}

// sample is what one rival took for one thing: the values of each round, of which there are
// several where a round measures more than once. A round that could not measure has none.
type sample [][]float64

// samples are all that was measured.
type samples map[sampleKey]sample

// add adds values of a round. Rounds are counted from 0.
func (all samples) add(round int, m *measure, form, rival string, values ...float64) {
	k := sampleKey{m, form, rival}
	s := all[k]
	for len(s) <= round {
		s = append(s, nil)
	}
	s[round] = append(s[round], values...)
	all[k] = s
}

// quantile returns the value below which so much of a sample lies, between the two
// values beside it where necessary.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	below := int(at)
	if below+1 == len(sorted) {
		return sorted[below]
	}
	return sorted[below] + (at-float64(below))*(sorted[below+1]-sorted[below])
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// ratios compare two samples round by round: what was measured at the same time was
// measured under the same conditions.
func ratios(of, to sample) []float64 {
	var list []float64
	for i := range min(len(of), len(to)) {
		if a, b := median(of[i]), median(to[i]); b > 0 && !math.IsNaN(a) {
			list = append(list, a/b)
		}
	}
	return list
}

// ratio lists ours divided by another rival's, if both were measured. A page without long
// tasks is not infinitely better than one with a single one.
func (all samples) ratio(k sampleKey) []float64 {
	if k.Rival == oursName || k.Measure == longTasks {
		return nil
	}
	return ratios(all[sampleKey{k.Measure, k.Form, oursName}], all[k])
}

// results are what a run has found.
type results struct {
	Rivals  []rival
	Forms   []form
	Samples samples
}

// formLabel is what a form is called in the tables.
func (res *results) formLabel(name string) string {
	at := slices.IndexFunc(res.Forms, func(f form) bool { return f.Name == name })
	if at < 0 {
		return ""
	}
	return res.Forms[at].Label
}

// target is a figure that the project wants to reach, and the one of this run.
type target struct {
	What, Unit  string
	Most, Value float64
}

// targets compares the results with what is wanted. A target about something that was not
// measured is left out.
func (res *results) targets() []target {
	var list []target
	add := func(what, unit string, most float64, values []float64) {
		if len(values) > 0 {
			list = append(list, target{what, unit, most, median(values)})
		}
	}
	against := func(m *measure, form string) []float64 { return res.Samples.ratio(sampleKey{m, form, rjsfName}) }
	mine := func(m *measure, form string) []float64 {
		return slices.Concat(res.Samples[sampleKey{m, form, oursName}]...)
	}
	for _, c := range []struct {
		measure *measure
		what    string
		forms   map[string]float64
	}{
		{warmFirst, "first field painted", map[string]float64{"10": 1, "50": 1, "200": 0.6, "300": 0.6}},
		{warmAll, "all fields painted", map[string]float64{"10": 1.3, "50": 1.3, "200": 1.3}},
		{keyCPU, "processor time of a key press", map[string]float64{"1": 0.9, "10": 0.9, "50": 0.9, "200": 0.9, "300": 0.9}},
	} {
		for _, f := range res.Forms {
			if most, ok := c.forms[f.Name]; ok {
				add(c.what+", "+f.Label+", to react-jsonschema-form", "×", most, against(c.measure, f.Name))
			}
		}
	}
	add("script of a key press, 300 fields to 10", "×", 1.2,
		ratios(res.Samples[sampleKey{keyScript, "300", oursName}], res.Samples[sampleKey{keyScript, "10", oursName}]))
	add("Continue to review painted, 10 fields", "ms", 40, mine(reviewAll, "10"))
	add("Continue to review painted, 200 fields", "ms", 150, mine(reviewAll, "200"))
	add("page opened to form painted on localhost, to react-jsonschema-form", "×", 2, against(coldAll, "10"))
	add("page opened to form painted on the slow line, to react-jsonschema-form", "×", 2.3, against(slowAll, "10"))
	add("frame's navigation to a Decline that works", "ms", 100, mine(coldShell, "10"))
	add("first form, 3 s after the page opened, to a later one", "×", 1.15,
		ratios(res.Samples[sampleKey{laterAll, "10", oursName}], res.Samples[sampleKey{warmAll, "10", oursName}]))
	add("tasks over 50 ms on the host page's main thread, a round", "", 0, mine(longTasks, ""))
	for _, bytes := range mine(bytesFrame, "") {
		add("what the frame loads, as brotli", "MB", 1.4, []float64{bytes / 1e6})
	}
	return list
}

func (t target) met() bool { return t.Value <= t.Most }

// number writes a value of the target with its unit.
func (t target) number(v float64) string {
	switch t.Unit {
	case "":
		return strconv.FormatFloat(v, 'f', -1, 64)
	case "ms":
		return fmt.Sprintf("%.0f ms", v)
	}
	return fmt.Sprintf("%.2f %s", v, t.Unit)
}

// number writes a value in the unit of the measure.
func (m *measure) number(v float64) string { return strconv.FormatFloat(v/m.scale, 'f', m.digits, 64) }

// cell is what the tables say of a sample: its median, and where half of the values are.
func (m *measure) cell(s sample) string {
	v := slices.Concat(s...)
	if len(v) == 0 {
		return ""
	}
	text := m.number(median(v))
	if len(v) > 1 {
		text += fmt.Sprintf(" (%s–%s)", m.number(quantile(v, 0.25)), m.number(quantile(v, 0.75)))
	}
	if m == keyPaint {
		text += ", p95 " + m.number(quantile(v, 0.95))
	}
	return text
}

// rows lists what was measured: for each form, or for none, what the tables say of each
// rival, and then of our figure divided by each of the others'.
func (res *results) rows(m *measure) (list [][]string) {
	names := []string{""}
	for _, f := range res.Forms {
		names = append(names, f.Name)
	}
	if !slices.Contains(names, "10") {
		names = append(names, "10") // Every page is opened with it.
	}
	for _, name := range names {
		label := m.label
		if form := res.formLabel(name); form != "" && m.perForm {
			label = form + ": " + label
		}
		if m.unit != "" {
			label += ", " + m.unit
		}
		row, compared := []string{label}, []string(nil)
		for _, r := range res.Rivals {
			k := sampleKey{m, name, r.Name}
			row = append(row, m.cell(res.Samples[k]))
			if r.Name == oursName {
				continue
			}
			text := ""
			if v := res.Samples.ratio(k); len(v) > 0 {
				text = fmt.Sprintf("%.2f (%.2f–%.2f)", median(v), quantile(v, 0.25), quantile(v, 0.75))
			}
			compared = append(compared, text)
		}
		if strings.Join(row[1:], "") != "" {
			list = append(list, append(row, compared...))
		}
	}
	return list
}

// plain are the figures for a terminal.
func (res *results) plain() string {
	var b strings.Builder
	for _, t := range tables {
		for _, m := range t.measures {
			for _, row := range res.rows(m) {
				b.WriteString(strings.Join(row, " | ") + "\n")
			}
		}
	}
	for _, t := range res.targets() {
		verdict := map[bool]string{true: "met", false: "missed"}[t.met()]
		fmt.Fprintf(&b, "%-6s %s: %s, wanted %s\n", verdict, t.What, t.number(t.Value), t.number(t.Most))
	}
	return b.String()
}
