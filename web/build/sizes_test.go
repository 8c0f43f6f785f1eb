package main

import (
	"strings"
	"testing"
)

// The frame loads the words of one language, so one catalogue counts. A build for development is
// not held to sizes that are not real.
func TestFrameAndHostScriptHaveBudgets(t *testing.T) {
	for _, test := range []struct {
		name                     string
		program, catalogue, host int
		quick, over              bool
	}{
		{name: "within", program: frameBudget - 10, catalogue: 10, host: hostBudget},
		{name: "words of one language too many", program: frameBudget - 10, catalogue: 11, host: hostBudget, over: true},
		{name: "a host script too large", program: 1, catalogue: 1, host: hostBudget + 1, over: true},
		{name: "compressed fast", program: 2 * frameBudget, host: 2 * hostBudget, quick: true},
	} {
		site := tree{
			"frame/app.wasm": make([]byte, 3*frameBudget), "frame/app.wasm.br": make([]byte, test.program),
			"frame/words.de.json": make([]byte, test.catalogue), "frame/words.fr.json": make([]byte, test.catalogue/2),
			"elicitform.js": make([]byte, test.host), "index.html": make([]byte, 4321),
		}
		var out strings.Builder
		err := checkSizes(&out, site, test.quick)
		if (err != nil) != test.over || !strings.Contains(out.String(), "4321            index.html") {
			t.Errorf("%s: %v\n%s", test.name, err, out.String())
		}
	}
}
