package main

import (
	"fmt"
	"html"
	"strings"
)

// panel is one part of the chart: bars of some rows, with one scale.
type panel struct {
	title string
	unit  string
	rows  []sampleKey // without a rival
}

// The measures of the chart, in pixels.
const (
	chartWidth = 760
	labelWidth = 150
	barHeight  = 9
	rowGap     = 8
	panelGap   = 44
)

// chart is docs/benchmarks.svg: bars of the medians, with a thin line where the middle
// half of the values is.
func (res *results) chart() string {
	var panels []panel
	for _, p := range []struct {
		title    string
		measures []measure
		forms    []string
	}{
		{"A request: all fields painted", []measure{warmAll}, []string{"1", "10", "everything", "50", "choice", "200"}},
		{"A key press: processor time", []measure{keyCPU}, []string{"10", "200", "1000"}},
		{"Continue: the whole review painted", []measure{reviewAll}, []string{"10", "50", "200"}},
		{"A page opened: form of 10 fields painted", []measure{coldAll, slowAll}, []string{"10"}},
	} {
		next := panel{title: p.title, unit: "ms"}
		for _, m := range p.measures {
			for _, f := range p.forms {
				if res.Samples[sampleKey{m, f, oursName}] != nil {
					next.rows = append(next.rows, sampleKey{Measure: m, Form: f})
				}
			}
		}
		if len(next.rows) > 0 {
			panels = append(panels, next)
		}
	}

	var b strings.Builder
	y := 24
	for i, r := range res.Rivals {
		x := 8 + i*(chartWidth-16)/len(res.Rivals)
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="10" height="10"/><text x="%d" y="%d">%s</text>`+"\n", r.Name, x, y-9, x+15, y, html.EscapeString(r.Label))
	}
	for _, p := range panels {
		y += panelGap
		fmt.Fprintf(&b, `<text class="title" x="8" y="%d">%s, %s</text>`+"\n", y-14, html.EscapeString(p.title), p.unit)
		y = res.bars(&b, p, y)
	}
	height := y + 8
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="Medians of what forms take; the figures are in the tables of benchmarks.md">
<style>
text { font: 12px sans-serif; fill: #222 }
.title { font-weight: bold }
.value { font-size: 10px }
.range { stroke: #222; stroke-width: 1 }
.paper { fill: #fff }
.ours { fill: #0a6c74 } .base { fill: #9cc4c7 } .rjsf { fill: #c96a1b } .jsonforms { fill: #7a6fb0 }
@media (prefers-color-scheme: dark) { text { fill: #eee } .range { stroke: #eee } .paper { fill: #16181a } .ours { fill: #3fb6c0 } .base { fill: #2c5a5e } .rjsf { fill: #e9964f } .jsonforms { fill: #a79ddb } }
</style>
<rect class="paper" width="%d" height="%d"/>
%s</svg>
`, chartWidth, height, chartWidth, height, chartWidth, height, b.String())
}

// bars draws the rows of a panel from y on, and returns where they end.
func (res *results) bars(b *strings.Builder, p panel, y int) int {
	most := 0.0
	each := func(visit func(k sampleKey, rival int, s *sample)) {
		for _, k := range p.rows {
			for i, r := range res.Rivals {
				k.Rival = r.Name
				visit(k, i, res.Samples[k])
			}
		}
	}
	each(func(_ sampleKey, _ int, s *sample) {
		if s != nil {
			most = max(most, quantile(s.all(), 0.75))
		}
	})
	scale := float64(chartWidth-labelWidth-70) / most
	each(func(k sampleKey, i int, s *sample) {
		if i == 0 {
			label := res.formLabel(k.Form)
			if k.Measure == coldAll || k.Measure == slowAll || label == "" {
				label = map[measure]string{coldAll: "localhost", slowAll: "slow line"}[k.Measure]
			}
			fmt.Fprintf(b, `<text x="8" y="%d">%s</text>`+"\n", y+barHeight, html.EscapeString(label))
		}
		if s != nil {
			v := spreadOf(s.all())
			at := func(v float64) float64 { return labelWidth + v*scale }
			middle := y + barHeight/2
			fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>`, k.Rival, labelWidth, y, v.Median*scale, barHeight-1)
			fmt.Fprintf(b, `<line class="range" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>`, at(v.P25), at(v.P75), middle, middle)
			fmt.Fprintf(b, `<text class="value" x="%.1f" y="%d">%.0f</text>`+"\n", at(v.P75)+4, y+barHeight-1, v.Median)
			y += barHeight
		}
		if i == len(res.Rivals)-1 {
			y += rowGap
		}
	})
	return y
}
