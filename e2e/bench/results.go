package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// measure is something that is measured, as the results name it.
type measure string

const (
	warmFirst  measure = "warm-first"
	warmAll    measure = "warm-all"
	warmCPU    measure = "warm-cpu"
	warmScript measure = "warm-script"
	keyPaint   measure = "key-paint"
	keyCPU     measure = "key-cpu"
	keyScript  measure = "key-script"
	review     measure = "review"
	reviewAll  measure = "review-all"
	reviewCPU  measure = "review-cpu"
	coldShell  measure = "cold-shell"
	coldAll    measure = "cold-all"
	slowAll    measure = "slow-all"
	laterAll   measure = "later-all"
	longTasks  measure = "long-tasks"
	bytesAll   measure = "bytes"
	bytesFrame measure = "bytes-frame"
	memory1    measure = "memory-1"
	memory200  measure = "memory-200"
)

// described is how a measure is called in the tables.
type described struct {
	measure
	label string
	// scale is what a value is divided by to be in the unit.
	scale  float64
	unit   string
	digits int
}

var measures = []described{
	{warmFirst, "Request to first field painted", 1, "ms", 0},
	{warmAll, "Request to all fields painted", 1, "ms", 0},
	{warmCPU, "Request: processor time of the main threads", 1, "ms", 1},
	{warmScript, "Request: of that, script", 1, "ms", 1},
	{keyPaint, "Key press to paint", 1, "ms", 0},
	{keyCPU, "Key press: processor time of the main threads", 1, "ms", 1},
	{keyScript, "Key press: of that, script", 1, "ms", 1},
	{review, "Continue to first row of the review painted", 1, "ms", 0},
	{reviewAll, "Continue to whole review painted", 1, "ms", 0},
	{reviewCPU, "Continue: processor time of the main threads", 1, "ms", 1},
	{coldShell, "Frame's navigation to a Decline that works", 1, "ms", 0},
	{coldAll, "Page opened to form painted, localhost", 1, "ms", 0},
	{slowAll, "Page opened to form painted, slow line", 1, "ms", 0},
	{laterAll, "Form asked for 3 s after the page opened", 1, "ms", 0},
	{longTasks, "Tasks over 50 ms on the page's main thread, a round", 1, "", 0},
	{bytesAll, "All that a page loads, as brotli", 1000, "kB", 0},
	{bytesFrame, "Of that, the frame", 1000, "kB", 0},
	{memory1, "Memory after one request", 1e6, "MB", 1},
	{memory200, "Memory after 200 requests", 1e6, "MB", 1},
}

// sampleKey names a sample.
type sampleKey struct {
	Measure measure `json:"measure"`
	Form    string  `json:"form,omitempty"`
	Rival   string  `json:"rival"`
}

// samples are all that was measured.
type samples map[sampleKey]*sample

// add adds values of a round. Rounds are counted from 0.
func (all samples) add(round int, m measure, form, rival string, values ...float64) {
	k := sampleKey{m, form, rival}
	s := all[k]
	if s == nil {
		s = &sample{}
		all[k] = s
	}
	for len(s.Rounds) <= round {
		s.Rounds = append(s.Rounds, nil)
	}
	s.Rounds[round] = append(s.Rounds[round], values...)
}

// entry is a sample in a file, with what the tables say of it.
type entry struct {
	sampleKey
	Median float64 `json:"median"`
	P25    float64 `json:"p25"`
	P75    float64 `json:"p75"`
	P95    float64 `json:"p95"`
	// Ratio is ours divided by this one, the median of all rounds.
	Ratio float64 `json:"ratio,omitempty"`
	sample
}

// MarshalJSON writes the samples as a list in the order of the tables.
func (all samples) MarshalJSON() ([]byte, error) {
	var entries []entry
	for k, s := range all {
		v := s.all()
		e := entry{sampleKey: k, Median: median(v), P25: quantile(v, 0.25), P75: quantile(v, 0.75), P95: quantile(v, 0.95), sample: *s}
		if ratio, ok := all.ratio(k); ok {
			e.Ratio = ratio.Median
		}
		entries = append(entries, e)
	}
	place := func(m measure) int {
		return slices.IndexFunc(measures, func(d described) bool { return d.measure == m })
	}
	slices.SortFunc(entries, func(a, b entry) int {
		if d := place(a.Measure) - place(b.Measure); d != 0 {
			return d
		}
		return strings.Compare(fmt.Sprintf("%8s %s", a.Form, a.Rival), fmt.Sprintf("%8s %s", b.Form, b.Rival))
	})
	return json.Marshal(entries)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (all *samples) UnmarshalJSON(text []byte) error {
	var entries []entry
	if err := json.Unmarshal(text, &entries); err != nil {
		return err
	}
	*all = samples{}
	for _, e := range entries {
		(*all)[e.sampleKey] = &e.sample
	}
	return nil
}

// spread is a median with the quarter of the values below and above it.
type spread struct{ Median, P25, P75 float64 }

func spreadOf(values []float64) spread {
	return spread{median(values), quantile(values, 0.25), quantile(values, 0.75)}
}

// ratio is ours divided by another rival's, if both were measured.
func (all samples) ratio(k sampleKey) (spread, bool) {
	mine := all[sampleKey{k.Measure, k.Form, oursName}]
	// A page without long tasks is not infinitely better than one with a single one.
	if k.Rival == oursName || k.Measure == longTasks || mine == nil || all[k] == nil {
		return spread{}, false
	}
	list := ratios(mine, all[k])
	return spreadOf(list), len(list) > 0
}

// shownForm is a form in the results.
type shownForm struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	Fields int    `json:"fields"`
	// Drawn are how many fields each rival draws by itself.
	Drawn map[string]int `json:"drawn"`
}

// results are what a run has found.
type results struct {
	About   about       `json:"about"`
	Rivals  []rival     `json:"rivals"`
	Forms   []shownForm `json:"forms"`
	Targets []target    `json:"targets"`
	Samples samples     `json:"samples"`
	// Profiles say what was computed where a target was missed.
	Profiles []profile `json:"profiles,omitempty"`
}

func readResults(file string) (*results, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var res results
	if err := json.Unmarshal(text, &res); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &res, nil
}

// formLabel is what a form is called in the tables.
func (res *results) formLabel(name string) string {
	for _, f := range res.Forms {
		if f.Name == name {
			return f.Label
		}
	}
	return ""
}
