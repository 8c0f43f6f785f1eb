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

// programModFile replaces the modules in go.mod by their slim copies.
const programModFile = "build/go.wasm.mod"

// slim makes the copies. The flag -overlay would be simpler, but it replaces no files of the module
// cache.
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

func (m slimModule) includes(name string) bool {
	switch {
	case m.leftOut[name] != "" || strings.HasSuffix(name, "_test.go"):
		return false
	case name == "go.mod" || name == "LICENSE":
		return true
	}
	return path.Ext(name) == ".go" && slices.Contains(m.packages, path.Dir(name))
}

// moduleDir downloads the module if needed. Another version is an error.
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
