package servers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// ordered writes received content as JSON in the order of the schema's
// properties, so that a person recognises their form in it. What the schema
// does not know comes last.
func ordered(schema json.RawMessage, content map[string]any) (string, error) {
	names, err := propertyNames(schema)
	if err != nil {
		return "", err
	}
	place := func(name string) int {
		if i := slices.Index(names, name); i >= 0 {
			return i
		}
		return len(names)
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

// propertyNames lists the schema's properties as they stand in the text.
func propertyNames(schema json.RawMessage) ([]string, error) {
	var root struct {
		Properties json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(schema, &root); err != nil || root.Properties == nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(root.Properties))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	var names []string
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		names = append(names, name.(string))
		var skipped json.RawMessage
		if err := decoder.Decode(&skipped); err != nil {
			return nil, err
		}
	}
	return names, nil
}
