package main

import (
	"math/bits"

	"github.com/elicitform/elicitform/internal/link/suffix"
)

// slack is how many bytes more than names a table has at least: random
// equations with so many unknowns to spare hardly ever contradict each other.
const slack = 8

// solve finds the first seed whose equations have a solution that holds all
// names and none of the others, and that solution.
func solve(names, others []string) (seed uint64, table []byte) {
	for {
		table = solution(names, seed)
		if table != nil && !holdsAny(table, others, seed) {
			return seed, table
		}
		seed++
	}
}

// equation says that the selected bytes of a table add up to sum.
type equation struct {
	selected []uint64
	sum      byte
}

func equationOf(name string, seed uint64, words int) equation {
	probe := suffix.NewProbe(name, seed)
	e := equation{make([]uint64, words), probe.Sum()}
	for i := range e.selected {
		e.selected[i] = probe.Next()
	}
	return e
}

func (e *equation) add(other equation) {
	for i, word := range other.selected {
		e.selected[i] ^= word
	}
	e.sum ^= other.sum
}

// first returns the lowest byte that is selected, and -1 when none is.
func (e *equation) first() int {
	for i, word := range e.selected {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return -1
}

// total adds up the selected bytes of a table.
func (e *equation) total(table []byte) (sum byte) {
	for i, word := range e.selected {
		for ; word != 0; word &= word - 1 {
			sum ^= table[64*i+bits.TrailingZeros64(word)]
		}
	}
	return sum
}

// solution solves the equations of all names by Gaussian elimination, and
// returns nil when they contradict each other.
func solution(names []string, seed uint64) []byte {
	words := (len(names) + slack + 63) / 64
	// byFirst has equations whose lowest selected byte is the index.
	byFirst := make([]*equation, 64*words)
	for _, name := range names {
		e := equationOf(name, seed, words)
		at := e.first()
		for ; at >= 0 && byFirst[at] != nil; at = e.first() {
			e.add(*byFirst[at])
		}
		if at >= 0 {
			byFirst[at] = &e
		} else if e.sum != 0 {
			return nil
		}
	}
	table := make([]byte, 64*words)
	for at := len(table) - 1; at >= 0; at-- {
		if e := byFirst[at]; e != nil {
			// All the other bytes that it selects are higher and known.
			table[at] = e.sum ^ e.total(table)
		}
	}
	return table
}

func holdsAny(table []byte, names []string, seed uint64) bool {
	for _, name := range names {
		e := equationOf(name, seed, len(table)/64)
		if e.total(table) == e.sum {
			return true
		}
	}
	return false
}
