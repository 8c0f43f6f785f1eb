package schema

import (
	"slices"
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/plain"
)

// hasOptions reports whether the schema lists the values it accepts.
func hasOptions(schema elicit.Value) bool {
	return schema.Get("const").Exists() || schema.Get("enum").Kind == elicit.Array || titled(schema)
}

// titled reports whether oneOf or anyOf is a list of options, empty included.
func titled(schema elicit.Value) bool {
	list := unionOf(schema)
	return list.Exists() && (len(list.Items) == 0 || slices.ContainsFunc(list.Items, isOption))
}

// candidates returns the options as the schema lists them, before any is
// dropped for what it is. Names are the titles of `enum` by position.
func (r *reader) candidates(schema, enumNames elicit.Value) []Option {
	enum, fixed := schema.Get("enum"), schema.Get("const")
	var options []Option
	switch {
	case titled(schema):
		options = r.titledOptions(schema)
		if enum.Kind == elicit.Array {
			options = r.among(options, enum.Items)
		}
	case enum.Kind == elicit.Array:
		options = r.distinct(enumOptions(enum, enumNames), false)
	default:
		return []Option{{Value: fixed}}
	}
	if !fixed.Exists() {
		return options
	}
	// A const beside a list picks one of it; the others were never open to
	// anyone, so leaving them out needs no note.
	key := valueKey(fixed)
	for _, option := range options {
		if valueKey(option.Value) == key {
			return []Option{option}
		}
	}
	r.obstruct(Contradiction)
	return nil
}

// titledOptions reads oneOf or anyOf. Entries that list no value cannot be
// chosen and are dropped.
func (r *reader) titledOptions(schema elicit.Value) []Option {
	list := schema.Get("oneOf")
	exclusive := list.Kind == elicit.Array
	if !exclusive {
		list = schema.Get("anyOf")
	}
	var options []Option
	var foreign []elicit.Value
	for _, entry := range list.Items {
		switch fixed := entry.Get("const"); {
		case fixed.Exists() && mistyped(entry, fixed):
			r.field.note(OptionsDropped)
		case fixed.Exists():
			options = append(options, Option{
				Value:       fixed,
				Title:       visibleText(entry.Get("title")),
				Description: visibleText(entry.Get("description")),
			})
		case isOption(entry):
			some := enumOptions(entry.Get("enum"), entry.Get("enumNames"))
			if len(some) == 1 {
				if title := visibleText(entry.Get("title")); title != "" {
					some[0].Title = title
				}
				some[0].Description = visibleText(entry.Get("description"))
			}
			options = append(options, some...)
		default:
			foreign = append(foreign, entry)
		}
	}
	if len(foreign) > 0 {
		r.field.note(OptionsDropped)
	}
	if exclusive && slices.ContainsFunc(foreign, admitsAnything(options)) {
		// A value that two entries of oneOf accept is refused by every
		// validator: beside "any other text" no option can be sent.
		r.obstruct(Composition)
		return nil
	}
	return r.distinct(options, exclusive)
}

// mistyped reports whether an entry's own type refuses its const.
func mistyped(entry, fixed elicit.Value) bool {
	own := entry.Get("type")
	return own.Kind == elicit.String && !ofType(fixed, []string{own.Text})
}

// admitsAnything returns a test for entries of oneOf that accept every option
// by having no rule but a type.
func admitsAnything(options []Option) func(elicit.Value) bool {
	return func(entry elicit.Value) bool {
		var types []string
		for _, member := range entry.Members {
			switch member.Name {
			case "title", "description", "default", "examples", "$comment":
			case "type":
				types = []string{member.Value.Text}
			default:
				return false
			}
		}
		return !slices.ContainsFunc(options, func(o Option) bool { return !ofType(o.Value, types) })
	}
}

// enumOptions pairs the values of enum with their names by position; a value
// without a name keeps its own text.
func enumOptions(enum, enumNames elicit.Value) []Option {
	options := make([]Option, 0, len(enum.Items))
	for i, value := range enum.Items {
		option := Option{Value: value}
		if i < len(enumNames.Items) {
			option.Title = visibleText(enumNames.Items[i])
		}
		options = append(options, option)
	}
	return options
}

// distinct drops repeated values: the repeats, or in oneOf every one of them,
// because a value that two entries accept is valid under neither.
func (r *reader) distinct(options []Option, exclusive bool) []Option {
	times := make(map[string]int, len(options))
	for _, option := range options {
		times[valueKey(option.Value)]++
	}
	if len(times) == len(options) {
		return options
	}
	r.field.note(OptionsDropped)
	kept := make([]Option, 0, len(times))
	for _, option := range options {
		key := valueKey(option.Value)
		if times[key] == 1 || times[key] > 1 && !exclusive {
			kept = append(kept, option)
			times[key] = 0
		}
	}
	return kept
}

