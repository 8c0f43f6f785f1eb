package flow

import (
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Elements that are drawn at a time. A form of up to wholeElements, which are sixty to
// seventy fields, is drawn at once. Of a longer one the first slice is about what fits on a
// screen, which is painted before anything else is drawn. A page is what is drawn without
// being asked, and what is left of it comes in one slice: that keeps a button waiting for
// some 50 milliseconds in a browser, and in smaller ones the browser would lay out and
// paint the page after each.
const (
	wholeElements = 700
	firstElements = 150
	pageElements  = 2000
)

// questionElements are about as many as a question is drawn with where questions are
// only listed.
const questionElements = 3

// Drawing is how far a long screen is drawn: the questions of a form, the rows
// of a review. It is drawn in slices, so that the browser can let clicks and
// keys through in between, and beyond a page only when somebody wants to see
// more.
type Drawing struct {
	// costs are the elements of each item.
	costs []int
	// Drawn is how many items are on the page, goal how many are to be.
	Drawn, goal int
	// task is the number of this drawing: a turn that was asked for by the
	// drawing of an earlier screen does nothing.
	task int
	// painted says that the first slice has been painted.
	painted bool
	// underway says that a turn to draw the next slice was asked for.
	underway bool
	// watched is how many items were drawn when the button for more was last
	// looked out for; 0 when it was not.
	watched int
	// held is a focus that waits until its item is drawn.
	held *Focus
}

// newDrawing returns a drawing with its first slice, over items with so many
// elements each.
func newDrawing(costs []int, task int) Drawing {
	d := Drawing{costs: costs, task: task}.more()
	first := firstElements
	if d.after(0, wholeElements) == len(costs) {
		first = wholeElements
	}
	return d.slice(first)
}

// next draws one more slice.
func (d Drawing) next() Drawing {
	d.painted = true
	return d.slice(pageElements)
}

// slice draws a slice of so many elements.
func (d Drawing) slice(elements int) Drawing {
	d.Drawn = min(d.after(d.Drawn, elements), max(d.goal, d.Drawn))
	return d
}

// more lets another page be drawn.
func (d Drawing) more() Drawing {
	d.goal = d.after(max(d.goal, d.Drawn), pageElements)
	return d
}

// through lets everything be drawn up to an item, and that one.
func (d Drawing) through(item int) Drawing {
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

// Busy reports whether slices are still to be drawn without asking.
func (d Drawing) Busy() bool { return d.Drawn < d.goal }

// Left is how many items are drawn only when somebody asks.
func (d Drawing) Left() int { return len(d.costs) - d.goal }

// perElement is how many characters take about as long to lay out as an element.
const perElement = 100

// DrawingCost is what a row costs to draw, in elements of a form. Its own are text but for
// one button, and cost some half of that.
func (r *Row) DrawingCost() int {
	return (r.Elements()+1)/2 + (len(r.Label)+len(r.Value)+len(r.Sent))/perElement
}

// Elements is how many elements of a page the row is drawn with.
func (r *Row) Elements() int {
	n := 5
	add := func(said bool, elements int) {
		if said {
			n += elements
		}
	}
	add(r.Sent != "", 2)
	add(r.Suggested, 2)
	add(r.Refill != "", 2)
	add(r.Secret, 1)
	return n
}

// DrawingCost is what a field costs to draw, in elements.
func DrawingCost(f *schema.Field) int {
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

// drawingCosts are the elements of each item of the screen.
func (s *State) drawingCosts() []int {
	var costs []int
	switch {
	case s.Step == Review:
		costs = make([]int, len(s.Reviewed.Rows))
		for i := range costs {
			costs[i] = s.Reviewed.Rows[i].DrawingCost()
		}
	case s.Step == Form:
		fields, listed := s.Question().Form.Fields, len(s.Question().Form.Reasons) > 0
		costs = make([]int, len(fields))
		for i := range fields {
			costs[i] = questionElements
			if !listed {
				costs[i] = DrawingCost(&fields[i])
			}
		}
	}
	return costs
}
