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

// wasmFile is the path of the program before it gets its hashed name.
func (b *builder) wasmFile() string {
	if b.names {
		return b.path("build", "wasm", "names", "elicitform.wasm")
	}
	return b.path("build", "wasm", "elicitform.wasm")
}

// wasmExecFile returns the path of Go's own loader script. It must be of the same
// release as the compiler.
func (b *builder) wasmExecFile(ctx context.Context) (string, error) {
	goroot, err := b.goEnv(ctx, "GOROOT")
	return filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"), err
}

// inlining disables the inlining of small functions in packages of which little or nothing runs
// before the first form, because inlined copies compress badly. Without any inlining the download
// is a tenth smaller, all work takes 1.7 times as long, and the browser compiles 400 more functions
// until the first form is there. Package schema runs before the first form, but reads it as fast
// without inlining, and the download is 12,000 bytes smaller. The last matching pattern counts.
var inlining = []string{
	"-gcflags=github.com/santhosh-tekuri/jsonschema/v6/...=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/urlcheck/...=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/schema=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/validate/pattern=-l",
	"-gcflags=net/...=-l", "-gcflags=reflect=-l", "-gcflags=encoding/...=-l", "-gcflags=syscall=-l", "-gcflags=unicode=-l",
	"-gcflags=fmt=-l", "-gcflags=io/...=-l", "-gcflags=bytes=-l", "-gcflags=embed=-l", "-gcflags=hash/...=-l", "-gcflags=html=-l",
}

// programFile makes the slim copies, and a program with them.
func (b *builder) programFile(ctx context.Context, file string) error {
	const what = "compiling Go for the browser; Go's own library comes first where the cache does not have it"
	return b.part("program", what, func() error {
		if err := b.slim(ctx); err != nil {
			return err
		}
		return b.buildWasm(ctx, file)
	})
}

// buildWasm links the program, makes it smaller and writes it to file. The go command
// writes linked.wasm beside it, and does nothing when that is up to date.
//
// -w leaves out the debugging information. joinSegments leaves out the names of functions for
// profiles, and smallTables the files and lines of stack traces. -trimpath leaves out the folders
// of the machine and -buildvcs=false the commit: the same sources then give the same bytes, and a
// file with the same hashed name.
func (b *builder) buildWasm(ctx context.Context, file string) error {
	linkedFile := filepath.Join(filepath.Dir(file), "linked.wasm")
	overlay, err := b.overlay(ctx)
	if err != nil {
		return fmt.Errorf("replace packages of the standard library: %w", err)
	}
	args := append([]string{"build", "-overlay=" + overlay, "-buildvcs=false"}, b.compileFlags()...)
	cmd := b.command(ctx, "go", append(args, "-o", linkedFile, b.wasm)...)
	cmd.Env = wasmEnv()
	if err := execute(cmd); err != nil {
		return fmt.Errorf("build the wasm: %w", err)
	}
	linked, err := os.ReadFile(linkedFile)
	if err != nil {
		return err
	}
	edit := smallTables
	if b.names {
		edit = func([]byte) code { return nil }
	}
	small, err := joinSegments(linked, b.names, edit)
	if err != nil {
		return fmt.Errorf("make the wasm smaller: %w", err)
	}
	return writeFile(file, small)
}

// standardStandIns are the packages of the standard library that small ones replace in the
// program, with the files of the small ones in build/slim/goapp/pkg. The comment of each says why.
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

// overlay writes the file for the flag -overlay, and returns its name. It replaces the packages of
// standardStandIns and a file of syscall/js.
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
				// The first file stands for the whole package.
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

// separateReferences changes a copy of the file of syscall/js that allocates references to
// JavaScript values, and returns its name. The allocator puts two small objects without
// pointers into one block, which is freed only when both are garbage. So an event that shares
// its block with a long-lived reference would stay in memory, together with its form. An object
// with a pointer has a block of its own.
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

// platform returns the environment of a go command that builds for the browser. Go 1.26 has two garbage
// collectors. The program has the older one: it is 6 kB smaller, needs 45 functions less before the first
// form, and the newer one is made for many processors, while the frame has one. Later releases have only the newer one and
// reject this setting.
func platform() []string {
	env := []string{"GOOS=js", "GOARCH=wasm"}
	if strings.HasPrefix(runtime.Version(), "go1.26") {
		env = append(env, "GOEXPERIMENT=nogreenteagc")
	}
	return env
}

func wasmEnv() []string { return append(os.Environ(), platform()...) }

// compileFlags returns the flags for compiling a package of the program.
func (b *builder) compileFlags() []string {
	return append([]string{"-modfile=" + b.path(programModFile), "-trimpath", "-ldflags=-w"}, inlining...)
}

// wasmTestFile has the variables and flags for tests on the browser's platform, one on a line, which .ci/gotest.go reads. They
// are those of the program: most packages of the standard library are then compiled once for both.
const wasmTestFile = "build/go.wasm.test"

func (b *builder) writeWasmTestFile() error {
	lines := append(platform(), b.compileFlags()...)
	return writeFile(b.path(wasmTestFile), []byte(strings.Join(lines, "\n")+"\n"))
}
