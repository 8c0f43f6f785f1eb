package check

import (
	"net/url"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// propertiesPath finds `properties`, which some generators keep in a
// definition that the root only refers to. The path is nil when there is none.
func propertiesPath(root elicit.Value) []string {
	node, path := root, []string{}
	for range schema.MaxReferences {
		if node.Get("properties").Type == elicit.Object {
			return append(path, "properties")
		}
		fragment, local := strings.CutPrefix(node.Get("$ref").Text, "#/")
		fragment, err := url.PathUnescape(fragment)
		if !local || err != nil {
			return nil
		}
		node, path = root, nil
		for token := range strings.SplitSeq(fragment, "/") {
			token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
			node, path = node.Get(token), append(path, token)
		}
	}
	return nil
}

// location is the address of a subschema: a JSON Pointer as a URI fragment.
func location(path ...string) string {
	var text strings.Builder
	text.WriteString(resource + "#")
	for _, token := range path {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
		text.WriteString("/" + url.PathEscape(token))
	}
	return text.String()
}
