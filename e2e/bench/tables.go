package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// row is what is measured of one form, or of none in particular.
type row struct {
	measure described
	form    string
}

// rows are all that was measured, in the order of the tables.
func (res *results) rows() []row {
	var list []row
	forms := []string{""}
	for _, f := range res.Forms {
		forms = append(forms, f.Name)
	}
	if !slices.Contains(forms, "10") {
		forms = append(forms, "10") // which every page is opened with
	}
	for _, m := range measures {
		for _, f := range forms {
			if slices.ContainsFunc(res.Rivals, func(r rival) bool { return res.Samples[sampleKey{m.measure, f, r.Name}] != nil }) {
				list = append(list, row{m, f})
			}
		}
	}
	return list
}

// number writes a value in the unit of the measure.
func (d described) number(v float64) string {
	return strconv.FormatFloat(v/d.scale, 'f', d.digits, 64)
}

// cell is what the tables say of a sample: its median, and where half of the values are.
func (d described) cell(s *sample) string {
	v := s.all()
	text := d.number(median(v))
	if len(v) > 1 {
		text += fmt.Sprintf(" (%s–%s)", d.number(quantile(v, 0.25)), d.number(quantile(v, 0.75)))
	}
	if d.measure == keyPaint {
		text += ", p95 " + d.number(quantile(v, 0.95))
	}
	return text
}

// plain are the figures for a terminal.
func (res *results) plain() string {
	var b strings.Builder
	for _, r := range res.rows() {
		fmt.Fprintf(&b, "%-11s %-10s", r.measure.measure, r.form)
		for _, rival := range res.Rivals {
			k := sampleKey{r.measure.measure, r.form, rival.Name}
			if s := res.Samples[k]; s != nil {
				fmt.Fprintf(&b, " | %s %s", rival.Name, r.measure.cell(s))
				if ratio, ok := res.Samples.ratio(k); ok {
					fmt.Fprintf(&b, " ours/%s %.2f", rival.Name, ratio.Median)
				}
			}
		}
		b.WriteByte('\n')
	}
	for _, t := range res.Targets {
		fmt.Fprintf(&b, "%-6s %s: %s, wanted %s\n", t.verdict(), t.What, t.number(t.Value), t.number(t.Most))
	}
	return b.String()
}

func (t target) verdict() string {
	if t.Met {
		return "met"
	}
	return "missed"
}

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

// table is one table of the document: some measures, with a row for each form.
func (res *results) table(title string, wanted ...measure) string {
	var rivals []rival
	for _, r := range res.Rivals {
		if slices.ContainsFunc(wanted, func(m measure) bool {
			return slices.ContainsFunc(res.rows(), func(row row) bool { return res.Samples[sampleKey{m, row.form, r.Name}] != nil })
		}) {
			rivals = append(rivals, r)
		}
	}
	var b strings.Builder
	for _, r := range res.rows() {
		if !slices.Contains(wanted, r.measure.measure) {
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "\n### %s\n\n| |", title)
			for _, rival := range rivals {
				fmt.Fprintf(&b, " %s |", rival.Label)
			}
			for _, rival := range rivals {
				if rival.Name != oursName {
					fmt.Fprintf(&b, " to %s |", short(rival.Label))
				}
			}
			b.WriteString("\n|---|" + strings.Repeat("---:|", 2*len(rivals)-1) + "\n")
		}
		label := r.measure.label
		if r.measure.unit != "" {
			label += ", " + r.measure.unit
		}
		if form := res.formLabel(r.form); form != "" && len(wanted) > 0 && r.measure.perForm() {
			label = form + ": " + strings.ToLower(label[:1]) + label[1:]
		}
		fmt.Fprintf(&b, "| %s |", label)
		for _, rival := range rivals {
			text := ""
			if s := res.Samples[sampleKey{r.measure.measure, r.form, rival.Name}]; s != nil {
				text = r.measure.cell(s)
			}
			fmt.Fprintf(&b, " %s |", text)
		}
		for _, rival := range rivals {
			if rival.Name == oursName {
				continue
			}
			text := ""
			if ratio, ok := res.Samples.ratio(sampleKey{r.measure.measure, r.form, rival.Name}); ok {
				text = fmt.Sprintf("%.2f", ratio.Median)
				if ratio.P25 != ratio.P75 {
					text += fmt.Sprintf(" (%.2f–%.2f)", ratio.P25, ratio.P75)
				}
			}
			fmt.Fprintf(&b, " %s |", text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// perForm reports whether the measure is taken of forms of every length.
func (d described) perForm() bool {
	return slices.Contains([]measure{warmFirst, warmAll, warmCPU, warmScript, keyPaint, keyCPU, keyScript, review, reviewAll, reviewCPU}, d.measure)
}

// short is a label without what stands behind its name.
func short(label string) string {
	name, _, _ := strings.Cut(label, " (")
	return name
}
