// Package unique takes the place of the standard library's in the program, which is linked
// with an overlay of it: net/netip makes its three zones with the standard one while the program
// starts, which calls sixty functions that nothing else needs.
package unique

// Handle stands for a value: handles of equal values are equal.
type Handle[T comparable] struct{ value *T }

// Value returns the value.
func (h Handle[T]) Value() T { return *h.value }

// known are pointers to the values that have a handle. There is one thread.
var known []any

// mostKnown bounds the list, which would grow with each zone of an address that a person
// types. A value beyond it gets a handle of its own.
const mostKnown = 100

// Make returns the handle of a value.
func Make[T comparable](value T) Handle[T] {
	for _, k := range known {
		if p, is := k.(*T); is && *p == value {
			return Handle[T]{p}
		}
	}
	if len(known) < mostKnown {
		known = append(known, &value)
	}
	return Handle[T]{&value}
}
