package main

import (
	"strings"
	"testing"
)

// TestSlimCopyOfJSONSchemaJudgesAsThePinnedModule runs the program in testdata/verdicts with the
// copy and the pinned module and compares the output, for a table of schemas and answers and for the
// schemas of all requests of the browser tests.
func TestSlimCopyOfJSONSchemaJudgesAsThePinnedModule(t *testing.T) {
	b := slimBuilder(t)
	requests := glob(t, b.path("e2e", "testdata", "corpus", "*.json"))
	if len(requests) < 100 {
		t.Errorf("only %d requests are judged", len(requests))
	}
	with := func(modFile ...string) string {
		t.Helper()
		args := append(append([]string{"run"}, modFile...), "./web/build/testdata/verdicts")
		out, err := b.output(t.Context(), "go", append(args, requests...)...)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	pinned, slim := with(), with("-modfile="+b.path(programModFile))
	// Two empty outputs would be equal as well.
	for what, atLeast := range map[string]int{
		": <nil>\n": 5000, ": *jsonschema.ValidationError: ": 4000, "\n  *jsonschema.LoadURLError\n": 4,
	} {
		if n := strings.Count(pinned, what); n < atLeast {
			t.Errorf("%d verdicts are %q, want at least %d", n, what, atLeast)
		}
	}
	before, after := strings.Split(pinned, "\n"), strings.Split(slim, "\n")
	if len(before) != len(after) {
		t.Errorf("the pinned module has %d verdicts, the copy %d", len(before), len(after))
	}
	schema, differences := "", 0
	for i := range min(len(before), len(after)) {
		if !strings.HasPrefix(before[i], " ") {
			schema = before[i]
		}
		if before[i] != after[i] {
			if t.Errorf("%s\npinned: %s\ncopy:   %s", schema, before[i], after[i]); differences == 20 {
				t.Fatal("and more")
			}
			differences++
		}
	}
}
