package schema

import (
	"net/url"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
)

// document is the whole requestedSchema, in which local references are resolved.
type document struct {
	root request.Value
	// base is the root's own address; a reference to it stays local.
	base string
	// refAlone: rules beside a reference do not count, as in drafts up to draft-07.
	refAlone bool
	anchors  map[string]request.Value
	budget   *Budget
	// decompose normalizes a text to NFKD; it may be nil.
	decompose func(text string) string
	textHints map[hintKey]hints
	// flat caches the schemas that references lead to, by the text of the reference.
	flat map[string]flatSchema
	// hasMeta: a property has a _meta, which may be the marker of an agent.
	hasMeta bool
	// ownTexts are the texts that properties accept beside their options.
	ownTexts []ownText
	// ruleLost: flattening a schema has lost or changed a rule.
	ruleLost bool
	// tooMany: a limit on options was exceeded, which rejects the whole form.
	tooMany bool
}

func newDocument(root request.Value, budget *Budget) *document {
	d := &document{root: root, budget: budget, textHints: map[hintKey]hints{}, flat: map[string]flatSchema{}}
	if id := root.Get("$id"); id.Type == request.String {
		d.base = strings.TrimSuffix(id.Text, "#")
	}
	d.refAlone = strings.Contains(root.Get("$schema").Text, "/draft-0")
	return d
}

func (d *document) takeOptions(amount int) bool {
	d.tooMany = d.tooMany || amount > MaxOptions || !take(&d.budget.options, amount)
	return !d.tooMany
}

// dereference follows the references of the root. hasRules reports rules beside a reference: a validator
// checks both, and the merged schema shows only one.
func (d *document) dereference(schema request.Value) (top request.Value, hasRules bool, obstacle Obstacle) {
	var trail []string
	for schema.Get("$ref").Exists() {
		hasRules = hasRules || slices.ContainsFunc(schema.Members, func(m request.Member) bool {
			return !isAnnotation(m.Name) && !strings.HasPrefix(m.Name, "$") && m.Name != "definitions" && m.Name != "type"
		})
		if schema, trail, obstacle = d.step(schema, trail); obstacle != "" {
			break
		}
	}
	return schema, hasRules, obstacle
}

func (d *document) step(schema request.Value, trail []string) (request.Value, []string, Obstacle) {
	ref := schema.Get("$ref")
	if ref.Type != request.String || slices.Contains(trail, ref.Text) || len(trail) == MaxReferences {
		return schema, trail, BrokenReference
	}
	target, obstacle := d.resolve(ref.Text)
	if obstacle != "" {
		return schema, trail, obstacle
	}
	// Clip keeps the trails of sibling alternatives apart.
	trail = append(slices.Clip(trail), ref.Text)
	merged, obstacle := d.mergeOnly(schema, "$ref", target)
	return merged, trail, obstacle
}

