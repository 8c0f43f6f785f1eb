package jsonschema

import (
	"strconv"
	"strings"
)

// SchemaPath is a place of other schemas in a schema: a keyword, or the members ("/*") or
// items ("/[]") of its value. The type in position.go is a list of objects, of which the
// program would make hundreds at start.
type SchemaPath string

func schemaPath(path string) SchemaPath { return SchemaPath(path) }

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
