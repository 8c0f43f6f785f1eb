package check

import (
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// compileTogether compiles the rules between answers; nil where there are none. The
// answers have passed the schemas of their properties by then, so that those need not
// be compiled again, unless a rule refers to one of them.
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
	intoProperties := func(ref string) bool {
		return !strings.HasPrefix(ref, "#/$defs/") && !strings.HasPrefix(ref, "#/definitions/") || strings.Contains(ref, "/properties/")
	}
	if !refers(v.form.Schema, intoProperties) {
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
			unchecked = unchecked || !v.patterns.compile(source).Checkable()
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

// Together returns a field and those that a rule between answers joins to it, in the order of the form.
func (c *Checker) Together(field int) (together []int) {
	joined := map[string]bool{c.form.Fields[field].Name: true}
	top := c.form.Schema
	c.join(top, field, joined)
	if path := propertiesPath(top); len(path) > 1 {
		// The root refers to a definition.
		for _, name := range path[:len(path)-1] {
			top = top.Get(name)
		}
		c.join(top, field, joined)
	}
	for _, f := range c.form.Fields {
		if joined[f.Name] && f.Unsupported == "" {
			together = append(together, f.Index)
		}
	}
	return together
}

// join adds the properties that the rules of a schema for all answers join to a field.
func (c *Checker) join(rules elicit.Value, field int, joined map[string]bool) {
	add := func(names []string) {
		if slices.Contains(names, c.form.Fields[field].Name) {
			for _, name := range names {
				joined[name] = true
			}
		}
	}
	var conditional []string
	for _, rule := range rules.Members {
		switch rule.Name {
		case "allOf":
			for _, item := range rule.Value.Items {
				c.join(item, field, joined)
				if item.Get("$ref").Exists() {
					add(c.named(item))
				}
			}
		case "if", "then", "else":
			conditional = append(conditional, c.named(rule.Value)...)
		case "dependentRequired", "dependentSchemas", "dependencies":
			for _, dependency := range rule.Value.Members {
				add(c.named(elicit.ObjectValue().With(rule.Name, elicit.ObjectValue().With(dependency.Name, dependency.Value))))
			}
		case "anyOf", "oneOf", "not", "minProperties", "maxProperties", "const", "enum":
			add(c.named(elicit.ObjectValue().With(rule.Name, rule.Value)))
		}
	}
	add(conditional)
}

// named are the properties that a rule for all answers names, or may be about.
func (c *Checker) named(rule elicit.Value) (names []string) {
	for _, item := range rule.Items {
		names = append(names, c.named(item)...)
	}
	for _, member := range rule.Members {
		switch member.Name {
		case "properties", "dependentRequired", "dependentSchemas", "dependencies":
			for _, property := range member.Value.Members {
				names = append(append(names, property.Name), texts(property.Value)...)
				if member.Name == "dependentSchemas" || member.Name == "dependencies" {
					names = append(names, c.named(property.Value)...)
				}
			}
		case "required":
			names = append(names, texts(member.Value)...)
		case "allOf", "anyOf", "oneOf", "not", "if", "then", "else":
			names = append(names, c.named(member.Value)...)
		case "minProperties", "maxProperties":
			names = append(names, c.names(func(f schema.Field) bool { return !f.Required })...)
		case "const", "enum", "$ref", "$dynamicRef", "$recursiveRef":
			names = append(names, c.names(func(schema.Field) bool { return true })...)
		}
	}
	return names
}

func (c *Checker) names(which func(schema.Field) bool) (names []string) {
	for _, f := range c.form.Fields {
		if which(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// texts are the texts in a list.
func texts(list elicit.Value) (texts []string) {
	for _, item := range list.Items {
		if item.Type == elicit.String {
			texts = append(texts, item.Text)
		}
	}
	return texts
}

// propertiesPath finds `properties`, which some generators keep in a definition that the
// root only refers to; nil when there is none.
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
