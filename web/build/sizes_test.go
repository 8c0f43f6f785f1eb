package main

import (
	"strings"
	"testing"
)

// A build for development does not warn of sizes that are not real.
func TestSizesAreComparedWithTheirBudgetsWhenTheyAreReal(t *testing.T) {
	site := tree{"elicitform.js": make([]byte, hostBudget+1), "frame/program.wasm": make([]byte, frameBudget)}
	for _, test := range []struct {
		quick, budget, over bool
	}{{quick: true}, {budget: true, over: true}} {
		var out strings.Builder
		printSizes(&out, site, test.quick)
		printHostSize(&out, site, test.quick)
		text := out.String()
		if strings.Contains(text, "budget") != test.budget || strings.Contains(text, "OVER the budget by 1 bytes") != test.over {
			t.Errorf("quick %v:\n%s", test.quick, text)
		}
	}
}
