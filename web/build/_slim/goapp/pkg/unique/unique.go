// Package unique replaces the standard library's in the program, by an overlay: net/netip makes
// three zones at start, for which the standard one needs sixty more functions.
package unique

// Handle stands for a value: handles of equal values are equal.
type Handle[T comparable] struct{ value *T }

// Value returns the value.
func (h Handle[T]) Value() T { return *h.value }

// The program has one thread, so known needs no lock.
var known []any

// maxKnown bounds the zones of the addresses that a person types. Later values get a new handle
// each time.
const maxKnown = 100

// Make returns the handle of a value.
func Make[T comparable](value T) Handle[T] {
	for _, k := range known {
		if p, is := k.(*T); is && *p == value {
			return Handle[T]{p}
		}
	}
	if len(known) < maxKnown {
		known = append(known, &value)
	}
	return Handle[T]{&value}
}
