package validate

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// ownRulesSuffice saves most forms from compiling a schema: the own rules cover the whole of it.
func ownRulesSuffice(field schema.Field) bool {
	beyond := func(keyword request.Member) bool { return isKeyword(keyword.Name) && !covers(field, keyword) }
	return field.SchemaEquivalent && field.Unsupported == "" && !slices.ContainsFunc(field.Schema.Members, beyond)
}

// covers reports whether the field's own rules cover a keyword of its schema.
func covers(f schema.Field, keyword request.Member) bool {
	value, isNumeric := keyword.Value, f.Kind == schema.Number || f.Kind == schema.Integer
	types, format := kindOf(f.Kind).types, kindOf(f.Kind).format
	switch keyword.Name {
	case "type":
		return value.Type == request.String && (slices.Contains(types, value.Text) || len(f.Listed()) > 0 && allOf(value.Text, f.Listed()))
	case "format":
		return value.Type == request.String && (value.Text == format || format == "" && hasCheck(value.Text) || !isAsserted(value.Text))
	case "const":
		return f.Const.Equal(value)
	case "pattern":
		return value.Type == request.String && value.Text == f.Pattern
	case "minLength":
		return f.MinLength >= 0
	case "maxLength":
		return f.MaxLength >= 0
	case "minItems":
		return f.MinItems >= 0
	case "maxItems":
		return f.MaxItems >= 0
	case "uniqueItems":
		return value.Type == request.Bool
	case "items":
		return coversItems(f, value)
	case "enum", "oneOf":
		return coversOptions(f, keyword, f.Schema)
	case "anyOf":
		return coversOptions(f, keyword, f.Schema) || !(isNumeric && f.Union) && admitsAll(types, value)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return isNumeric && value.Type == request.Number
	case "multipleOf":
		return f.MultipleOf != ""
	}
	return false
}

// admitsAll reports whether one alternative is a type that all answers have, as for Python's int | float.
func admitsAll(types []string, alternatives request.Value) bool {
	return slices.ContainsFunc(alternatives.Items, func(alternative request.Value) bool {
		typed := false
		for _, keyword := range alternative.Members {
			if keyword.Name == "type" && keyword.Value.Type == request.String && slices.Contains(types, keyword.Value.Text) {
				typed = true
			} else if isKeyword(keyword.Name) {
				return false
			}
		}
		return typed
	})
}

func allOf(name string, options []schema.Option) bool {
	return !slices.ContainsFunc(options, func(o schema.Option) bool { return !o.Value.Is(name) })
}

// coversItems accepts entries that are texts with rules of their own, or the options.
func coversItems(f schema.Field, items request.Value) bool {
	for _, keyword := range items.Members {
		switch {
		case !isKeyword(keyword.Name):
		case f.Entry != nil:
			if !covers(*f.Entry, keyword) {
				return false
			}
		case keyword.Name == "type" && keyword.Value.Type == request.String && allOf(keyword.Value.Text, f.Listed()):
		case !coversOptions(f, keyword, items):
			return false
		}
	}
	return items.Type == request.Object
}

// coversOptions reports whether each value that a keyword lists is an option, and no other keyword lists values.
func coversOptions(f schema.Field, keyword request.Member, in request.Value) bool {
	entries := keyword.Value.Items
	if keyword.Value.Type != request.Array || len(entries) == 0 || len(entries) != len(f.Listed()) {
		return false
	}
	if keyword.Name == "enum" {
		return !in.Get("oneOf").Exists() && !in.Get("anyOf").Exists()
	}
	for _, entry := range entries {
		for _, member := range entry.Members {
			ofOwnType := member.Name == "type" && member.Value.Type == request.String && entry.Get("const").Is(member.Value.Text)
			if isKeyword(member.Name) && member.Name != "const" && !ofOwnType {
				return false
			}
		}
	}
	return (keyword.Name == "oneOf" || keyword.Name == "anyOf") && !in.Get("enum").Exists()
}

type shape uint8

const (
	isAnything shape = iota + 1 // validators accept any value
	isText
	isBool
	isArray
	isNumber
	isPositive    // a number greater than 0
	isCount       // a whole number from 0 on
	isTexts       // a list of texts
	isType        // the name of a type, or a list of such names
	isSchema      // a schema
	isSchemas     // a list of schemas that is not empty
	isItems       // a schema, or before 2020-12 a list of schemas
	isSchemaMap   // a map of schemas
	isNeeds       // a map of schemas or lists of names
	isNamesByName // a map of lists of names
)

// keywords restrict answers. The metaschemas' rules for other keywords do not change any result.
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

func isKeyword(name string) bool { return shapeOf(name) != 0 }

var typeNames = []any{"array", "boolean", "integer", "null", "number", "object", "string"}

func isA[T any](value any) bool {
	_, is := value.(T)
	return is
}

func isList(value any, of func(any) bool) bool {
	list, isList := value.([]any)
	return isList && !slices.ContainsFunc(list, func(item any) bool { return !of(item) })
}

func isSubschema(value any) bool { return isA[bool](value) || isA[map[string]any](value) }

// removeMalformed removes the rules that no validator can read, and reports whether there were none: a validator
// rejects a whole schema for one negative minLength. The metaschema finds the same in twenty times the time.
func removeMalformed(value any, draft2020 bool) (whole bool) {
	node, isObject := value.(map[string]any)
	if !isObject {
		return true
	}
	whole = true
	for name, member := range node {
		fits, wholeInside := checkShape(shapeOf(name), member, draft2020)
		if !fits {
			delete(node, name)
		}
		whole = whole && fits && wholeInside
	}
	return whole
}

func checkShape(want shape, value any, draft2020 bool) (fits, whole bool) {
	number, isANumber := value.(json.Number)
	whole = true
	switch want {
	case isText:
		return isA[string](value), true
	case isBool:
		return isA[bool](value), true
	case isArray:
		return isA[[]any](value), true
	case isNumber:
		return isANumber, true
	case isPositive:
		return isANumber && request.CompareNumbers(string(number), "0") > 0, true
	case isCount:
		return isANumber && request.IsWhole(string(number)) && request.CompareNumbers(string(number), "0") >= 0, true
	case isTexts:
		return isList(value, isA[string]), true
	case isType:
		isName := func(name any) bool { return isA[string](name) && slices.Contains(typeNames, name) }
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
			} else if want == isSchemaMap || !isList(member, isA[string]) {
				delete(byName, name)
				whole = false
			}
		}
		return isMap, whole
	}
	return true, true
}
