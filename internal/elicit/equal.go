package elicit

import "math/big"

// Equal reports whether both values are the same JSON value: numbers are
// compared by what they are worth, so 1, 1.0 and 1e0 are equal, and the order
// of members does not count. Lossy strings are compared by what is left of
// them.
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

func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	if !numberFits(a) || !numberFits(b) {
		return false // Writing such a number out could take forever.
	}
	x, ok := new(big.Rat).SetString(a)
	if !ok {
		return false
	}
	y, ok := new(big.Rat).SetString(b)
	return ok && x.Cmp(y) == 0
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
