package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// manifestTemplate is the package.json of the published package. Unlike the
// project's own it names no scripts and no dependencies: an installation runs
// no code and installs no other package. In each entry of "exports", "types" has to
// stand before "default", because the first condition that applies counts.
//
//go:embed manifest.json.txt
var manifestTemplate []byte

// publishedTypes are the declarations of the package's entries, by the paths of their sources.
var publishedTypes = []string{
	"bridge/host/index.d.ts", "bridge/host/element.d.ts", "npm/react/react.d.ts", "npm/adapters/index.d.ts", "npm/testing/testing.d.ts",
	"npm/testing/playwright.d.ts", "relay/typescript/relay.d.ts", "relay/typescript/relay-redis.d.ts", "relay/typescript/relay-node.d.ts",
	"npm/jsx/jsx-react.d.ts", "npm/jsx/jsx-svelte.d.ts", "npm/jsx/jsx-vue.d.ts",
}

// customElements describes <elicitation-form> for editors and catalogues, in the
// format of the Custom Elements Manifest.
//
//go:embed custom-elements.json
var customElements []byte

// dist makes the npm package: the host scripts with their types, and the frame in a
// folder beside them, where the script looks for it.
func (b *builder) dist(ctx context.Context, frame tree) error {
	pack := tree{}
	pack.put("frame", frame)
	pack, err := b.compress(pack)
	if err != nil {
		return err
	}
	if err := b.hostFiles(pack); err != nil {
		return err
	}
	if pack["NOTICES.txt"], err = b.notices(ctx); err != nil {
		return err
	}
	if err := b.packTexts(pack); err != nil {
		return err
	}
	if err := pack.write(b.path("dist")); err != nil {
		return err
	}
	fmt.Fprintln(b.log, "the npm package is in dist/")
	return nil
}

// packTexts adds the files of the package that people and npm read.
func (b *builder) packTexts(pack tree) error {
	own, err := b.ownManifest()
	if err != nil {
		return err
	}
	if err := b.documents(pack, own.Version); err != nil {
		return err
	}
	if pack["LICENSE"], err = os.ReadFile(b.path("LICENSE")); err != nil {
		return err
	}
	pack["package.json"], err = own.published()
	return err
}

// hostFiles adds the published scripts, and their type declarations in the folder types.
func (b *builder) hostFiles(pack tree) error {
	scripts, err := os.ReadDir(b.path("build", "ts", "package"))
	if err != nil {
		return err
	}
	for _, file := range scripts {
		if pack[file.Name()], err = b.script("package/" + file.Name()); err != nil {
			return err
		}
	}
	if pack["forms.js"], err = b.hostScript(); err != nil {
		return err
	}
	if pack["receipt.css"], err = os.ReadFile(b.path("bridge", "host", "receipt.css")); err != nil {
		return err
	}
	pack["custom-elements.json"] = customElements
	for _, name := range publishedTypes {
		if err := b.declarations(pack, name); err != nil {
			return err
		}
	}
	return nil
}

// imported matches the path of a module that a declaration file imports.
var imported = regexp.MustCompile(`["'](\.\.?/[\w./-]+)\.js["']`)

// declarations adds a declaration file and its imports. The compiler writes one for
// every module, but most modules are internal. The declarations for frameworks are written by
// hand, because they extend packages that are not installed here.
func (b *builder) declarations(pack tree, name string) error {
	if _, there := pack["types/"+name]; there {
		return nil
	}
	folder := []string{"build", "ts", "types"}
	if strings.HasPrefix(name, "npm/jsx/") {
		folder = nil
	}
	text, err := os.ReadFile(b.path(append(folder, filepath.FromSlash(name))...))
	if err != nil {
		return err
	}
	pack["types/"+name] = text
	for _, match := range imported.FindAllSubmatch(text, -1) {
		if err := b.declarations(pack, path.Join(path.Dir(name), string(match[1])+".d.ts")); err != nil {
			return err
		}
	}
	return nil
}

// manifest has the members of the project's package.json that the build reads. The published one has the same name, version
// and description.
type manifest struct {
	Name, Version, Description    string
	Dependencies, DevDependencies map[string]string
}

// ownManifest reads the project's package.json.
func (b *builder) ownManifest() (manifest, error) {
	var own manifest
	text, err := os.ReadFile(b.path("package.json"))
	if err != nil {
		return own, err
	}
	if err := json.Unmarshal(text, &own); err != nil {
		return own, fmt.Errorf("package.json: %w", err)
	}
	if own.Name == "" || own.Version == "" || own.Description == "" {
		return own, fmt.Errorf("package.json lacks its name, version or description")
	}
	return own, nil
}

// published fills the package.json of the published package.
func (m manifest) published() ([]byte, error) {
	values := map[string]string{}
	for name, value := range map[string]string{"name": m.Name, "version": m.Version, "description": m.Description} {
		quoted, _ := json.Marshal(value) // A string can be written.
		values[name] = string(quoted)
	}
	return fill("manifest.json.txt", manifestTemplate, values)
}

// notices collects the licences of all modules that are linked into the program.
// The licences demand to be published together with it.
func (b *builder) notices(ctx context.Context) ([]byte, error) {
	cmd := b.command(ctx, "go", "list", "-deps", "-modfile="+b.path(programModFile),
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", b.wasm)
	cmd.Env, cmd.Stdout = wasmEnv(), nil
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list the linked modules: %w", err)
	}
	goroot, err := b.goEnv(ctx, "GOROOT")
	if err != nil {
		return nil, err
	}
	modules := map[string]string{"The Go standard library and wasm_exec.js": goroot}
	for line := range strings.Lines(string(list)) {
		if title, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			modules[title] = dir
		}
	}

	text := []byte("This package contains a WebAssembly program that is built from the following projects as well.\n")
	for _, title := range slices.Sorted(maps.Keys(modules)) {
		licence, err := licenceOf(modules[title])
		if err != nil {
			return nil, fmt.Errorf("licence of %s: %w", title, err)
		}
		text = fmt.Appendf(text, "\n%s\n\n%s\n\n%s\n", strings.Repeat("=", 72), title, bytes.TrimSpace(licence))
	}
	return fmt.Appendf(text, "\n%s\n\n%s\n", strings.Repeat("=", 72), suffixListNotice), nil
}

// suffixListNotice is the notice for the Public Suffix List, which is data
// and not a module: see package internal/urlcheck/suffix.
const suffixListNotice = `The Public Suffix List, in a packed form

It is subject to the terms of the Mozilla Public License, v. 2.0, which is at
https://mozilla.org/MPL/2.0/. The list itself is at https://publicsuffix.org/list/.`

// licenceOf reads the licence file of a module, or of Go itself. Debian keeps
// Go's licence in the folder above GOROOT, other distributions in GOROOT.
func licenceOf(dir string) ([]byte, error) {
	licence, err := os.ReadFile(filepath.Join(dir, "LICENSE"))
	if errors.Is(err, fs.ErrNotExist) {
		return os.ReadFile(filepath.Join(filepath.Dir(dir), "LICENSE"))
	}
	return licence, err
}
