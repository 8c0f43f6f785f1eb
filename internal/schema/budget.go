package schema

import (
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// Limits of texts, which only this reader of forms has. The other limits stand in protocol.json.
const (
	// maxDefault bounds a suggestion in bytes of text, maxDefaultEntries in entries of a list.
	maxDefault        = 64 << 10
	maxDefaultEntries = 1000
	// briefText is the length in bytes up to which a text is never shortened.
	briefText = 120
	// maxGuess bounds the searched bytes of a text: references can bring one long text into every field.
	maxGuess = 4096
)

// Budget bounds the cost of all forms of a round: within it, they are read, checked and drawn in 100
// milliseconds. The length of a request is a bad measure: one of 230 kB can refer 300 times to one
// text of 200 kB. Beyond it, texts are shortened, suggestions and patterns are left out with a remark,
// fields are marked with [TooMuch], and properties and options lead to a rejection.
type Budget struct {
	// CountElements returns the number of elements that a field is drawn with. It is nil for a form that is not drawn.
	CountElements func(*Field) int
	// work bounds the visited schemas and copied members: definitions that name each other grow exponentially.
	work                int
	properties, options int
	// text bounds the bytes that are shown before the person asks for more, and hints those searched for words.
	text, hints int
	// values bounds the bytes of listed values, defaults those of suggestions, and entries their entries.
	values, defaults, entries int
	// patterns bounds the effort of compiling patterns, and matches that of matching suggestions with them.
	patterns, matches int
	// parts bounds the parts of schemas that the validator compiles, once for each field that uses them.
	parts int
}

// NewBudget returns the budget of a request.
func NewBudget() *Budget {
	return &Budget{
		work: maxWork, properties: MaxProperties, options: MaxOptionsTotal, text: 128 << 10, hints: 128 << 10,
		values: maxValues, defaults: 128 << 10, entries: 6000, patterns: maxPatterns, matches: maxMatches, parts: 5000,
	}
}

// Cost returns the used part of the budget, in units that take a browser about five
// microseconds each. It depends on the request alone and never on a clock.
func (b *Budget) Cost() int {
	all := NewBudget()
	return all.work - b.work + all.properties - b.properties + all.options - b.options + all.entries - b.entries +
		(all.text-b.text+all.values-b.values+all.defaults-b.defaults)/64 + (all.hints-b.hints)/32 +
		(all.patterns-b.patterns)/100 + (all.matches-b.matches)/1000 + 4*(all.parts-b.parts)
}

func take(remaining *int, amount int) bool {
	if amount > *remaining {
		return false
	}
	*remaining -= amount
	return true
}

// TakePattern takes the effort of compiling a pattern; it reports false when the budget is used up.
func (b *Budget) TakePattern(effort int) bool { return take(&b.patterns, effort) }

// TakeMatch takes the work of matching a suggestion with its pattern; it reports false when the budget is used up.
func (b *Budget) TakeMatch(work int) bool { return take(&b.matches, work) }

// TakeParts takes the parts of a schema that the validator is about to compile; it reports false when the budget is used up.
func (b *Budget) TakeParts(s request.Value) bool { return take(&b.parts, countParts(s, b.parts)) }

func countParts(v request.Value, limit int) int {
	n := 1 + len(v.Text)/100
	for i := 0; i < len(v.Items) && n <= limit; i++ {
		n += countParts(v.Items[i], limit-n)
	}
	for i := 0; i < len(v.Members) && n <= limit; i++ {
		n += countParts(v.Members[i].Value, limit-n)
	}
	return n
}

// shorten keeps short texts whole, and long ones while the budget has room for them.
func (b *Budget) shorten(text safetext.Text, limit int) (shown safetext.Text, isCut bool) {
	if len(text) <= briefText || take(&b.text, len(safetext.Prefix(string(text), limit))) {
		return text, false
	}
	return safetext.Text(safetext.Prefix(string(text), briefText/2) + "…"), true
}
