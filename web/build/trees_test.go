package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recordedTrees has a digest of each drawing of the pinned go-app, because compiling the
// published module takes a minute on a new machine. Its first line names the module.
const recordedTrees = "testdata/trees.txt"

// TestSlimCopyDrawsAsThePinnedGoApp draws random trees with the copy of go-app. After each change, the document, the
// events of handlers and the reads of components must equal those of the pinned go-app for the same tree. The copy draws
// with the interpreter of the frame: when the interpreter has a fault, the trees must differ.
// TREES, the number of trees, and SEED, the first one, choose other trees, which both draw. RECORD=1 records the usual ones.
func TestSlimCopyDrawsAsThePinnedGoApp(t *testing.T) {
	b := slimBuilder(t)
	exec, err := b.wasmExecFile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	exec = filepath.Join(filepath.Dir(exec), "go_js_wasm_exec")
	draw := func(options string, args ...string) (trees map[string][]string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "trees.json")
		cmd := b.command(t.Context(), "go", append([]string{"test", "-count=1", "-exec=" + exec}, append(args, "./web/build/trees")...)...)
		cmd.Env = append(wasmEnv(), "TREES_FILE="+file, "TREES="+options)
		cmd.Stdout = nil
		if out, err := cmd.Output(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &trees); err != nil {
			t.Fatal(err)
		}
		return trees
	}
	count, seed, isCustom := 30, 1, false
	for name, value := range map[string]*int{"TREES": &count, "SEED": &seed} {
		if text := os.Getenv(name); text != "" {
			isCustom = true
			if _, err := fmt.Sscan(text, value); err != nil {
				t.Fatal(name, err)
			}
		}
	}
	module, err := b.output(t.Context(), "go", "list", "-m", "github.com/maxence-charriere/go-app/v10")
	if err != nil {
		t.Fatal(err)
	}
	var pinned, digests []string
	if record := os.Getenv("RECORD") != "" && !isCustom; record || isCustom {
		pinned = draw(fmt.Sprintf(`{"Trees":%d,"Seed":%d,"Faults":false}`, count, seed))[""]
		digests = digestsOf(pinned)
		if record {
			if err := os.WriteFile(recordedTrees, []byte(string(module)+strings.Join(digests, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	} else {
		text, err := os.ReadFile(recordedTrees)
		if err != nil {
			t.Fatal(err)
		}
		recorded, found := strings.CutPrefix(string(text), string(module))
		if !found {
			t.Fatalf("%s is not of %s: RECORD=1 records it", recordedTrees, module)
		}
		digests = strings.Fields(recorded)
	}
	slim := draw(fmt.Sprintf(`{"Trees":%d,"Seed":%d,"Faults":true}`, count, seed), "-modfile="+b.path(programModFile))
	for fault, states := range slim {
		i := firstDifference(digests, digestsOf(states))
		if fault == "" && i >= 0 {
			before := fmt.Sprintf("state %d: TREES=%d draws it", i, count)
			if pinned != nil {
				before = pinned[i]
			}
			t.Errorf("pinned:\n%.3000s\ncopy:\n%.3000s", before, states[i])
		}
		if fault != "" && i < 0 {
			t.Errorf("%s, and the trees are the same", fault)
		}
	}
	if len(slim) < 10 || len(digests) < 12*count {
		t.Errorf("%d faults and %d states were compared", len(slim)-1, len(digests))
	}
}

func digestsOf(states []string) (digests []string) {
	for _, state := range states {
		digests = append(digests, fmt.Sprintf("%.8x", sha256.Sum256([]byte(state))))
	}
	return digests
}

// firstDifference returns the index of the first text that differs, or -1.
func firstDifference(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b)) - 1
	}
	return -1
}
