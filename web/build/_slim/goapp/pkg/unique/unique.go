// Package unique replaces the standard library's in the program, by an overlay: net/netip makes
// three zones while the program starts, for which the standard one needs sixty functions that
// the program does not use otherwise.
package unique

// Handle stands for a value: handles of equal values are equal.
type Handle[T comparable] struct{ value *T }

// Value returns the value.
func (h Handle[T]) Value() T { return *h.value }

// known are pointers to the values that have a handle. The program has one thread.
var known []any

// maxKnown bounds the list, which would grow with each zone of an address that a person
// types. Later values get a new handle each time.
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
