package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCustomElementsManifest compares the manifest with the members of <elicitation-form>.
func TestCustomElementsManifest(t *testing.T) {
	root, err := projectRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, "bridge", "host", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	found := func(text, pattern string) []string {
		var names []string
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			names = append(names, strings.Join(match[1:], ""))
		}
		slices.Sort(names)
		return slices.Compact(names)
	}
	element, types := read("element.ts"), read("types.ts")
	options := regexp.MustCompile(`(?s)const OPTIONS = \{(.*?)\n\} satisfies`).FindString(element)
	texts := strings.ReplaceAll(regexp.MustCompile(`(?s)const TEXTS = \{(.*?)\n\} as const`).FindString(element), ", ", "\n  ")
	events := regexp.MustCompile(`(?s)export type FormHostEvent =(.*?);\n\n`).FindString(types)
	// The element has events of its own, too.
	events += regexp.MustCompile(`(?s)export type ElicitationFormEvents =(.*?)\n};`).FindString(element)

	type named struct{ Kind, Name string }
	var manifest struct {
		Modules []struct {
			Path         string
			Declarations []struct {
				Name, TagName               string
				Attributes, Events, Members []named
			}
		}
	}
	if err := json.Unmarshal(customElements, &manifest); err != nil || len(manifest.Modules) != 1 || len(manifest.Modules[0].Declarations) != 1 {
		t.Fatalf("custom-elements.json: %v", err)
	}
	declaration := manifest.Modules[0].Declarations[0]
	if manifest.Modules[0].Path != "element.js" || declaration.Name != "ElicitationFormElement" || declaration.TagName != "elicitation-form" {
		t.Errorf("it is about %s in %s", declaration.Name, manifest.Modules[0].Path)
	}
	names := func(list []named, kind, before string) []string {
		var names []string
		for _, one := range list {
			if one.Kind == kind {
				names = append(names, one.Name[len(before):])
			}
		}
		slices.Sort(names)
		return names
	}
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"attributes", names(declaration.Attributes, "", ""), found(options+texts+element, `(?m)^  \w+: \[?"([a-z-]+)"|getAttribute\("([a-z-]+)"\)`)},
		{"events", names(declaration.Events, "", "elicitform-"), found(events, `type: "([a-z-]+)"|"elicitform-([a-z-]+)": `)},
		{"fields", names(declaration.Members, "field", ""), found(options+texts+element, `(?m)^  (?:get (\w+)\(|(?:declare )?(\w+): (?:\[|"|Partial<))`)},
		{"methods", names(declaration.Members, "method", ""), found(element, `(?m)^  (?:async )?(elicit|elicitAll|approve|complete|setContext|withdraw|dispose)\(`)},
	} {
		if len(c.want) == 0 || !slices.Equal(c.got, c.want) {
			t.Errorf("the manifest has the %s %q, and the element %q", c.what, c.got, c.want)
		}
	}
	// The type has every attribute that the element reads.
	for _, name := range found(element, `getAttribute\("([a-z-]+)"\)`) {
		if !slices.Contains(names(declaration.Attributes, "", ""), name) {
			t.Errorf("the element reads the attribute %s", name)
		}
	}
}
