package schema

import "github.com/elicitform/elicitform/internal/untrusted"

// Budget is what one request may cost: the sum over all that its references
// resolve to, and over all parts of a round. A request of 30 kB can name one
// text of 200 kB a thousand times, so that its own length says nothing.
//
// What a request spells out itself always fits: the limits are wider than the
// longest request. What references multiply beyond them is, in this order of
// preference, shortened (texts), left to search (options, see [MaxElements]),
// left out with a note (suggestions, patterns), marked with [TooMuch] (fields),
// or refused (properties, options). It is counted before it is done.
type Budget struct {
	units      int
	work       int
	properties int
	options    int
	text       int
	values     int
	defaults   int
	entries    int
	patterns   int
	matches    int
}

// Slice is a number of units that is worked off in some ten milliseconds in a
// browser. Whoever works in slices yields to the browser after each of them.
const Slice = 2000

// NewBudget returns the budget of a request.
func NewBudget() *Budget {
	return &Budget{
		work: maxWork, properties: MaxPropertiesTotal, options: MaxOptionsTotal, text: maxText, values: maxValues,
		defaults: maxDefaults, entries: maxEntries, patterns: maxPatterns, matches: maxMatches,
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
	if b == nil {
		return true
	}
	b.units += effort / 100
	return take(&b.patterns, effort)
}

// TakeMatch takes the work of matching a suggestion with its pattern, before it
// is matched, and reports whether there was so much left.
func (b *Budget) TakeMatch(work int) bool { return b == nil || take(&b.matches, work) }

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
