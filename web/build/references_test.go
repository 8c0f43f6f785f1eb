package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestReferencesAreGivenUpOneByOne runs a program that keeps one object of each pair. The
// second object must be freed.
func TestReferencesAreGivenUpOneByOne(t *testing.T) {
	b := slimBuilder(t)
	b.wasm = "./web/build/testdata/references"
	program := filepath.Join(t.TempDir(), "references.wasm")
	if err := b.buildWasm(t.Context(), &progress{}, program); err != nil {
		t.Fatal(err)
	}
	wasmExec, err := b.wasmExecFile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	count, err := b.output(t.Context(), "node", b.path("web", "build", "testdata", "references", "count.mjs"), wasmExec, program)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(count)); got != "1000" {
		t.Errorf("%s of 2000 objects are kept, want 1000", got)
	}
}
