package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The folder _slim, which the go command does not look into, has a folder for each
// module of slimModules. Its files are added to the copy, in the folder of their package.
// Comments in them name the declarations of the module that they take the place of: see
// replacement. A folder of slimModule.standIns holds a package that the copy imports
// instead of one of the standard library.
//
// The folder text is a module that takes the place of golang.org/x/text, which is
// 6 % of the download and words messages that nobody sees.

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
	mod, err := os.ReadFile(b.path("go.mod"))
	if err != nil {
		return err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => ./build/slim/text\n", textPath)
	copies, err := b.slimFolder("text")
	if err != nil {
		return err
	}
	for _, m := range slimModules {
		source, err := b.moduleDir(m.path, m.version)
		if err != nil {
			return err
		}
		changes, err := b.slimFolder(m.folder)
		if err != nil {
			return err
		}
		if err := m.copyInto(copies, source, changes); err != nil {
			return fmt.Errorf("slim copy of %s: %w", m.path, err)
		}
		mod = fmt.Appendf(mod, "replace %s => ./build/slim/%s\n", m.path, m.folder)
	}
	if err := copies.write(b.path("build", "slim")); err != nil {
		return err
	}
	if err := writeFile(b.path(programModFile), mod); err != nil {
		return err
	}
	return copyFile(b.path("go.sum"), b.path(strings.TrimSuffix(programModFile, ".mod")+".sum"))
}

// copyInto adds the slim copy of the module to copies. source is the folder that
// the go command keeps the module in, and changes are the files that are added.
func (m slimModule) copyInto(copies tree, source string, changes tree) error {
	names, err := m.files(source)
	if err != nil {
		return err
	}
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		copies[m.folder+"/"+name] = content
	}
	if err := copies.replace(changes); err != nil {
		return err
	}
	for _, name := range names {
		if file := m.folder + "/" + name; path.Ext(file) == ".go" {
			if copies[file], err = m.withStandIns(file, copies[file]); err != nil {
				return err
			}
		}
	}
	return nil
}

// withStandIns makes a Go file of the copy import the stand-ins.
func (m slimModule) withStandIns(file string, content []byte) ([]byte, error) {
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, file, content, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var edits []edit
	for _, spec := range parsed.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value) // The parser has read it.
		if folder := m.standIns[imported]; folder != "" {
			edits = append(edits, edit{positions.Position(spec.Path.Pos()).Offset, positions.Position(spec.Path.End()).Offset, strconv.Quote(m.path + "/" + folder)})
		}
	}
	return apply(content, edits), nil
}

// files names the files of the module that the copy begins with, relative to the
// folder that the module is in.
func (m slimModule) files(source string) ([]string, error) {
	names, err := m.sources(source)
	names = slices.DeleteFunc(names, func(name string) bool { return m.leftOut[name] != "" })
	return append(names, "go.mod", "LICENSE"), err
}

// sources names the files of the packages that the program imports, without their
// tests, and those that they embed.
func (m slimModule) sources(source string) ([]string, error) {
	var names []string
	dir := os.DirFS(source)
	for _, pkg := range m.packages {
		files, err := fs.Glob(dir, path.Join(pkg, "*.go"))
		if err != nil {
			return nil, err
		}
		names = append(names, slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })...)
	}
	for _, folder := range m.data {
		err := fs.WalkDir(dir, folder, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				names = append(names, name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

// slimFolder reads a folder of _slim. The names are relative to _slim.
func (b *builder) slimFolder(folder string) (tree, error) {
	files := tree{}
	dir := os.DirFS(b.path("web", "build", "_slim"))
	err := fs.WalkDir(dir, folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name], err = fs.ReadFile(dir, name)
		}
		return err
	})
	return files, err
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
		return "", fmt.Errorf("go.mod has %s %s, but the slim copy was made for %s: check slimmodules.go and the folder _slim first", path, module.Version, version)
	}
	return module.Dir, nil
}
