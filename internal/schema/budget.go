package schema

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Limits of texts, which only this reader of forms has. The others stand in protocol.json.
const (
	// MaxDefault is how many bytes of text a suggestion may have, and
	// MaxDefaultEntries how many entries the one of a list.
	MaxDefault        = 64 << 10
	MaxDefaultEntries = 1000
	// briefText is how long a text may be that is never shortened.
	briefText = 120
	// maxGuess is how many bytes of one text the word lists look at. A shared
	// definition can bring the same long text into every field.
	maxGuess = 4096
)

// Budget is what all forms of a round may cost together, with all that their references
// resolve to: what is within it is read, checked and drawn in 100 milliseconds at most. The
// length of a request says little: one of 230 kB can refer 300 times to one text of 200 kB.
//
// Work is counted before it is done. What is beyond the budget is shortened (texts), left
// out with a remark (suggestions, patterns), marked with [TooMuch] (fields), or rejected
// (properties, options).
type Budget struct {
	// work bounds the schemas that are visited and the members that are copied
	// while references are resolved. Definitions that name each other several
	// times grow exponentially when they are written out.
	work int
	// properties and options bound those of all forms.
	properties, options int
	// text bounds the bytes of text that are shown of a request before the person
	// asks for more, and hints those that are searched for words.
	text, hints int
	// values bounds the bytes of the values that are listed, and defaults and
	// entries those of the suggestions and the entries in them.
	values, defaults, entries int
	// patterns bounds the effort of compiling the patterns, and matches the work
	// of matching the suggestions with them.
	patterns, matches int
	// parts bounds the parts of schemas that the validator compiles: what fields share
	// is there once for each of them.
	parts int
}

// NewBudget returns the budget of a request.
func NewBudget() *Budget {
	return &Budget{
		work: maxWork, properties: MaxProperties, options: MaxOptionsTotal, text: 128 << 10, hints: 128 << 10,
		values: maxValues, defaults: 128 << 10, entries: 6000, patterns: maxPatterns, matches: maxMatches, parts: 5000,
	}
}

// Spent is how much of the budget has been used, in units that take a browser about
// five microseconds each. It depends on the request alone and never on a clock.
func (b *Budget) Spent() int {
	all := NewBudget()
	return all.work - b.work + all.properties - b.properties + all.options - b.options + all.entries - b.entries +
		(all.text-b.text+all.values-b.values+all.defaults-b.defaults)/64 + (all.hints-b.hints)/32 +
		(all.patterns-b.patterns)/100 + (all.matches-b.matches)/1000 + 4*(all.parts-b.parts)
}

// take subtracts amount from the budget for one kind of work, or reports false if that is too small.
func take(left *int, amount int) bool {
	if amount > *left {
		return false
	}
	*left -= amount
	return true
}

// TakePattern is asked for the effort of compiling a pattern, before that is compiled.
func (b *Budget) TakePattern(effort int) bool { return take(&b.patterns, effort) }

// TakeMatch is asked for the work of matching a suggestion with its pattern, before that is done.
func (b *Budget) TakeMatch(work int) bool { return take(&b.matches, work) }

// TakeParts is asked for the parts of a schema, before the validator compiles it.
func (b *Budget) TakeParts(s elicit.Value) bool { return take(&b.parts, parts(s, b.parts)) }

// parts counts the parts of a value, up to a limit and one. Long texts count as many.
func parts(v elicit.Value, limit int) int {
	n := 1 + len(v.Text)/100
	for i := 0; i < len(v.Items) && n <= limit; i++ {
		n += parts(v.Items[i], limit-n)
	}
	for i := 0; i < len(v.Members) && n <= limit; i++ {
		n += parts(v.Members[i].Value, limit-n)
	}
	return n
}

// shorten returns what may be kept of a text of which up to limit code points
// are shown: short texts stay, long ones while there is room.
func (b *Budget) shorten(text untrusted.Text, limit int) (kept untrusted.Text, cut bool) {
	if len(text) <= briefText || take(&b.text, len(untrusted.Prefix(string(text), limit))) {
		return text, false
	}
	return untrusted.Text(untrusted.Prefix(string(text), briefText/2) + "…"), true
}
