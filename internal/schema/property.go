package schema

import (
	"slices"
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// reader reads one property into a field.
type reader struct {
	document *document
	field    *Field
}

// read fills the field from the property's schema as it came.
func (r *reader) read(raw elicit.Value) {
	f := r.field
	f.MinLength, f.MaxLength, f.MinItems, f.MaxItems = -1, -1, -1, -1
	r.document.ruleLost = false
	f.Schema, f.Unsupported = r.document.flatten(raw, nil)
	// What it says of itself is shown also where the question cannot be answered here.
	r.describe(raw)
	if f.Unsupported != "" {
		f.Schema = raw
		return
	}
	schema := f.Schema
	r.classify(schema)
	f.SchemaEquivalent = !r.document.ruleLost
	if f.Unsupported == "" {
		r.readDefault(schema.Get("default"))
		r.guess(schema)
	}
}

// readDefault keeps the server's suggestion where the form has room for it.
func (r *reader) readDefault(value elicit.Value) {
	f := r.field
	switch {
	case value.Text == "" && len(value.Items)+len(value.Members) == 0 && value.Type != elicit.Bool && f.Find(value) < 0:
		// Null, an empty text that is no option, and an empty list say that there is no suggestion.
	case !r.affordable(value):
		f.remark(DefaultTooLong)
	default:
		f.Default = r.meant(value)
	}
}

// meant is a suggestion that servers write in a notation of their language, as the schema wants it: an option in
// another letter case, a moment with a space in it, and a day as its midnight. A moment without a time zone stays so.
func (r *reader) meant(value elicit.Value) elicit.Value {
	const day = len(time.DateOnly)
	text := value.Text
	if value.Type == elicit.String && len(text) > day && text[day] == ' ' {
		text = text[:day] + "T" + text[day+1:]
	}
	switch r.field.Kind {
	case Choice:
		return r.meantOption(value)
	case Choices:
		value.Items = slices.Clone(value.Items)
		for i, item := range value.Items {
			value.Items[i] = r.meantOption(item)
		}
	case DateTime, Time:
		before := ""
		if r.field.Kind == Time {
			before = "2000-01-01T"
		}
		for _, rest := range [...]string{"", "Z", ":00Z"} {
			if ValidDateTime(before + text + rest) {
				value.Text = text + strings.TrimSuffix(rest, "Z")
				break
			}
		}
	case Date:
		if len(text) > day && strings.HasPrefix(text[day:], "T00:00") {
			value.Text = text[:day]
		}
	}
	return value
}

// meantOption is the value of the only option that a suggestion is but for its letter case.
func (r *reader) meantOption(value elicit.Value) elicit.Value {
	options := r.field.Options
	if value.Type != elicit.String || r.field.Find(value) >= 0 || !take(&r.document.budget.work, len(options)) {
		return value
	}
	found, text := value, strings.ToLower(value.Text)
	for i := range options {
		if option := &options[i].Value; option.Type == elicit.String && strings.ToLower(option.Text) == text {
			if found.Text != value.Text {
				return value // There are two.
			}
			found = *option
		}
	}
	return found
}

// affordable reports whether the form has room for a suggestion, which cannot be
// shortened. Options that are chosen are in the form already.
func (r *reader) affordable(value elicit.Value) bool {
	budget, chosen := r.document.budget, kindOf(r.field.Kind).listed
	entries, size := len(value.Items), len(value.Text)
	if entries > max(MaxDefaultEntries, len(r.field.Options)) {
		return chosen // It cannot be right, and is dropped for that.
	}
	for _, item := range value.Items {
		size += len(item.Text)
	}
	return (size <= MaxDefault || chosen) && take(&budget.defaults, size) && take(&budget.entries, entries)
}

func (r *reader) describe(schema elicit.Value) {
	f := r.field
	title := r.own(schema, "title")
	if title == "" || untrusted.Automatic(title, f.Name) {
		title = untrusted.Label(f.Name)
	}
	f.Title = r.shown(title, untrusted.TitleLimit)
	f.Description = r.shown(r.own(schema, "description"), untrusted.DescriptionLimit)
}

// own is what a property says of itself, also in the one alternative that it has beside null. A definition that it refers
// to names a type: two questions of one type have the same there.
func (r *reader) own(schema elicit.Value, keyword string) untrusted.Text {
	for !schema.Get(keyword).Exists() && !schema.Get("$ref").Exists() {
		alternatives := 0
		for _, members := range schema.Members {
			if !strings.HasSuffix(members.Name, "Of") {
				continue
			}
			for i := range members.Value.Items {
				if entry := members.Value.Items[i]; !onlyNull(entry) {
					alternatives++
					schema = entry
				}
			}
		}
		if alternatives != 1 {
			return ""
		}
	}
	return r.text(schema, keyword)
}

// shown is what is kept of a text, of which up to limit code points are shown.
func (r *reader) shown(text untrusted.Text, limit int) untrusted.Text {
	kept, cut := r.document.budget.shorten(text, limit)
	if cut {
		r.field.remark(Shortened)
	}
	return kept
}

// remark adds a remark once.
func (f *Field) remark(r Remark) {
	if !slices.Contains(f.Remarks, r) {
		f.Remarks = append(f.Remarks, r)
	}
}

// obstruct marks the field as one that cannot be answered here.
func (r *reader) obstruct(obstacle Obstacle) { r.field.Unsupported = obstacle }

// property is a property's schema, or that of the entries of an array, with
// what tells its kind.
type property struct {
	schema elicit.Value
	// types are those that it declares, or that its other keywords show.
	types []string
	// entry is what an array has in it; nil for everything else.
	entry *property
}

// classify finds the kind of the field and reads the rules of that kind.
func (r *reader) classify(schema elicit.Value) {
	p := property{schema: schema, types: r.types(schema)}
	for _, keyword := range []string{"enum", "oneOf", "anyOf", "allOf"} {
		if list := schema.Get(keyword); list.Exists() && list.Type != elicit.Array {
			r.field.remark(RuleIgnored)
		}
	}
	switch {
	case only(p.types, "object"):
		r.obstruct(NestedObject)
	case composed(schema):
		r.obstruct(Composition)
	case only(p.types, "array"):
		r.readArray(&p)
	case !hasOptions(schema):
		if list := unionOf(schema); list.Exists() {
			p.types = r.union(list, p.types)
		}
	}
	if r.field.Unsupported == "" {
		r.recognise(p)
	}
}

// recognise gives the field the kind of the property.
func (r *reader) recognise(p property) {
	switch k, found := p.kind(); {
	case found:
		r.field.Kind = k
		kindOf(k).read(r, p)
	case only(p.types, "object"):
		r.obstruct(NestedObject)
	default:
		r.obstruct(UnsupportedType)
	}
}

// only reports whether types is not empty and holds nothing but the given.
func only(types []string, allowed ...string) bool {
	return len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return !slices.Contains(allowed, t) })
}

