// Package wasmtest makes programs for the tests of the build.
package wasmtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Link links the program in testdata/program of the tested package for the browser, with
// flags of the linker.
func Link(t testing.TB, flags string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "linked.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags="+flags, "-o", file, "./testdata/program")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}
