package check

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// ownRulesSuffice reports whether the field's own rules say everything that its
// schema says. It is the common case, and spares the form from compiling the schema.
func ownRulesSuffice(field schema.Field) bool {
	beyond := func(keyword elicit.Member) bool { return isKeyword(keyword.Name) && !covers(field, keyword) }
	return field.SchemaEquivalent && field.Unsupported == "" && !slices.ContainsFunc(field.Schema.Members, beyond)
}

// covers reports whether the field's own rules say all that a keyword of its
// schema says. What a field has no rule for is -1, empty or missing in it.
func covers(f schema.Field, keyword elicit.Member) bool {
	value, isNumeric := keyword.Value, f.Kind == schema.Number || f.Kind == schema.Integer
	types, format := kindOf(f.Kind).types, kindOf(f.Kind).format
	switch keyword.Name {
	case "type":
		return value.Type == elicit.String && (slices.Contains(types, value.Text) || len(f.Options) > 0 && allOf(value.Text, f.Options))
	case "format":
		return value.Type == elicit.String && (value.Text == format || format == "" && hasCheck(value.Text) || !isAsserted(value.Text))
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
		return coversOptions(f, keyword, f.Schema) || !(isNumeric && f.Union) && admitsAll(types, value)
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

// shape is what the value of a keyword has to look like.
type shape uint8

const (
	isAnything shape = iota + 1 // whatever it is, no validator stumbles over it
	isText
	isBool
	isArray
	isNumber
	isPositive    // a number greater than 0
	isCount       // a whole number from 0 on
	isTexts       // a list of texts
	isType        // the name of a type, or such names
	isSchema      // a schema
	isSchemas     // schemas, one at least
	isItems       // a schema, or before 2020-12 schemas
	isSchemaMap   // schemas by name
	isNeeds       // names or schemas by name
	isNamesByName // names by name
)

// keywords are those that decide what is valid, in all drafts that are read. What the
// metaschemas ask of other keywords changes nothing.
var keywords = [...]struct {
	shape
	names string
}{
	{isAnything, " const $schema id "},
	{isArray, " enum "},
	{isTexts, " required "},
	{isType, " type "},
	{isBool, " uniqueItems "},
	{isText, " pattern format $ref $dynamicRef $recursiveRef $id $anchor $dynamicAnchor "},
	{isNumber, " minimum maximum exclusiveMinimum exclusiveMaximum "},
	{isPositive, " multipleOf "},
	{isCount, " minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties "},
	{isSchema, " not if then else contains propertyNames additionalProperties additionalItems unevaluatedItems unevaluatedProperties "},
	{isSchemas, " allOf anyOf oneOf prefixItems "},
	{isItems, " items "},
	{isSchemaMap, " properties patternProperties dependentSchemas $defs definitions "},
	{isNeeds, " dependencies "},
	{isNamesByName, " dependentRequired "},
}

// shapeOf is the shape of the value of a keyword; 0 for a name that is no keyword.
func shapeOf(name string) shape {
	if len(name) > len("unevaluatedProperties") || strings.Contains(name, " ") {
		return 0
	}
	name = " " + name + " "
	for i := range keywords {
		if strings.Contains(keywords[i].names, name) {
			return keywords[i].shape
		}
	}
	return 0
}

// isKeyword reports whether a validator asserts a keyword.
func isKeyword(name string) bool { return shapeOf(name) != 0 }

var typeNames = []any{"array", "boolean", "integer", "null", "number", "object", "string"}

func is[T any](value any) bool {
	_, is := value.(T)
	return is
}

func isList(value any, of func(any) bool) bool {
	list, isList := value.([]any)
	return isList && !slices.ContainsFunc(list, func(item any) bool { return !of(item) })
}

// isSubschema reports whether a value can stand where a schema is wanted.
func isSubschema(value any) bool { return is[bool](value) || is[map[string]any](value) }

// removeMalformed removes from a schema the rules that no validator can read,
// and reports whether there were none. A validator rejects a whole schema for
// one negative minLength, but a server that sends one has asked for the other
// fields all the same. The metaschema finds the same in twenty times the time.
func removeMalformed(value any, draft2020 bool) (whole bool) {
	node, isObject := value.(map[string]any)
	if !isObject {
		return true
	}
	whole = true
	for name, member := range node {
		fits, wholeInside := shaped(shapeOf(name), member, draft2020)
		if !fits {
			delete(node, name)
		}
		whole = whole && fits && wholeInside
	}
	return whole
}

// shaped reports whether a value has a shape, and whether nothing was left out
// inside of it.
func shaped(want shape, value any, draft2020 bool) (fits, whole bool) {
	number, isANumber := value.(json.Number)
	whole = true
	switch want {
	case isText:
		return is[string](value), true
	case isBool:
		return is[bool](value), true
	case isArray:
		return is[[]any](value), true
	case isNumber:
		return isANumber, true
	case isPositive:
		return isANumber && elicit.CompareNumbers(string(number), "0") > 0, true
	case isCount:
		return isANumber && elicit.IsWhole(string(number)) && elicit.CompareNumbers(string(number), "0") >= 0, true
	case isTexts:
		return isList(value, is[string]), true
	case isType:
		isName := func(name any) bool { return is[string](name) && slices.Contains(typeNames, name) }
		return isName(value) || isList(value, isName) && len(value.([]any)) > 0, true
	case isSchema:
		return isSubschema(value), removeMalformed(value, draft2020)
	case isSchemas, isItems:
		list, isList := value.([]any)
		if !isList || want == isItems && draft2020 {
			return want == isItems && isSubschema(value), removeMalformed(value, draft2020)
		}
		for _, item := range list {
			if !isSubschema(item) {
				return false, false
			}
			whole = removeMalformed(item, draft2020) && whole
		}
		return len(list) > 0, whole
	case isSchemaMap, isNeeds, isNamesByName:
		byName, isMap := value.(map[string]any)
		for name, member := range byName {
			if want != isNamesByName && isSubschema(member) {
				whole = removeMalformed(member, draft2020) && whole
			} else if want == isSchemaMap || !isList(member, is[string]) {
				delete(byName, name)
				whole = false
			}
		}
		return isMap, whole
	}
	return true, true
}