// maxTypes is more than there are types.
const maxTypes = 10

// types returns the declared types, or the one that the other keywords show:
// generators for loosely typed languages leave `type` out.
func (r *reader) types(schema elicit.Value) []string {
	declared := schema.Get("type")
	switch declared.Type {
	case elicit.Missing:
		return inferredTypes(schema)
	case elicit.String:
		return []string{declared.Text}
	}
	var types []string
	wellFormed := len(declared.Items) > 0
	for _, item := range declared.Items {
		if item.Type != elicit.String {
			wellFormed = false
		} else if len(types) < maxTypes && !slices.Contains(types, item.Text) {
			types = append(types, item.Text)
		}
	}
	if !wellFormed {
		r.field.remark(RuleIgnored)
	}
	if len(types) == 0 {
		return inferredTypes(schema)
	}
	return types
}

// keywordTypes are the types of the keywords that only one type has.
var keywordTypes = map[string]string{
	"properties": "object",
	"items":      "array", "prefixItems": "array", "minItems": "array", "maxItems": "array",
	"minLength": "string", "maxLength": "string", "pattern": "string", "format": "string", "contentEncoding": "string",
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "multipleOf": "number",
}

// inferredTypes tells the type from keywords that only one type has.
func inferredTypes(schema elicit.Value) []string {
	switch {
	case namesFloats(schema):
		return []string{"string"}
	case hasOptions(schema):
		return nil
	}
	for _, member := range schema.Members {
		if name, found := keywordTypes[member.Name]; found {
			return []string{name}
		}
	}
	switch schema.Get("default").Type {
	case elicit.Bool:
		return []string{"boolean"}
	case elicit.Number:
		return []string{"number"}
	}
	return nil
}

// composed reports whether the schema has a keyword that one control cannot show.
func composed(schema elicit.Value) bool {
	composing := []string{"not", "if", "then", "else", "dependentSchemas", "patternProperties"}
	return len(schema.Get("allOf").Items) > 1 ||
		slices.ContainsFunc(composing, func(keyword string) bool { return schema.Get(keyword).Exists() }) ||
		schema.Get("anyOf").Type == elicit.Array && schema.Get("oneOf").Type == elicit.Array
}

// unionOf returns the list of alternatives, Missing when there is none.
func unionOf(schema elicit.Value) elicit.Value {
	for _, keyword := range []string{"oneOf", "anyOf"} {
		if list := schema.Get(keyword); list.Type == elicit.Array {
			return list
		}
	}
	return elicit.Value{}
}

// union returns the types of alternatives that list no values. A type that is declared
// beside them holds.
func (r *reader) union(list elicit.Value, declared []string) []string {
	if len(declared) > 0 {
		r.field.remark(RuleIgnored)
		return declared
	}
	if !take(&r.document.budget.work, len(list.Items)) {
		r.obstruct(TooMuch)
		return nil
	}
	var types []string
	for _, entry := range list.Items {
		found := r.types(entry)
		if len(found) == 0 {
			return nil
		}
		for _, name := range found {
			if len(types) < maxTypes && !slices.Contains(types, name) {
				types = append(types, name)
			}
		}
	}
	// Two kinds of text are no plain one, such as a URI or an e-mail address.
	r.field.Union = only(types, "string") && len(list.Items) > 1
	return types
}
