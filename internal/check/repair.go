package check

import (
	"errors"
	"maps"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/schema"
)

// maxRepairWork bounds the schema nodes that are compiled again and again
// while a broken schema is repaired; what is left over then is not checked.
const maxRepairWork = 300_000

// repair makes a schema compile by leaving out what does not. The validator
// refuses a whole document for one negative minLength; a server that sends one
// has nevertheless asked for the other fields.
type repair struct {
	form     schema.Form
	patterns *patterns
	document map[string]any
	// path leads to `properties` in the document.
	path     []string
	repaired []bool
	work     int
}

func newRepair(form schema.Form, ps *patterns) *repair {
	r := &repair{form: form, patterns: ps, repaired: make([]bool, len(form.Fields))}
	r.document, _ = form.Schema.Any().(map[string]any)
	r.path, _ = propertiesPath(form.Schema)
	r.soften()
	return r
}

// soften removes root rules that would turn around what "matches everything"
// means for a pattern that is not checked: below `not`, and for
// patternProperties, it would refuse what the server accepts.
func (r *repair) soften() {
	for _, name := range []string{"not", "if", "oneOf", "anyOf", "allOf", "dependentSchemas", "dependencies", "patternProperties", "propertyNames"} {
		if value, found := r.document[name]; found && r.holdsUnchecked(value, name == "patternProperties") {
			delete(r.document, name)
			if name == "patternProperties" {
				delete(r.document, "additionalProperties")
				delete(r.document, "unevaluatedProperties")
			}
		}
	}
}

// holdsUnchecked reports whether a pattern below value cannot be checked.
func (r *repair) holdsUnchecked(value any, names bool) bool {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if r.holdsUnchecked(item, false) {
				return true
			}
		}
	case map[string]any:
		for name, member := range value {
			source, isText := member.(string)
			if names {
				source, isText = name, true
			}
			if isText && (names || name == "pattern") {
				if _, checkable := r.patterns.compile(source); !checkable {
					return true
				}
			}
			if r.holdsUnchecked(member, name == "patternProperties") {
				return true
			}
		}
	}
	return false
}

// run repairs the properties one by one, then the rest of the root, and
// compiles what is left.
func (r *repair) run() (*jsonschema.Compiler, *jsonschema.Schema) {
	if properties := r.properties(); properties != nil {
		for i, field := range r.form.Fields {
			fixed, whole := r.property(field, properties[field.Name])
			properties[field.Name] = fixed
			r.repaired[i] = !whole && field.Unsupported == ""
		}
	}
	for range 3 {
		compiler, root, err := compileSchema(r.document, r.patterns)
		if err == nil {
			return compiler, root
		}
		if removed, _ := remove(r.document, err); !removed {
			break
		}
	}
	// Nothing but the properties themselves: rules between answers are lost.
	kept := map[string]any{}
	for _, name := range []string{"$schema", "type", "properties", "required", "additionalProperties", "$defs", "definitions"} {
		if value, found := r.document[name]; found {
			kept[name] = value
		}
	}
	compiler, root, err := compileSchema(kept, r.patterns)
	if err != nil {
		return nil, nil
	}
	return compiler, root
}

// properties returns the map of properties in the document.
func (r *repair) properties() map[string]any {
	node := r.document
	for _, name := range r.path {
		node, _ = node[name].(map[string]any)
	}
	if len(r.path) == 0 {
		return nil
	}
	return node
}

// property returns what compiles of a property's schema, and whether that is
// all of it.
func (r *repair) property(field schema.Field, raw any) (fixed any, whole bool) {
	if field.Unsupported != "" {
		return true, false
	}
	// A reference that only fails here, because the definition it needs is
	// broken elsewhere, is written out in the field's own schema.
	for _, candidate := range []any{raw, field.Schema.Any()} {
		whole = true
		for range 3 {
			err := r.compileAlone(field.Name, candidate)
			if err == nil {
				return candidate, whole
			}
			object, isObject := candidate.(map[string]any)
			if !isObject {
				break
			}
			within := map[string]any{"properties": map[string]any{field.Name: object}}
			removed, rule := remove(within, err)
			if !removed {
				break
			}
			whole = whole && !rule
			candidate, isObject = within["properties"].(map[string]any)[field.Name].(map[string]any)
			if !isObject {
				break
			}
		}
	}
	return true, false
}

// compileAlone compiles a property without its neighbours.
func (r *repair) compileAlone(name string, property any) error {
	document := map[string]any{"type": "object", "properties": map[string]any{name: property}}
	for _, keyword := range []string{"$schema", "$id", "id"} {
		if value, found := r.document[keyword]; found {
			document[keyword] = value
		}
	}
	if refers(property) {
		for _, keyword := range []string{"$defs", "definitions"} {
			if value, found := r.document[keyword]; found {
				document[keyword] = value
			}
		}
	}
	r.work += size(document)
	if r.work > maxRepairWork {
		return errTooMuch
	}
	_, _, err := compileSchema(document, r.patterns)
	return err
}

var errTooMuch = errors.New("too much to repair")

// remove deletes the members that the metaschema objects to. It reports
// whether it removed anything, and whether that was a rule.
func remove(document map[string]any, err error) (removed, rule bool) {
	var invalid *jsonschema.SchemaValidationError
	var failure *jsonschema.ValidationError
	if !errors.As(err, &invalid) || !errors.As(invalid.Err, &failure) {
		return false, false
	}
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			walk(cause)
		}
		if len(e.Causes) == 0 && len(e.InstanceLocation) > 0 && removeAt(document, e.InstanceLocation) {
			removed = true
			rule = rule || isRule(e.InstanceLocation)
		}
	}
	walk(failure)
	return removed, rule
}

// isRule reports whether the innermost name in a location is a keyword that
// decides about validity.
func isRule(path []string) bool {
	for i := len(path) - 1; i >= 0; i-- {
		if _, err := strconv.Atoi(path[i]); err != nil {
			return keywords[path[i]]
		}
	}
	return false
}

// removeAt deletes the member that a location leads to or, where that is an
// item of an array, the member that holds the array.
func removeAt(document map[string]any, path []string) bool {
	var holder map[string]any
	var name string
	node := any(document)
	for _, token := range path {
		switch value := node.(type) {
		case map[string]any:
			member, found := value[token]
			if !found {
				return false
			}
			holder, name, node = value, token, member
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(value) {
				return false
			}
			node = value[i]
		default:
			return false
		}
	}
	delete(holder, name)
	return true
}

// refers reports whether a schema holds a reference.
func refers(value any) bool {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if refers(item) {
				return true
			}
		}
	case map[string]any:
		for name := range maps.Keys(value) {
			if name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef" || refers(value[name]) {
				return true
			}
		}
	}
	return false
}

// size counts the nodes of a document.
func size(value any) int {
	n := 1
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			n += size(item)
		}
	case map[string]any:
		for _, member := range value {
			n += size(member)
		}
	}
	return n
}
