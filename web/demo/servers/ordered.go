package servers

import (
	"cmp"
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
	properties := root.Get("properties").Members
	place := func(name string) int {
		i := slices.IndexFunc(properties, func(property elicit.Member) bool { return property.Name == name })
		return (i + len(properties) + 1) % (len(properties) + 1)
	}
	var members []string
	for _, name := range slices.SortedFunc(maps.Keys(content), func(a, b string) int {
		return cmp.Or(place(a)-place(b), strings.Compare(a, b))
	}) {
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
