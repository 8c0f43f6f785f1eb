package check

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/elicitform/elicitform/internal/elicit"
)

// shape is what the value of a keyword has to look like.
type shape uint8

const (
	isSchema      shape = iota + 1 // a schema
	isSchemas                      // schemas, one at least
	isItems                        // a schema, or before 2020-12 schemas
	isSchemaMap                    // schemas by name
	isNeeds                        // names or schemas by name
	isNamesByName                  // names by name
)

// shapes are the shapes of the keywords that hold schemas or names by name, and
// plain the tests of the others that decide what is valid, in all drafts that are
// read. What the metaschemas ask of other keywords changes nothing. They are made for the
// first request.
var (
	shapes = sync.OnceValue(func() map[string]shape {
		return map[string]shape{
			"not": isSchema, "if": isSchema, "then": isSchema, "else": isSchema, "contains": isSchema, "propertyNames": isSchema,
			"additionalProperties": isSchema, "additionalItems": isSchema, "unevaluatedItems": isSchema, "unevaluatedProperties": isSchema,
			"allOf": isSchemas, "anyOf": isSchemas, "oneOf": isSchemas, "prefixItems": isSchemas, "items": isItems,
			"properties": isSchemaMap, "patternProperties": isSchemaMap, "dependentSchemas": isSchemaMap, "$defs": isSchemaMap, "definitions": isSchemaMap,
			"dependencies": isNeeds, "dependentRequired": isNamesByName,
		}
	})
	plain = sync.OnceValue(func() map[string]func(any) bool {
		return map[string]func(any) bool{
			"required": isTexts, "type": isType, "enum": is[[]any], "uniqueItems": is[bool],
			"pattern": is[string], "format": is[string], "$ref": is[string], "$dynamicRef": is[string], "$recursiveRef": is[string],
			"$id": is[string], "$anchor": is[string], "$dynamicAnchor": is[string],
			"minimum": is[json.Number], "maximum": is[json.Number], "exclusiveMinimum": is[json.Number], "exclusiveMaximum": is[json.Number], "multipleOf": isPositive,
			"minLength": isCount, "maxLength": isCount, "minItems": isCount, "maxItems": isCount, "minContains": isCount, "maxContains": isCount,
			"minProperties": isCount, "maxProperties": isCount,
		}
	})
)

// isKeyword reports whether a validator asserts a keyword. Any other name in a
// schema says nothing about what is valid.
func isKeyword(name string) bool {
	return shapes()[name] != 0 || plain()[name] != nil || name == "const" || name == "$schema" || name == "id"
}

func is[T any](value any) bool {
	_, is := value.(T)
	return is
}

func isPositive(value any) bool {
	number, is := value.(json.Number)
	return is && elicit.CompareNumbers(string(number), "0") > 0
}

func isCount(value any) bool {
	number, is := value.(json.Number)
	return is && elicit.IsWhole(string(number)) && elicit.CompareNumbers(string(number), "0") >= 0
}

func isTexts(value any) bool {
	list, isList := value.([]any)
	return isList && !slices.ContainsFunc(list, func(item any) bool { return !is[string](item) })
}

// isType reports whether a value is the name of a type, or a list of such names.
func isType(value any) bool {
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	names := []any{"array", "boolean", "integer", "null", "number", "object", "string"}
	return len(list) > 0 && !slices.ContainsFunc(list, func(item any) bool { return !is[string](item) || !slices.Contains(names, item) })
}

// isSubschema reports whether a value can stand where a schema is wanted.
func isSubschema(value any) bool { return is[bool](value) || is[map[string]any](value) }

// removeMalformed removes from a schema the rules that no validator can read,
// and reports whether there were none. A validator refuses a whole document for
// one negative minLength, but a server that sends one has asked for the other
// fields all the same. What is removed is what the metaschema refuses, found in
// a twentieth of the time. draft2020 says that the schema is of the dialect
// 2020-12.
func removeMalformed(value any, draft2020 bool) (whole bool) {
	node, isObject := value.(map[string]any)
	if !isObject {
		return true
	}
	whole = true
	for name, member := range node {
		fits, wholeInside := true, true
		if want, found := shapes()[name]; found {
			fits, wholeInside = shaped(want, member, draft2020)
		} else if test := plain()[name]; test != nil {
			fits = test(member)
		}
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
	whole = true
	switch want {
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
			} else if want == isSchemaMap || !isTexts(member) {
				delete(byName, name)
				whole = false
			}
		}
		return isMap, whole
	}
	return isSubschema(value), removeMalformed(value, draft2020)
}
