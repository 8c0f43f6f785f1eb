package shrink

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// linkStacks links the program that says where it is.
func linkStacks(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "linked.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-o", file, "./testdata/stacks")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

// addresses differ between two runs of one program, and so does what the
// runtime's own goroutines are doing at the end: collecting, sweeping, sleeping.
var addresses, runtimeOwn = regexp.MustCompile(`0x[0-9a-f]{5,}`), []byte("\ncreated by runtime.")

// printed is what a program prints in Node, where memory that the collector
// takes too early is overwritten.
func printed(t *testing.T, wasm []byte) (output []byte, exit int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.wasm")
	if err := os.WriteFile(file, wasm, 0o600); err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "go_js_wasm_exec"), file)
	cmd.Env = append(os.Environ(), "GOTRACEBACK=system", "GOGC=5", "GODEBUG=clobberfree=1")
	out, err := cmd.CombinedOutput()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatal(err)
	}
	printed := addresses.ReplaceAll(bytes.TrimSpace(out), []byte("0x…"))
	paragraphs := slices.DeleteFunc(bytes.Split(printed, []byte("\n\n")), func(p []byte) bool {
		return bytes.Contains(p, runtimeOwn)
	})
	return bytes.Join(paragraphs, []byte("\n\n")), cmd.ProcessState.ExitCode()
}

func TestShrunkProgramPrintsTheSameStacks(t *testing.T) {
	linked := linkStacks(t)
	small, err := Program(linked, runtime.Version())
	if err != nil {
		t.Fatal(err)
	}
	want, wantExit := printed(t, linked)
	got, exit := printed(t, small)
	if !bytes.Equal(got, want) || exit != wantExit {
		t.Errorf("exit %d, want %d; it prints\n%s\nand not\n%s", exit, wantExit, got, want)
	}
	for _, part := range []string{"main.(*tree[...]).walk", "goroutine 1 ", "[chan receive]", "the end, main.go:"} {
		if !bytes.Contains(want, []byte(part)) {
			t.Errorf("the program did not print %q, which this test is about:\n%s", part, want)
		}
	}
}

func TestLineTablesGetSmaller(t *testing.T) {
	if !knowsLineTables(runtime.Version()) {
		t.Fatalf("%s has line tables that are left alone: look at what its runtime asks of them, then at knowsLineTables", runtime.Version())
	}
	linked := linkStacks(t)
	used := func(goVersion string) int {
		small, err := Program(linked, goVersion)
		if err != nil {
			t.Fatal(err)
		}
		p, err := readProgram(small)
		if err != nil {
			t.Fatal(err)
		}
		memory, err := readMemory(p.section(dataSection).body)
		if err != nil {
			t.Fatal(err)
		}
		tables, err := findLineTables(memory)
		if err != nil {
			t.Fatal(err)
		}
		return len(bytes.TrimRight(tables.places, "\x00"))
	}
	whole, compact := used("go1.0"), used(runtime.Version())
	if compact > whole*2/3 {
		t.Errorf("%d bytes of tables by place are still %d", whole, compact)
	}
}

func TestLineTablesOfUnknownLayoutAreRefused(t *testing.T) {
	header := append(slices.Clone(headerStart), make([]byte, 2000)...)
	for name, memory := range map[string][]byte{
		"none":        make([]byte, 1000),
		"two headers": append(slices.Clone(header), header...),
		"no module":   header,
	} {
		if err := compactLineTables(memory, nil); !errors.Is(err, errWasm) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestOnlyTheKnownReleaseHasItsTablesRewritten(t *testing.T) {
	for version, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.27": false, "go1.260": false, "devel": false} {
		if got := knowsLineTables(version); got != want {
			t.Errorf("%s: %v, want %v", version, got, want)
		}
	}
}
