package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The columns: this project, the other library in a frame and in the page, and another build of this project.
const (
	ours = iota
	inFrame
	inPage
	earlier
	columns
)

// measure is a figure of each column, for several numbers of questions or requests, or measured once (number 0).
type measure struct {
	// label is the line of the figure in the table, with a place for the number.
	label  string
	unit   string
	digits int
	// toFrame and toPage are targets by number, relative to the other library in a frame and in the page; most is a maximum.
	toFrame, toPage, most map[int]float64
}

var (
	shown       = &measure{label: "A form with %s is there", unit: "ms", toFrame: map[int]float64{10: 1, 50: 1, 200: 0.8}, toPage: map[int]float64{1: 0.8, 3: 0.9, 10: 1.6, 50: 1.5, 200: 0.9}}
	shownWork   = &measure{label: "Processor time for a form with %s", unit: "ms", digits: 1, toPage: map[int]float64{200: 0.95}}
	layouts     = &measure{label: "Layouts of its document for a form with %s", unit: "number", most: map[int]float64{200: 6}}
	key         = &measure{label: "Processor time for a key, %s", unit: "ms", digits: 1, toPage: map[int]float64{1: 0.9, 3: 0.9, 10: 0.9, 50: 0.9, 200: 0.9}}
	next        = &measure{label: "Continue, until its answers are there, %s", unit: "ms"}
	nextWork    = &measure{label: "Processor time for Continue, %s", unit: "ms", digits: 1, most: map[int]float64{10: 12, 200: 30}}
	nextLayouts = &measure{label: "Layouts of its document for Continue, %s", unit: "number", most: map[int]float64{200: 4}}
	page        = &measure{label: "A new page and its form of ten questions are there", unit: "ms", toFrame: map[int]float64{0: 1.25}, toPage: map[int]float64{0: 1.75}}
	pageWork    = &measure{label: "Processor time of all threads for a new page", unit: "ms"}
	weakPage    = &measure{label: "The same on a slow processor", unit: "ms", toPage: map[int]float64{0: 2.4}}
	slowPage    = &measure{label: "The same on a slow line", unit: "ms", toPage: map[int]float64{0: 2.1}}
	laterPage   = &measure{label: "The same at a later visit", unit: "ms"}
	decline     = &measure{label: "From the frame's navigation to something to press", unit: "ms", most: map[int]float64{0: 90}}
	weakDecline = &measure{label: "The same on a slow processor, to something to press", unit: "ms", most: map[int]float64{0: 300}}
	weight      = &measure{label: "What a page loads, as brotli", unit: "kB"}
	frame       = &measure{label: "Of it, the frame", unit: "kB", most: map[int]float64{0: 1000}}
	raw         = &measure{label: "The frame without compression", unit: "kB", most: map[int]float64{0: 5600}}
	memory      = &measure{label: "Memory of all renderers after %s", unit: "MB", most: map[int]float64{1: 70}}
)

var measures = []*measure{
	shown, shownWork, layouts, key, next, nextWork, nextLayouts,
	page, weakPage, slowPage, laterPage, pageWork, decline, weakDecline, weight, frame, raw, memory,
}

type figure struct {
	*measure
	number int
}

// figures has the figures of a round by column; 0 was not measured.
type figures [columns]float64

// results has the figures of each round: within a round all columns have the same conditions.
type results map[figure][]figures

// add adds a figure of a column in a round. Rounds are counted from 0.
func (r results) add(round, column int, m *measure, number int, value float64) {
	f := figure{m, number}
	for len(r[f]) <= round {
		r[f] = append(r[f], figures{})
	}
	r[f][round][column] = value
}

func (r results) of(column int, f figure) []float64 {
	var list []float64
	for _, one := range r[f] {
		if one[column] > 0 {
			list = append(list, one[column])
		}
	}
	return list
}

// ratios returns our figures divided by those of another column, round by round.
func (r results) ratios(f figure, column int) []float64 {
	var list []float64
	for _, one := range r[f] {
		if one[ours] > 0 && one[column] > 0 {
			list = append(list, one[ours]/one[column])
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

// verdicts returns the targets of a figure, and whether the results meet each.
func (r results) verdicts(f figure) (targets []string, missed int) {
	say := func(target string, met bool) {
		if !met {
			missed++
		}
		targets = append(targets, target+map[bool]string{true: ": met", false: ": **missed**"}[met])
	}
	if limit, ok := f.toFrame[f.number]; ok {
		say(fmt.Sprintf("≤ %.2f × frame", limit), quantile(r.ratios(f, inFrame), 0.5) <= limit)
	}
	if limit, ok := f.toPage[f.number]; ok {
		say(fmt.Sprintf("≤ %.2f × page", limit), quantile(r.ratios(f, inPage), 0.5) <= limit)
	}
	if limit, ok := f.most[f.number]; ok {
		say(fmt.Sprintf("≤ %s %s", strconv.FormatFloat(limit, 'f', -1, 64), f.unit), quantile(r.of(ours, f), 0.5) <= limit)
	}
	return targets, missed
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

// table has a column for each name.
func (r results) table(names []string) string {
	var b strings.Builder
	against := []int{inFrame, inPage}
	head := strings.Join(names, " | ") + " | × frame | × page | "
	if len(names) > earlier {
		against = append(against, earlier)
		head += "× before | "
	}
	wantedAll, missedAll := 0, 0
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
			targets, missed := r.verdicts(f)
			wantedAll += len(targets)
			missedAll += missed
			fmt.Fprintf(&b, "| %s, %s |", f.name(), m.unit)
			for column := range names {
				fmt.Fprintf(&b, " %s |", spread(r.of(column, f), m.digits))
			}
			for _, column := range against {
				fmt.Fprintf(&b, " %s |", spread(r.ratios(f, column), 2))
			}
			fmt.Fprintf(&b, " %s |\n", strings.Join(targets, "; "))
		}
	}
	return fmt.Sprintf("| | %swanted |\n|---|%s---|\n%s\n%d of %d are missed.\n",
		head, strings.Repeat("---:|", len(names)+len(against)), b.String(), missedAll, wantedAll)
}
