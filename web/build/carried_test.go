package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// app is a small app that imports something of the npm package.
type app struct {
	names, entry string   // as in: import { names } from "elicitform/entry"
	files        []string // of the package, that it may carry parts of
	carriesForms bool     // and whether the frame is among them
}

// source is the app's script. What it imports is used, or bundlers would drop it.
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

// apps import each thing alone that a chat may need alone. Every entry of the package
// is among them.
var apps = []app{
	{"createFormHost", "", []string{"forms.js"}, true},
	{"createFormHost", "forms", []string{"forms.js"}, true},
	{"ElicitationError", "", []string{"forms.js"}, false},
	{"createFormHost, interceptElicitations", "", []string{"client.js", "forms.js"}, true},
	{"interceptElicitations", "", []string{"client.js", "forms.js"}, false},
	{"interceptElicitations", "client", []string{"client.js", "forms.js"}, false},
	{"elicitationHandler", "", []string{"client.js", "forms.js"}, false},
	{"ElicitationForms, useElicitationForms", "react", []string{"forms.js", "react.js"}, true},
	{"embedFonts", "fonts", []string{"fonts.js"}, false},
	{"acpElicitation, acpHandler", "acp", []string{"acp.js"}, false},
	{"aguiElicitation, aguiRound", "agui", []string{"agui.js"}, false},
	{"langchainRound", "langchain", []string{"langchain.js"}, false},
	{"connectRelay", "relay", []string{"relay-browser.js"}, false},
	{"connectRelay, relayDrafts", "relay/browser", []string{"relay-browser.js"}, false},
	{"createRelay", "relay", []string{"forms.js", "relay-server.js"}, false},
	{"redisStore", "relay/redis", []string{"relay-redis.js"}, false},
	{"nodeListener", "relay/node", []string{"relay-node.js"}, false},
	{"", "element", []string{"element.js", "forms.js"}, true},
	{"fakeHost", "testing", []string{"forms.js", "testing.js"}, false},
	{"fillForm, send", "testing/playwright", []string{"playwright.js"}, false},
}

// TestAppsCarryOnlyWhatTheyImport bundles apps with Vite. The bundle of a page that only
// shows forms is within the budget of the host script, whatever else the package has.
func TestAppsCarryOnlyWhatTheyImport(t *testing.T) {
	c := newConsumer(t)
	root, err := projectRoot()
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
		// The sandbox stands in the part that makes the frame, and nowhere else.
		if strings.Contains(got.Code, "allow-scripts") != a.carriesForms {
			t.Errorf("%s carries the frame: %v, want %v", a.source(), !a.carriesForms, a.carriesForms)
		}
		if slices.Equal(a.files, []string{"forms.js"}) && got.Bytes > hostBudget {
			t.Errorf("%s carries %d bytes, over the budget of %d", a.source(), got.Bytes, hostBudget)
		}
	}
}

// TestEachEntryIsMeasured: what the package offers stands in the list above.
func TestEachEntryIsMeasured(t *testing.T) {
	var manifest struct {
		Exports map[string]json.RawMessage `json:"exports"`
	}
	text := strings.NewReplacer("{{name}}", `""`, "{{version}}", `""`, "{{description}}", `""`).Replace(string(manifestTemplate))
	if err := json.Unmarshal([]byte(text), &manifest); err != nil {
		t.Fatal(err)
	}
	for name, target := range manifest.Exports {
		if !strings.Contains(string(target), ".js\"") {
			continue
		}
		entry := strings.TrimPrefix(strings.TrimPrefix(name, "."), "/")
		if !slices.ContainsFunc(apps, func(a app) bool { return a.entry == entry }) {
			t.Errorf("nobody has measured %q", name)
		}
	}
}
