package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// The pinned framework. The list of files below was made for this version;
// another version needs another look at them.
const (
	goAppPath    = "github.com/maxence-charriere/go-app/v10"
	goAppVersion = "v10.1.11"
)

// goAppLeftOut are files of pkg/app that the frame does not need: the half
// for a Go server, which imports net/http (its TLS stack alone is 18 % of the
// download), encryption of stored states (7 % with what uuid brings), and what
// listens to the whole window: it reads events that anybody can dispatch
// without looking whether their members are there, and follows links.
var goAppLeftOut = []string{"http.go", "static.go", "resource.go", "scripts.go", "wasm.go", "crypto.go", "browser.go"}

// goAppEdits are the lines of pkg/app that are changed. Each stands exactly
// once in the pinned version.
var goAppEdits = []struct{ file, old, new string }{
	// Every event was asked for its place, which panics when that is no number.
	{"pkg/app/node.go", "\t\t\t\ttrackMousePosition(event)\n", ""},
}

// goAppPackages are the packages of the framework that end in the browser.
var goAppPackages = []string{"pkg/app", "pkg/errors"}

// standins are small files of ours that take the place of what is left out:
// goapp goes into the copy of the framework, text (6 %) and uuid replace whole
// modules. They end in .txt so that the go command does not take them for
// packages of this project.
//
//go:embed slim
var standins embed.FS

// replacedModules are what the stand-ins replace.
var replacedModules = map[string]string{
	"text": "golang.org/x/text",
	"uuid": "github.com/google/uuid",
}

// slim copies the pinned framework without the parts that the frame does not
// need to build/slim, puts the stand-ins beside it, and writes
// build/go.wasm.mod, which builds against them.
//
// An -overlay would be simpler, but the go command refuses to overlay files
// of the module cache.
func (b *builder) slim() error {
	source, err := b.moduleDir(goAppPath, goAppVersion)
	if err != nil {
		return err
	}
	stamp, err := slimStamp()
	if err != nil {
		return err
	}
	target := b.path("build", "slim")
	stampFile := filepath.Join(target, ".stamp")
	if had, err := os.ReadFile(stampFile); err != nil || string(had) != stamp {
		// From scratch, so that nothing of an older copy stays.
		if err := os.RemoveAll(target); err != nil {
			return err
		}
		if err := copyGoApp(source, filepath.Join(target, "goapp")); err != nil {
			return fmt.Errorf("copy go-app: %w", err)
		}
		if err := writeStandins(target); err != nil {
			return err
		}
		if err := writeFile(stampFile, []byte(stamp)); err != nil {
			return err
		}
	}
	return b.writeWasmModFile()
}

// slimStamp changes whenever the copy has to be made again.
func slimStamp() (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, goAppVersion, goAppLeftOut, goAppPackages, goAppEdits)
	err := fs.WalkDir(standins, "slim", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := standins.ReadFile(name)
		fmt.Fprintf(hash, "%s %d\n%s", name, len(content), content)
		return err
	})
	return hex.EncodeToString(hash.Sum(nil)), err
}

// copyGoApp copies the code that ends in the browser.
func copyGoApp(source, target string) error {
	left := map[string]bool{}
	for _, name := range goAppLeftOut {
		left["pkg/app/"+name] = true
	}
	for _, pkg := range goAppPackages {
		entries, err := os.ReadDir(filepath.Join(source, filepath.FromSlash(pkg)))
		if err != nil {
			return err
		}
		for _, entry := range entries {
			name := pkg + "/" + entry.Name()
			isCode := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
			if entry.IsDir() || !isCode || left[name] {
				continue
			}
			content, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(name)))
			if err != nil {
				return err
			}
			if content, err = edited(name, content); err != nil {
				return err
			}
			if err := writeFile(filepath.Join(target, filepath.FromSlash(name)), content); err != nil {
				return err
			}
		}
	}
	for _, name := range []string{"go.mod", "LICENSE"} {
		if err := copyFile(filepath.Join(source, name), filepath.Join(target, name)); err != nil {
			return err
		}
	}
	return nil
}

// edited is the content of a file with the lines changed that are to be.
func edited(name string, content []byte) ([]byte, error) {
	for _, edit := range goAppEdits {
		if edit.file != name {
			continue
		}
		if n := bytes.Count(content, []byte(edit.old)); n != 1 {
			return nil, fmt.Errorf("%s has %d times what is to be changed: %q", name, n, edit.old)
		}
		content = bytes.Replace(content, []byte(edit.old), []byte(edit.new), 1)
	}
	return content, nil
}

// writeStandins writes our files without their .txt: those of goapp into the
// package that they complete, the others as modules of their own.
func writeStandins(target string) error {
	return fs.WalkDir(standins, "slim", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := standins.ReadFile(name)
		if err != nil {
			return err
		}
		to := strings.TrimSuffix(strings.TrimPrefix(name, "slim/"), ".txt")
		if dir, file := path.Split(to); dir == "goapp/" {
			to = "goapp/pkg/app/" + file
		}
		return writeFile(filepath.Join(target, filepath.FromSlash(to)), content)
	})
}

// writeWasmModFile writes the project's go.mod with the copies in place of
// the modules. The replacements are relative to the project, as the go command
// reads them.
func (b *builder) writeWasmModFile() error {
	mod, err := os.ReadFile(b.path("go.mod"))
	if err != nil {
		return err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => ./build/slim/goapp\n", goAppPath)
	for _, dir := range []string{"text", "uuid"} {
		mod = fmt.Appendf(mod, "replace %s => ./build/slim/%s\n", replacedModules[dir], dir)
	}
	if err := writeFile(b.path("build", "go.wasm.mod"), mod); err != nil {
		return err
	}
	sum, err := os.ReadFile(b.path("go.sum"))
	if err != nil {
		return err
	}
	return writeFile(b.path("build", "go.wasm.sum"), sum)
}

// moduleDir finds where the go command keeps the module, fetching it when it
// is not there yet, and insists on the version.
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
		return "", fmt.Errorf("go.mod has %s %s, but the slim copy was made for %s: check goAppLeftOut first", path, module.Version, version)
	}
	return module.Dir, nil
}
