package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// TestTracesNameFunctionsWithoutLines: without the files and lines of functions, stacks grow, are scanned
// and unwound as before, and a trace names the functions.
func TestTracesNameFunctionsWithoutLines(t *testing.T) {
	b := slimBuilder(t)
	wasmExec, err := b.wasmExecFile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	trace := func(names bool) string {
		b.wasm, b.names = "./web/build/testdata/trace", names
		program := filepath.Join(t.TempDir(), "trace.wasm")
		if err := b.buildWasm(t.Context(), program); err != nil {
			t.Fatal(err)
		}
		out, err := b.output(t.Context(), "node", b.path("web", "build", "testdata", "trace.mjs"), wasmExec, program)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	whole := trace(true)
	if !strings.Contains(whole, "main.deeper(") || !strings.Contains(whole, "main.go:") {
		t.Errorf("with everything, the trace is\n%s", whole)
	}
	small := trace(false)
	if strings.Count(small, "main.deeper(") < 10 || !strings.Contains(small, "main.bottom") || strings.Contains(small, ".go:") {
		t.Errorf("without lines, the trace is\n%s", small)
	}
}

// TestAnotherTableOfFunctionsStopsTheBuild: a release of Go may lay the table out in another way.
func TestAnotherTableOfFunctionsStopsTheBuild(t *testing.T) {
	for name, memory := range map[string][]byte{"none": []byte("abc"), "cut off": []byte(tableMagic + "\x01")} {
		if _, err := joinSegments(wasmOf(sectionOf(dataSection, dataOf(memory))), false, smallTables); !errors.Is(err, errLayout) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
