package check

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// compileTogether compiles the rules between answers; nil where there are none,
// which is the common case. The answers have passed the schemas of their
// properties by then, so that those need not be compiled again, unless a rule
// refers to one of them.
func (v *validator) compileTogether() *jsonschema.Schema {
	besideProperties := v.form.Schema
	isProperties := func(m elicit.Member) bool { return m.Name == "properties" }
	besideProperties.Members = slices.DeleteFunc(slices.Clone(besideProperties.Members), isProperties)
	if !v.form.Conditional || !v.form.Budget.TakeParts(besideProperties) {
		return nil
	}
	v.compiled++
	whole, _ := v.form.Schema.Any().(map[string]any)
	removeMalformed(whole, v.draft2020)
	v.removeUnchecked(whole)
	if !refers(v.form.Schema, leadsInside) {
		omitProperties(whole, v.form, func(schema.Field) bool { return true })
	}
	root := compile(newCompiler(whole, v.patterns), resource)
	if root == nil {
		// A property that cannot be answered must not make the others lose their rules.
		omitProperties(whole, v.form, func(field schema.Field) bool { return field.Unsupported != "" })
		root = compile(newCompiler(whole, v.patterns), resource)
	}
	return root // Without one, the rules between answers are not checked.
}

// leadsInside reports whether a reference may lead into one of the properties:
// every one does that does not lead to a definition.
func leadsInside(ref string) bool {
	return !strings.HasPrefix(ref, "#/$defs/") && !strings.HasPrefix(ref, "#/definitions/") || strings.Contains(ref, "/properties/")
}

// refers reports whether a schema holds a reference of some kind.
func refers(value elicit.Value, such func(ref string) bool) bool {
	inside := func(item elicit.Value) bool { return refers(item, such) }
	return slices.ContainsFunc(value.Items, inside) || slices.ContainsFunc(value.Members, func(m elicit.Member) bool {
		isReference := m.Value.Type == elicit.String && (m.Name == "$ref" || m.Name == "$dynamicRef" || m.Name == "$recursiveRef")
		return isReference && such(m.Value.Text) || inside(m.Value)
	})
}

// removeUnchecked removes rules of the root with a pattern that is not checked.
// Such a pattern matches everything, which below `not` and in patternProperties
// would refuse what the server accepts.
func (v *validator) removeUnchecked(root map[string]any) {
	for _, name := range []string{
		"not", "if", "oneOf", "anyOf", "allOf", "dependentSchemas", "dependencies", "patternProperties", "propertyNames",
	} {
		rule := elicit.Value{Members: []elicit.Member{{Name: name, Value: v.form.Schema.Get(name)}}}
		unchecked := false
		eachPattern(rule, func(source string) {
			_, checkable := v.patterns.compile(source)
			unchecked = unchecked || !checkable
		})
		if unchecked {
			delete(root, name)
			if name == "patternProperties" {
				delete(root, "additionalProperties")
				delete(root, "unevaluatedProperties")
			}
		}
	}
}

// omitProperties makes the schemas of properties in a document accept anything.
func omitProperties(document any, form schema.Form, which func(schema.Field) bool) {
	path := propertiesPath(form.Schema)
	for _, name := range path {
		node, _ := document.(map[string]any)
		document = node[name]
	}
	if properties, found := document.(map[string]any); found && path != nil {
		for _, field := range form.Fields {
			if _, found := properties[field.Name]; found && which(field) {
				properties[field.Name] = true
			}
		}
	}
}
