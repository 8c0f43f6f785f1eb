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
	if !v.form.Conditional || !v.form.Budget.TakeParts(v.rulesBesideProperties()) {
		return nil
	}
	v.compiled++
	whole, _ := v.form.Schema.Any().(map[string]any)
	removeMalformed(whole, v.draft2020)
	v.removeUnchecked(whole)
	omissions := []func(schema.Field) bool{func(schema.Field) bool { return true }}
	if refers(whole, leadsInside) {
		omissions = []func(schema.Field) bool{
			func(schema.Field) bool { return false },
			// A property that cannot be answered must not make the others lose
			// their rules.
			func(field schema.Field) bool { return field.Unsupported != "" },
		}
	}
	for _, omitted := range omissions {
		omitProperties(whole, v.form, omitted)
		if root, err := compile(newCompiler(whole, v.patterns), resource); err == nil {
			return root
		}
	}
	return nil // A rule cannot be compiled: the rules between answers are not checked.
}

// rulesBesideProperties is the root of the schema without its properties.
func (v *validator) rulesBesideProperties() elicit.Value {
	besides := v.form.Schema
	besides.Members = slices.DeleteFunc(slices.Clone(besides.Members), func(m elicit.Member) bool { return m.Name == "properties" })
	return besides
}

// leadsInside reports whether a reference may lead into one of the properties:
// every one does that does not lead to a definition.
func leadsInside(ref string) bool {
	return !strings.HasPrefix(ref, "#/$defs/") && !strings.HasPrefix(ref, "#/definitions/") || strings.Contains(ref, "/properties/")
}

// refers reports whether a schema holds a reference of some kind.
func refers(value any, such func(ref string) bool) bool {
	return hasMember("", value, func(_, name string, member any) bool {
		ref, isText := member.(string)
		return isText && (name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef") && such(ref)
	})
}

// hasMember reports whether an object in a value has a member that passes a
// test. The test is told under which name the object itself stands.
func hasMember(in string, value any, test func(in, name string, member any) bool) bool {
	switch value := value.(type) {
	case []any:
		return slices.ContainsFunc(value, func(item any) bool { return hasMember("", item, test) })
	case map[string]any:
		for name, member := range value {
			if test(in, name, member) || hasMember(name, member, test) {
				return true
			}
		}
	}
	return false
}

// removeUnchecked removes rules of the root with a pattern that is not checked.
// Such a pattern matches everything, which below `not` and in patternProperties
// would refuse what the server accepts.
func (v *validator) removeUnchecked(root map[string]any) {
	for _, name := range []string{"not", "if", "oneOf", "anyOf", "allOf", "dependentSchemas", "dependencies", "patternProperties", "propertyNames"} {
		if value, found := root[name]; found && v.hasUnchecked(name, value) {
			delete(root, name)
			if name == "patternProperties" {
				delete(root, "additionalProperties")
				delete(root, "unevaluatedProperties")
			}
		}
	}
}

// hasUnchecked reports whether a pattern in a value cannot be checked.
func (v *validator) hasUnchecked(in string, value any) bool {
	return hasMember(in, value, func(in, name string, member any) bool {
		source, isPattern := member.(string)
		isPattern = isPattern && name == "pattern"
		if in == "patternProperties" {
			source, isPattern = name, true
		}
		if !isPattern {
			return false
		}
		_, checkable := v.patterns.compile(source)
		return !checkable
	})
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
