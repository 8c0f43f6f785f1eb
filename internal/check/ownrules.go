package check

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// ownRulesSuffice reports whether the field's own rules say everything that its
// schema says. It is the common case, and spares the form from compiling its
// schema before anything is shown.
func ownRulesSuffice(field schema.Field) bool {
	if !field.SchemaEquivalent || field.Unsupported != "" {
		return false
	}
	for _, keyword := range field.Schema.Members {
		if isKeyword(keyword.Name) && !covers(field, keyword) {
			return false
		}
	}
	return true
}

// covers reports whether the field's own rules say all that a keyword of its
// schema says. What a field has no rule for is -1, empty or missing in it.
func covers(f schema.Field, keyword elicit.Member) bool {
	value, isNumeric := keyword.Value, f.Kind == schema.Number || f.Kind == schema.Integer
	types, format := kinds[f.Kind].types, kinds[f.Kind].format
	switch keyword.Name {
	case "type":
		return value.Type == elicit.String && (slices.Contains(types, value.Text) || len(f.Options) > 0 && allOf(value.Text, f.Options))
	case "format":
		return value.Type == elicit.String && (value.Text == format || format == "" && formats[value.Text] != nil || !isAsserted(value.Text))
	case "const":
		return f.Const.Equal(value)
	case "pattern":
		return value.Type == elicit.String && value.Text == f.Pattern
	case "minLength":
		return f.MinLength >= 0
	case "maxLength":
		return f.MaxLength >= 0
	case "minItems":
		return f.MinItems >= 0
	case "maxItems":
		return f.MaxItems >= 0
	case "uniqueItems":
		return value.Type == elicit.Bool
	case "items":
		return coversItems(f, value)
	case "enum", "oneOf":
		return coversOptions(f, keyword, f.Schema)
	case "anyOf":
		return coversOptions(f, keyword, f.Schema) || admitsAll(types, value)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return isNumeric && value.Type == elicit.Number
	case "multipleOf":
		return f.MultipleOf != ""
	}
	return false
}

// admitsAll reports whether one of the alternatives of anyOf is a type that all
// answers have, and nothing else: int | float in Python is one of these.
func admitsAll(types []string, alternatives elicit.Value) bool {
	return slices.ContainsFunc(alternatives.Items, func(alternative elicit.Value) bool {
		typed := false
		for _, keyword := range alternative.Members {
			if keyword.Name == "type" && keyword.Value.Type == elicit.String && slices.Contains(types, keyword.Value.Text) {
				typed = true
			} else if isKeyword(keyword.Name) {
				return false
			}
		}
		return typed
	})
}

// allOf reports whether all options are of a type.
func allOf(name string, options []schema.Option) bool {
	return !slices.ContainsFunc(options, func(o schema.Option) bool { return !o.Value.Is(name) })
}

// coversItems reports whether the entries of an array are texts with rules of their
// own that suffice, or its options and nothing else.
func coversItems(f schema.Field, items elicit.Value) bool {
	for _, keyword := range items.Members {
		switch {
		case !isKeyword(keyword.Name):
		case f.Entry != nil:
			if !covers(*f.Entry, keyword) {
				return false
			}
		case keyword.Name == "type" && keyword.Value.Type == elicit.String && allOf(keyword.Value.Text, f.Options):
		case !coversOptions(f, keyword, items):
			return false
		}
	}
	return items.Type == elicit.Object
}

// coversOptions reports whether a keyword lists values of which every one has
// become an option, and no other keyword lists values.
func coversOptions(f schema.Field, keyword elicit.Member, in elicit.Value) bool {
	entries := keyword.Value.Items
	if keyword.Value.Type != elicit.Array || len(entries) == 0 || len(entries) != len(f.Options) {
		return false
	}
	if keyword.Name == "enum" {
		return !in.Get("oneOf").Exists() && !in.Get("anyOf").Exists()
	}
	for _, entry := range entries {
		for _, member := range entry.Members {
			ofOwnType := member.Name == "type" && member.Value.Type == elicit.String && entry.Get("const").Is(member.Value.Text)
			if isKeyword(member.Name) && member.Name != "const" && !ofOwnType {
				return false
			}
		}
	}
	return (keyword.Name == "oneOf" || keyword.Name == "anyOf") && !in.Get("enum").Exists()
}
