package main

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// slimBuilder is a builder that has just made the slim copies.
func slimBuilder(t *testing.T) *builder {
	t.Helper()
	root, err := projectRoot()
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{root: root, log: io.Discard}
	if err := b.slim(); err != nil {
		t.Fatal(err)
	}
	return b
}

// filesOf reads the Go files of the packages that the program imports, without
// their tests.
func filesOf(t *testing.T, goApp string) tree {
	t.Helper()
	files := tree{}
	for _, pkg := range goAppPackages {
		for _, name := range globbed(t, filepath.Join(goApp, filepath.FromSlash(pkg), "*.go")) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[pkg+"/"+filepath.Base(name)] = content
		}
	}
	return files
}

func globbed(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// recorded maps the files that the patches and stand-ins change or add to the
// reason: the subject of the patch or the comments of the stand-in.
func recorded(t *testing.T) map[string]string {
	t.Helper()
	reasons := map[string]string{}
	for _, name := range globbed(t, "slim/goapp/*") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(name) != ".patch" {
			reasons["pkg/app/"+strings.TrimSuffix(filepath.Base(name), ".txt")] = "takes the place of what is left out"
			continue
		}
		message, diff, _ := strings.Cut(string(text), "\n---\n")
		subject, reason, _ := strings.Cut(strings.TrimPrefix(message, "Subject: [PATCH] "), "\n\n")
		if strings.HasPrefix(subject, "Subject") || reason == "" {
			t.Errorf("%s has no subject and reason as git writes them", name)
		}
		for _, file := range strings.Split(diff, "\n+++ b/")[1:] {
			file, _, _ = strings.Cut(file, "\n")
			reasons[file] = subject
		}
	}
	return reasons
}

// TestSlimCopyDiffersOnlyAsRecorded compares the copy that the program is linked
// with, as it is on the disk, with the version of go-app that go.mod names.
// With -v it prints every difference.
func TestSlimCopyDiffersOnlyAsRecorded(t *testing.T) {
	b := slimBuilder(t)
	source, err := b.moduleDir(goAppPath, goAppVersion)
	if err != nil {
		t.Fatal(err)
	}
	pinned, slim := filesOf(t, source), filesOf(t, b.path("build", "slim", "goapp"))
	changed := recorded(t)
	used := map[string]bool{}
	all := maps.Clone(pinned)
	maps.Copy(all, slim)
	for _, name := range all.names() {
		before, wasThere := pinned[name]
		after, isThere := slim[name]
		what, reason := "", changed[name]
		switch {
		case !isThere:
			what, reason = "left out", leftOut[name]
		case !wasThere:
			what = "added"
		case !bytes.Equal(before, after):
			what = "changed"
		default:
			continue
		}
		used[name] = true
		if reason == "" {
			t.Errorf("%s is %s, and no reason is recorded", name, what)
		}
		t.Logf("%-9s %-22s %s", what, name, reason)
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(leftOut)), slices.Collect(maps.Keys(changed))) {
		if !used[name] {
			t.Errorf("%s is recorded as different, but is the same or is not there", name)
		}
	}
}

// TestProgramLinksNoServerAndNoCryptography checks the reason for the slim copy
// on everything that the program is made of.
func TestProgramLinksNoServerAndNoCryptography(t *testing.T) {
	b := slimBuilder(t)
	cmd := b.command("go", "list", "-deps", "-modfile="+b.path(programModFile), "./wasm")
	cmd.Env, cmd.Stdout = wasmEnv(), nil
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		if name == "net/http" || name == "net" || name == "database/sql/driver" || strings.HasPrefix(name, "crypto/") {
			t.Errorf("the program links %s", name)
		}
	}
	if !strings.Contains(string(list), goAppPath+"/pkg/app\n") {
		t.Errorf("the list does not hold go-app:\n%s", list)
	}
}

func TestPatchChangesOnlyLinesThatAreThereOnce(t *testing.T) {
	const patch = "Subject: x\n---\ndiff --git a/a.go b/a.go\n--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,2 @@ package a\n one\n-two\n+2\n@@ -8 +8 @@\n-eight\n" +
		"diff --git a/new.go b/new.go\nnew file mode 100644\n--- /dev/null\n+++ b/new.go\n@@ -0,0 +1 @@\n+new\n"
	files := tree{"x/a.go": []byte("one\ntwo\nthree\neight\n")}
	if err := files.patch("x/", patch); err != nil {
		t.Fatal(err)
	}
	if got := string(files["x/a.go"]) + "|" + string(files["x/new.go"]); got != "one\n2\nthree\n|new\n" {
		t.Errorf("patched to %q", got)
	}
	for _, content := range []string{"", "one\nthree\neight\n", "one\ntwo\none\ntwo\neight\n"} {
		if err := (tree{"x/a.go": []byte(content)}).patch("x/", patch); err == nil {
			t.Errorf("%q is taken for the pinned version", content)
		}
	}
}
