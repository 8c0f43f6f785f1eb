package site

import (
	"mime"
	"strconv"
	"strings"
)

var preferred = []string{"br", "gzip", "identity"}

// negotiate chooses the coding with the client's highest weight, and the smallest among
// equals (RFC 9110, 12.5.3), or "". A coding outside of the list has the weight of *. Without
// a *, identity is accepted after all listed ones.
func negotiate(accept string, available map[string][]byte) string {
	weights := codingWeights(accept)
	best, bestWeight := "", 0.0
	for _, coding := range preferred {
		weight, listed := weights[coding]
		if !listed {
			weight, listed = weights["*"]
		}
		if !listed && coding == "identity" {
			weight = 0.0001
		}
		if _, exists := available[coding]; exists && weight > bestWeight {
			best, bestWeight = coding, weight
		}
	}
	return best
}

func codingWeights(accept string) map[string]float64 {
	weights := map[string]float64{}
	for item := range strings.SplitSeq(accept, ",") {
		name, parameters, err := mime.ParseMediaType(item)
		weight := 1.0
		if q, hasWeight := parameters["q"]; hasWeight && err == nil {
			weight, err = strconv.ParseFloat(q, 64)
		}
		if err != nil || weight < 0 || weight > 1 {
			weight = 0
		}
		weights[strings.TrimPrefix(name, "x-")] = weight // x-gzip is the old name of gzip
	}
	return weights
}
