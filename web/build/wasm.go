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

// wasmExecFile returns the path of Go's own loader script. It has to come from the
// release of Go that builds the program.
func (b *builder) wasmExecFile(ctx context.Context) (string, error) {
	goroot, err := b.goEnv(ctx, "GOROOT")
	return filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"), err
}

// inlining switches the inlining of small functions off in packages of which little or nothing
// runs before the first form, because inlined copies compress badly: without any, the
// download is a tenth smaller, all work takes 1.7 times as long, and the browser has
// 400 more functions to compile until the first form is there. Package schema runs before it, but
// reads a form no slower without, and the download is 12,000 bytes smaller. The last pattern that
// matches a package decides.
var inlining = []string{
	"-gcflags=github.com/santhosh-tekuri/jsonschema/v6/...=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/link/...=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/schema=-l",
	"-gcflags=github.com/elicitform/elicitform/internal/check/pattern=-l",
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
// writes linked.wasm beside it, and skips the work when that is up to date.
//
// -w leaves out the debugging information; joinSegments and smallTables leave out the names
// of functions for profiles, and what a stack trace shows beside their names. -trimpath
// leaves out the folders of the machine and -buildvcs=false the commit: the same
// sources then give the same bytes, and a file with the same hashed name.
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

// standardStandIns are the packages of the standard library in whose place the program is linked
// with small ones, and the files of the small ones in build/slim/goapp/pkg. Each package says why.
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

// overlay writes the file that names the replaced files of the standard library, and returns
// its name. Replaced are those of standardStandIns, and one of syscall/js.
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

// separateReferences writes a copy of the file of syscall/js that allocates references to
// JavaScript values, and returns its name. The allocator puts two small objects without
// pointers into one block, and a reference is given up only when both are garbage: an event
// that shares its block with a reference that is kept would be kept too, with the form that
// it happened in. An object with a pointer has a block of its own.
func (b *builder) separateReferences(file string) (string, error) {
	const shared, alone = "gcPtr = new(ref)", "gcPtr = &new(struct {\n\t\t\tref\n\t\t\t_ *ref\n\t\t}).ref"
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if n := bytes.Count(text, []byte(shared)); n != 1 {
		return "", fmt.Errorf("%s allocates references in %d places, not in one", file, n)
	}
	separate := b.path("build", "slim", "references.go")
	return separate, writeFile(separate, bytes.Replace(text, []byte(shared), []byte(alone), 1))
}

// platform is what the environment of a go command says when it builds for the browser. Go 1.26 has two garbage
// collectors. The older one is chosen: it is 22 kB smaller, and the newer one is made for many
// processors, while the frame has one. Later releases have only the newer one and reject this setting.
func platform() []string {
	env := []string{"GOOS=js", "GOARCH=wasm"}
	if strings.HasPrefix(runtime.Version(), "go1.26") {
		env = append(env, "GOEXPERIMENT=nogreenteagc")
	}
	return env
}

func wasmEnv() []string { return append(os.Environ(), platform()...) }

// compileFlags are the flags of the go command that decide how a package of the program is compiled.
func (b *builder) compileFlags() []string {
	return append([]string{"-modfile=" + b.path(programModFile), "-trimpath", "-ldflags=-w"}, inlining...)
}

// wasmTestFile names the variables and flags that .ci/gotest.go gives to the go command for tests on the browser's platform, one
// on a line. They are those of the program: most packages of the standard library are then compiled once for both.
const wasmTestFile = "build/go.wasm.test"

func (b *builder) writeWasmTestFile() error {
	lines := append(platform(), b.compileFlags()...)
	return writeFile(b.path(wasmTestFile), []byte(strings.Join(lines, "\n")+"\n"))
}
