package schema

// Budget is what one request may cost: the sum over all that its references
// resolve to, and over all parts of a round. A request of 30 kB can name one
// text of 200 kB a thousand times, so that its own length says nothing.
type Budget struct {
	units int
}

// Slice is a number of units that is worked off in some ten milliseconds in a
// browser. Whoever works in slices yields to the browser after each of them.
const Slice = 2000

// NewBudget returns the budget of a request.
func NewBudget() *Budget { return &Budget{} }

// Spent is how many units of work were done so far. A unit is the work of one
// small part of a schema, such as an option; the number depends on the request
// alone and never on a clock.
func (b *Budget) Spent() int { return b.units }
