package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// measure is a figure of both libraries, for several numbers of questions or requests, or measured once (number 0).
type measure struct {
	// label is the line of the figure in the table, with a place for the number.
	label  string
	unit   string
	digits int
	// times and most are targets by number: times is relative to the other library, most is a maximum.
	times, most map[int]float64
}

var (
	shown     = &measure{label: "A form with %s is there", unit: "ms", times: map[int]float64{1: 0.9, 10: 1, 50: 1, 200: 1}}
	shownWork = &measure{label: "Processor time for a form with %s", unit: "ms", digits: 1, times: map[int]float64{1: 1.8, 10: 1.4, 50: 1.2, 200: 1}}
	key       = &measure{label: "Processor time for a key, %s", unit: "ms", digits: 1, times: map[int]float64{1: 0.9, 10: 0.9, 50: 0.9, 200: 0.9}}
	next      = &measure{label: "Continue, until its answers are there, %s", unit: "ms"}
	nextWork  = &measure{label: "Processor time for Continue, %s", unit: "ms", digits: 1, most: map[int]float64{10: 12, 200: 30}}
	page      = &measure{label: "A new page and its form of ten questions are there", unit: "ms", times: map[int]float64{0: 1.7}}
	slowPage  = &measure{label: "The same on a slow line", unit: "ms", times: map[int]float64{0: 2.2}}
	decline   = &measure{label: "Of it, from the frame's navigation to a Decline that works", unit: "ms", most: map[int]float64{0: 90}}
	weight    = &measure{label: "What a page loads, as brotli", unit: "MB", digits: 2}
	frame     = &measure{label: "Of it, the frame", unit: "MB", digits: 2, most: map[int]float64{0: 1.15}}
	memory    = &measure{label: "Memory after %s", unit: "MB", digits: 1, most: map[int]float64{1: 8, 200: 14}}
)

var measures = []*measure{shown, shownWork, key, next, nextWork, page, slowPage, decline, weight, frame, memory}

type figure struct {
	*measure
	number int
}

// pair has the figures of a round, this project's first; 0 was not measured.
type pair [2]float64

// results has a pair for each round: within a round both libraries have the same conditions.
type results map[figure][]pair

// add adds a figure of a library in a round. Rounds are counted from 0.
func (r results) add(round, library int, m *measure, number int, value float64) {
	f := figure{m, number}
	for len(r[f]) <= round {
		r[f] = append(r[f], pair{})
	}
	r[f][round][library] = value
}

func (r results) of(library int, f figure) []float64 {
	var list []float64
	for _, p := range r[f] {
		if p[library] > 0 {
			list = append(list, p[library])
		}
	}
	return list
}

func (r results) ratios(f figure) []float64 {
	var list []float64
	for _, p := range r[f] {
		if p[0] > 0 && p[1] > 0 {
			list = append(list, p[0]/p[1])
		}
	}
	return list
}

// quantile interpolates between two values where necessary.
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

// spread writes the median of a sample, and the bounds of its middle half.
func spread(values []float64, digits int) string {
	if len(values) == 0 {
		return ""
	}
	number := func(q float64) string { return strconv.FormatFloat(quantile(values, q), 'f', digits, 64) }
	if len(values) == 1 {
		return number(0.5)
	}
	return fmt.Sprintf("%s (%s–%s)", number(0.5), number(0.25), number(0.75))
}

// verdict returns the target of a figure, and whether the results meet it. A figure without a target is always met.
func (r results) verdict(f figure) (target string, met bool) {
	if limit, ok := f.times[f.number]; ok {
		return fmt.Sprintf("≤ %.2f ×", limit), quantile(r.ratios(f), 0.5) <= limit
	}
	if limit, ok := f.most[f.number]; ok {
		return fmt.Sprintf("≤ %s %s", strconv.FormatFloat(limit, 'f', -1, 64), f.unit), quantile(r.of(0, f), 0.5) <= limit
	}
	return "", true
}

func (f figure) name() string {
	if f.number == 0 {
		return f.label
	}
	things := map[bool]string{true: "request", false: "question"}[f.measure == memory]
	if f.number > 1 {
		things += "s"
	}
	return fmt.Sprintf(f.label, fmt.Sprintf("%d %s", f.number, things))
}

func (r results) table(names [2]string) string {
	var b strings.Builder
	wantedAll, missed := 0, 0
	for _, m := range measures {
		var numbers []int
		for f := range r {
			if f.measure == m {
				numbers = append(numbers, f.number)
			}
		}
		slices.Sort(numbers)
		for _, number := range numbers {
			f := figure{m, number}
			wanted, met := r.verdict(f)
			if wanted != "" {
				wantedAll++
				wanted += map[bool]string{true: ": met", false: ": **missed**"}[met]
			}
			if !met {
				missed++
			}
			fmt.Fprintf(&b, "| %s, %s | %s | %s | %s | %s |\n", f.name(), m.unit, spread(r.of(0, f), m.digits), spread(r.of(1, f), m.digits), spread(r.ratios(f), 2), wanted)
		}
	}
	return fmt.Sprintf("| | %s | %s | × | wanted |\n|---|---:|---:|---:|---|\n%s\n%d of %d are missed.\n", names[0], names[1], b.String(), missed, wantedAll)
}
