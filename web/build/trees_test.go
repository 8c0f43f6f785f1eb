package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestSlimCopyDrawsAsThePinnedGoApp draws random trees with both and compares what stands
// in the document, which handlers hear which events, and what components read. The copy
// draws with the interpreter of the frame. If that has a fault, the trees must differ.
// TREES is the number of trees, and SEED the first one.
func TestSlimCopyDrawsAsThePinnedGoApp(t *testing.T) {
	b := slimBuilder(t)
	exec, err := b.wasmExecFile()
	if err != nil {
		t.Fatal(err)
	}
	exec = filepath.Join(filepath.Dir(exec), "go_js_wasm_exec")
	drawn := func(options string, args ...string) (trees map[string][]string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "trees.json")
		cmd := b.command("go", append([]string{"test", "-count=1", "-exec=" + exec}, append(args, "./web/build/trees")...)...)
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
	count, seed := 30, 1
	for name, value := range map[string]*int{"TREES": &count, "SEED": &seed} {
		if text := os.Getenv(name); text != "" {
			if _, err := fmt.Sscan(text, value); err != nil {
				t.Fatal(name, err)
			}
		}
	}
	options := fmt.Sprintf(`{"Trees":%d,"Seed":%d,"Faults":`, count, seed)
	pinned, slim := drawn(options + "false}")[""], drawn(options+"true}", "-modfile="+b.path(programModFile))
	for fault, states := range slim {
		i := firstDifference(pinned, states)
		if fault == "" && i >= 0 {
			t.Errorf("pinned:\n%.3000s\ncopy:\n%.3000s", pinned[i], states[i])
		}
		if fault != "" && i < 0 {
			t.Errorf("%s, and the trees are the same", fault)
		}
	}
	if len(slim) < 10 || len(pinned) < 12*count {
		t.Errorf("%d faults and %d states were compared", len(slim)-1, len(pinned))
	}
}

// firstDifference is the index of the first text that differs, or -1.
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
