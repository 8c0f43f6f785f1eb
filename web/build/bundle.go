package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// scripts installs npm packages and makes the scripts in build/ts, and the types of the npm package on demand.
func (b *builder) scripts(ctx context.Context) error {
	if err := b.npmPackages(ctx); err != nil {
		return err
	}
	if err := b.bundle(ctx); err != nil || !b.pack {
		return err
	}
	return b.types(ctx)
}

// npmPackages installs the packages of the lock file, unless they are installed already.
// devDependencies are four fifths of the download, and only tests and the npm package need them.
func (b *builder) npmPackages(ctx context.Context) error {
	own, err := b.ownManifest()
	if err != nil {
		return err
	}
	lock, err := os.Stat(b.path("package-lock.json"))
	if err != nil {
		return err
	}
	// npm writes this file last.
	installed, err := os.Stat(b.path("node_modules", ".package-lock.json"))
	current := err == nil && !installed.ModTime().Before(lock.ModTime())
	complete := b.haveInstalled(own.DevDependencies)
	if current && b.haveInstalled(own.Dependencies) && (complete || b.local) {
		return nil
	}
	args := []string{"ci", "--no-audit", "--no-fund", "--loglevel=error"}
	if b.local && !complete {
		args = append(args, "--omit=dev")
	}
	err = b.part("npm packages", "npm downloads and unpacks what package-lock.json names", func() error {
		// By default npm waits a minute before the last request to a registry that does not answer.
		return execute(b.command(ctx, "npm", append(args, "--fetch-retry-maxtimeout=10000")...))
	})
	if err != nil {
		return err
	}
	// npm may give the file an older time than the lock file's. Then each build would install the packages.
	now := lock.ModTime()
	return os.Chtimes(b.path("node_modules", ".package-lock.json"), now, now)
}

// haveInstalled reports whether each of the packages has a folder.
func (b *builder) haveInstalled(packages map[string]string) bool {
	for name := range packages {
		if _, err := os.Stat(b.path("node_modules", filepath.FromSlash(name))); err != nil {
			return false
		}
	}
	return true
}

// bundle makes the scripts in build/ts from the TypeScript sources.
func (b *builder) bundle(ctx context.Context) error {
	return b.whenChanged("ts", "scripts", "bundling TypeScript", b.command(ctx, "node", filepath.Join("web", "bundle.mjs")))
}

// types writes the type declarations of the npm package into build/ts/types.
func (b *builder) types(ctx context.Context) error {
	tsc := b.command(ctx, "node", filepath.Join("node_modules", "typescript", "bin", "tsc"), "-p", "npm")
	return b.whenChanged("ts/types", "types", "declaring the types of the npm package", tsc)
}

// whenChanged runs a part of the build that makes a folder of build/, if a TypeScript source has changed.
func (b *builder) whenChanged(folder, name, what string, cmd *exec.Cmd) error {
	sources, err := b.scriptSources()
	if err != nil {
		return err
	}
	// The stamp lies in the folder, so that it is deleted together with it.
	stampFile := b.path("build", filepath.FromSlash(folder), "sources.sha256")
	if had, err := os.ReadFile(stampFile); err == nil && string(had) == sources {
		return nil
	}
	if err := b.part(name, what, func() error { return execute(cmd) }); err != nil {
		return err
	}
	return writeFile(stampFile, []byte(sources))
}

// scriptSources returns a hash of the sources of all scripts. The shell's script has some
// sentences of the program's catalogues.
func (b *builder) scriptSources() (string, error) {
	hash := sha256.New()
	for _, name := range []string{
		"package-lock.json", "package.json", "tsconfig.json", "web", "bridge", "npm", "relay", "internal/wording/words",
	} {
		err := filepath.WalkDir(b.path(name), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !sourceTypes[filepath.Ext(path)] {
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

// sourceTypes are the types of the files that scripts are made from.
var sourceTypes = map[string]bool{".ts": true, ".mjs": true, ".json": true, ".lua": true}
