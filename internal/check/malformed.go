package check

import (
	"encoding/json"
	"slices"

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
	isNames                        // texts
	isType                         // the name of a type, or such names
	isArray                        // any array
	isText                         // a text
	isBool                         // a boolean
	isNumber                       // a number
	isPositive                     // a number above zero
	isCount                        // a whole number, zero at least
)

// shapes are the shapes of the keywords that decide what is valid, in all drafts
// that are read. What the metaschemas ask of other keywords changes nothing.
var shapes = map[string]shape{
	"not": isSchema, "if": isSchema, "then": isSchema, "else": isSchema, "contains": isSchema, "propertyNames": isSchema,
	"additionalProperties": isSchema, "additionalItems": isSchema, "unevaluatedItems": isSchema, "unevaluatedProperties": isSchema,
	"allOf": isSchemas, "anyOf": isSchemas, "oneOf": isSchemas, "prefixItems": isSchemas, "items": isItems,
	"properties": isSchemaMap, "patternProperties": isSchemaMap, "dependentSchemas": isSchemaMap, "$defs": isSchemaMap, "definitions": isSchemaMap,
	"dependencies": isNeeds, "dependentRequired": isNamesByName, "required": isNames,
	"type": isType, "enum": isArray, "pattern": isText, "format": isText, "$ref": isText, "$dynamicRef": isText, "$recursiveRef": isText,
	"$id": isText, "$anchor": isText, "$dynamicAnchor": isText, "uniqueItems": isBool,
	"minimum": isNumber, "maximum": isNumber, "exclusiveMinimum": isNumber, "exclusiveMaximum": isNumber, "multipleOf": isPositive,
	"minLength": isCount, "maxLength": isCount, "minItems": isCount, "maxItems": isCount, "minContains": isCount, "maxContains": isCount,
	"minProperties": isCount, "maxProperties": isCount,
}

var typeNames = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

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
		want, known := shapes[name]
		if !known {
			continue
		}
		fits, wholeInside := shaped(want, member, draft2020)
		if !fits {
			delete(node, name)
		}
		whole = whole && fits && wholeInside
	}
	return whole
}

// isSubschema reports whether a value can stand where a schema is wanted.
func isSubschema(value any) bool {
	switch value.(type) {
	case bool, map[string]any:
		return true
	}
	return false
}

// shaped reports whether a value has a shape, and whether nothing was left out
// inside of it.
func shaped(want shape, value any, draft2020 bool) (fits, whole bool) {
	switch want {
	case isSchema:
		return isSubschema(value), removeMalformed(value, draft2020)
	case isSchemas, isItems:
		list, isList := value.([]any)
		if !isList || want == isItems && draft2020 {
			return want == isItems && isSubschema(value), removeMalformed(value, draft2020)
		}
		whole = true
		for _, item := range list {
			if !isSubschema(item) {
				return false, false
			}
			whole = removeMalformed(item, draft2020) && whole
		}
		return len(list) > 0, whole
	case isSchemaMap, isNeeds, isNamesByName:
		byName, isMap := value.(map[string]any)
		whole = true
		for name, member := range byName {
			if want != isNamesByName && isSubschema(member) {
				whole = removeMalformed(member, draft2020) && whole
			} else if want == isSchemaMap || !isTexts(member) {
				delete(byName, name)
				whole = false
			}
		}
		return isMap, whole
	case isType:
		list, isList := value.([]any)
		if !isList {
			list = []any{value}
		}
		return len(list) > 0 && !slices.ContainsFunc(list, func(item any) bool {
			name, isName := item.(string)
			return !isName || !slices.Contains(typeNames, name)
		}), true
	case isNames:
		return isTexts(value), true
	case isArray:
		_, fits = value.([]any)
	case isText:
		_, fits = value.(string)
	case isBool:
		_, fits = value.(bool)
	case isNumber, isPositive, isCount:
		number, is := value.(json.Number)
		fits = is && (want == isNumber ||
			want == isPositive && elicit.CompareNumbers(string(number), "0") > 0 ||
			want == isCount && elicit.IsWhole(string(number)) && elicit.CompareNumbers(string(number), "0") >= 0)
	}
	return fits, true
}

func isTexts(value any) bool {
	list, isList := value.([]any)
	return isList && !slices.ContainsFunc(list, func(item any) bool { _, is := item.(string); return !is })
}
