package main

import (
	"math"
	"slices"
)

// quantile returns the value below which so much of a sample lies, between the two
// values beside it where necessary.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	below := int(at)
	if below+1 == len(sorted) {
		return sorted[below]
	}
	return sorted[below] + (at-float64(below))*(sorted[below+1]-sorted[below])
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// sample is what one rival took for one thing, in every round.
type sample struct {
	// Rounds has the values of each round, of which there are several where a round
	// measures more than once. A round that could not measure has none.
	Rounds [][]float64 `json:"rounds"`
}

// all are the values of all rounds.
func (s *sample) all() []float64 { return slices.Concat(s.Rounds...) }

// ratios compare two samples round by round: what was measured at the same time was
// measured under the same conditions.
func ratios(of, to *sample) []float64 {
	var list []float64
	for i := range min(len(of.Rounds), len(to.Rounds)) {
		if a, b := median(of.Rounds[i]), median(to.Rounds[i]); b > 0 && !math.IsNaN(a) {
			list = append(list, a/b)
		}
	}
	return list
}
