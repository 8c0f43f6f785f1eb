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

// TestCustomElementsManifest: what the manifest says of <elicitation-form> is what the element has.
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
	told := manifest.Modules[0].Declarations[0]
	if manifest.Modules[0].Path != "element.js" || told.Name != "ElicitationFormElement" || told.TagName != "elicitation-form" {
		t.Errorf("it is about %s in %s", told.Name, manifest.Modules[0].Path)
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
		{"attributes", names(told.Attributes, "", ""), found(options+texts, `(?m)^  \w+: \[?"([a-z-]+)"`)},
		{"events", names(told.Events, "", "elicitform-"), found(events, `type: "([a-z-]+)"`)},
		{"fields", names(told.Members, "field", ""), found(options+texts+element, `(?m)^  (?:get (\w+)\(|(\w+): (?:\[|"))`)},
		{"methods", names(told.Members, "method", ""), found(element, `(?m)^  (?:async )?(elicit|elicitAll|complete|setContext|dispose)\(`)},
	} {
		if len(c.want) == 0 || !slices.Equal(c.got, c.want) {
			t.Errorf("the manifest has the %s %q, and the element %q", c.what, c.got, c.want)
		}
	}
	// Every attribute that the element reads stands in the type.
	for _, name := range found(element, `getAttribute\("([a-z-]+)"\)`) {
		if !slices.Contains(names(told.Attributes, "", ""), name) {
			t.Errorf("the element reads the attribute %s", name)
		}
	}
}
