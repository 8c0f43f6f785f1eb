package validate

import (
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// compileRootRules compiles the schemas of properties again only if a rule refers to one of them.
func (v *validator) compileRootRules() *jsonschema.Schema {
	besideProperties := v.form.Schema
	isProperties := func(m request.Member) bool { return m.Name == "properties" }
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
		// A property that cannot be answered must not disable the rules for the others.
		omitProperties(whole, v.form, func(field schema.Field) bool { return field.Unsupported != "" })
		root = compile(newCompiler(whole, v.patterns), resource)
	}
	return root // Without a root, the rules between answers are not checked.
}

func refers(value request.Value, matches func(ref string) bool) bool {
	inside := func(item request.Value) bool { return refers(item, matches) }
	return slices.ContainsFunc(value.Items, inside) || slices.ContainsFunc(value.Members, func(m request.Member) bool {
		isReference := m.Value.Type == request.String && (m.Name == "$ref" || m.Name == "$dynamicRef" || m.Name == "$recursiveRef")
		return isReference && matches(m.Value.Text) || inside(m.Value)
	})
}

// removeUnchecked removes root rules with an unchecked pattern. That matches everything, so `not` and
// patternProperties would refuse answers that the server accepts.
func (v *validator) removeUnchecked(root map[string]any) {
	for _, name := range []string{
		"not", "if", "oneOf", "anyOf", "allOf", "dependentSchemas", "dependencies", "patternProperties", "propertyNames",
	} {
		rule := request.Value{Members: []request.Member{{Name: name, Value: v.form.Schema.Get(name)}}}
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

// omitProperties replaces the schemas of properties in a document by true.
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

// RelatedFields returns a field and those that a rule between answers connects with it, in the order of the form.
func (c *Checker) RelatedFields(field int) (related []int) {
	connected := map[string]bool{c.form.Fields[field].Name: true}
	top := c.form.Schema
	c.connect(top, field, connected)
	if path := propertiesPath(top); len(path) > 1 {
		// The root refers to a definition.
		for _, name := range path[:len(path)-1] {
			top = top.Get(name)
		}
		c.connect(top, field, connected)
	}
	for _, f := range c.form.Fields {
		if connected[f.Name] && f.Unsupported == "" {
			related = append(related, f.Index)
		}
	}
	return related
}

// connect adds the properties that the rules of a schema for all answers connect with a field.
func (c *Checker) connect(rules request.Value, field int, connected map[string]bool) {
	add := func(names []string) {
		if slices.Contains(names, c.form.Fields[field].Name) {
			for _, name := range names {
				connected[name] = true
			}
		}
	}
	var conditional []string
	for _, rule := range rules.Members {
		switch rule.Name {
		case "allOf":
			for _, item := range rule.Value.Items {
				c.connect(item, field, connected)
				if item.Get("$ref").Exists() {
					add(c.namesIn(item))
				}
			}
		case "if", "then", "else":
			conditional = append(conditional, c.namesIn(rule.Value)...)
		case "dependentRequired", "dependentSchemas", "dependencies":
			for _, dependency := range rule.Value.Members {
				add(c.namesIn(request.ObjectValue().With(rule.Name, request.ObjectValue().With(dependency.Name, dependency.Value))))
			}
		case "anyOf", "oneOf", "not", "minProperties", "maxProperties", "const", "enum":
			add(c.namesIn(request.ObjectValue().With(rule.Name, rule.Value)))
		}
	}
	add(conditional)
}

func (c *Checker) namesIn(rule request.Value) (names []string) {
	for _, item := range rule.Items {
		names = append(names, c.namesIn(item)...)
	}
	for _, member := range rule.Members {
		switch member.Name {
		case "properties", "dependentRequired", "dependentSchemas", "dependencies":
			for _, property := range member.Value.Members {
				names = append(append(names, property.Name), texts(property.Value)...)
				if member.Name == "dependentSchemas" || member.Name == "dependencies" {
					names = append(names, c.namesIn(property.Value)...)
				}
			}
		case "required":
			names = append(names, texts(member.Value)...)
		case "allOf", "anyOf", "oneOf", "not", "if", "then", "else":
			names = append(names, c.namesIn(member.Value)...)
		case "minProperties", "maxProperties":
			names = append(names, c.fieldNames(func(f schema.Field) bool { return !f.Required })...)
		case "const", "enum", "$ref", "$dynamicRef", "$recursiveRef":
			names = append(names, c.fieldNames(func(schema.Field) bool { return true })...)
		}
	}
	return names
}

func (c *Checker) fieldNames(which func(schema.Field) bool) (names []string) {
	for _, f := range c.form.Fields {
		if which(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

func texts(list request.Value) (texts []string) {
	for _, item := range list.Items {
		if item.Type == request.String {
			texts = append(texts, item.Text)
		}
	}
	return texts
}

// propertiesPath returns the path of `properties`, which some generators put into a definition, or nil.
func propertiesPath(root request.Value) []string {
	node, path := root, []string{}
	for range schema.MaxReferences {
		if node.Get("properties").Type == request.Object {
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

func location(path ...string) string {
	var text strings.Builder
	text.WriteString(resource + "#")
	for _, token := range path {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
		text.WriteString("/" + url.PathEscape(token))
	}
	return text.String()
}
