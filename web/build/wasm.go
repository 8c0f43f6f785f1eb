package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

func (b *builder) wasmFile() string {
	if b.names {
		return b.path("build", "wasm", "names", "elicitform.wasm")
	}
	return b.path("build", "wasm", "elicitform.wasm")
}

// functionsFile has the name of each function of the program beside it on a line.
const functionsFile = "functions.txt"

// Go's own loader script must be of the same release as the compiler.
func (b *builder) wasmExecFile(ctx context.Context) (string, error) {
	goroot, err := b.goEnv(ctx, "GOROOT")
	return filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"), err
}

// inlining lists packages without inlined functions, whose copies compress badly. Little of these packages runs
// before the first form; schema does, but reads it as fast, and saves 12,000 bytes. Without any inlining the
// download is a tenth smaller, work takes 1.7 times as long, and the browser compiles 400 more functions until
// the first form. The functions of component that contain closures, and those of the bridge, stand in each handler:
// that saves 7,300 bytes for 15 functions. The last matching pattern counts.
var inlining = []string{
	"-gcflags=github.com/santhosh-tekuri/jsonschema/v6/...=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/urlcheck/...=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/schema=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/validate/pattern=-l",
	"-gcflags=github.com/elicitform/elicitform/component=-d=inlfuncswithclosures=0",
	"-gcflags=github.com/elicitform/elicitform/bridge/...=-l",
	"-gcflags=net/...=-l", "-gcflags=reflect=-l", "-gcflags=encoding/...=-l", "-gcflags=syscall=-l", "-gcflags=unicode=-l",
	"-gcflags=fmt=-l", "-gcflags=io/...=-l", "-gcflags=bytes=-l", "-gcflags=embed=-l", "-gcflags=hash/...=-l", "-gcflags=html=-l",
}

func (b *builder) programFile(ctx context.Context, file string) error {
	const what = "compiling Go for the browser; Go's own library comes first where the cache does not have it"
	return b.part("program", what, func(p *progress) error {
		if err := b.slim(ctx); err != nil {
			return err
		}
		return b.buildWasm(ctx, p, file)
	})
}

// buildWasm links the program and makes it smaller. The go command does nothing when linked.wasm is up to date.
//
// -w leaves out debugging information, joinSegments the names of WebAssembly functions, and smallTables the names, files and
// lines of stack traces; the names are in functions.txt beside the program. With -trimpath and -buildvcs=false, the same
// sources give the same bytes and the same hashed name.
func (b *builder) buildWasm(ctx context.Context, p *progress, file string) error {
	linkedFile := filepath.Join(filepath.Dir(file), "linked.wasm")
	overlay, err := b.overlay(ctx)
	if err != nil {
		return fmt.Errorf("replace packages of the standard library: %w", err)
	}
	args := append([]string{"build", "-overlay=" + overlay, "-buildvcs=false"}, b.compileFlags()...)
	cmd := b.command(ctx, "go", append(args, "-o", linkedFile, b.wasm)...)
	cmd.Env = wasmEnv()
	if err := b.goBuild(p, cmd); err != nil {
		return fmt.Errorf("build the wasm: %w", err)
	}
	linked, err := os.ReadFile(linkedFile)
	if err != nil {
		return err
	}
	var names []byte
	edit := func(memory []byte) code {
		names = functionNames(memory)
		if b.names {
			return nil
		}
		return smallTables(memory)
	}
	small, err := joinSegments(linked, b.names, edit)
	if err != nil {
		return fmt.Errorf("make the wasm smaller: %w", err)
	}
	if err := writeFile(filepath.Join(filepath.Dir(file), functionsFile), names); err != nil {
		return err
	}
	return writeFile(file, small)
}

// standardStandIns are packages of the standard library with their small replacements in build/slim/goapp/pkg.
var standardStandIns = map[string]string{
	"embed":            "embed/embed.go",
	"encoding/json":    "json/json.go",
	"fmt":              "fmt/fmt.go",
	"html":             "html/html.go",
	"internal/godebug": "godebug/godebug.go",
	"path/filepath":    "filepath/filepath.go",
	"runtime/debug":    "debug/debug.go",
	"unique":           "unique/unique.go",
}

func (b *builder) overlay(ctx context.Context) (string, error) {
	goroot, err := b.goEnv(ctx, "GOROOT")
	if err != nil {
		return "", err
	}
	replaced := map[string]string{}
	for name, by := range standardStandIns {
		by = b.path("build", "slim", "goapp", "pkg", filepath.FromSlash(by))
		files, err := filepath.Glob(filepath.Join(goroot, "src", filepath.FromSlash(name), "*.go"))
		if err != nil || len(files) == 0 {
			return "", fmt.Errorf("find the files of package %s: %w", name, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				replaced[file], by = by, ""
			}
		}
	}
	references := filepath.Join(goroot, "src", "syscall", "js", "js.go")
	if replaced[references], err = b.separateReferences(references); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	file := b.path("build", "slim", "overlay.json")
	return file, writeFile(file, text)
}

// separateReferences changes the allocation of references to JavaScript values in a copy of a file of
// syscall/js. The allocator puts two small objects without pointers into one block, which is freed when both
// are garbage: an event beside a long-lived reference would stay in memory, with its form. An object with a
// pointer has its own block.
func (b *builder) separateReferences(file string) (string, error) {
	const shared, separated = "gcPtr = new(ref)", "gcPtr = &new(struct {\n\t\t\tref\n\t\t\t_ *ref\n\t\t}).ref"
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if n := bytes.Count(text, []byte(shared)); n != 1 {
		return "", fmt.Errorf("%s allocates references in %d places, not in one", file, n)
	}
	separate := b.path("build", "slim", "references.go")
	return separate, writeFile(separate, bytes.Replace(text, []byte(shared), []byte(separated), 1))
}

// platform is the environment of builds for the browser. Of the two garbage collectors of Go 1.26, the older one is 6 kB
// smaller and needs 45 functions less before the first form; the newer one is for many processors. Later releases have
// only the newer one and reject this setting.
func platform() []string {
	env := []string{"GOOS=js", "GOARCH=wasm"}
	if strings.HasPrefix(runtime.Version(), "go1.26") {
		env = append(env, "GOEXPERIMENT=nogreenteagc")
	}
	return env
}

func wasmEnv() []string { return append(os.Environ(), platform()...) }

func (b *builder) compileFlags() []string {
	return append([]string{"-modfile=" + b.path(programModFile), "-trimpath", "-ldflags=-w"}, inlining...)
}

// wasmTestFile has a variable or flag for wasm tests on each line, for .ci/gotest.go. With those of the program, most packages
// of the standard library are compiled once for both.
const wasmTestFile = "build/go.wasm.test"

func (b *builder) writeWasmTestFile() error {
	lines := append(platform(), b.compileFlags()...)
	return writeFile(b.path(wasmTestFile), []byte(strings.Join(lines, "\n")+"\n"))
}
