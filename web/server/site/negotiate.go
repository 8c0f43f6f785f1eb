package site

import (
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

// codingWeights reads an Accept-Encoding field. A coding with a weight that cannot
// be read gets the weight 0.
func codingWeights(accept string) map[string]float64 {
	weights := map[string]float64{}
	for item := range strings.SplitSeq(accept, ",") {
		name, parameters, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "x-gzip" {
			name = "gzip"
		}
		if name == "" {
			continue
		}
		weight := 1.0
		for parameter := range strings.SplitSeq(parameters, ";") {
			key, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
			if !strings.EqualFold(strings.TrimSpace(key), "q") {
				continue
			}
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || q < 0 || q > 1 {
				q = 0
			}
			weight = q
		}
		weights[name] = weight
	}
	return weights
}
