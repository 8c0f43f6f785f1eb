package site

import (
	"strconv"
	"strings"
)

// preferred are the codings we can have, the smallest first.
var preferred = []string{"br", "gzip", "identity"}

// negotiate picks the coding that the client weighs highest among those that
// exist, and the smallest of equals (RFC 9110, 12.5.3). It returns "" when the
// client refuses them all.
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

// weightOf is what a client gives a coding. A coding that is not listed gets
// the weight of *; identity is acceptable unless it is refused by name or by *,
// but anything asked for comes before it.
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

// codingWeights reads an Accept-Encoding field. What cannot be read counts as
// not listed.
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
