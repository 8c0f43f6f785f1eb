// Package layout holds the rule of which package may import which, as a test.
//
// The rule keeps everything that can be tested without a browser free of the
// browser, keeps each big dependency behind one package, and points all imports
// one way: from what draws and transports down to what knows the facts.
package layout

import (
	"fmt"
	"strings"
)

// module is the path of this module.
const module = "github.com/elicitform/elicitform"

// below names, for each package, the packages of this module that it may
// import. A package that is not listed and lies in a listed folder follows the
// folder's rule and may import the folder and what the folder may.
var below = map[string][]string{
	"internal/plain":   {},
	"internal/link":    {"internal/plain"},
	"internal/elicit":  {"internal/plain"},
	"internal/schema":  {"internal/elicit", "internal/plain"},
	"internal/answer":  {"internal/schema", "internal/elicit", "internal/plain"},
	"internal/check":   {"internal/answer", "internal/schema", "internal/elicit", "internal/plain"},
	"internal/wording": {"internal/check", "internal/answer", "internal/schema", "internal/elicit", "internal/plain", "internal/link"},
	"internal/flow": {
		"internal/wording", "internal/check", "internal/answer", "internal/schema", "internal/elicit", "internal/plain", "internal/link",
	},
	"internal/layout": {},
	"bridge/wire":     {"internal/elicit", "internal/plain"},
	"bridge/port": {
		"bridge/wire", "internal/flow", "internal/wording", "internal/check", "internal/answer", "internal/schema", "internal/elicit",
		"internal/plain", "internal/link",
	},
	"component": {
		"internal/flow", "internal/wording", "internal/check", "internal/answer", "internal/schema", "internal/elicit", "internal/plain",
		"internal/link",
	},
	"wasm": {
		"component", "bridge/port", "bridge/wire", "internal/flow", "internal/wording", "internal/check", "internal/answer",
		"internal/schema", "internal/elicit", "internal/plain", "internal/link",
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