func (d *document) resolve(ref string) (request.Value, Obstacle) {
	if rest, own := strings.CutPrefix(ref, d.base); own && (rest == "" || rest[0] == '#') {
		ref = rest
	}
	fragment, local := strings.CutPrefix(ref, "#")
	if !local && ref != "" {
		return request.Value{}, RemoteReference
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil || fragment == "" {
		// A reference to the whole document would include itself.
		return request.Value{}, BrokenReference
	}
	target := d.root
	if fragment[0] != '/' {
		target = d.anchor(fragment)
	} else {
		for token := range strings.SplitSeq(fragment[1:], "/") {
			target = target.At(strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"))
		}
	}
	if !target.Exists() {
		return request.Value{}, BrokenReference
	}
	return target, ""
}

// anchor finds a definition by its name: $anchor, or $id in draft-06 and draft-07.
func (d *document) anchor(name string) request.Value {
	if d.anchors == nil {
		d.anchors = map[string]request.Value{}
		for _, place := range []string{"$defs", "definitions"} {
			for _, definition := range d.root.Get(place).Members {
				if anchor := definition.Value.Get("$anchor"); anchor.Type == request.String {
					d.anchors[anchor.Text] = definition.Value
				}
				if id, found := strings.CutPrefix(definition.Value.Get("$id").Text, "#"); found {
					d.anchors[id] = definition.Value
				}
			}
		}
	}
	return d.anchors[name]
}

// mergeOnly merges over, without keyword, with the only schema under that keyword. A member of over wins.
// It returns an obstacle where both have a member that combines schemas, because then both count.
func (d *document) mergeOnly(over request.Value, keyword string, only request.Value) (request.Value, Obstacle) {
	base, obstacle := objectOf(only)
	if obstacle != "" {
		return request.Value{}, obstacle
	}
	if len(over.Members) == 1 && over.Members[0].Name == keyword {
		return base, ""
	}
	if !take(&d.budget.work, len(base.Members)+len(over.Members)) {
		return request.Value{}, TooMuch
	}
	merged := request.Value{Type: request.Object, Members: make([]request.Member, 0, len(base.Members)+len(over.Members))}
	overrides := make(map[string]request.Value, len(over.Members))
	for _, member := range over.Members {
		if member.Name == keyword {
			continue
		}
		overrides[member.Name] = member.Value
		merged.Members = append(merged.Members, member)
		d.ruleLost = d.ruleLost || d.refAlone && keyword == "$ref" && !isAnnotation(member.Name)
	}
	for _, member := range base.Members {
		winner, both := overrides[member.Name]
		if !both {
			merged.Members = append(merged.Members, member)
			// unevaluatedItems now also sees the items that the members of over have evaluated.
			d.ruleLost = d.ruleLost || member.Name == "unevaluatedItems"
			continue
		}
		d.ruleLost = d.ruleLost || !isAnnotation(member.Name) && !winner.Equal(member.Value)
		switch member.Name {
		case "allOf", "anyOf", "oneOf", "not", "if":
			return request.Value{}, Composition
		}
	}
	return merged, ""
}

// annotations are the keywords that describe an answer and do not restrict it.
var annotations = []string{
	"title", "description", "default", "examples", "enumNames", "deprecated", "readOnly", "writeOnly", "$comment", "_meta",
}

func isAnnotation(keyword string) bool { return slices.Contains(annotations, keyword) }

// replaceMember leaves the original as it is, because fields share it.
func replaceMember(schema request.Value, name string, value request.Value) request.Value {
	schema.Members = slices.Clone(schema.Members)
	for i := range schema.Members {
		if schema.Members[i].Name == name {
			schema.Members[i].Value = value
		}
	}
	return schema
}

// dropEmptyKeywords removes the null or empty anyOf that serialisers write for an absent keyword. A null const stays,
// unless a rule for other values, or another null keyword beside a type, contradicts it. In a map, members are names.
func dropEmptyKeywords(schema request.Value, isMap bool) request.Value {
	items, members := schema.Items, schema.Members
	schema.Items, schema.Members = nil, nil
	for i := range items {
		schema.Items = append(schema.Items, dropEmptyKeywords(items[i], false))
	}
	typed, ruled, hasNull := false, false, false
	for i := range members {
		switch m := &members[i]; {
		case isMap || m.Name == "const" || m.Name == "default":
		case m.Value.Type == request.Null:
			hasNull = true
		case m.Name == "type", m.Name == "enum":
			typed = typed || m.Name == "type"
			ruled = ruled || !admitsNull(&m.Value)
		default:
			ruled = ruled || m.Name == "$ref" || keywordTypes[m.Name] != "" || len(m.Value.Items) > 0 && strings.HasSuffix(m.Name, "Of")
		}
	}
	for i := range members {
		m := members[i]
		switch {
		case isMap:
			m.Value = dropEmptyKeywords(m.Value, false)
		case m.Value.Type == request.Null && (m.Name != "const" || ruled || typed && hasNull),
			typed && m.Value.Type == request.Array && len(m.Value.Items) == 0 && strings.Contains("anyOf allOf", m.Name):
			continue
		case !strings.Contains("const enum default examples", m.Name): // Null is a value in those.
			holdsSchemas := strings.Contains("properties $defs definitions patternProperties dependentSchemas", m.Name)
			m.Value = dropEmptyKeywords(m.Value, holdsSchemas)
		}
		schema.Members = append(schema.Members, m)
	}
	return schema
}

func admitsNull(value *request.Value) bool {
	for i := range value.Items {
		if admitsNull(&value.Items[i]) {
			return true
		}
	}
	return value.Type == request.Null || value.Text == "null"
}
