// The tests at the module's root look at the source code as a whole. This file
// holds the rule of which package may import which.
//
// The rule keeps everything that can be tested without a browser free of the
// browser, keeps each big dependency behind one package, and points all imports
// one way: from what draws and transports down to what knows the facts.
package elicitform_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"
	"testing"
)

// module is the path of this module.
const module = "github.com/elicitform/elicitform"

// below names, for each package, the packages of this module that it may
// import. A package that is not listed and lies in a listed folder follows the
// folder's rule and may import the folder and what the folder may.
var below = map[string][]string{
	"internal/untrusted": {},
	"internal/link":      {"internal/untrusted"},
	"internal/elicit":    {"internal/untrusted"},
	"internal/schema":    {"internal/elicit", "internal/untrusted"},
	"internal/answer":    {"internal/schema", "internal/elicit", "internal/untrusted"},
	"internal/check":     {"internal/answer", "internal/schema", "internal/elicit", "internal/untrusted"},
	"internal/wording":   {"internal/check", "internal/answer", "internal/schema", "internal/elicit", "internal/untrusted", "internal/link"},
	"internal/flow": {
		"internal/wording", "internal/check", "internal/answer", "internal/schema", "internal/elicit", "internal/untrusted", "internal/link",
	},
	"bridge/wire": {"internal/elicit", "internal/untrusted"},
	"bridge/port": {
		"bridge/wire", "internal/flow", "internal/wording", "internal/check", "internal/answer", "internal/schema", "internal/elicit",
		"internal/untrusted", "internal/link",
	},
	"component": {
		"internal/flow", "internal/wording", "internal/check", "internal/answer", "internal/schema", "internal/elicit", "internal/untrusted",
		"internal/link",
	},
	"wasm": {
		"component", "bridge/port", "bridge/wire", "internal/flow", "internal/wording", "internal/check", "internal/answer",
		"internal/schema", "internal/elicit", "internal/untrusted", "internal/link",
	},
	"web": {},
	"e2e": {"web"},
}

// owners are the only packages that may import something big or something that
// ties them to one platform.
var owners = map[string][]string{
	"github.com/maxence-charriere/go-app/v10":  {"component"},
	"github.com/santhosh-tekuri/jsonschema/v6": {"internal/check"},
	"syscall/js":                             {"bridge/port"},
	"net/http":                               {"web", "e2e"},
	"github.com/andybalholm/brotli":          {"web", "e2e"},
	"github.com/modelcontextprotocol/go-sdk": {"web", "e2e"},
	"github.com/chromedp":                    {"e2e"},
	"golang.org/x/text":                      {},
	"html/template":                          {"web"},
	"text/template":                          {"web", "e2e"},
	"encoding/gob":                           {},
}

// breach says why a package may not import another, or "" when it may. pkg is
// relative to the module.
func breach(pkg, imported string) string {
	for path, allowed := range owners {
		if within(imported, path) && !withinAny(pkg, allowed) {
			return fmt.Sprintf("%s imports %s, which only %q may", pkg, imported, allowed)
		}
	}
	if imported != module && !strings.HasPrefix(imported, module+"/") {
		return ""
	}
	target := strings.TrimPrefix(strings.TrimPrefix(imported, module), "/")
	rule, listed := ruleOf(pkg)
	if !listed {
		return fmt.Sprintf("%s has no rule: add it to the table", pkg)
	}
	if within(target, rule) || withinAny(target, below[rule]) {
		return ""
	}
	return fmt.Sprintf("%s imports %s, but may only import %q", pkg, target, below[rule])
}

// ruleOf finds the entry for a package: its own or that of a folder above it.
func ruleOf(pkg string) (string, bool) {
	for {
		if _, listed := below[pkg]; listed {
			return pkg, true
		}
		cut := strings.LastIndexByte(pkg, '/')
		if cut < 0 {
			return "", false
		}
		pkg = pkg[:cut]
	}
}

// within reports whether a path is a folder or lies in it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

func withinAny(path string, folders []string) bool {
	for _, folder := range folders {
		if within(path, folder) {
			return true
		}
	}
	return false
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
		{"the standard library", "internal/untrusted/a.go", "strings", false},
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
