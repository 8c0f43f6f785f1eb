// The tests at the module's root look at the source code as a whole. This file
// holds the rule of which package may import which. The rule is the drawing of
// the packages in CONTRIBUTING.md: what has no way along its arrows may not be
// imported, and an arrow that no import needs fails as well.
//
// The rule keeps everything that can be tested without a browser free of the
// browser, keeps each big dependency behind one package, and points all imports
// one way: from what draws and transports down to what knows the facts.
package elicitform_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the path of this module.
const module = "github.com/elicitform/elicitform"

// owners are the only packages that may import something big or something that
// ties them to one platform.
var owners = map[string][]string{
	"github.com/maxence-charriere/go-app/v10":  {"component", "e2e/trees"},
	"github.com/santhosh-tekuri/jsonschema/v6": {"internal/check"},
	"syscall/js":                             {"bridge/port", "e2e/trees"},
	"net/http":                               {"web", "e2e", "relay", "examples/go"},
	"github.com/andybalholm/brotli":          {"web", "e2e"},
	"github.com/modelcontextprotocol/go-sdk": {"web", "e2e", "relay", "examples/go"},
	"github.com/redis/go-redis":              {"relay/redisstore"},
	"github.com/chromedp":                    {"e2e"},
	"golang.org/x/text":                      {},
	"html/template":                          {"web"},
	"text/template":                          {"web", "e2e"},
	"encoding/gob":                           {},
}

// breach says why a file of one folder may not import another folder of this
// module, or "" when it may.
func (d drawing) breach(folder, imported string) string {
	from, to := d.box(folder), d.box(imported)
	switch {
	case from == "":
		return folder + " is in no box of the drawing in CONTRIBUTING.md"
	case to == "":
		return imported + " is in no box of the drawing in CONTRIBUTING.md"
	case from != to && !d.leads(from, to):
		return fmt.Sprintf("%s imports %s, and no arrow leads there", folder, imported)
	}
	return ""
}

// goImports lists what a Go file imports: folders of this module relative to its
// root, and other packages by their paths.
func goImports(name string, content []byte) (folders, others []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly)
	if err != nil {
		return nil, nil, err
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, nil, err
		}
		if folder, ours := strings.CutPrefix(imported, module+"/"); ours {
			folders = append(folders, folder)
		} else {
			others = append(others, imported)
		}
	}
	return folders, others, nil
}

// breaches lists what is wrong with the imports of one file.
func (d drawing) breaches(name string, content []byte) ([]string, error) {
	folder := path.Dir(name)
	var found []string
	if path.Ext(name) == ".ts" {
		for _, file := range scriptImports(name, content) {
			found = append(found, d.breach(folder, path.Dir(file)))
		}
	} else {
		folders, others, err := goImports(name, content)
		if err != nil {
			return nil, err
		}
		for _, imported := range folders {
			found = append(found, d.breach(folder, imported))
		}
		for _, imported := range others {
			for owned, allowed := range owners {
				if within(imported, owned) && !withinAny(folder, allowed) {
					found = append(found, fmt.Sprintf("%s imports %s, which only %q may", folder, imported, allowed))
				}
			}
		}
	}
	return slices.DeleteFunc(found, func(why string) bool { return why == "" }), nil
}

// within reports whether a path is a folder or lies in it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

func withinAny(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return within(path, folder) })
}

