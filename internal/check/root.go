package check

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// compileRoot compiles the rules between answers; nil where there are none,
// which is the common case. The answers have passed the schemas of their
// properties by then, so that those need not be compiled again, unless a rule
// refers to one of them.
func (g *validator) compileRoot() *jsonschema.Schema {
	if g.plain() {
		return nil
	}
	whole, _ := g.form.Schema.Any().(map[string]any)
	sound(whole, g.latest)
	g.soften(whole)
	if !refers(whole, leadsInside) {
		omitProperties(whole, g.form, func(schema.Field) bool { return true })
	} else if root, err := compile(newCompiler(whole, g.patterns), resource); err == nil {
		return root
	} else {
		// What cannot be answered must not cost the others their rules.
		omitProperties(whole, g.form, func(field schema.Field) bool { return field.Unsupported != "" })
	}
	if root, err := compile(newCompiler(whole, g.patterns), resource); err == nil {
		return root
	}
	// Nothing but the properties themselves: rules between answers are lost.
	kept := map[string]any{}
	for _, name := range []string{"$schema", "type", "properties", "required", "additionalProperties"} {
		if value, found := whole[name]; found {
			kept[name] = value
		}
	}
	root, _ := compile(newCompiler(kept, g.patterns), resource)
	return root
}

// wide reports whether compiling the rules between answers takes long.
func (g *validator) wide() bool {
	const narrow = 500
	return !g.plain() && size(g.form.Schema, narrow) > narrow
}

// inert are the members of a root that refuse no answers: those of fields are
// judged already, required ones are there, and there are no others. Of a schema
// that only refers to the root, fewer are.
var (
	inert    = words("$schema $id id $comment $anchor $dynamicAnchor $defs definitions type properties required additionalProperties unevaluatedProperties")
	inertRef = words("$schema $id id $comment $anchor $dynamicAnchor $defs definitions type $ref")
)

// plainRoot reports whether the root has no rules between answers.
func plainRoot(root elicit.Value) bool {
	path, _, chain := propertiesPath(root)
	for i, node := range chain {
		allowed := inertRef
		if i == len(chain)-1 && path != nil {
			allowed = inert
		}
		for _, member := range node.Members {
			if keywords[member.Name] && !allowed[member.Name] || member.Name == "type" && member.Value.Text != "object" {
				return false
			}
		}
	}
	return true
}

// leadsInside reports whether a reference may lead into one of the properties:
// every one does that does not lead to a definition.
func leadsInside(ref string) bool {
	return !strings.HasPrefix(ref, "#/$defs/") && !strings.HasPrefix(ref, "#/definitions/") || strings.Contains(ref, "/properties/")
}

// refers reports whether a schema holds a reference of some kind.
func refers(value any, such func(ref string) bool) bool {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if refers(item, such) {
				return true
			}
		}
	case map[string]any:
		for name, member := range value {
			ref, isText := member.(string)
			if isText && (name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef") && such(ref) || refers(member, such) {
				return true
			}
		}
	}
	return false
}

// soften removes root rules that would turn around what "matches everything"
// means for a pattern that is not checked: below `not`, and for
// patternProperties, it would refuse what the server accepts.
func (g *validator) soften(root map[string]any) {
	for _, name := range []string{"not", "if", "oneOf", "anyOf", "allOf", "dependentSchemas", "dependencies", "patternProperties", "propertyNames"} {
		if value, found := root[name]; found && g.holdsUnchecked(value, name == "patternProperties") {
			delete(root, name)
			if name == "patternProperties" {
				delete(root, "additionalProperties")
				delete(root, "unevaluatedProperties")
			}
		}
	}
}

// holdsUnchecked reports whether a pattern below value cannot be checked.
func (g *validator) holdsUnchecked(value any, names bool) bool {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if g.holdsUnchecked(item, false) {
				return true
			}
		}
	case map[string]any:
		for name, member := range value {
			source, isText := member.(string)
			if names {
				source, isText = name, true
			}
			if isText && (names || name == "pattern") {
				if _, checkable := g.patterns.named(source); !checkable {
					return true
				}
			}
			if g.holdsUnchecked(member, name == "patternProperties") {
				return true
			}
		}
	}
	return false
}
