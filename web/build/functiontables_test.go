package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// runTrace builds the program in testdata/trace, and returns its file and the output of trace.mjs.
func runTrace(t *testing.T, names bool, args ...string) (program string, printed []byte) {
	t.Helper()
	b := slimBuilder(t)
	wasmExec, err := b.wasmExecFile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.wasm, b.names = "./web/build/testdata/trace", names
	program = filepath.Join(t.TempDir(), "trace.wasm")
	if err := b.buildWasm(t.Context(), &progress{}, program); err != nil {
		t.Fatal(err)
	}
	args = append([]string{b.path("web", "build", "testdata", "trace.mjs"), wasmExec, program}, args...)
	if printed, err = b.output(t.Context(), "node", args...); err != nil {
		t.Fatal(err)
	}
	return program, printed
}

// shortNames has the names of functions in a trace, with their numbers in letters.
var shortNames = regexp.MustCompile(`(?:program|runtime)\.([a-p]{4})\b`)

// TestTracesNumberFunctions: without the names, files and lines of functions, stacks still grow, are scanned
// and unwound, and a trace has the number of each function.
func TestTracesNumberFunctions(t *testing.T) {
	_, whole := runTrace(t, true)
	if !strings.Contains(string(whole), "main.deeper(") || !strings.Contains(string(whole), "main.go:") {
		t.Errorf("with everything, the trace is\n%s", whole)
	}
	program, printed := runTrace(t, false)
	text, err := os.ReadFile(filepath.Join(filepath.Dir(program), functionsFile))
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Split(string(text), "\n")
	named := shortNames.ReplaceAllStringFunc(string(printed), func(short string) string {
		number := 0
		for _, digit := range shortNames.FindStringSubmatch(short)[1] {
			number = number<<4 + int(digit-'a')
		}
		return names[number]
	})
	if strings.Count(named, "main.deeper(") < 10 || !strings.Contains(named, "main.bottom") || strings.Contains(named, ".go:") {
		t.Errorf("without lines, the trace is\n%s", named)
	}
	if strings.Contains(string(printed), "main.") || !strings.Contains(string(printed), "\npanic()") {
		t.Errorf("without names, the trace is\n%s", printed)
	}
}

// TestNeededNames: Go's runtime compares these names of functions, and no others.
func TestNeededNames(t *testing.T) {
	goroot, err := slimBuilder(t).goEnv(t.Context(), "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(goroot, "src", "runtime", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	compares := regexp.MustCompile(`HasPrefix\(funcname\(\w.*|switch funcname\(\w+\) \{\s*case .*|\bname == "\w+\.\w+"`)
	// A profile needs the second one, and the program has none.
	want := []string{
		`HasPrefix(funcname(findfunc(pc)), "runtime.") {`, `HasPrefix(funcname(f), "internal/runtime/atomic") {`,
		"switch funcname(f) {\n\tcase \"reflect.makeFuncStub\", \"reflect.methodValueCall\":",
		`name == "runtime.gopanic"`, `name == "runtime.gopanic"`, `HasPrefix(funcname(f), "runtime.")`,
	}
	var found []string
	for _, file := range sources {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			found = append(found, compares.FindAllString(string(source), -1)...)
		}
	}
	if !slices.Equal(found, want) {
		t.Errorf("package runtime compares %q, want %q", found, want)
	}
}

// TestSmallTablesEqualTheLinkers compares the tables in the memory of a running program with the linker's.
func TestSmallTablesEqualTheLinkers(t *testing.T) {
	program, memory := runTrace(t, false, "memory")
	linked, err := os.ReadFile(filepath.Join(filepath.Dir(program), "linked.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	var whole, small functionTables
	if _, err := joinSegments(linked, false, func(memory []byte) code {
		whole = readTables(bytes.Clone(memory))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	small = readTables(memory)
	if len(small.functions) != len(whole.functions) || len(whole.functions) < 1000 {
		t.Fatalf("%d functions instead of %d", len(small.functions), len(whole.functions))
	}
	same := func(i int, what string, a, b pool, before, now int) {
		if want := a.table(before); !bytes.HasPrefix(b.table(now), want) {
			t.Fatalf("function %d: its %s is %q, want %q", i, what, b.table(now), want)
		}
	}
	for i, before := range whole.functions {
		now := small.functions[i]
		name, short := whole.name(before), small.name(now)
		want := fmt.Sprintf("program.%c%c%c%c", 'a'+i>>12, 'a'+i>>8&15, 'a'+i>>4&15, 'a'+i&15)
		if strings.HasPrefix(name, runtimeName) {
			want = strings.Replace(want, "program", "runtime", 1)
		}
		if slices.Contains(neededNames, name) {
			want = name
		}
		if short != want {
			t.Fatalf("function %d has the name %q, want %q", i, short, want)
		}
		same(i, "table of the stack's depth", whole.pcTables, small.pcTables, half(before.record, stackAt), half(now.record, stackAt))
		// The address, the length of the arguments, the return of deferred calls, and the flags.
		fixed := func(record []byte) string {
			return string(record[:nameAt]) + string(record[8:stackAt]) + string(record[40:dataCountAt])
		}
		if fixed(now.record) != fixed(before.record) || half(memory, small.index+8*i) != half(before.record, 0) {
			t.Fatalf("function %d has the record %q, want %q", i, now.record, before.record)
		}
		for j, needed := range pcNeeded {
			if needed && j < len(before.pcTables) && before.pcTables[j] > 0 {
				same(i, "table by address", whole.pcTables, small.pcTables, before.pcTables[j], now.pcTables[j])
			}
		}
		for j, needed := range dataNeeded {
			if needed && j < len(before.tables) && before.tables[j] != noData {
				same(i, "other table", whole.tables, small.tables, before.tables[j], now.tables[j])
			}
		}
	}
	// clearBuckets panics if a bucket has another function.
	clearBuckets(memory[small.buckets:], len(small.functions))
}

// TestAnotherTableOfFunctionsStopsTheBuild: another release of Go may change the layout of the table.
func TestAnotherTableOfFunctionsStopsTheBuild(t *testing.T) {
	for name, memory := range map[string][]byte{"none": []byte("abc"), "cut off": []byte(tableMagic + "\x01")} {
		if _, err := joinSegments(wasmOf(sectionWith(dataSection, dataOf(memory))), false, smallTables); !errors.Is(err, errLayout) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
