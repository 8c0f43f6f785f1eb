package servers

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// ordered writes received content as JSON in the order of the schema's
// properties, so that a person recognises their form in it. Names that the schema
// does not know come last.
func ordered(schema json.RawMessage, content map[string]any) (string, error) {
	root, err := elicit.Parse(schema)
	if err != nil {
		return "", err
	}
	var names []string
	for _, property := range root.Get("properties").Members {
		if _, answered := content[property.Name]; answered {
			names = append(names, property.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var members []string
	for _, name := range names {
		members = append(members, jsonText(name)+": "+jsonText(content[name]))
	}
	return "{" + strings.Join(members, ", ") + "}", nil
}

// jsonText writes a value that came as JSON, without the escapes that are meant
// for JSON inside HTML.
func jsonText(value any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // what came as JSON can be written as JSON
	return strings.TrimSuffix(text.String(), "\n")
}
