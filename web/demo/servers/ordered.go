package servers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
)

// ordered writes received content as JSON in the order of the schema's
// properties, so that a person recognises their form in it. What the schema
// does not know comes last.
func ordered(schema json.RawMessage, content map[string]any) (string, error) {
	names, err := propertyNames(schema)
	if err != nil {
		return "", err
	}
	known := map[string]bool{}
	for _, name := range names {
		known[name] = true
	}
	var rest []string
	for name := range content {
		if !known[name] {
			rest = append(rest, name)
		}
	}
	sort.Strings(rest)

	var text bytes.Buffer
	text.WriteByte('{')
	for _, name := range append(names, rest...) {
		value, there := content[name]
		if !there {
			continue
		}
		if text.Len() > 1 {
			text.WriteString(", ")
		}
		if err := writeJSON(&text, name); err != nil {
			return "", err
		}
		text.WriteString(": ")
		if err := writeJSON(&text, value); err != nil {
			return "", err
		}
	}
	text.WriteByte('}')
	return text.String(), nil
}

// writeJSON writes one value as it is, without the escapes that are meant for
// JSON inside HTML.
func writeJSON(text *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	text.Truncate(text.Len() - 1) // the encoder ends every value with a newline
	return nil
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
		text, ok := name.(string)
		if !ok {
			return nil, fmt.Errorf("property name %v is no string", name)
		}
		names = append(names, text)
		var skipped json.RawMessage
		if err := decoder.Decode(&skipped); err != nil {
			return nil, err
		}
	}
	return names, nil
}
