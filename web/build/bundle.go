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

func (b *builder) scripts(ctx context.Context) error {
	if err := b.npmPackages(ctx); err != nil {
		return err
	}
	if err := b.bundle(ctx); err != nil || !b.pack {
		return err
	}
	return b.types(ctx)
}

// devDependencies are four fifths of the download. Only tests and the npm package need them.
func (b *builder) npmPackages(ctx context.Context) error {
	own, err := b.ownManifest()
	if err != nil {
		return err
	}
	lock, err := os.Stat(b.path("package-lock.json"))
	if err != nil {
		return err
	}
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

func (b *builder) haveInstalled(packages map[string]string) bool {
	for name := range packages {
		if _, err := os.Stat(b.path("node_modules", filepath.FromSlash(name))); err != nil {
			return false
		}
	}
	return true
}

func (b *builder) bundle(ctx context.Context) error {
	return b.whenChanged("ts", "scripts", "bundling TypeScript", b.command(ctx, "node", filepath.Join("web", "bundle.mjs")))
}

func (b *builder) types(ctx context.Context) error {
	tsc := b.command(ctx, "node", filepath.Join("node_modules", "typescript", "bin", "tsc"), "-p", "npm")
	return b.whenChanged("ts/types", "types", "declaring the types of the npm package", tsc)
}

// whenChanged runs cmd if a TypeScript source has changed since it made the folder of build/.
func (b *builder) whenChanged(folder, name, what string, cmd *exec.Cmd) error {
	sources, err := b.scriptSources()
	if err != nil {
		return err
	}
	// The stamp is in the folder, so that it is deleted with the folder.
	stampFile := b.path("build", filepath.FromSlash(folder), "sources.sha256")
	if had, err := os.ReadFile(stampFile); err == nil && string(had) == sources {
		return nil
	}
	if err := b.part(name, what, func() error { return execute(cmd) }); err != nil {
		return err
	}
	return writeFile(stampFile, []byte(sources))
}

// scriptSources returns a hash. The shell's script has some sentences of the catalogues.
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

var sourceTypes = map[string]bool{".ts": true, ".mjs": true, ".json": true, ".lua": true}
