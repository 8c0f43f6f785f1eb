package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The pinned framework. The list of files below was made for this version;
// another version needs another look at them.
const (
	goAppPath    = "github.com/maxence-charriere/go-app/v10"
	goAppVersion = "v10.1.11"
)

// goAppServerHalf are the files of pkg/app that only a Go server needs. They
// import net/http, whose TLS stack alone is 18 % of the download, and nothing
// that runs in a browser calls them.
var goAppServerHalf = []string{"http.go", "static.go", "resource.go", "scripts.go", "wasm.go"}

// goAppPackages are the packages of the framework that end in the browser.
var goAppPackages = []string{"pkg/app", "pkg/errors"}

// goAppStandin declares what the rest of pkg/app needs from the files above.
//
//go:embed goappslim/standin.go.txt
var goAppStandin []byte

// slimGoApp copies the pinned framework without its server half to
// build/goapp and writes build/go.wasm.mod, which builds against the copy.
//
// An -overlay would be simpler, but the go command refuses to overlay files
// of the module cache.
func (b *builder) slimGoApp() error {
	source, err := b.moduleDir(goAppPath, goAppVersion)
	if err != nil {
		return err
	}
	target := b.path("build", "goapp")
	stamp := slimStamp()
	if had, err := os.ReadFile(filepath.Join(target, ".stamp")); err != nil || string(had) != stamp {
		if err := copySlim(source, target); err != nil {
			return fmt.Errorf("copy go-app: %w", err)
		}
		if err := writeFile(filepath.Join(target, ".stamp"), []byte(stamp)); err != nil {
			return err
		}
	}
	return b.writeWasmModFile()
}

// slimStamp changes whenever the copy has to be made again.
func slimStamp() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{
		goAppVersion, strings.Join(goAppServerHalf, ","), strings.Join(goAppPackages, ","), string(goAppStandin),
	}, "\n")))
	return hex.EncodeToString(sum[:])
}

// copySlim makes the copy from scratch, so that nothing of an older one stays.
func copySlim(source, target string) error {
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	left := map[string]bool{}
	for _, name := range goAppServerHalf {
		left[name] = true
	}
	for _, pkg := range goAppPackages {
		entries, err := os.ReadDir(filepath.Join(source, filepath.FromSlash(pkg)))
		if err != nil {
			return err
		}
		for _, entry := range entries {
			name := entry.Name()
			isCode := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
			if entry.IsDir() || !isCode || (pkg == "pkg/app" && left[name]) {
				continue
			}
			from := filepath.Join(source, filepath.FromSlash(pkg), name)
			if err := copyFile(from, filepath.Join(target, filepath.FromSlash(pkg), name)); err != nil {
				return err
			}
		}
	}
	for _, name := range []string{"go.mod", "LICENSE"} {
		if err := copyFile(filepath.Join(source, name), filepath.Join(target, name)); err != nil {
			return err
		}
	}
	return writeFile(filepath.Join(target, "pkg", "app", "standin.go"), goAppStandin)
}

// writeWasmModFile writes the project's go.mod with the copy in place of the
// framework. The replacement is relative to the project, as the go command
// reads it.
func (b *builder) writeWasmModFile() error {
	mod, err := os.ReadFile(b.path("go.mod"))
	if err != nil {
		return err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => ./build/goapp\n", goAppPath)
	if err := writeFile(b.path("build", "go.wasm.mod"), mod); err != nil {
		return err
	}
	sum, err := os.ReadFile(b.path("go.sum"))
	if err != nil {
		return err
	}
	return writeFile(b.path("build", "go.wasm.sum"), sum)
}

// moduleDir finds where the go command keeps the module, fetching it when it
// is not there yet, and insists on the version.
func (b *builder) moduleDir(path, version string) (string, error) {
	out, err := b.output("go", "mod", "download", "-json", path)
	if err != nil {
		return "", fmt.Errorf("find module %s: %w", path, err)
	}
	var module struct{ Version, Dir, Error string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("find module %s: %w", path, err)
	}
	if module.Error != "" {
		return "", fmt.Errorf("find module %s: %s", path, module.Error)
	}
	if module.Version != version {
		return "", fmt.Errorf("go.mod has %s %s, but the slim copy was made for %s: check goAppServerHalf first", path, module.Version, version)
	}
	return module.Dir, nil
}
