package schema

import "github.com/elicitform/elicitform/internal/untrusted"

// Budget is what one request may cost, with all that its references resolve to,
// and all forms of a round together. The length of a request says little: one of
// 230 kB can refer a thousand times to one text of 200 kB.
//
// A request without references is always within the limits. What references
// multiply beyond the limits is shortened (texts), left to search (options, see
// [MaxElements]), left out with a note (suggestions, patterns), marked with
// [TooMuch] (fields), or refused (properties, options). The cost of a piece of
// work is counted before the work is done.
type Budget struct {
	// units is the work that was done; see [Budget.Spent].
	units int
	// work bounds the schemas that are visited and the members that are copied
	// while references are resolved. Definitions that name each other several
	// times grow exponentially when they are written out.
	work int
	// properties and options bound those of all forms.
	properties, options int
	// text bounds the bytes of text that are shown of a request before somebody
	// asks for more.
	text int
	// values bounds the bytes of the values that are listed, and defaults and
	// entries those of the suggestions and the entries in them.
	values, defaults, entries int
	// patterns bounds the effort of compiling the patterns, and matches the work
	// of matching the suggestions with them.
	patterns, matches int
}

// Slice is how many units of work take some ten milliseconds in a browser. Code
// that works in slices lets the browser go on after each of them.
const Slice = 2000

// NewBudget returns the budget of a request.
func NewBudget() *Budget {
	return &Budget{
		work: 200_000, properties: 2000, options: MaxOptionsTotal, text: 256 << 10, values: 1 << 20, defaults: 256 << 10,
		entries: 10_000, patterns: 250_000, matches: 10_000_000,
	}
}

// Spent is how many units of work were done so far. A unit is the work of one
// small part of a schema, such as an option; the number depends on the request
// alone and never on a clock.
func (b *Budget) Spent() int { return b.units }

// take takes amount from what is left of one kind, if there is so much.
func take(left *int, amount int) bool {
	if amount > *left {
		return false
	}
	*left -= amount
	return true
}

// TakePattern takes the effort of compiling a pattern, before it is compiled,
// and reports whether there was so much left.
func (b *Budget) TakePattern(effort int) bool {
	b.units += effort / 100
	return take(&b.patterns, effort)
}

// TakeMatch takes the work of matching a suggestion with its pattern, before it
// is matched, and reports whether there was so much left.
func (b *Budget) TakeMatch(work int) bool { return take(&b.matches, work) }

// shorten returns what may be kept of a text of which up to limit code points
// are shown, and whether that is less than all: short texts stay, long ones
// while there is room.
func (b *Budget) shorten(text untrusted.Text, limit int) (kept untrusted.Text, cut bool) {
	b.units += 1 + min(len(text), limit)/64
	if len(text) <= briefText {
		return text, false
	}
	if take(&b.text, len(untrusted.Prefix(string(text), limit))) {
		return text, false
	}
	return untrusted.Text(untrusted.Prefix(string(text), briefText/2) + "…"), true
}