func contributing(t *testing.T) drawing {
	t.Helper()
	document, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	d, err := readDrawing(string(document))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestImportsFollowTheDrawing(t *testing.T) {
	d := contributing(t)
	files := 0
	sources(t, []string{".go", ".ts"}, func(name string, content []byte) {
		// The tests here belong to no package, and scripts of continuous integration neither.
		if path.Dir(name) == "." || strings.HasPrefix(name, ".") {
			return
		}
		files++
		found, err := d.breaches(name, content)
		if err != nil {
			t.Error(err)
		}
		for _, why := range found {
			t.Errorf("%s: %s", name, why)
		}
	})
	if files < 200 {
		t.Errorf("only %d files were looked at", files)
	}
}

// TestDrawingShowsOnlyImports: an arrow stands for an import, and a box for a
// folder with code.
func TestDrawingShowsOnlyImports(t *testing.T) {
	d := contributing(t)
	used, filled := map[string]bool{}, map[string]bool{}
	sources(t, []string{".go", ".ts"}, func(name string, content []byte) {
		from := d.box(path.Dir(name))
		filled[from] = true
		if strings.HasSuffix(name, "_test.go") && from != "e2e" || strings.HasSuffix(name, ".test.ts") {
			return
		}
		var to []string
		if path.Ext(name) == ".ts" {
			for _, file := range scriptImports(name, content) {
				to = append(to, path.Dir(file))
			}
		} else {
			to, _, _ = goImports(name, content)
		}
		for _, folder := range to {
			used[from+" --> "+d.box(folder)] = true
		}
	})
	for from, all := range d {
		if !filled[from] {
			t.Errorf("%s is drawn and holds no code", from)
		}
		for _, to := range all {
			if !used[from+" --> "+to] {
				t.Errorf("an arrow leads from %s to %s, and nothing is imported that way", from, to)
			}
		}
	}
}

func TestBreachesAreFound(t *testing.T) {
	d := contributing(t)
	for _, c := range []struct {
		name, file, imports string
		want                bool
	}{
		{"down", "component/a.go", "internal/flow", false},
		{"up", "internal/flow/a.go", "component", true},
		{"sideways", "internal/untrusted/a.go", "internal/elicit", true},
		{"up in a test", "internal/answer/a_test.go", "internal/check", true},
		{"a folder below", "internal/check/a.go", "internal/check/pattern", false},
		{"from a folder below", "internal/check/pattern/a.go", "internal/wording", true},
		{"a name that only begins alike", "internal/elicit/a.go", "internal/untrusteder", true},
		{"the port from a component", "component/a.go", "bridge/port", true},
		{"the wire from the port", "bridge/port/a.go", "bridge/wire", false},
		{"the state machine from the wire", "bridge/wire/a.go", "internal/flow", true},
		{"the site from a browser test", "e2e/a_test.go", "web/server/site", false},
		{"the form from the server", "web/server/a.go", "internal/elicit", true},
		{"a package without a rule", "tools/a.go", "internal/untrusted", true},
		{"go-app in a component", "component/a.go", "github.com/maxence-charriere/go-app/v10/pkg/app", false},
		{"go-app in the program", "wasm/main.go", "github.com/maxence-charriere/go-app/v10/pkg/app", true},
		{"jsonschema in check", "internal/check/a.go", "github.com/santhosh-tekuri/jsonschema/v6/kind", false},
		{"jsonschema in flow", "internal/flow/a.go", "github.com/santhosh-tekuri/jsonschema/v6", true},
		{"JavaScript in the port", "bridge/port/a.go", "syscall/js", false},
		{"JavaScript in a component", "component/a.go", "syscall/js", true},
		{"a server in web", "web/server/a.go", "net/http", false},
		{"a server in the wire", "bridge/wire/a.go", "net/http/httptest", true},
		{"Redis in its store", "relay/redisstore/a.go", "github.com/redis/go-redis/v9", false},
		{"Redis in the relay", "relay/a.go", "github.com/redis/go-redis/v9", true},
		{"the standard library", "internal/untrusted/a.go", "strings", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			imported := c.imports
			if first, _, _ := strings.Cut(imported, "/"); first == "internal" || first == "bridge" || first == "component" || first == "web" {
				imported = module + "/" + imported
			}
			// The build tag hides the file from the go command, not from the rule.
			found, err := d.breaches(c.file, fmt.Appendf(nil, "//go:build never\n\npackage p\n\nimport _ %q\n", imported))
			if err != nil {
				t.Fatal(err)
			}
			if (len(found) > 0) != c.want {
				t.Errorf("found %q, want a breach: %v", found, c.want)
			}
		})
	}
}
