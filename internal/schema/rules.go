package schema

import (
	"math"
	"strconv"

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

// readNumber reads the rules of a number.
func (r *reader) readNumber(schema elicit.Value, kind Kind) {
	f := &r.field
	f.Kind = kind
	f.Minimum = r.bound(schema, "minimum")
	f.Maximum = r.bound(schema, "maximum")
	f.ExclusiveMinimum = r.bound(schema, "exclusiveMinimum")
	f.ExclusiveMaximum = r.bound(schema, "exclusiveMaximum")
	f.MultipleOf = r.bound(schema, "multipleOf")
	if emptyRange(f) {
		r.obstruct(Contradiction)
	}
}

// emptyRange reports whether no number, or for an integer no whole number,
// lies between the bounds.
func emptyRange(f *Field) bool {
	lower, lowerOpen := strictest(f.Minimum, f.ExclusiveMinimum, 1)
	upper, upperOpen := strictest(f.Maximum, f.ExclusiveMaximum, -1)
	if lower == nil || upper == nil {
		return false
	}
	order := lower.compare(*upper)
	if order > 0 || order == 0 && (lowerOpen || upperOpen) {
		return true
	}
	if f.Kind != Integer {
		return false
	}
	first, ok := lower.ceil()
	last, also := upper.floor()
	if !ok || !also {
		return false
	}
	if lowerOpen && lower.whole() {
		first.Add(first, bigOne)
	}
	if upperOpen && upper.whole() {
		last.Sub(last, bigOne)
	}
	return first.Cmp(last) > 0
}

// strictest returns the tighter of two bounds and whether it excludes itself;
// direction is 1 for lower bounds and -1 for upper ones.
func strictest(inclusive, exclusive string, direction int) (*decimal, bool) {
	closed, hasClosed := parseDecimal(inclusive)
	open, hasOpen := parseDecimal(exclusive)
	switch {
	case hasClosed && hasOpen:
		if closed.compare(open)*direction > 0 {
			return &closed, false
		}
		return &open, true
	case hasClosed:
		return &closed, false
	case hasOpen:
		return &open, true
	}
	return nil, false
}

// fitsNumber reports whether a number literal meets the field's rules and
// survives every reader of JSON.
func fitsNumber(f *Field, literal string) bool {
	d, ok := parseDecimal(literal)
	if !ok || !faithful(d, literal, f.Kind == Integer) {
		return false
	}
	if lower, open := strictest(f.Minimum, f.ExclusiveMinimum, 1); lower != nil {
		if order := d.compare(*lower); order < 0 || order == 0 && open {
			return false
		}
	}
	if upper, open := strictest(f.Maximum, f.ExclusiveMaximum, -1); upper != nil {
		if order := d.compare(*upper); order > 0 || order == 0 && open {
			return false
		}
	}
	return f.MultipleOf == "" || IsMultiple(literal, f.MultipleOf)
}

// faithful reports whether a number comes through a reader that knows only
// float64. Beyond 2^53-1 an integer never does; another number does when its
// shortest form gives the same value back (1e308), so that 9007199254740993
// is refused even where fractions are allowed.
func faithful(d decimal, literal string, integer bool) bool {
	if integer && !d.whole() {
		return false
	}
	if d.safe() {
		float, err := strconv.ParseFloat(literal, 64)
		return err == nil && (float != 0 || d.zero())
	}
	if integer {
		return false
	}
	float, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return false
	}
	back, ok := parseDecimal(strconv.FormatFloat(float, 'g', -1, 64))
	return ok && back.compare(d) == 0
}
