package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLocalBuildsInstallNoTestPackages runs a stand-in for npm that creates the folders, and writes its arguments into a file.
func TestLocalBuildsInstallNoTestPackages(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	for name, content := range map[string]string{
		"package.json":      `{"name":"x","version":"1.2.3","description":"d","dependencies":{"@a/b":"1"},"devDependencies":{"c":"1"}}`,
		"package-lock.json": "{}",
	} {
		if err := writeFile(b.path(name), []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	bin := t.TempDir()
	script := "#!/bin/sh\necho \"$@\" >>asked\nmkdir -p node_modules/@a/b\ncase \"$*\" in *omit=dev*) ;; *) mkdir -p node_modules/c ;; esac\n" +
		"echo >node_modules/.package-lock.json\n"
	if err := os.WriteFile(filepath.Join(bin, "npm"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))

	later := time.Now().Add(time.Hour)
	for _, c := range []struct {
		what    string
		b       builder
		newLock bool
		want    string // which packages are installed: "site", "all", or none
	}{
		{"a new machine builds elicitform-server", builder{embed: true}, false, "site"},
		{"it serves", builder{local: true}, false, ""},
		{"it makes the npm package beside elicitform-server", builder{embed: true, pack: true}, false, "all"},
		{"it tests", builder{}, false, ""},
		{"it serves after tests", builder{local: true}, false, ""},
		{"it serves after the lock file has changed", builder{local: true}, true, "all"},
	} {
		if c.newLock {
			if err := os.Chtimes(b.path("package-lock.json"), later, later); err != nil {
				t.Fatal(err)
			}
		}
		_ = os.Remove(b.path("asked"))
		b.local, b.embed, b.pack = c.b.local, c.b.embed, c.b.pack
		if err := b.npmPackages(t.Context()); err != nil {
			t.Fatal(err)
		}
		asked, _ := os.ReadFile(b.path("asked"))
		got := ""
		switch {
		case strings.Contains(string(asked), "--omit=dev"):
			got = "site"
		case len(asked) > 0:
			got = "all"
		}
		if got != c.want {
			t.Errorf("%s: %q are installed, want %q", c.what, got, c.want)
		}
	}
}

// TestScriptsOfTheSite: a build of the npm package does not use the scripts that were bundled for the site alone.
func TestScriptsOfTheSite(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	for _, name := range []string{"package.json", "package-lock.json", "tsconfig.json", "web/bundle.mjs", "bridge/a.ts", "npm/a.ts", "relay/a.ts", "internal/wording/words/en.json"} {
		if err := writeFile(b.path(name), []byte("{}")); err != nil {
			t.Fatal(err)
		}
	}
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "node"), []byte("#!/bin/sh\necho \"$@\" >asked\nmkdir -p build/ts\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, c := range []struct {
		what  string
		local bool
		want  string
	}{
		{"the site", true, "web/bundle.mjs --site\n"},
		{"the site again", true, ""},
		{"the package", false, "web/bundle.mjs\n"},
		{"the package again", false, ""},
		{"the site after the package", true, ""},
	} {
		_ = os.Remove(b.path("asked"))
		b.local = c.local
		if err := b.bundle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if asked, _ := os.ReadFile(b.path("asked")); string(asked) != c.want {
			t.Errorf("%s: node is called with %q, want %q", c.what, asked, c.want)
		}
	}
}

func TestLockedPackages(t *testing.T) {
	const lock = `{"packages":{"":{},"e2e/x":{},"node_modules/a":{},"node_modules/b":{"dev":true},"node_modules/c":{"optional":true},"node_modules/x":{"link":true}}}`
	file := filepath.Join(t.TempDir(), "package-lock.json")
	if err := writeFile(file, []byte(lock)); err != nil {
		t.Fatal(err)
	}
	if site, all := lockedPackages(file, true), lockedPackages(file, false); site != 1 || all != 2 {
		t.Errorf("%d and %d packages", site, all)
	}
}
