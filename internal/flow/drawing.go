package flow

import (
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Elements that are drawn at a time. A slice keeps a button waiting for some 30
// milliseconds in a browser; a page is what is drawn without being asked.
const (
	sliceElements = 400
	pageElements  = 3500
)

// Drawing is how far a long screen is drawn: the questions of a form, the rows
// of a review. It is drawn in slices, so that the browser can let clicks and
// keys through in between, and beyond a page only when somebody wants to see
// more.
type Drawing struct {
	// costs are the elements of each item.
	costs []int
	// Drawn is how many items are on the page, goal how many are to be.
	Drawn, goal int
}

// NewDrawing returns a drawing with its first slice, over items with so many
// elements each.
func NewDrawing(costs []int) Drawing {
	d := Drawing{costs: costs}
	return d.More().Next()
}

// Next draws one more slice.
func (d Drawing) Next() Drawing {
	d.Drawn = min(d.after(d.Drawn, sliceElements), max(d.goal, d.Drawn))
	return d
}

// More lets another page be drawn.
func (d Drawing) More() Drawing {
	d.goal = d.after(max(d.goal, d.Drawn), pageElements)
	return d
}

// Through lets everything be drawn up to an item, and that one.
func (d Drawing) Through(item int) Drawing {
	d.goal = min(max(d.goal, item+1), len(d.costs))
	return d
}

// after is the item behind as many as have so many elements; one at least.
func (d Drawing) after(from, elements int) int {
	for elements > 0 && from < len(d.costs) {
		elements -= d.costs[from]
		from++
	}
	return from
}

// perElement is how many characters take about as long to lay out as an element.
const perElement = 100

// DrawingCost is what a row costs to draw, in elements.
func (r Row) DrawingCost() int {
	const elements = 12
	return elements + (len(r.Label)+len(r.Value)+len(r.Sent))/perElement
}

// DrawingCost is what a field costs to draw, in elements.
func DrawingCost(f schema.Field) int {
	text := min(len(f.Title), untrusted.TitleLimit) + min(len(f.Description), untrusted.DescriptionLimit)
	if f.Kind == schema.List {
		for _, entry := range f.Default.Items {
			text += len(entry.Text) + perElement/4
		}
	} else {
		text += len(f.Default.Text)
	}
	return f.Elements() + text/perElement
}

// Busy reports whether slices are still to be drawn without asking.
func (d Drawing) Busy() bool { return d.Drawn < d.goal }

// Left is how many items are drawn only when somebody asks.
func (d Drawing) Left() int { return len(d.costs) - d.goal }
