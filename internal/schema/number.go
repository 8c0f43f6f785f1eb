package schema

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
)

func (r *reader) readNumber(p property) {
	f, schema := r.field, p.schema
	if len(p.types) > 0 {
		schema = r.readNumerals(p)
	}
	f.Minimum = r.readBound(schema, "minimum")
	f.Maximum = r.readBound(schema, "maximum")
	f.ExclusiveMinimum = r.readBound(schema, "exclusiveMinimum")
	f.ExclusiveMaximum = r.readBound(schema, "exclusiveMaximum")
	f.MultipleOf = r.readBound(schema, "multipleOf")
	if emptyRange(f) {
		r.obstruct(Contradiction)
	}
}

// readNumerals reads which texts count beside numbers, and returns the schema with the bounds of its only number.
func (r *reader) readNumerals(p property) request.Value {
	f, schema := r.field, p.schema
	f.Union = slices.Contains(p.types, "string")
	var number request.Value
	numbers := 0
	for i, entries := -1, unionOf(schema).Items; i < len(entries); i++ {
		entry := schema
		if i >= 0 {
			entry = entries[i]
		}
		types := r.types(entry)
		if slices.Contains(types, "string") {
			f.FreeText = f.FreeText || !entry.Get("pattern").Exists() && !entry.Get("format").Exists() && !namesFloats(entry)
		} else if i >= 0 && len(types) > 0 {
			number = entry
			numbers++
		}
	}
	for _, m := range number.Members {
		if numbers == 1 && strings.Contains(bounds, m.Name) && !schema.Get(m.Name).Exists() {
			schema = schema.With(m.Name, m.Value)
		}
	}
	return schema
}

const bounds = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"

// typeBounds are the limits of programmers' number types, without signs. No person would choose those of the first line;
// the others are type limits only beside the named format.
const typeBounds = " 9007199254740991 2147483647 2147483648 4294967295 9223372036854775807 9223372036854775808 18446744073709551615" +
	" 3.4028234663852886e38 3.4028234663852886e+38 1.7976931348623157e308 1.7976931348623157e+308 " +
	"\nint8 127 128 \nint16 32767 32768 \nuint8 0 255 \nuint16 0 65535 \nuint32 0 \nuint64 0 \nuint 0 \n"

// HintBound is a bound as the hint shows it. It is empty for the limit of the type in which a server stores the number,
// which tells a person nothing.
func (f *Field) HintBound(bound string) string {
	plain := " " + strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(bound, "-"), ".0")) + " "
	all, _, _ := strings.Cut(typeBounds, "\n")
	_, own, _ := strings.Cut(typeBounds, "\n"+f.Schema.Get("format").Text+" ")
	own, _, _ = strings.Cut(own, "\n")
	if strings.Contains(all, plain) || strings.Contains(" "+own, plain) {
		return ""
	}
	return bound
}

// NonNegative reports whether an answer needs neither a minus sign nor letters.
func (f Field) NonNegative() bool {
	return !f.FreeText && slices.ContainsFunc([]string{f.Minimum, f.ExclusiveMinimum}, func(bound string) bool {
		return bound != "" && !strings.HasPrefix(bound, "-")
	})
}

func emptyRange(f *Field) bool {
	lower, lowerOpen := strictest(f.Minimum, f.ExclusiveMinimum, 1)
	upper, upperOpen := strictest(f.Maximum, f.ExclusiveMaximum, -1)
	if lower == "" || upper == "" {
		return false
	}
	order := request.CompareNumbers(lower, upper)
	if empty := order > 0 || order == 0 && (lowerOpen || upperOpen); empty || f.Kind != Integer {
		return empty
	}
	first, last := floor(lower), floor(upper)
	if lowerOpen || !request.IsWhole(lower) {
		first++
	}
	if upperOpen && request.IsWhole(upper) {
		last--
	}
	return first > last
}

// floor is exact where float64 represents every whole number; larger answers are not interoperable anyway.
func floor(literal string) float64 {
	float, _ := strconv.ParseFloat(literal, 64)
	whole := math.Floor(float)
	if request.CompareNumbers(strconv.FormatFloat(whole, 'f', -1, 64), literal) > 0 {
		whole--
	}
	return whole
}

// strictest returns the tighter of two bounds; direction is 1 for lower bounds and -1 for upper ones.
func strictest(inclusive, exclusive string, direction int) (bound string, open bool) {
	if exclusive == "" || inclusive != "" && request.CompareNumbers(inclusive, exclusive) == direction {
		return inclusive, false
	}
	return exclusive, true
}

// BrokenBound returns the keyword of the first bound that a number literal breaks, if any.
func (f *Field) BrokenBound(literal string) (keyword string) {
	for _, rule := range []struct {
		keyword, value string
		wrong          []int // how the number compares with the value
	}{
		{"minimum", f.Minimum, []int{-1}},
		{"maximum", f.Maximum, []int{1}},
		{"exclusiveMinimum", f.ExclusiveMinimum, []int{-1, 0}},
		{"exclusiveMaximum", f.ExclusiveMaximum, []int{0, 1}},
	} {
		if rule.value != "" && slices.Contains(rule.wrong, request.CompareNumbers(literal, rule.value)) {
			return rule.keyword
		}
	}
	if f.MultipleOf != "" && !IsMultiple(literal, f.MultipleOf) {
		return "multipleOf"
	}
	return ""
}

// count reads a whole number of at least 0, also written 3.0; -1 when it is absent or malformed.
func (r *reader) count(schema request.Value, keyword string) int {
	value := schema.Get(keyword)
	if !value.Exists() {
		return -1
	}
	n, _ := strconv.ParseFloat(value.Text, 64)
	if value.Type != request.Number || !request.IsWhole(value.Text) || n < 0 {
		r.field.remark(RuleIgnored)
		return -1
	}
	return int(min(n, math.MaxInt32))
}

// readBound reads the literal of a bound. It ignores the booleans of draft-04.
func (r *reader) readBound(schema request.Value, keyword string) string {
	value := schema.Get(keyword)
	if !value.Exists() {
		return ""
	}
	if value.Type != request.Number || keyword == "multipleOf" && request.CompareNumbers(value.Text, "0") <= 0 {
		r.field.remark(RuleIgnored)
		return ""
	}
	return value.Text
}

// IsMultiple reports whether a JSON number is a multiple of a step, with exact arithmetic.
func IsMultiple(literal, step string) bool {
	value, ok := request.ParseDecimal(literal)
	by, has := request.ParseDecimal(step)
	return ok && has && request.CompareNumbers(step, "0") > 0 && value.IsMultipleOf(by)
}

// IsMiscounted reports whether a number is a multiple of the step that some servers
// refuse: validators for JavaScript divide two float64, where 0.3 / 0.1 is
// 2.9999999999999996 and hence no whole number.
func IsMiscounted(literal, step string) bool {
	if !IsMultiple(literal, step) {
		return false
	}
	dividend, err := strconv.ParseFloat(literal, 64)
	divisor, err2 := strconv.ParseFloat(step, 64)
	quotient := dividend / divisor
	// JavaScript compares with parseInt of the quotient as text, which from
	// 1e21 on has an exponent.
	return err != nil || err2 != nil || quotient != math.Trunc(quotient) || math.Abs(quotient) >= 1e21
}
