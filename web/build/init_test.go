package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/elicitform/elicitform"

// allocated counts the objects of a package before main runs.
type allocated struct{ bytes, allocs int }

// initialisations runs the program of the frame and returns the allocations of its
// packages before main. Unlike the time, they are the same on every machine.
func initialisations(t *testing.T) map[string]allocated {
	t.Helper()
	b := slimBuilder(t)
	b.wasm, b.names = "./wasm", true // The trace of the runtime names packages by their functions.
	program := filepath.Join(t.TempDir(), "program.wasm")
	if err := b.buildWasm(t.Context(), &progress{}, program); err != nil {
		t.Fatal(err)
	}
	wasmExec, err := b.wasmExecFile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	trace, err := b.output(t.Context(), "node", b.path("web", "build", "testdata", "inittrace.mjs"), wasmExec, program)
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]allocated{}
	for _, line := range regexp.MustCompile(`(?m)^init (\S+) @.* clock, (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(string(trace), -1) {
		bytes, _ := strconv.Atoi(line[2])
		allocs, _ := strconv.Atoi(line[3])
		packages[line[1]] = allocated{bytes, allocs}
	}
	return packages
}

// TestProgramPreparesLittleBeforeItStarts: a person waits for the initialisation of packages.
// A package makes a large table with sync.OnceValue, or as a switch, which needs no
// initialisation.
func TestProgramPreparesLittleBeforeItStarts(t *testing.T) {
	const maxBytes, maxAllocs, maxTotal = 6 << 10, 45, 40 << 10
	packages := initialisations(t)
	for _, name := range []string{"runtime", "syscall/js", module + "/internal/wording", module + "/component"} {
		if _, found := packages[name]; !found {
			t.Errorf("the trace does not name %s: it has not been read whole", name)
		}
	}
	var total allocated
	for name, done := range packages {
		total.bytes += done.bytes
		total.allocs += done.allocs
		ours := strings.HasPrefix(name, module+"/")
		for _, m := range slimModules {
			ours = ours || name == m.path || strings.HasPrefix(name, m.path+"/")
		}
		if ours && (done.bytes > maxBytes || done.allocs > maxAllocs) {
			t.Errorf("%s makes %d objects of %d bytes before the program starts; it may make %d of %d", name, done.allocs, done.bytes, maxAllocs, maxBytes)
		}
	}
	if total.bytes > maxTotal {
		t.Errorf("%d bytes are allocated before the program starts, more than %d", total.bytes, maxTotal)
	}
	for name, done := range packages {
		t.Logf("%-70s %3d objects of %5d bytes", name, done.allocs, done.bytes)
	}
	t.Logf("%d packages make %d objects of %d bytes", len(packages), total.allocs, total.bytes)
}