// among drops the options that a second list does not have.
func (r *reader) among(options []Option, values []elicit.Value) []Option {
	allowed := make(map[string]bool, len(values))
	for _, value := range values {
		allowed[valueKey(value)] = true
	}
	kept := slices.DeleteFunc(options, func(o Option) bool { return !allowed[valueKey(o.Value)] })
	if len(kept) < len(options) {
		r.field.note(OptionsDropped)
	}
	return kept
}

// options reads the options of a choice and drops those that can never be
// sent: the wrong type, against the other rules, or not faithful.
func (r *reader) options(schema, enumNames elicit.Value, types []string) []Option {
	if !r.document.count(listed(schema)) {
		return nil
	}
	candidates := r.candidates(schema, enumNames)
	if r.field.Unsupported != "" {
		return nil
	}
	rules := reader{document: r.document, field: Field{MinLength: -1, MaxLength: -1, Kind: Text}}
	rules.readNumber(schema, Number)
	rules.field.Kind = Text
	rules.field.MinLength = rules.count(schema, "minLength")
	rules.field.MaxLength = rules.count(schema, "maxLength")
	kept := make([]Option, 0, len(candidates))
	for _, option := range candidates {
		if !ofType(option.Value, types) || !sendable(&rules.field, option.Value) {
			if option.Value.Kind != elicit.Null {
				r.field.note(OptionsDropped)
			}
			continue
		}
		if option.Title == "" {
			option.Title = valueText(option.Value)
		}
		kept = append(kept, option)
	}
	if fixed := schema.Get("const"); len(kept) == 0 && fixed.Exists() {
		r.obstruct(Contradiction)
	} else if len(kept) == 0 {
		r.obstruct(NoOptions)
	}
	markAmbiguous(kept)
	return kept
}

// listed counts the values that a schema lists, before they are copied.
func listed(schema elicit.Value) int {
	n := len(schema.Get("enum").Items)
	for _, entry := range unionOf(schema).Items {
		n += max(1, len(entry.Get("enum").Items))
	}
	return n
}

// sendable reports whether an option's value meets the rules beside it and
// reaches the server as it was written.
func sendable(rules *Field, value elicit.Value) bool {
	switch value.Kind {
	case elicit.String:
		return !value.Lossy && fitsText(rules, value.Text)
	case elicit.Number:
		d, ok := parseDecimal(value.Text)
		return ok && faithful(d, value.Text, d.whole()) && fitsNumber(rules, value.Text)
	}
	return value.Kind == elicit.Bool
}

// readChoice reads a field whose values are listed.
func (r *reader) readChoice(schema elicit.Value, types []string) {
	f := &r.field
	f.Kind = Choice
	f.Const = schema.Get("const")
	switch f.Const.Kind {
	case elicit.Object:
		r.obstruct(NestedObject)
		return
	case elicit.Array:
		r.obstruct(UnsupportedType)
		return
	}
	options := r.options(schema, schema.Get("enumNames"), types)
	if f.Unsupported != "" {
		return
	}
	if !slices.ContainsFunc(options, func(o Option) bool { return o.Value.Kind != elicit.Bool }) {
		r.readBoolean(options)
		return
	}
	f.Options = options
}

// readBoolean makes a yes/no field. Listed values may give the two their own
// titles, or leave only one of them open.
func (r *reader) readBoolean(listed []Option) {
	f := &r.field
	f.Kind = Boolean
	f.Options = []Option{{Value: elicit.BoolValue(true)}, {Value: elicit.BoolValue(false)}}
	for _, option := range listed {
		i := 1
		if option.Value.Truth {
			i = 0
		}
		f.Options[i].Description = option.Description
		if option.Title != valueText(option.Value) {
			f.Options[i].Title = option.Title
		}
	}
	if len(listed) == 1 {
		f.Const = listed[0].Value
	}
	if f.Options[0].Title != "" && f.Options[1].Title != "" {
		markAmbiguous(f.Options)
	}
}

// ofType reports whether a value has one of the declared types; without any,
// every scalar does.
func ofType(value elicit.Value, types []string) bool {
	var names []string
	switch value.Kind {
	case elicit.String:
		names = []string{"string"}
	case elicit.Bool:
		names = []string{"boolean"}
	case elicit.Number:
		names = []string{"number"}
		if d, ok := parseDecimal(value.Text); ok && d.whole() {
			names = []string{"number", "integer"}
		}
	default:
		return false
	}
	return len(types) == 0 || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(names, t) })
}

// valueText is what an option without a title shows.
func valueText(value elicit.Value) plain.Untrusted {
	if value.Kind == elicit.Bool {
		return plain.Untrusted(strconv.FormatBool(value.Truth))
	}
	return plain.Untrusted(value.Text)
}

// valueKey is the same text for values that JSON Schema holds equal: 1 and
// 1.0 are.
func valueKey(value elicit.Value) string {
	switch value.Kind {
	case elicit.String:
		return "s" + value.Text
	case elicit.Bool:
		return "b" + strconv.FormatBool(value.Truth)
	case elicit.Number:
		if d, ok := parseDecimal(value.Text); ok {
			return "n" + d.key()
		}
		return "n" + value.Text
	case elicit.Null:
		return "null"
	}
	return "x" + value.JSON()
}
