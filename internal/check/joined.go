package check

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Together returns a field and those that a rule between answers joins to it, in the order of the form: to
// change one of these answers may mean to change another. Unsupported fields are left out.
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

// names are the names of some fields.
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
