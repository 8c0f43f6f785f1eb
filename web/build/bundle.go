package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// onlyPages reports whether the build makes the site or elicitform-server alone, which need nothing that only tests and the npm package do.
func (b *builder) onlyPages() bool { return b.local || b.embed && !b.pack }

// devDependencies are nine tenths of the download. Only tests and the npm package need them.
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
	if current && b.haveInstalled(own.Dependencies) && (complete || b.onlyPages()) {
		return nil
	}
	args, what := []string{"ci", "--no-audit", "--no-fund", "--loglevel=http"}, "what package-lock.json names"
	onlySite := b.onlyPages() && !complete
	if onlySite {
		args, what = append(args, "--omit=dev"), "what the site needs"
	}
	err = b.part("npm packages", "npm downloads and unpacks "+what, func(p *progress) error {
		p.noun, p.total = "files", func() int { return 2 * lockedPackages(b.path("package-lock.json"), onlySite) }
		// By default npm waits a minute before the last request to a registry that does not answer.
		return p.execute(b.command(ctx, "npm", append(args, "--fetch-retry-maxtimeout=10000")...), npmFile, npmDetail)
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

// lockedPackages returns the number of packages that npm installs on this machine, or 0 if the lock file cannot be read.
func lockedPackages(lockFile string, onlySite bool) (count int) {
	var lock struct {
		Packages map[string]struct{ Dev, Optional, Link bool }
	}
	text, err := os.ReadFile(lockFile)
	if err != nil || json.Unmarshal(text, &lock) != nil {
		return 0
	}
	for name, locked := range lock.Packages {
		// Optional packages are files for one platform, of which npm takes a few.
		if strings.HasPrefix(name, "node_modules/") && !locked.Optional && !locked.Link && !(onlySite && locked.Dev) {
			count++
		}
	}
	return count
}

// bundle makes all scripts, or those of the site. The latter need no minifier of the npm package.
func (b *builder) bundle(ctx context.Context) error {
	cmd := b.command(ctx, "node", filepath.Join("web", "bundle.mjs"))
	if !b.onlyPages() {
		return b.whenChanged("ts", "scripts", "bundling TypeScript", "", cmd)
	}
	cmd.Args = append(cmd.Args, "--site")
	return b.whenChanged("ts", "scripts", "bundling TypeScript", siteMark, cmd)
}

// siteMark marks the stamp of scripts without those that only the npm package has.
const siteMark = "site "

func (b *builder) types(ctx context.Context) error {
	tsc := func(project string) *exec.Cmd {
		return b.command(ctx, "node", filepath.Join("node_modules", "typescript", "bin", "tsc"), "-p", project)
	}
	// The plugin alone runs in Node, and the other scripts must not use the types of Node.
	return b.whenChanged("ts/types", "types", "declaring the types of the npm package", "", tsc("npm"), tsc(filepath.Join("npm", "vite")))
}

// whenChanged runs the commands if a TypeScript source has changed since they made the folder of build/. A folder with all scripts
// has those of a mark, too.
func (b *builder) whenChanged(folder, name, what, mark string, commands ...*exec.Cmd) error {
	sources, err := b.scriptSources()
	if err != nil {
		return err
	}
	// The stamp is in the folder, so that it is deleted with the folder.
	stampFile := b.path("build", filepath.FromSlash(folder), "sources.sha256")
	if had, err := os.ReadFile(stampFile); err == nil && (string(had) == sources || string(had) == mark+sources) {
		return nil
	}
	run := func(*progress) error {
		for _, cmd := range commands {
			if err := execute(cmd); err != nil {
				return err
			}
		}
		return nil
	}
	if err := b.part(name, what, run); err != nil {
		return err
	}
	return writeFile(stampFile, []byte(mark+sources))
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
