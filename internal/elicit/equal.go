package elicit

import "slices"

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
		return slices.EqualFunc(v.Items, w.Items, Value.Equal)
	case Object:
		return equalMembers(v.Members, w.Members)
	}
	return true
}

// equalNumbers holds a number beyond [MaxExponent], which never comes out of
// [Parse], for equal to no other.
func equalNumbers(a, b string) bool {
	if a == b || !numberFits(a) || !numberFits(b) {
		return a == b
	}
	x, _ := ParseDecimal(a)
	y, _ := ParseDecimal(b)
	return x == y
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
