package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	sources, err := b.scriptSources()
	if err != nil {
		return err
	}
	// In the folder of the scripts, so that it is gone when they are.
	stampFile := b.path("build", "ts", "sources.sha256")
	if had, err := os.ReadFile(stampFile); err == nil && string(had) == sources {
		return nil
	}
	if err := b.command("node", filepath.Join("web", "bundle.mjs")).Run(); err != nil {
		return fmt.Errorf("bundle the scripts: %w", err)
	}
	return writeFile(stampFile, []byte(sources))
}

// scriptSources returns a hash of all files that the scripts are made from. The shell's
// script holds some sentences of the program's catalogues.
func (b *builder) scriptSources() (string, error) {
	hash := sha256.New()
	for _, name := range []string{
		"package-lock.json", "package.json", "tsconfig.json", "tsconfig.host.json", "web", "bridge", "relay/lua", "words",
	} {
		err := filepath.WalkDir(b.path(name), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !bundled[filepath.Ext(path)] {
				return err
			}
			content, err := os.ReadFile(path)
			fmt.Fprintf(hash, "%s %d\n%s", path, len(content), content)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// bundled are the types of files that scripts are made from.
var bundled = map[string]bool{".ts": true, ".mjs": true, ".json": true, ".lua": true}
