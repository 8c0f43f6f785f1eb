package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// notices collects the licences of everything that is linked into the wasm.
// They ask to travel with the program, and the published package holds it.
func (b *builder) notices() ([]byte, error) {
	cmd := b.command("go", "list", "-deps", "-modfile="+b.path("build", "go.wasm.mod"),
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", b.wasm)
	cmd.Env, cmd.Stdout = wasmEnv(), nil
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list the linked modules: %w", err)
	}
	goroot, err := b.output("go", "env", "GOROOT")
	if err != nil {
		return nil, fmt.Errorf("find GOROOT: %w", err)
	}
	modules := map[string]string{"The Go standard library and wasm_exec.js": strings.TrimSpace(string(goroot))}
	for line := range strings.Lines(string(list)) {
		title, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok && !b.ours(dir) {
			modules[title] = dir
		}
	}
	titles := make([]string, 0, len(modules))
	for title := range modules {
		titles = append(titles, title)
	}
	sort.Strings(titles)

	text := []byte("This package contains a WebAssembly program that is built from the following projects as well.\n")
	for _, title := range titles {
		licence, err := licenceOf(modules[title])
		if err != nil {
			return nil, fmt.Errorf("licence of %s: %w", title, err)
		}
		text = fmt.Appendf(text, "\n%s\n\n%s\n\n%s\n", strings.Repeat("=", 72), title, bytes.TrimSpace(licence))
	}
	return fmt.Appendf(text, "\n%s\n\n%s\n", strings.Repeat("=", 72), suffixListNotice), nil
}

// suffixListNotice is for the one part that comes as data and not as a module:
// see package internal/link/suffix.
const suffixListNotice = `The Public Suffix List, in a packed form

It is subject to the terms of the Mozilla Public License, v. 2.0, which is at
https://mozilla.org/MPL/2.0/. The list itself is at https://publicsuffix.org/list/.`

// ours reports whether the folder of a module holds a stand-in, which is part
// of this project.
func (b *builder) ours(dir string) bool {
	for name := range replacedModules {
		if dir == b.path("build", "slim", name) {
			return true
		}
	}
	return false
}

// licenceOf reads the licence file of a module. Debian keeps Go's own one
// folder up from where a toolchain archive has it.
func licenceOf(dir string) ([]byte, error) {
	for _, at := range []string{dir, filepath.Dir(dir)} {
		for _, pattern := range []string{"LICENSE*", "LICENCE*", "COPYING*"} {
			if found, err := filepath.Glob(filepath.Join(at, pattern)); err == nil && len(found) > 0 {
				return os.ReadFile(found[0])
			}
		}
	}
	return nil, fmt.Errorf("no licence file in %s", dir)
}
