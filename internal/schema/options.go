package schema

import (
	"slices"
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
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

// candidates returns the options as the schema lists them, before those that
// cannot be sent are dropped. enumNames are the titles of `enum` by position.
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
		options = r.distinct(r.enumOptions(enum, enumNames), false)
	default:
		return []Option{{Value: fixed}}
	}
	if !fixed.Exists() {
		return options
	}
	// A const beside a list picks one of it; the others were never open to
	// anyone, so leaving them out needs no note.
	i := slices.IndexFunc(options, func(o Option) bool { return o.Value.Equal(fixed) })
	if i < 0 {
		r.obstruct(Contradiction)
		return nil
	}
	return options[i : i+1]
}

// titledOptions reads oneOf or anyOf. Entries that list no value cannot be
// chosen and are dropped.
func (r *reader) titledOptions(schema elicit.Value) []Option {
	exclusive := schema.Get("oneOf").Kind == elicit.Array
	var options []Option
	var foreign []elicit.Value
	for _, entry := range unionOf(schema).Items {
		switch fixed := entry.Get("const"); {
		case fixed.Exists() && mistyped(entry, fixed):
			r.field.note(OptionsDropped)
		case fixed.Exists():
			options = append(options, Option{
				Value:       fixed,
				Title:       r.text(entry, "title"),
				Description: r.text(entry, "description"),
			})
		case isOption(entry):
			some := r.enumOptions(entry.Get("enum"), entry.Get("enumNames"))
			if len(some) == 1 {
				if title := r.text(entry, "title"); title != "" {
					some[0].Title = title
				}
				some[0].Description = r.text(entry, "description")
			}
			options = append(options, some...)
		default:
			foreign = append(foreign, entry)
		}
	}
	if len(foreign) > 0 {
		r.field.note(OptionsDropped)
	}
	if exclusive && len(foreign) > 0 && slices.ContainsFunc(foreign, admitsAnything(options)) {
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

// admitsAnything returns a test for entries of oneOf that accept every option,
// because their only rule is a type that all options have.
func admitsAnything(options []Option) func(elicit.Value) bool {
	// What is the type of all options? Any is, of an entry without a type.
	common := map[string]bool{"": true}
	for _, name := range []string{"string", "number", "integer", "boolean"} {
		common[name] = !slices.ContainsFunc(options, func(o Option) bool { return !ofType(o.Value, []string{name}) })
	}
	return func(entry elicit.Value) bool {
		own := ""
		for _, member := range entry.Members {
			switch member.Name {
			case "title", "description", "default", "examples", "$comment":
			case "type":
				if own = member.Value.Text; own == "" {
					return false
				}
			default:
				return false
			}
		}
		return common[own]
	}
}

// enumOptions pairs the values of enum with their names by position; a value
// without a name keeps its own text.
func (r *reader) enumOptions(enum, enumNames elicit.Value) []Option {
	options := make([]Option, 0, len(enum.Items))
	for i, value := range enum.Items {
		option := Option{Value: value}
		if i < len(enumNames.Items) {
			option.Title = r.document.budget.visible(enumNames.Items[i])
		}
		options = append(options, option)
	}
	return options
}

// distinct drops repeated values: the repeats, or in oneOf every one of them,
// because a value that two entries accept is valid under neither.
func (r *reader) distinct(options []Option, exclusive bool) []Option {
	times := make(map[valueKey]int, len(options))
	for _, option := range options {
		times[keyOf(option.Value)]++
	}
	if len(times) == len(options) {
		return options
	}
	r.field.note(OptionsDropped)
	kept := make([]Option, 0, len(times))
	for _, option := range options {
		key := keyOf(option.Value)
		if times[key] == 1 || times[key] > 1 && !exclusive {
			kept = append(kept, option)
			times[key] = 0
		}
	}
	return kept
}

// among drops the options that a second list does not have.
func (r *reader) among(options []Option, values []elicit.Value) []Option {
	allowed := make(map[valueKey]bool, len(values))
	for _, value := range values {
		allowed[keyOf(value)] = true
	}
	kept := slices.DeleteFunc(options, func(o Option) bool { return !allowed[keyOf(o.Value)] })
	if len(kept) < len(options) {
		r.field.note(OptionsDropped)
	}
	return kept
}

// options reads the options of a choice and drops those that can never be sent:
// those of a wrong type, those that break other rules, and those that would not
// reach the server as it wrote them.
func (r *reader) options(schema, enumNames elicit.Value, types []string) []Option {
	number, size := listed(schema)
	if !r.document.count(number) {
		return nil
	}
	if !take(&r.document.budget.values, size) {
		r.obstruct(TooMuch)
		return nil
	}
	candidates := r.candidates(schema, enumNames)
	if r.field.Unsupported != "" {
		return nil
	}
	rules := reader{document: r.document, field: &Field{}}
	rules.readNumber(schema, false)
	rules.field.MinLength = rules.count(schema, "minLength")
	rules.field.MaxLength = rules.count(schema, "maxLength")
	kept := make([]Option, 0, len(candidates))
	for _, option := range candidates {
		if !ofType(option.Value, types) || !sendable(rules.field, option.Value) {
			if option.Value.Kind != elicit.Null {
				r.field.note(OptionsDropped)
			}
			continue
		}
		if option.Title == "" {
			option.Title = valueText(option.Value)
		}
		option.Title = r.shown(option.Title, untrusted.OptionLimit)
		option.Description = r.shown(option.Description, untrusted.OptionLimit)
		kept = append(kept, option)
	}
	if fixed := schema.Get("const"); len(kept) == 0 && fixed.Exists() {
		r.obstruct(Contradiction)
	} else if len(kept) == 0 {
		r.obstruct(NoOptions)
	}
	markAmbiguous(kept)
	r.field.positions = positionsOf(kept)
	return kept
}

// listed counts the values that a schema lists and their bytes, before they are
// copied.
func listed(schema elicit.Value) (number, size int) {
	count := func(values []elicit.Value) {
		number += len(values)
		for _, value := range values {
			size += len(value.Text)
		}
	}
	size = len(schema.Get("const").Text)
	count(schema.Get("enum").Items)
	for _, entry := range unionOf(schema).Items {
		before := number
		count(entry.Get("enum").Items)
		number = max(number, before+1)
		size += len(entry.Get("const").Text)
	}
	return number, size
}

// sendable reports whether an option's value meets the rules beside it and
// reaches the server as it was written.
func sendable(rules *Field, value elicit.Value) bool {
	switch value.Kind {
	case elicit.String:
		return !value.Lossy && fitsText(rules, value)
	case elicit.Number:
		return fitsNumber(rules, value.Text, elicit.IsWhole(value.Text))
	}
	return value.Kind == elicit.Bool
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
		if d, ok := elicit.ParseDecimal(value.Text); ok && d.IsWhole() {
			names = []string{"number", "integer"}
		}
	default:
		return false
	}
	return len(types) == 0 || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(names, t) })
}

// valueText is what an option without a title shows.
func valueText(value elicit.Value) untrusted.Text {
	if value.Kind == elicit.Bool {
		return untrusted.Text(strconv.FormatBool(value.Truth))
	}
	return untrusted.Text(value.Text)
}

// markAmbiguous finds options that show the same title, so that the value is
// put beside them (T17, B27). Of long titles only the beginning counts, which
// is all that is shown.
func markAmbiguous(options []Option) {
	first := make(map[string]int, len(options))
	for i := range options {
		key := untrusted.Skeleton(untrusted.Prefix(string(options[i].Title), untrusted.OptionLimit))
		j, seen := first[key]
		if !seen {
			first[key] = i
			continue
		}
		options[i].Ambiguous, options[j].Ambiguous = true, true
	}
}
