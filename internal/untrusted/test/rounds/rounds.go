// Package rounds says how often the tests with random numbers try something. It is given the number for a long run and gives a
// part of it, or all of it where ALL_ROUNDS is set. Only tests import it.
package rounds

import "os"

// Of returns a quarter of the number, so that "make test" is done in minutes also in Node. With
// ALL_ROUNDS, which "make fuzz" sets, it returns all of it.
func Of(all int) int {
	if os.Getenv("ALL_ROUNDS") != "" {
		return all
	}
	return (all + 3) / 4
}
