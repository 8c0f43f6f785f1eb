package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
)

// The folder _slim, which the go command ignores, has a folder for each module of
// slimModules. Its files are added to the copy, in the folder of their package, and
// replace declarations there: see changes.

// programModFile is go.mod with the slim copies in the place of the modules.
const programModFile = "build/go.wasm.mod"

// slim makes the slim copies in build/slim, and programModFile.
//
// The flag -overlay of the go command would be simpler, but it does not replace
// files of the module cache.
func (b *builder) slim(ctx context.Context) error {
	mod, err := os.ReadFile(b.path("go.mod"))
	if err != nil {
		return err
	}
	copies := tree{}
	for _, m := range slimModules {
		files, err := b.slimCopy(ctx, m)
		if err != nil {
			return fmt.Errorf("slim copy of %s: %w", m.path, err)
		}
		copies.put(m.folder, files)
		mod = fmt.Appendf(mod, "\nreplace %s => ./build/slim/%s\n", m.path, m.folder)
	}
	if err := copies.write(b.path("build", "slim")); err != nil {
		return err
	}
	if err := writeFile(b.path(programModFile), mod); err != nil {
		return err
	}
	sums, err := os.ReadFile(b.path("go.sum"))
	if err != nil {
		return err
	}
	if err := writeFile(b.path(strings.TrimSuffix(programModFile, ".mod")+".sum"), sums); err != nil {
		return err
	}
	return b.writeWasmTestFile()
}

// slimCopy makes the slim copy of a module.
func (b *builder) slimCopy(ctx context.Context, m slimModule) (tree, error) {
	ours, err := filesIn(b.path("web", "build", "_slim", m.folder), all)
	if err != nil {
		return nil, err
	}
	for name, from := range m.shared {
		content, err := os.ReadFile(b.path(from))
		if err != nil {
			return nil, err
		}
		clause := func(file string) string { return "package " + path.Base(path.Dir(file)) + "\n" }
		ours[name] = []byte(strings.Replace(string(content), clause(from), clause(name), 1))
	}
	source, err := b.moduleDir(ctx, m.path, m.version)
	if err != nil {
		return nil, err
	}
	files, err := filesIn(source, m.includes)
	if err != nil {
		return nil, err
	}
	for name, names := range m.cut {
		if files[name], err = cut(name, files[name], names); err != nil {
			return nil, err
		}
	}
	standIns := map[string]string{}
	for imported, folder := range m.standIns {
		standIns[imported] = m.path + "/" + folder
	}
	return files, files.replace(ours, standIns)
}

// includes reports whether a file of the module goes into the copy: the go files of the packages that
// the program imports, without their tests.
func (m slimModule) includes(name string) bool {
	switch {
	case m.leftOut[name] != "" || strings.HasSuffix(name, "_test.go"):
		return false
	case name == "go.mod" || name == "LICENSE":
		return true
	}
	return path.Ext(name) == ".go" && slices.Contains(m.packages, path.Dir(name))
}

// moduleDir finds the folder of a module in the module cache, and downloads the module
// if needed. A version other than the given one is an error.
func (b *builder) moduleDir(ctx context.Context, path, version string) (string, error) {
	out, err := b.output(ctx, "go", "mod", "download", "-json", path)
	var module struct{ Version, Dir, Error string }
	if decoding := json.Unmarshal(out, &module); decoding != nil {
		return "", cmp.Or(err, decoding)
	}
	if module.Error != "" {
		// With -json the go command prints the reason only here.
		fmt.Fprintln(os.Stderr, module.Error)
		return "", failure([]string{"go", "mod", "download"}, module.Error, err)
	}
	if module.Version != version {
		return "", fmt.Errorf("go.mod has %s %s, but the slim copy was made for %s: check slimmodules.go and the folder _slim first",
			path, module.Version, version)
	}
	return module.Dir, nil
}
