package schema

import (
	"slices"

	"github.com/elicitform/elicitform/internal/request"
)

// flatten rewrites a property's schema so that it describes one control. It merges an allOf of one entry
// (pydantic 1 wraps every reference so), and removes null, because no answer is null.
func (d *document) flatten(schema request.Value, trail []string) (request.Value, Obstacle) {
	if len(schema.Members) != 1 || schema.Members[0].Name != "$ref" || len(trail) > 0 {
		return d.expand(schema, trail)
	}
	// A definition that many properties refer to is expanded once.
	ref := schema.Members[0].Value.Text
	entry, found := d.flat[ref]
	if !found {
		before := d.ruleLost
		d.ruleLost = false
		entry.schema, entry.obstacle = d.expand(schema, trail)
		entry.ruleLost = d.ruleLost
		d.ruleLost = before
		d.flat[ref] = entry
	}
	d.ruleLost = d.ruleLost || entry.ruleLost
	return entry.schema, entry.obstacle
}

type flatSchema struct {
	schema   request.Value
	obstacle Obstacle
	ruleLost bool
}

func (d *document) expand(schema request.Value, trail []string) (request.Value, Obstacle) {
	schema, obstacle := objectOf(schema)
	for obstacle == "" {
		if !take(&d.budget.work, 1+len(schema.Members)) {
			return request.Value{}, TooMuch
		}
		changed := true
		switch {
		case schema.Get("$dynamicRef").Exists() || schema.Get("$recursiveRef").Exists():
			// The target of a dynamic reference depends on the document that refers to this one.
			return request.Value{}, RemoteReference
		case schema.Get("$ref").Exists():
			schema, trail, obstacle = d.step(schema, trail)
		case len(schema.Get("allOf").Items) == 1:
			schema, obstacle = d.mergeOnly(schema, "allOf", schema.Get("allOf").Items[0])
		default:
			changed = false
			for _, keyword := range []string{"anyOf", "oneOf"} {
				if list := schema.Get(keyword); list.Type == request.Array && !changed && obstacle == "" {
					schema, changed, obstacle = d.alternatives(schema, keyword, list.Items, trail)
				}
			}
		}
		if obstacle == "" && !changed {
			return d.withoutNull(schema)
		}
	}
	return request.Value{}, obstacle
}

// objectOf returns a schema as an object. The schema true becomes an empty object, which also accepts anything.
func objectOf(schema request.Value) (request.Value, Obstacle) {
	switch {
	case schema.Type == request.Bool && schema.Truth:
		return request.Value{Type: request.Object}, ""
	case schema.Type != request.Object:
		return request.Value{}, NotASchema
	}
	return schema, ""
}

// alternatives merges a single entry of anyOf or oneOf into the schema, and reports that as changed. A
// const stays, because its title is the option's.
func (d *document) alternatives(
	schema request.Value, keyword string, entries []request.Value, trail []string,
) (request.Value, bool, Obstacle) {
	if len(entries) > MaxOptions {
		d.tooMany = true
		return request.Value{}, false, Composition
	}
	if !take(&d.budget.work, len(entries)) {
		return request.Value{}, false, TooMuch
	}
	flat := make([]request.Value, 0, len(entries))
	kinds, foreign := map[string]bool{}, 0
	for _, entry := range entries {
		if entry.Type == request.Bool && !entry.Truth || onlyNull(entry) {
			continue
		}
		if only := entry.Get("type"); keyword == "anyOf" && len(entry.Members) == 1 && only.Type == request.String {
			if kinds[only.Text] {
				continue // A duplicate.
			}
			kinds[only.Text] = true
		}
		schema, obstacle := d.flatten(entry, trail)
		switch {
		case obstacle == UnsupportedType && onlyNullType(entry):
			continue
		case obstacle != "":
			return request.Value{}, false, obstacle
		case !onlyNull(schema):
			flat = append(flat, schema)
			if !isOption(schema) {
				foreign++
			}
		}
		if foreign > maxAlternatives {
			return request.Value{}, false, Composition
		}
	}
	if keyword == "anyOf" && len(flat) > 1 {
		flat = spreadValues(flat)
	}
	switch {
	case len(flat) == 0 && len(entries) > 0:
		return request.Value{}, false, UnsupportedType
	case len(flat) == 1 && !flat[0].Get("const").Exists():
		merged, obstacle := d.mergeOnly(schema, keyword, flat[0])
		return merged, true, obstacle
	}
	return replaceMember(schema, keyword, request.Value{Type: request.Array, Items: flat}), false, ""
}

// spreadValues replaces each entry of an anyOf that only lists values by its list.
func spreadValues(entries []request.Value) []request.Value {
	spread := make([]request.Value, 0, len(entries))
	for _, entry := range entries {
		list := unionOf(entry).Items
		if len(list) > 0 && !slices.ContainsFunc(list, isNoOption) && !slices.ContainsFunc(entry.Members, restrictsList) {
			spread = append(spread, list...)
		} else {
			spread = append(spread, entry)
		}
	}
	return spread
}

func isNoOption(entry request.Value) bool { return !isOption(entry) }

func restrictsList(m request.Member) bool {
	return m.Name != "type" && m.Name != "anyOf" && m.Name != "oneOf" && !isAnnotation(m.Name)
}

func isOption(entry request.Value) bool {
	return entry.Get("const").Exists() || len(entry.Get("enum").Items) > 0
}

func onlyNull(schema request.Value) bool {
	if onlyNullType(schema) || schema.Get("const").Type == request.Null {
		return true
	}
	values := schema.Get("enum").Items
	return len(values) > 0 && !slices.ContainsFunc(values, func(v request.Value) bool { return v.Type != request.Null })
}

func onlyNullType(schema request.Value) bool {
	value := schema.Get("type")
	if value.Type == request.Array && len(value.Items) == 1 {
		value = value.Items[0]
	}
	return value.Type == request.String && value.Text == "null"
}

func (d *document) withoutNull(schema request.Value) (request.Value, Obstacle) {
	if onlyNull(schema) {
		return request.Value{}, UnsupportedType
	}
	if list := schema.Get("type"); list.Type == request.Array {
		types := slices.DeleteFunc(slices.Clone(list.Items), func(v request.Value) bool {
			return v.Type == request.String && v.Text == "null"
		})
		value := request.Value{Type: request.Array, Items: types}
		if len(types) == 1 {
			value = types[0]
		}
		schema = replaceMember(schema, "type", value)
	}
	values, titles := schema.Get("enum").Items, schema.Get("enumNames")
	if len(values) > MaxOptions {
		d.tooMany = true
		return request.Value{}, Composition
	}
	if !slices.ContainsFunc(values, func(v request.Value) bool { return v.Type == request.Null }) {
		return schema, ""
	}
	if !take(&d.budget.work, len(values)) {
		return request.Value{}, TooMuch
	}
	var remaining, remainingTitles []request.Value
	for i, value := range values {
		if value.Type == request.Null {
			continue
		}
		remaining = append(remaining, value)
		if i < len(titles.Items) {
			remainingTitles = append(remainingTitles, titles.Items[i])
		}
	}
	schema = replaceMember(schema, "enum", request.Value{Type: request.Array, Items: remaining})
	return replaceMember(schema, "enumNames", request.Value{Type: request.Array, Items: remainingTitles}), ""
}
