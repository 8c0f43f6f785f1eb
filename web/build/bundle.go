package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// bundleOutputs are the scripts that web/bundle.mjs promises to write.
var bundleOutputs = []string{
	"frame/boot.js", "demo/chat.js",
	"host/index.js", "host/index.d.ts", "host/element.js", "host/element.d.ts", "host/cli.js",
	"standalone/standalone.js", "standalone/clients.js", "standalone/worker.js", "standalone/popup.js",
}

// npmPackages installs what the lock file names, unless it is there already.
func (b *builder) npmPackages() error {
	lock, err := os.Stat(b.path("package-lock.json"))
	if err != nil {
		return err
	}
	// npm writes this file last.
	installed, err := os.Stat(b.path("node_modules", ".package-lock.json"))
	if err == nil && !installed.ModTime().Before(lock.ModTime()) {
		return nil
	}
	fmt.Fprintln(b.log, "npm ci")
	if err := b.command("npm", "ci", "--no-audit", "--no-fund").Run(); err != nil {
		return fmt.Errorf("npm ci: %w", err)
	}
	// A lock file that was checked out after the packages were packed must not
	// look newer for ever.
	now := lock.ModTime()
	return os.Chtimes(b.path("node_modules", ".package-lock.json"), now, now)
}

// bundle turns the TypeScript sources into build/ts, when one of them changed.
func (b *builder) bundle() error {
	stamp, err := b.scriptSources()
	if err != nil {
		return err
	}
	stampFile := b.path("build", "stamp", "bundle")
	if had, err := os.ReadFile(stampFile); err == nil && string(had) == stamp && b.bundled() == nil {
		return nil
	}
	if err := b.command("node", filepath.Join("web", "bundle.mjs")).Run(); err != nil {
		return fmt.Errorf("bundle the scripts: %w", err)
	}
	if err := b.bundled(); err != nil {
		return err
	}
	return writeFile(stampFile, []byte(stamp))
}

// bundled reports the first script that is missing.
func (b *builder) bundled() error {
	for _, name := range bundleOutputs {
		if _, err := os.Stat(b.path("build", "ts", filepath.FromSlash(name))); err != nil {
			return fmt.Errorf("web/bundle.mjs wrote no %s", name)
		}
	}
	return nil
}

// scriptSources is a hash over everything that the bundles are made from.
func (b *builder) scriptSources() (string, error) {
	files := []string{"package-lock.json", "package.json", "tsconfig.json", "tsconfig.host.json"}
	for _, dir := range []string{"web", "bridge"} {
		err := filepath.WalkDir(b.path(dir), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			switch filepath.Ext(path) {
			case ".ts", ".mjs", ".json":
				relative, err := filepath.Rel(b.root, path)
				files = append(files, relative)
				return err
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	// The shell's script holds some sentences of the program's catalogues.
	catalogues, err := filepath.Glob(b.path("internal", "wording", "catalog_*.go"))
	if err != nil {
		return "", err
	}
	for _, path := range catalogues {
		relative, err := filepath.Rel(b.root, path)
		if err != nil {
			return "", err
		}
		files = append(files, relative)
	}
	sort.Strings(files)
	var list strings.Builder
	for _, name := range files {
		content, err := os.ReadFile(b.path(name))
		if os.IsNotExist(err) {
			continue
		} else if err != nil {
			return "", err
		}
		sum := sha256.Sum256(content)
		fmt.Fprintf(&list, "%x %s\n", sum, filepath.ToSlash(name))
	}
	sum := sha256.Sum256([]byte(list.String()))
	return hex.EncodeToString(sum[:]), nil
}
