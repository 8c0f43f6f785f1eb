package schema

import (
	"math"

	"github.com/elicitform/elicitform/internal/elicit"
)

// count reads a keyword that counts: a whole number of at least 0, also
// written 3.0; -1 when it is absent or malformed.
func (r *reader) count(schema elicit.Value, keyword string) int {
	value := schema.Get(keyword)
	if !value.Exists() {
		return -1
	}
	d, ok := parseDecimal(value.Text)
	if value.Kind != elicit.Number || !ok || !d.whole() || d.negative {
		r.field.note(RuleIgnored)
		return -1
	}
	n, ok := d.floor()
	if !ok || !n.IsInt64() || n.Int64() > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(n.Int64())
}

// bound reads a keyword that holds a number, as it was written. Strings and
// the booleans of draft-04 are no numbers.
func (r *reader) bound(schema elicit.Value, keyword string) string {
	value := schema.Get(keyword)
	if !value.Exists() {
		return ""
	}
	d, ok := parseDecimal(value.Text)
	if value.Kind != elicit.Number || !ok || keyword == "multipleOf" && d.sign() <= 0 {
		r.field.note(RuleIgnored)
		return ""
	}
	return value.Text
}
