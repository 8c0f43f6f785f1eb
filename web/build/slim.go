package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// The version of go-app that leftOut and the patches were made for. Another
// version needs another look at both.
const (
	goAppPath    = "github.com/maxence-charriere/go-app/v10"
	goAppVersion = "v10.1.11"
)

// goAppPackages are the packages of go-app that the program imports.
var goAppPackages = []string{"pkg/app", "pkg/errors"}

// leftOut says which files of go-app the program does without, and why.
var leftOut = map[string]string{
	"pkg/app/http.go":     "serves pages and imports net/http, whose TLS alone is 18 % of the download",
	"pkg/app/resource.go": "finds the files that http.go serves, and imports net/http too",
	"pkg/app/static.go":   "writes what http.go serves into a folder",
	"pkg/app/scripts.go":  "holds the scripts that http.go serves",
	"pkg/app/wasmexec.go": "chooses one of those scripts",
	"pkg/app/wasm.go":     "names types of http.go",
	"pkg/app/crypto.go":   "encrypts stored states, which the frame does not have; with package uuid 7 % of the download",
	"pkg/app/browser.go":  "reads events of the whole window without looking whether their members are there, and follows links",
}

// slimFiles are kept in the folder slim:
//   - goapp/*.patch are changes to go-app, each with its reason, in the form in
//     which they can be offered to its authors;
//   - goapp/*.go.txt take the place of the files in leftOut;
//   - text is a module that takes the place of golang.org/x/text, which is 6 % of
//     the download and words messages that nobody sees.
//
// Go files end in .txt so that the go command does not count them as part of
// this module.
//
//go:embed slim
var slimFiles embed.FS

const (
	textPath = "golang.org/x/text"
	// programModFile is go.mod with the slim copies in place of the modules.
	programModFile = "build/go.wasm.mod"
)

// slim makes the slim copies in build/slim, and programModFile.
//
// The go command has a flag -overlay that would be simpler, but it refuses to
// replace files of the module cache.
func (b *builder) slim() error {
	source, err := b.moduleDir(goAppPath, goAppVersion)
	if err != nil {
		return err
	}
	copies, err := slimCopies(source)
	if err != nil {
		return err
	}
	if err := copies.write(b.path("build", "slim")); err != nil {
		return err
	}
	mod, err := os.ReadFile(b.path("go.mod"))
	if err != nil {
		return err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => ./build/slim/goapp\nreplace %s => ./build/slim/text\n", goAppPath, textPath)
	if err := writeFile(b.path(programModFile), mod); err != nil {
		return err
	}
	return copyFile(b.path("go.sum"), b.path(strings.TrimSuffix(programModFile, ".mod")+".sum"))
}

// slimCopies are the files of build/slim, made from go-app in the folder source.
func slimCopies(source string) (tree, error) {
	copies := tree{}
	names := []string{"go.mod", "LICENSE"}
	for _, pkg := range goAppPackages {
		files, err := filepath.Glob(filepath.Join(source, filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			names = append(names, pkg+"/"+filepath.Base(file))
		}
	}
	for _, name := range names {
		if leftOut[name] != "" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		copies["goapp/"+name] = content
	}
	err := fs.WalkDir(slimFiles, "slim", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := slimFiles.ReadFile(name)
		if err != nil {
			return err
		}
		to := strings.TrimSuffix(strings.TrimPrefix(name, "slim/"), ".txt")
		if path.Ext(to) == ".patch" {
			return copies.patch("goapp/", string(content))
		}
		if path.Dir(to) == "goapp" {
			to = "goapp/pkg/app/" + path.Base(to)
		}
		copies[to] = content
		return nil
	})
	return copies, err
}

// patch applies a patch, in the form that git writes, to the files in a folder.
// The lines that it changes must be there exactly once.
func (t tree) patch(dir, patch string) error {
	for _, file := range strings.Split(patch, "\n+++ b/")[1:] {
		name, hunks, _ := strings.Cut(file, "\n")
		hunks, _, _ = strings.Cut(hunks, "\ndiff ")
		content := string(t[dir+name])
		for _, hunk := range strings.Split("\n"+hunks, "\n@@ ")[1:] {
			_, hunk, _ = strings.Cut(hunk, "\n")
			before, after := "", ""
			for line := range strings.Lines(strings.TrimSuffix(hunk, "\n") + "\n") {
				if line[0] != '+' {
					before += line[1:]
				}
				if line[0] != '-' {
					after += line[1:]
				}
			}
			if n := strings.Count(content, before); n != 1 {
				return fmt.Errorf("%s has %d times what is to be changed: %q", name, n, before)
			}
			content = strings.Replace(content, before, after, 1)
		}
		t[dir+name] = []byte(content)
	}
	return nil
}

// moduleDir finds where the go command keeps a module, which it downloads when
// needed. Another version than the given one is an error.
func (b *builder) moduleDir(path, version string) (string, error) {
	out, err := b.output("go", "mod", "download", "-json", path)
	if err != nil {
		return "", fmt.Errorf("find module %s: %w", path, err)
	}
	var module struct{ Version, Dir, Error string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("find module %s: %w", path, err)
	}
	if module.Error != "" {
		return "", fmt.Errorf("find module %s: %s", path, module.Error)
	}
	if module.Version != version {
		return "", fmt.Errorf("go.mod has %s %s, but the slim copy was made for %s: check leftOut and the patches first", path, module.Version, version)
	}
	return module.Dir, nil
}
