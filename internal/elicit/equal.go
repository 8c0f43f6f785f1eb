package elicit

import (
	"strconv"
	"strings"
)

// Equal reports whether both values are the same JSON value. Numbers with the
// same value are equal, such as 1, 1.0 and 1e0, and the order of members does not
// count. Lossy strings are compared by their Text.
func (v Value) Equal(w Value) bool {
	if v.Kind != w.Kind {
		return false
	}
	switch v.Kind {
	case Bool:
		return v.Truth == w.Truth
	case Number:
		return equalNumbers(v.Text, w.Text)
	case String:
		return v.Text == w.Text
	case Array:
		if len(v.Items) != len(w.Items) {
			return false
		}
		for i := range v.Items {
			if !v.Items[i].Equal(w.Items[i]) {
				return false
			}
		}
		return true
	case Object:
		return equalMembers(v.Members, w.Members)
	}
	return true
}

func equalNumbers(a, b string) bool { return a == b || normalised(a) == normalised(b) }

// numeral is what a number is worth: digits without zeros at either end, times
// a power of ten. Nothing is ever written out.
type numeral struct {
	negative bool
	digits   string
	exponent int
}

// normalised reads a literal that matches the JSON grammar. One beyond
// [MaxExponent] is equal to no other: it never comes out of [Parse].
func normalised(literal string) numeral {
	if !numberFits(literal) {
		return numeral{digits: literal}
	}
	rest, negative := strings.CutPrefix(literal, "-")
	power := ""
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		rest, power = rest[:i], rest[i+1:]
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	exponent, _ := strconv.Atoi(power)
	digits := strings.TrimRight(whole+fraction, "0")
	exponent += len(whole) - len(digits)
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return numeral{}
	}
	return numeral{negative: negative, digits: digits, exponent: exponent}
}

func equalMembers(a, b []Member) bool {
	if len(a) != len(b) {
		return false
	}
	byName := make(map[string]Value, len(b))
	for _, m := range b {
		byName[m.Name] = m.Value
	}
	for _, m := range a {
		other, found := byName[m.Name]
		if !found || !m.Value.Equal(other) {
			return false
		}
	}
	return true
}
