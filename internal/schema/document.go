package schema

import (
	"net/url"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// document is requestedSchema as a whole, in which local references are looked up.
type document struct {
	root elicit.Value
	// base is the root's own address; a reference to it stays local.
	base string
	// refAlone says that rules beside a reference do not count, as up to draft-07.
	refAlone bool
	// anchors are the definitions with a name of their own; nil until needed.
	anchors map[string]elicit.Value
	budget  *Budget
	// decompose normalizes a text to NFKD; it may be nil.
	decompose func(text string) string
	// hinted are the hints of the texts that were looked at.
	hinted map[hintKey]hints
	// flat are the schemas that references lead to, by the text of the reference.
	flat map[string]flattened
	// ruleLost says that writing a schema out has lost or changed a rule.
	ruleLost bool
	// tooMany says that a limit on options was passed, which rejects the whole form.
	tooMany bool
}

func newDocument(root elicit.Value, budget *Budget) *document {
	d := &document{root: root, budget: budget, hinted: map[hintKey]hints{}, flat: map[string]flattened{}}
	if id := root.Get("$id"); id.Type == elicit.String {
		d.base = strings.TrimSuffix(id.Text, "#")
	}
	d.refAlone = strings.Contains(root.Get("$schema").Text, "/draft-0")
	return d
}

// count takes amount options from those a form may have.
func (d *document) count(amount int) bool {
	d.tooMany = d.tooMany || amount > MaxOptions || !take(&d.budget.options, amount)
	return !d.tooMany
}

// dereference follows the references of the root. The keywords beside a reference win over
// those of the schema that it refers to. It reports whether there are rules beside a reference:
// a validator checks both, which the merged schema does not show.
func (d *document) dereference(schema elicit.Value) (top elicit.Value, besides bool, obstacle Obstacle) {
	var trail []string
	for schema.Get("$ref").Exists() {
		besides = besides || slices.ContainsFunc(schema.Members, func(m elicit.Member) bool {
			return !isAnnotation(m.Name) && !strings.HasPrefix(m.Name, "$") && m.Name != "definitions" && m.Name != "type"
		})
		if schema, trail, obstacle = d.step(schema, trail); obstacle != "" {
			break
		}
	}
	return schema, besides, obstacle
}

// step follows one reference; trail holds those that were followed before.
func (d *document) step(schema elicit.Value, trail []string) (elicit.Value, []string, Obstacle) {
	ref := schema.Get("$ref")
	if ref.Type != elicit.String || slices.Contains(trail, ref.Text) || len(trail) == MaxReferences {
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

// resolve finds what a reference names in this document: nothing is ever fetched.
func (d *document) resolve(ref string) (elicit.Value, Obstacle) {
	if rest, own := strings.CutPrefix(ref, d.base); own && (rest == "" || rest[0] == '#') {
		ref = rest
	}
	fragment, local := strings.CutPrefix(ref, "#")
	if !local && ref != "" {
		return elicit.Value{}, RemoteReference
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil || fragment == "" {
		// A reference to the whole document leads back to where it stands.
		return elicit.Value{}, BrokenReference
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
		return elicit.Value{}, BrokenReference
	}
	return target, ""
}

// anchor finds the definition with a name: $anchor, or in draft-06 and draft-07 $id.
func (d *document) anchor(name string) elicit.Value {
	if d.anchors == nil {
		d.anchors = map[string]elicit.Value{}
		for _, place := range []string{"$defs", "definitions"} {
			for _, definition := range d.root.Get(place).Members {
				if anchor := definition.Value.Get("$anchor"); anchor.Type == elicit.String {
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

// mergeOnly replaces a keyword of a schema that refers to or combines schemas by the one schema in
// it. Where both have the same member, that of over counts. It is an obstacle where that member
// combines schemas, because then both count.
func (d *document) mergeOnly(over elicit.Value, keyword string, only elicit.Value) (elicit.Value, Obstacle) {
	base, obstacle := objectOf(only)
	if obstacle != "" {
		return elicit.Value{}, obstacle
	}
	if len(over.Members) == 1 && over.Members[0].Name == keyword {
		return base, ""
	}
	if !take(&d.budget.work, len(base.Members)+len(over.Members)) {
		return elicit.Value{}, TooMuch
	}
	merged := elicit.Value{Type: elicit.Object, Members: make([]elicit.Member, 0, len(base.Members)+len(over.Members))}
	taken := make(map[string]elicit.Value, len(over.Members))
	for _, member := range over.Members {
		if member.Name == keyword {
			continue
		}
		taken[member.Name] = member.Value
		merged.Members = append(merged.Members, member)
		d.ruleLost = d.ruleLost || d.refAlone && keyword == "$ref" && !isAnnotation(member.Name)
	}
	for _, member := range base.Members {
		winner, both := taken[member.Name]
		if !both {
			merged.Members = append(merged.Members, member)
			// It now sees as well what the members of over have evaluated.
			d.ruleLost = d.ruleLost || member.Name == "unevaluatedItems"
			continue
		}
		d.ruleLost = d.ruleLost || !isAnnotation(member.Name) && !winner.Equal(member.Value)
		switch member.Name {
		case "allOf", "anyOf", "oneOf", "not", "if":
			return elicit.Value{}, Composition
		}
	}
	return merged, ""
}

// annotations are the keywords that describe and do not decide.
var annotations = []string{
	"title", "description", "default", "examples", "enumNames", "deprecated", "readOnly", "writeOnly", "$comment", "_meta",
}

func isAnnotation(keyword string) bool { return slices.Contains(annotations, keyword) }

// with returns schema with the value of one member replaced. The schema itself is shared and
// stays as it is.
func with(schema elicit.Value, name string, value elicit.Value) elicit.Value {
	schema.Members = slices.Clone(schema.Members)
	for i := range schema.Members {
		if schema.Members[i].Name == name {
			schema.Members[i].Value = value
		}
	}
	return schema
}

// given is a schema without what serialisers write for a keyword that is not there: null, and an empty anyOf or allOf beside
// a type. A const may be null, unless its neighbours want something else, or other ones are null beside a type. The members
// of a map of schemas stay: those are names.
func given(schema elicit.Value, isMap bool) elicit.Value {
	items, members := schema.Items, schema.Members
	schema.Items, schema.Members = nil, nil
	for i := range items {
		schema.Items = append(schema.Items, given(items[i], false))
	}
	typed, ruled, others := false, false, false
	for i := range members {
		switch m := &members[i]; {
		case isMap || m.Name == "const" || m.Name == "default":
		case m.Value.Type == elicit.Null:
			others = true
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
			m.Value = given(m.Value, false)
		case m.Value.Type == elicit.Null && (m.Name != "const" || ruled || typed && others),
			typed && m.Value.Type == elicit.Array && len(m.Value.Items) == 0 && strings.Contains("anyOf allOf", m.Name):
			continue
		case !strings.Contains("const enum default examples", m.Name): // Null is a value in those.
			m.Value = given(m.Value, strings.Contains("properties $defs definitions patternProperties dependentSchemas", m.Name))
		}
		schema.Members = append(schema.Members, m)
	}
	return schema
}

// admitsNull reports whether the value of type or enum has null in it.
func admitsNull(value *elicit.Value) bool {
	for i := range value.Items {
		if admitsNull(&value.Items[i]) {
			return true
		}
	}
	return value.Type == elicit.Null || value.Text == "null"
}
