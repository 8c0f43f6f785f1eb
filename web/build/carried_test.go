package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// clientBudget bounds the bytes, as brotli, that interceptElicitations adds to a page.
const clientBudget = 5_500

// rulesBudget bounds the bytes, as brotli, of a form that is read and checked without the frame.
const rulesBudget = 15_000

// app is a small app that imports a part of the npm package.
type app struct {
	names, entry string   // as in: import { names } from "elicitform/entry"
	files        []string // of the package, that it may carry parts of
	parts        []string // which of the parts below it carries
}

// parts are parts of the package that an app might carry without need, each with a unique text.
var parts = map[string]string{
	"frame": "blockSize", "wrapper": "tasks/update", "fonts": "@font-face", "styles": "--mantine-color-dimmed", "acp": "two-scopes", "agui": "no-interrupts",
	"langchain": "not-mcp-elicitation", "claude": "AskUserQuestion",
	"relay of the server": "a secret or authorize is needed", "relay of the device": "this device lacks a round",
}

// source returns the app's script. It uses its imports, because bundlers would drop them otherwise.
func (a app) source() string {
	specifier := "elicitform"
	if a.entry != "" {
		specifier += "/" + a.entry
	}
	if a.names == "" {
		return fmt.Sprintf("import %q;", specifier)
	}
	return fmt.Sprintf("import { %s } from %q; globalThis.used = [%s];", a.names, specifier, a.names)
}

// apps has an app for each part of the package that a chat may need alone, and for every entry.
var apps = []app{
	{"createFormHost", "", []string{"forms.js"}, []string{"frame"}},
	{"ElicitationError", "", []string{"forms.js"}, nil},
	{"createFormHost, interceptElicitations", "", []string{"forms.js", "index.js"}, []string{"frame", "wrapper"}},
	{"interceptElicitations", "", []string{"forms.js", "index.js"}, []string{"wrapper"}},
	{"elicitationHandler", "", []string{"forms.js", "index.js"}, nil},
	{"embedFonts", "", []string{"index.js"}, []string{"fonts"}},
	{"ElicitationForms, useElicitationForms", "react", []string{"forms.js", "react.js"}, []string{"frame"}},
	{"acpElicitation, acpHandler", "adapters", []string{"adapters.js"}, []string{"acp"}},
	{"aguiElicitation, aguiRound", "adapters", []string{"adapters.js"}, []string{"agui"}},
	{"langchainRound", "adapters", []string{"adapters.js"}, []string{"langchain"}},
	{"claudeApproval", "adapters", []string{"adapters.js"}, []string{"claude"}},
	{"aiSdkApproval", "adapters", []string{"adapters.js"}, nil},
	{"checkContent, readForm", "rules", []string{"rules.js"}, nil},
	{"renderReceipt", "receipt", []string{"receipt.js"}, nil},
	{"followStyles", "styles", []string{"styles.js"}, []string{"styles"}},
	{"connectRelay, relayDrafts", "relay", []string{"relay-browser.js"}, []string{"relay of the device"}},
	{"createRelay", "relay", []string{"forms.js", "relay.js"}, []string{"relay of the server"}},
	{"redisStore", "relay/redis", []string{"relay-redis.js"}, nil},
	{"nodeListener", "relay/node", []string{"relay-node.js"}, nil},
	{"", "element", []string{"element.js", "forms.js"}, []string{"frame"}},
	{"fakeHost", "testing", []string{"forms.js", "testing.js"}, nil},
	{"fillForm, send", "testing/playwright", []string{"playwright.js"}, nil},
}

// dynamicCode makes code of a text, which workers and policies forbid.
var dynamicCode = regexp.MustCompile(`\b(?:eval|Function)\(`)

// TestAppsCarryOnlyWhatTheyImport bundles apps with Vite. The bundle of a page that only
// shows forms is within the budget of the host script, however large the package is.
func TestAppsCarryOnlyWhatTheyImport(t *testing.T) {
	c := newConsumer(t)
	root, err := projectRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"carried.mjs", root}
	for _, a := range apps {
		args = append(args, a.source())
	}
	var carried []struct {
		Bytes int
		Files []string
		Code  string
	}
	if output := c.node(args...); json.Unmarshal([]byte(output), &carried) != nil || len(carried) != len(apps) {
		t.Fatalf("the bundler says %s", output)
	}
	for i, a := range apps {
		got := carried[i]
		t.Logf("%6d bytes as brotli: %s", got.Bytes, a.source())
		if !slices.Equal(got.Files, a.files) {
			t.Errorf("%s carries parts of %q, want %q", a.source(), got.Files, a.files)
		}
		for part, text := range parts {
			if carries := strings.Contains(got.Code, text); carries != slices.Contains(a.parts, part) {
				t.Errorf("%s carries the part %q: %v", a.source(), part, carries)
			}
		}
		switch {
		case a.names == "createFormHost" && got.Bytes > hostBudget:
			t.Errorf("%s carries %d bytes, over the budget of %d", a.source(), got.Bytes, hostBudget)
		case a.entry == "rules" && (got.Bytes > rulesBudget || dynamicCode.MatchString(got.Code)):
			t.Errorf("%s carries %d bytes, of %d, or code that a strict policy forbids", a.source(), got.Bytes, rulesBudget)
		case a.names == "interceptElicitations" && got.Bytes > clientBudget:
			t.Errorf("%s carries %d bytes, over the budget of %d", a.source(), got.Bytes, clientBudget)
		}
	}
}

// TestEachEntryIsMeasured: every entry of the package is in the list above, and in docs/reference/index.md.
func TestEachEntryIsMeasured(t *testing.T) {
	var manifest struct {
		Exports map[string]json.RawMessage `json:"exports"`
	}
	text := strings.NewReplacer("{{name}}", `""`, "{{version}}", `""`, "{{description}}", `""`).Replace(string(manifestTemplate))
	if err := json.Unmarshal([]byte(text), &manifest); err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile("../../docs/reference/index.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, target := range manifest.Exports {
		if !strings.Contains(string(index), "\n| `elicitform"+strings.TrimPrefix(name, ".")+"` | ") {
			t.Errorf("docs/reference/index.md does not say what %q is for", name)
		}
		// Vite runs its plugin, and no app carries it.
		if name == "./vite" || !strings.Contains(string(target), ".js\"") {
			continue
		}
		entry := strings.TrimPrefix(strings.TrimPrefix(name, "."), "/")
		if !slices.ContainsFunc(apps, func(a app) bool { return a.entry == entry }) {
			t.Errorf("nobody has measured %q", name)
		}
	}
}
