package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// notices collects the licences of everything that is linked into the program.
// They demand to be published together with it, so the npm package holds them.
func (b *builder) notices() ([]byte, error) {
	cmd := b.command("go", "list", "-deps", "-modfile="+b.path(programModFile),
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", b.wasm)
	cmd.Env, cmd.Stdout = wasmEnv(), nil
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list the linked modules: %w", err)
	}
	goroot, err := b.goEnv("GOROOT")
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

// suffixListNotice is the notice for the Public Suffix List, which comes as data
// and not as a module: see package internal/link/suffix.
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
