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

// npmPackages installs the packages that the lock file names, unless they are
// installed already.
func (b *builder) npmPackages() error {
	lock, err := os.Stat(b.path("package-lock.json"))
	if err != nil {
		return err
	}
	// npm writes this file when everything else is installed.
	installed, err := os.Stat(b.path("node_modules", ".package-lock.json"))
	if err == nil && !installed.ModTime().Before(lock.ModTime()) {
		return nil
	}
	fmt.Fprintln(b.log, "npm ci")
	if err := b.command("npm", "ci", "--no-audit", "--no-fund").Run(); err != nil {
		return fmt.Errorf("npm ci: %w", err)
	}
	// npm may give the file an older time than the lock file has. Then the packages
	// would be installed again by each build.
	now := lock.ModTime()
	return os.Chtimes(b.path("node_modules", ".package-lock.json"), now, now)
}

// bundle makes the scripts in build/ts from the TypeScript sources, when one of
// those has changed.
func (b *builder) bundle() error {
	stamp, err := b.scriptSources()
	if err != nil {
		return err
	}
	// In the folder of the scripts, so that it is gone when they are.
	stampFile := b.path("build", "ts", "sources.sha256")
	if had, err := os.ReadFile(stampFile); err == nil && string(had) == stamp {
		return nil
	}
	if err := b.command("node", filepath.Join("web", "bundle.mjs")).Run(); err != nil {
		return fmt.Errorf("bundle the scripts: %w", err)
	}
	return writeFile(stampFile, []byte(stamp))
}

// scriptSources returns a hash of all files that the scripts are made from.
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
