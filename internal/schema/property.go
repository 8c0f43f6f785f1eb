package schema

import (
	"slices"
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

type reader struct {
	document *document
	field    *Field
}

func (r *reader) read(raw request.Value) {
	f := r.field
	f.MinLength, f.MaxLength, f.MinItems, f.MaxItems = -1, -1, -1, -1
	r.document.ruleLost = false
	f.Schema, f.Unsupported = r.document.flatten(raw, nil)
	// The texts are shown even if the question cannot be answered here.
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
		if meta := raw.Get("_meta"); meta.Exists() {
			r.document.hasMeta = true
			f.Secret = f.Secret || isMarkedSecret(meta) && kindOf(f.Kind).typed
		}
	}
}

func (r *reader) readDefault(value request.Value) {
	f := r.field
	switch {
	case value.Text == "" && len(value.Items)+len(value.Members) == 0 && value.Type != request.Bool && f.Find(value) < 0:
		// Null, an empty list, and an empty text that is not an option mean no suggestion.
	case !r.takeDefault(value):
		f.remark(DefaultTooLong)
	default:
		f.Default = r.normalizeDefault(value)
	}
}

// normalizeDefault rewrites a suggestion that a server has written in the notation of its programming language: an
// option in another letter case, a moment with a space, a day as its midnight. A moment without a time zone stays so.
func (r *reader) normalizeDefault(value request.Value) request.Value {
	const day = len(time.DateOnly)
	text := value.Text
	if value.Type == request.String && len(text) > day && text[day] == ' ' {
		text = text[:day] + "T" + text[day+1:]
	}
	switch r.field.Kind {
	case Choice:
		return r.resolveDefault(value)
	case Choices:
		value.Items = slices.Clone(value.Items)
		for i, item := range value.Items {
			value.Items[i] = r.resolveDefault(item)
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

// resolveDefault returns the only option that equals a suggestion except for its letter case, else the suggestion.
func (r *reader) resolveDefault(value request.Value) request.Value {
	options := r.field.Options
	if value.Type != request.String || r.field.Find(value) >= 0 || !take(&r.document.budget.work, len(options)) {
		return value
	}
	found, text := value, strings.ToLower(value.Text)
	for i := range options {
		if option := &options[i].Value; option.Type == request.String && strings.ToLower(option.Text) == text {
			if found.Text != value.Text {
				return value // Two options match.
			}
			found = *option
		}
	}
	return found
}

// takeDefault takes a suggestion from the budget; it reports false if that is used up, because a
// suggestion cannot be shortened. Suggested options cost nothing: the form contains them already.
func (r *reader) takeDefault(value request.Value) bool {
	budget, isOption := r.document.budget, kindOf(r.field.Kind).listed
	entries, size := len(value.Items), len(value.Text)
	if entries > max(maxDefaultEntries, len(r.field.Options)) {
		return false // Not even its entries are read: properties may share one list.
	}
	for _, item := range value.Items {
		size += len(item.Text)
	}
	return (size <= maxDefault || isOption) && take(&budget.defaults, size) && take(&budget.entries, entries)
}

func (r *reader) describe(schema request.Value) {
	f := r.field
	title := r.ownText(schema, "title")
	if title == "" || safetext.IsAutomatic(title, f.Name) {
		title = safetext.Label(f.Name)
	}
	f.Title = r.shorten(title, safetext.TitleLimit)
	f.Description = r.shorten(r.ownText(schema, "description"), safetext.DescriptionLimit)
}

// ownText is a text of the property itself, or of its only alternative beside null. The texts of a referenced
// definition do not count: they name a type, and two questions of one type would have the same title.
func (r *reader) ownText(schema request.Value, keyword string) safetext.Text {
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

func (r *reader) shorten(text safetext.Text, limit int) safetext.Text {
	shown, isCut := r.document.budget.shorten(text, limit)
	if isCut {
		r.field.remark(Shortened)
	}
	return shown
}

func (f *Field) remark(r Remark) {
	if !slices.Contains(f.Remarks, r) {
		f.Remarks = append(f.Remarks, r)
	}
}

func (r *reader) obstruct(obstacle Obstacle) { r.field.Unsupported = obstacle }

type property struct {
	schema request.Value
	// types are the declared types, or those that the other keywords imply.
	types []string
	entry *property
}

func (r *reader) classify(schema request.Value) {
	p := property{schema: schema, types: r.types(schema)}
	for _, keyword := range []string{"enum", "oneOf", "anyOf", "allOf"} {
		if list := schema.Get(keyword); list.Exists() && list.Type != request.Array {
			r.field.remark(RuleIgnored)
		}
	}
	switch {
	case areOnly(p.types, "object"):
		r.obstruct(NestedObject)
	case isComposed(schema):
		r.obstruct(Composition)
	case areOnly(p.types, "array"):
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

func (r *reader) recognise(p property) {
	switch k, found := p.kind(); {
	case found:
		r.field.Kind = k
		kindOf(k).read(r, p)
	case areOnly(p.types, "object"):
		r.obstruct(NestedObject)
	default:
		r.obstruct(UnsupportedType)
	}
}

// areOnly reports whether types is not empty and contains only allowed types.
func areOnly(types []string, allowed ...string) bool {
	return len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return !slices.Contains(allowed, t) })
}

// maxTypes bounds the array of a malformed `type`.
const maxTypes = 10

// types infers the types if none are declared: generators for loosely typed languages omit `type`.
func (r *reader) types(schema request.Value) []string {
	declared := schema.Get("type")
	switch declared.Type {
	case request.Missing:
		return inferredTypes(schema)
	case request.String:
		return []string{declared.Text}
	}
	var types []string
	wellFormed := len(declared.Items) > 0
	for _, item := range declared.Items {
		if item.Type != request.String {
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

var keywordTypes = map[string]string{
	"properties": "object",
	"items":      "array", "prefixItems": "array", "minItems": "array", "maxItems": "array",
	"minLength": "string", "maxLength": "string", "pattern": "string", "format": "string", "contentEncoding": "string",
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "multipleOf": "number",
}

func inferredTypes(schema request.Value) []string {
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
	case request.Bool:
		return []string{"boolean"}
	case request.Number:
		return []string{"number"}
	}
	return nil
}

func isComposed(schema request.Value) bool {
	composing := []string{"not", "if", "then", "else", "dependentSchemas", "patternProperties"}
	return len(schema.Get("allOf").Items) > 1 ||
		slices.ContainsFunc(composing, func(keyword string) bool { return schema.Get(keyword).Exists() }) ||
		schema.Get("anyOf").Type == request.Array && schema.Get("oneOf").Type == request.Array
}

func unionOf(schema request.Value) request.Value {
	for _, keyword := range []string{"oneOf", "anyOf"} {
		if list := schema.Get(keyword); list.Type == request.Array {
			return list
		}
	}
	return request.Value{}
}

// union returns the types of alternatives that list no values. A declared type wins.
func (r *reader) union(list request.Value, declared []string) []string {
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
	// A choice between two formats, such as a URI or an e-mail address, is not plain text.
	r.field.Union = areOnly(types, "string") && len(list.Items) > 1
	return types
}
