package jsonschema

import (
	"strconv"
	"strings"
)

// SchemaPath is a place of other schemas in a schema: a keyword, or the members ("/*") or
// items ("/[]") of its value. The type in position.go, which it replaces, is a list of
// objects, and the program would make hundreds of those for five drafts while it starts.
type SchemaPath string

func schemaPath(path string) SchemaPath { return SchemaPath(path) }

// collect returns the values at the path, by their places.
func (sp SchemaPath) collect(schema any, at jsonPointer) map[jsonPointer]any {
	keyword, inside, _ := strings.Cut(string(sp), "/")
	object, _ := schema.(map[string]any)
	value, found := object[keyword]
	if !found {
		return nil
	}
	at = at.append(keyword)
	all := map[jsonPointer]any{}
	switch inside {
	case "":
		all[at] = value
	case "*":
		members, _ := value.(map[string]any)
		for name, member := range members {
			all[at.append(name)] = member
		}
	case "[]":
		items, _ := value.([]any)
		for i, item := range items {
			all[at.append(strconv.Itoa(i))] = item
		}
	}
	return all
}
