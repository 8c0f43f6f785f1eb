package functab_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/web/build/functab"
	"github.com/elicitform/elicitform/web/build/segments"
	"github.com/elicitform/elicitform/web/build/wasmfile"
	"github.com/elicitform/elicitform/web/build/wasmtest"
)

// every is every kind of table that can be removed.
var every = []functab.Kind{functab.SourceFiles, functab.SourceLines, functab.UnsafePoints, functab.Inlined, functab.InlinedFunctions, functab.Arguments}

// run runs a program in Node, and returns what it prints.
func run(t *testing.T, wasm []byte, args ...string) string {
	t.Helper()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js")
	cmd := exec.Command("node", append([]string{"--stack-size=8192", runner, file}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	if (err != nil) != (len(args) > 0) {
		t.Fatalf("the program has ended with %v:\n%s", err, out)
	}
	return string(out)
}

// TestAProgramRunsWithoutItsTables: only what it says about its lines is different.
func TestAProgramRunsWithoutItsTables(t *testing.T) {
	linked := wasmtest.Link(t, "-s -w")
	with, err := segments.Join(linked)
	if err != nil {
		t.Fatal(err)
	}
	without, err := segments.Join(linked, func(memory []byte) error {
		tables, err := functab.Read(memory)
		if err != nil {
			return err
		}
		tables.Remove(every...)
		left, err := functab.Read(memory)
		if err != nil {
			return err
		}
		if len(left.Functions) != len(tables.Functions) {
			t.Errorf("%d functions are left of %d", len(left.Functions), len(tables.Functions))
		}
		stackMaps, generics := 0, 0
		for i, f := range left.Functions {
			was := tables.Functions[i].Name
			before, types, generic := strings.Cut(was, "[")
			if generic {
				was = before + "[...]" + types[strings.LastIndex(types, "]")+1:]
				generics++
			}
			if f.Name != was {
				t.Fatalf("function %d is called %q, want %q", i, f.Name, was)
			}
			for _, table := range f.Tables {
				switch table.Kind {
				case functab.StackDepths:
				case functab.StackMaps:
					stackMaps++
				case functab.SourceFiles, functab.SourceLines, functab.UnsafePoints, functab.Inlined, functab.InlinedFunctions, functab.Arguments:
					t.Fatalf("%s still has a table of kind %d", f.Name, table.Kind)
				}
			}
		}
		if stackMaps < 500 || generics == 0 {
			t.Errorf("only %d functions have stack maps, %d are generic", stackMaps, generics)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(without) > len(with)*97/100 {
		t.Errorf("%d bytes are left of %d", len(without), len(with))
	}
	said := run(t, with)
	if !strings.Contains(said, "caller: main.go ") || !strings.Contains(said, "trace: true true") {
		t.Errorf("with its tables the program says:\n%s", said)
	}
	head, _, _ := strings.Cut(said, "caller:")
	if got, want := run(t, without), head+"caller: ? 0 true\ntrace: true false\n"; got != want {
		t.Errorf("without its tables the program says:\n%s\nwant:\n%s", got, want)
	}
	// A crash still names the functions.
	for _, expected := range []string{"nil pointer dereference", "main.main()"} {
		if crash := run(t, without, "crash"); !strings.Contains(crash, expected) {
			t.Errorf("no %q in the trace:\n%s", expected, crash)
		}
	}
}

// TestWhatIsComputedIsThereWhenTheProgramStarts compares the memory of a program, before
// anything of it has run, with that of one without what it computes. Both then run.
func TestWhatIsComputedIsThereWhenTheProgramStarts(t *testing.T) {
	linked := wasmtest.Link(t, "-s -w")
	with, err := segments.Join(linked)
	if err != nil {
		t.Fatal(err)
	}
	var start []byte
	joined, err := segments.Join(linked, func(memory []byte) error {
		tables, err := functab.Read(memory)
		if err != nil {
			return err
		}
		var taken bool
		if start, taken = tables.TakeComputed(); !taken {
			t.Error("nothing is taken out")
		}
		if _, taken := tables.TakeComputed(); taken {
			t.Error("it is taken out twice")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	without, err := wasmfile.AddStart(joined, start)
	if err != nil {
		t.Fatal(err)
	}
	if len(without) > len(with)*85/100 {
		t.Errorf("%d bytes are left of %d", len(without), len(with))
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{"with": with, "joined": joined, "without": without} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const compare = `const { readFileSync } = require("fs");
		const memory = (name) => {
			const module = new WebAssembly.Module(readFileSync(process.argv[1] + "/" + name));
			const imports = { gojs: {} };
			WebAssembly.Module.imports(module).forEach(({ name }) => { imports.gojs[name] = () => {}; });
			return Buffer.from(new WebAssembly.Instance(module, imports).exports.mem.buffer);
		};
		console.log(memory("with").equals(memory("without")), memory("with").equals(memory("joined")));`
	out, err := exec.Command("node", "-e", compare, dir).CombinedOutput()
	if string(out) != "true false\n" {
		t.Errorf("the memory is the same with and without what is computed, and with it alone: %s %v", out, err)
	}
	if a, b := run(t, with), run(t, without); a != b {
		t.Errorf("the program that computes says:\n%s\nwant:\n%s", b, a)
	}
}

// TestOtherLayoutsAreRefused: a release of Go that lays its tables out in another way
// must not be read wrongly.
func TestOtherLayoutsAreRefused(t *testing.T) {
	const magic = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	header := append([]byte(magic), make([]byte, 200)...)
	for name, memory := range map[string][]byte{
		"nothing":                    nil,
		"another magic number":       []byte(strings.Replace(string(header), "\xf1", "\xf2", 1)),
		"no module":                  header,
		"a header that is cut off":   []byte(magic),
		"a module that is cut off":   append(make([]byte, 16), magic...),
		"a table of functions alone": append(append([]byte{16, 7: 0}, make([]byte, 8)...), header...),
	} {
		if _, err := functab.Read(memory); !errors.Is(err, wasmfile.ErrLayout) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
