package site

import (
	"mime"
	"strconv"
	"strings"
)

// preferred are the content codings that files exist in, the smallest first.
var preferred = []string{"br", "gzip", "identity"}

// negotiate chooses the coding to which the client gives the highest weight, and
// the smallest one among equals (RFC 9110, 12.5.3). It returns "" when the client
// accepts none of those that are available.
func negotiate(accept string, available map[string][]byte) string {
	weights := codingWeights(accept)
	best, bestWeight := "", 0.0
	for _, coding := range preferred {
		if _, exists := available[coding]; !exists {
			continue
		}
		if weight := weightOf(coding, weights); weight > bestWeight {
			best, bestWeight = coding, weight
		}
	}
	return best
}

// weightOf returns the weight that the client gives to a coding. A coding that is not
// listed has the weight of *. Without a * identity is accepted, but every coding
// that the client asks for is better.
func weightOf(coding string, weights map[string]float64) float64 {
	if weight, listed := weights[coding]; listed {
		return weight
	}
	if weight, any := weights["*"]; any {
		return weight
	}
	if coding == "identity" {
		return 0.0001
	}
	return 0
}

// codingWeights reads an Accept-Encoding field, whose items are written like media
// types. A coding with a weight that cannot be read gets the weight 0.
func codingWeights(accept string) map[string]float64 {
	weights := map[string]float64{}
	for item := range strings.SplitSeq(accept, ",") {
		name, parameters, err := mime.ParseMediaType(item)
		weight := 1.0
		if q, given := parameters["q"]; given && err == nil {
			weight, err = strconv.ParseFloat(q, 64)
		}
		if err != nil || weight < 0 || weight > 1 {
			weight = 0
		}
		weights[strings.TrimPrefix(name, "x-")] = weight // x-gzip is the old name of gzip
	}
	return weights
}
