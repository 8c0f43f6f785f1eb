package check

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// keywords are those that a validator asserts. Any other name in a schema
// says nothing about what is valid.
var keywords = words(`$ref $dynamicRef $recursiveRef $id id $schema $anchor $dynamicAnchor $defs definitions
	allOf anyOf oneOf not if then else items prefixItems additionalItems contains minContains maxContains
	properties patternProperties additionalProperties propertyNames dependencies dependentRequired dependentSchemas
	unevaluatedItems unevaluatedProperties type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum
	minLength maxLength pattern minItems maxItems uniqueItems maxProperties minProperties required format`)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}

// ownRulesSuffice reports whether the field's own rules say everything that its
// schema says. It is the common case, and spares the form from compiling its
// schema before anything is shown.
func ownRulesSuffice(field schema.Field, raw elicit.Value) bool {
	if raw.Kind != elicit.Object || field.Unsupported != "" || field.Kind == schema.List {
		return false
	}
	for _, member := range raw.Members {
		if keywords[member.Name] && !plainKeyword(field, raw, member.Name, member.Value) {
			return false
		}
	}
	return true
}

func plainKeyword(field schema.Field, raw elicit.Value, name string, value elicit.Value) bool {
	switch name {
	case "type":
		return plainType(field.Kind, value)
	case "const":
		return field.Const.Equal(value) && (field.Kind == schema.Boolean || field.Kind == schema.Choice && len(field.Options) == 1)
	case "format":
		return value.Kind == elicit.String && plainFormat(field.Kind, value.Text)
	}
	switch field.Kind {
	case schema.Text, schema.Email, schema.URI, schema.Date, schema.DateTime:
		switch name {
		case "minLength":
			return field.MinLength >= 0
		case "maxLength":
			return field.MaxLength >= 0
		case "pattern":
			return value.Kind == elicit.String && value.Text == field.Pattern
		}
	case schema.Number, schema.Integer:
		bounds := map[string]string{
			"minimum": field.Minimum, "maximum": field.Maximum, "multipleOf": field.MultipleOf,
			"exclusiveMinimum": field.ExclusiveMinimum, "exclusiveMaximum": field.ExclusiveMaximum,
		}
		return bounds[name] != "" && value.Kind == elicit.Number && bounds[name] == value.Text
	case schema.Choice:
		return plainOptions(field, raw, name, value)
	case schema.Choices:
		switch name {
		case "minItems":
			return field.MinItems >= 0
		case "maxItems":
			return field.MaxItems >= 0
		case "uniqueItems":
			return value.Kind == elicit.Bool
		case "items":
			return plainItems(field, value)
		}
	}
	return false
}

func plainType(kind schema.Kind, value elicit.Value) bool {
	if value.Kind != elicit.String {
		return false
	}
	switch kind {
	case schema.Number:
		return value.Text == "number"
	case schema.Integer:
		return value.Text == "integer" || value.Text == "number"
	case schema.Boolean:
		return value.Text == "boolean"
	case schema.Choices:
		return value.Text == "array"
	}
	return value.Text == "string"
}

func plainFormat(kind schema.Kind, format string) bool {
	switch kind {
	case schema.Email:
		return format == "email"
	case schema.URI:
		return format == "uri"
	case schema.Date:
		return format == "date"
	case schema.DateTime:
		return format == "date-time"
	case schema.Number, schema.Integer:
		return !decides(format)
	case schema.Text:
		return !decides(format)
	}
	return false
}

// plainOptions accepts a list of which every entry has become an option.
func plainOptions(field schema.Field, raw elicit.Value, name string, value elicit.Value) bool {
	if value.Kind != elicit.Array || len(value.Items) != len(field.Options) {
		return false
	}
	switch name {
	case "enum":
		return !raw.Get("oneOf").Exists() && !raw.Get("anyOf").Exists()
	case "oneOf", "anyOf":
		for _, entry := range value.Items {
			for _, member := range entry.Members {
				if keywords[member.Name] && member.Name != "const" {
					return false
				}
			}
		}
		return !raw.Get("enum").Exists()
	}
	return false
}

func plainItems(field schema.Field, items elicit.Value) bool {
	for _, member := range items.Members {
		switch {
		case !keywords[member.Name]:
		case member.Name == "type":
			if member.Value.Text != "string" {
				return false
			}
		case !plainOptions(field, items, member.Name, member.Value):
			return false
		}
	}
	return items.Kind == elicit.Object
}
