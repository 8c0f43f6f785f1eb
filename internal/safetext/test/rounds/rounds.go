// Package rounds sets the number of attempts of tests with random numbers.
package rounds

import "os"

// Of returns a quarter, so that "make test" takes only minutes, or the whole for ALL_ROUNDS of "make fuzz".
func Of(all int) int {
	if os.Getenv("ALL_ROUNDS") != "" {
		return all
	}
	return (all + 3) / 4
}
