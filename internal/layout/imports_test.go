package layout

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// maxLines is how long a file may be without saying why.
const maxLines = 400

// sources calls visit for every Go file of the project, whatever its build
// tags say, with its path relative to the root.
func sources(t *testing.T, visit func(name string, content []byte)) {
	t.Helper()
	root := os.DirFS(filepath.Join("..", ".."))
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch base := entry.Name(); {
			case name == "build", name == "dist", base == "node_modules", base == "testdata", base == ".git":
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		content, err := fs.ReadFile(root, name)
		if err == nil {
			visit(name, content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// breaches lists what is wrong with one file.
func breaches(name string, content []byte) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if why := breach(path.Dir(name), imported); why != "" {
			found = append(found, why)
		}
	}
	return found, nil
}

func TestImportsPointOneWay(t *testing.T) {
	files := 0
	sources(t, func(name string, content []byte) {
		files++
		// Scripts of continuous integration are no packages.
		if strings.HasPrefix(name, ".") {
			return
		}
		found, err := breaches(name, content)
		if err != nil {
			t.Error(err)
		}
		for _, why := range found {
			t.Errorf("%s: %s", name, why)
		}
	})
	if files < 20 {
		t.Errorf("only %d files were looked at", files)
	}
}

func TestBreachesAreFound(t *testing.T) {
	for _, c := range []struct {
		name, file, imports string
		want                bool
	}{
		{"down", "component/a.go", "internal/flow", false},
		{"up", "internal/flow/a.go", "component", true},
		{"sideways", "internal/plain/a.go", "internal/elicit", true},
		{"up in a test", "internal/answer/a_test.go", "internal/check", true},
		{"a folder below", "internal/check/a.go", "internal/check/pattern", false},
		{"from a folder below", "internal/check/pattern/a.go", "internal/wording", true},
		{"a name that only begins alike", "internal/elicit/a.go", "internal/plainer", true},
		{"the port from a component", "component/a.go", "bridge/port", true},
		{"the wire from the port", "bridge/port/a.go", "bridge/wire", false},
		{"the state machine from the wire", "bridge/wire/a.go", "internal/flow", true},
		{"the site from a browser test", "e2e/a_test.go", "web/server/site", false},
		{"the form from the server", "web/server/a.go", "internal/elicit", true},
		{"a package without a rule", "tools/a.go", "internal/plain", true},
		{"go-app in a component", "component/a.go", "github.com/maxence-charriere/go-app/v10/pkg/app", false},
		{"go-app in the program", "wasm/main.go", "github.com/maxence-charriere/go-app/v10/pkg/app", true},
		{"jsonschema in check", "internal/check/a.go", "github.com/santhosh-tekuri/jsonschema/v6/kind", false},
		{"jsonschema in flow", "internal/flow/a.go", "github.com/santhosh-tekuri/jsonschema/v6", true},
		{"JavaScript in the port", "bridge/port/a.go", "syscall/js", false},
		{"JavaScript in a component", "component/a.go", "syscall/js", true},
		{"a server in web", "web/server/a.go", "net/http", false},
		{"a server in the wire", "bridge/wire/a.go", "net/http/httptest", true},
		{"the standard library", "internal/plain/a.go", "strings", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			imported := c.imports
			if first, _, _ := strings.Cut(imported, "/"); first == "internal" || first == "bridge" || first == "component" || first == "web" {
				imported = module + "/" + imported
			}
			// The build tag hides the file from the go command, not from the rule.
			found, err := breaches(c.file, fmt.Appendf(nil, "//go:build never\n\npackage p\n\nimport _ %q\n", imported))
			if err != nil {
				t.Fatal(err)
			}
			if (len(found) > 0) != c.want {
				t.Errorf("found %q, want a breach: %v", found, c.want)
			}
		})
	}
}

// tooLong reports whether a file is over the limit and does not give a reason
// in its first comment.
func tooLong(content string) bool {
	if strings.Count(content, "\n") <= maxLines {
		return false
	}
	if strings.HasPrefix(content, "// Code generated ") {
		return false
	}
	first, _, _ := strings.Cut(content, "\n\n")
	return !strings.HasPrefix(first, "//") || !strings.Contains(first, "long")
}

func TestFilesAreShortOrSayWhyNot(t *testing.T) {
	sources(t, func(name string, content []byte) {
		if tooLong(string(content)) {
			t.Errorf("%s has %d lines: split it, or say in its first comment why it is long", name, strings.Count(string(content), "\n"))
		}
	})
}

func TestLongFilesAreFound(t *testing.T) {
	long := strings.Repeat("var _ = 1\n", maxLines)
	for _, c := range []struct {
		name, content string
		want          bool
	}{
		{"short", "package p\n", false},
		{"long", "package p\n\n" + long, true},
		{"long with a comment about something else", "// Package p is p.\npackage p\n\n" + long, true},
		{"long with a reason", "// One table, which is why this file is long.\n\npackage p\n" + long, false},
		{"generated", "// Code generated by x. DO NOT EDIT.\n\npackage p\n" + long, false},
	} {
		if got := tooLong(c.content); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
