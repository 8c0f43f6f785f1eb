package jsonschema

import (
	"strconv"
	"strings"
)

// SchemaPath tells where in a schema other schemas are: under a keyword, or in the
// members ("/*") or items ("/[]") of its value. It takes the place of the one in
// position.go, which is a list of objects: the program made hundreds of those for
// five drafts while it started.
type SchemaPath string

func schemaPath(path string) SchemaPath { return SchemaPath(path) }

// collect returns the values at the path, by where they are.
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
