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

// manifestTemplate is the package.json of the published package. It names no scripts and no dependencies: an
// installation runs no code and installs no other package. In each entry of "exports", "types" has to stand
// before "default", because the first condition that applies counts.
//
//go:embed manifest.json.txt
var manifestTemplate []byte

var publishedTypes = []string{
	"bridge/host/index.d.ts", "bridge/host/element.d.ts", "bridge/host/renderreceipt.d.ts",
	"bridge/host/styles.d.ts", "npm/react/react.d.ts",
	"npm/adapters/index.d.ts", "npm/rules/rules.d.ts", "npm/testing/testing.d.ts",
	"npm/testing/playwright.d.ts", "npm/vite/vite.d.ts",
	"relay/typescript/relay.d.ts", "relay/typescript/relay-redis.d.ts", "relay/typescript/relay-node.d.ts",
	"npm/jsx/jsx-react.d.ts", "npm/jsx/jsx-svelte.d.ts", "npm/jsx/jsx-vue.d.ts",
}

// customElements describes <elicitation-form> as a Custom Elements Manifest.
//
//go:embed custom-elements.json
var customElements []byte

// dist makes the npm package. The host script looks for the frame in the folder beside it. Nothing in it is compressed: npm compresses
// the package, and "npx elicitform copy --compressed" the files that a server sends.
func (b *builder) dist(ctx context.Context, frame tree) error {
	pack := tree{}
	pack.put("frame", frame)
	err := b.hostFiles(pack)
	if err != nil {
		return err
	}
	if pack[functionsFile], err = os.ReadFile(filepath.Join(filepath.Dir(b.wasmFile()), functionsFile)); err != nil {
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
	pack["custom-elements.json"] = customElements
	catalogues, err := filesIn(b.path("internal", "wording", "words"), all)
	if err != nil {
		return err
	}
	for name, text := range catalogues {
		if path.Ext(name) == ".json" {
			pack["words/"+name] = text
		}
	}
	for _, name := range publishedTypes {
		if err := b.declarations(pack, name); err != nil {
			return err
		}
	}
	return nil
}

var imported = regexp.MustCompile(`["'](\.\.?/[\w./-]+)\.js["']`)

// declarations adds a declaration file and its imports; most modules are internal. Those for frameworks are
// written by hand, because they extend packages that are not installed here.
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

type manifest struct {
	Name, Version, Description    string
	Dependencies, DevDependencies map[string]string
}

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

func (m manifest) published() ([]byte, error) {
	values := map[string]string{}
	for name, value := range map[string]string{"name": m.Name, "version": m.Version, "description": m.Description} {
		quoted, _ := json.Marshal(value) // A string can be written.
		values[name] = string(quoted)
	}
	return fill("manifest.json.txt", manifestTemplate, values)
}

// notices collects the licences of all linked modules, which demand to be published with the program.
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

// The Public Suffix List is data and not a module: see package internal/urlcheck/suffix.
const suffixListNotice = `The Public Suffix List, in a packed form

It is subject to the terms of the Mozilla Public License, v. 2.0, which is at
https://mozilla.org/MPL/2.0/. The list itself is at https://publicsuffix.org/list/.`

// licenceOf also finds Go's licence, which Debian keeps in the folder above GOROOT.
func licenceOf(dir string) ([]byte, error) {
	licence, err := os.ReadFile(filepath.Join(dir, "LICENSE"))
	if errors.Is(err, fs.ErrNotExist) {
		return os.ReadFile(filepath.Join(filepath.Dir(dir), "LICENSE"))
	}
	return licence, err
}
