package answer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Start is the draft that a field opens with: the server's suggestion where
// there is one that the controls can hold, else an untouched one.
func Start(f schema.Field, env Env) Draft {
	if !stands(f) {
		return Draft{}
	}
	d := Draft{Origin: Suggested}
	v, l := f.Default, env.Locale.orEnglish()
	switch f.Kind {
	case schema.Number, schema.Integer:
		literal := v.Text
		if a, fault := suggestedNumber(f.Kind, literal); fault == FaultNone {
			literal = a.Value.Text
		}
		// Ungrouped, so that it can be edited digit by digit.
		d.Text = localise(literal, l)
	case schema.Date:
		c, _ := splitDate(v.Text)
		d.setDay(c)
	case schema.DateTime:
		m, offset, _ := splitDateTime(v.Text)
		d.setDay(m.day)
		d.Clock, d.Zone = m.clock.text(), fixedZone(offset)
	case schema.Boolean, schema.Choice:
		d.Chosen = []int{f.Find(v)}
	case schema.Choices:
		for _, item := range v.Items {
			d.Chosen = append(d.Chosen, f.Find(item))
		}
		slices.Sort(d.Chosen)
		d.Chosen = slices.Compact(d.Chosen)
	case schema.List:
		lines := make([]string, len(v.Items))
		for i, item := range v.Items {
			lines[i] = item.Text
		}
		d.Text = strings.Join(lines, "\n")
	default:
		d.Text = v.Text
	}
	return d
}

// setDay fills the controls of a date. The year keeps its four digits, since
// fewer are not read as a year.
func (d *Draft) setDay(c calendarDay) {
	d.Day, d.Month, d.Year = strconv.Itoa(c.day), strconv.Itoa(c.month), c.text()[:4]
}

// stands reports whether the controls of the field can hold its default as
// something that can be given back unchanged. A default of another form, such
// as a date-time without an offset, is never applied.
func stands(f schema.Field) bool {
	v := f.Default
	switch f.Kind {
	case schema.Number, schema.Integer:
		_, ok := parseLiteral(v.Text)
		return v.Kind == elicit.Number && ok
	case schema.Date:
		_, ok := splitDate(v.Text)
		return v.Kind == elicit.String && ok
	case schema.DateTime:
		_, _, ok := splitDateTime(v.Text)
		return v.Kind == elicit.String && ok
	case schema.Boolean, schema.Choice:
		return v.Exists() && f.Find(v) >= 0
	case schema.Choices:
		return v.Kind == elicit.Array && !slices.ContainsFunc(v.Items, func(item elicit.Value) bool {
			return f.Find(item) < 0
		})
	case schema.List:
		return v.Kind == elicit.Array && !slices.ContainsFunc(v.Items, func(item elicit.Value) bool {
			return item.Kind != elicit.String || item.Lossy
		})
	}
	return v.Kind == elicit.String && !v.Lossy
}

// Clear is the draft after the person removed everything.
func Clear(f schema.Field) Draft {
	if f.Default.Exists() {
		return Draft{Origin: Cleared}
	}
	return Draft{}
}

// Same reports whether the same stands in the controls, wherever it came from.
func (d Draft) Same(e Draft) bool {
	return d.Text == e.Text && d.Day == e.Day && d.Month == e.Month && d.Year == e.Year &&
		d.Clock == e.Clock && d.Zone == e.Zone && d.Fold == e.Fold && slices.Equal(d.Chosen, e.Chosen)
}

// Blank reports whether nothing is typed or chosen. A zone alone is nothing:
// the person's own is chosen before anybody has done anything.
func (d Draft) Blank() bool {
	return d.Text+d.Day+d.Month+d.Year+d.Clock == "" && len(d.Chosen) == 0
}
