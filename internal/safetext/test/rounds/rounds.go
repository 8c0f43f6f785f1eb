// Package rounds sets the number of attempts of tests with random numbers: a part of the number for a
// long run, or with ALL_ROUNDS all of it. Only tests import it.
package rounds

import "os"

// Of returns a quarter of the number, so that "make test" takes only minutes, even in Node. With
// ALL_ROUNDS, which "make fuzz" sets, it returns the whole number.
func Of(all int) int {
	if os.Getenv("ALL_ROUNDS") != "" {
		return all
	}
	return (all + 3) / 4
}
