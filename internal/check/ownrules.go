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
	if raw.Kind != elicit.Object || field.Unsupported != "" {
		return false
	}
	for _, member := range raw.Members {
		if keywords[member.Name] && !kinds[field.Kind].covers(field, member, raw) {
			return false
		}
	}
	return true
}
