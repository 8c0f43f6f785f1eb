package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/elicitform/elicitform/web/build/segments"
)

// wasmFile is where the program lies before it gets its hashed name.
func (b *builder) wasmFile() string { return b.path("build", "wasm", "elicitform.wasm") }

// wasmExecFile is Go's own loader script, from the same toolchain as the
// program: the two must match.
func (b *builder) wasmExecFile() (string, error) {
	goroot, err := b.output("go", "env", "GOROOT")
	if err != nil {
		return "", fmt.Errorf("find GOROOT: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"), nil
}

// inlining is switched off except where it pays. Inlined copies of small
// functions are what compresses worst: without any the download is 11 % smaller
// but everything computes 1.7 times as long. With inlining in the runtime, at
// the border to JavaScript and in the framework, most of the size goes and a
// tenth of the speed elsewhere. Our own components only describe what is drawn:
// inlining there makes the download 17 kB larger. In reflect it would make it
// 10 kB larger, and reading a form no faster. The last pattern that matches a
// package wins.
var inlining = []string{
	"-gcflags=all=-l",
	"-gcflags=runtime/...=",
	"-gcflags=internal/runtime/...=",
	"-gcflags=syscall/js=",
	"-gcflags=strings=",
	"-gcflags=github.com/maxence-charriere/go-app/v10/pkg/app=",
}

// buildWasm links the program and writes it to file, in a shorter form. The go
// command writes linked.wasm beside it, and skips the work when that is up to
// date.
//
// -s -w leave out the symbol table and DWARF, -trimpath the builder's paths
// and -buildvcs=false the commit, so that the same sources give the same bytes
// and with them the same hashed name.
func (b *builder) buildWasm(file string) error {
	linkedFile := filepath.Join(filepath.Dir(file), "linked.wasm")
	args := []string{"build", "-modfile=" + b.path("build", "go.wasm.mod"), "-trimpath", "-buildvcs=false", "-ldflags=-s -w"}
	args = append(args, inlining...)
	cmd := b.command("go", append(args, "-o", linkedFile, b.wasm)...)
	out, err := b.output("go", "env", "GOVERSION")
	if err != nil {
		return fmt.Errorf("find the version of Go: %w", err)
	}
	version := strings.TrimSpace(string(out))
	cmd.Env = append(wasmEnv(), experiments(version)...)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build the wasm: %w", err)
	}
	linked, err := os.ReadFile(linkedFile)
	if err != nil {
		return err
	}
	small, err := segments.Join(linked)
	if err != nil {
		return fmt.Errorf("join the data segments of the wasm: %w", err)
	}
	return writeFile(file, small)
}

// wasmEnv is the environment of a go command that targets the browser.
func wasmEnv() []string {
	return append(os.Environ(), "GOOS=js", "GOARCH=wasm")
}

// experiments names what is switched in the toolchain. Go 1.26 has two garbage
// collectors; the older one is 22 kB less to load, and the newer one is made for
// many processors, of which a frame has one. Later releases have no choice
// and refuse the name.
func experiments(goVersion string) []string {
	if goVersion == "go1.26" || strings.HasPrefix(goVersion, "go1.26.") {
		return []string{"GOEXPERIMENT=nogreenteagc"}
	}
	return nil
}
