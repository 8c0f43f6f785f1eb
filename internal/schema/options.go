package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

func hasOptions(schema request.Value) bool {
	return schema.Get("const").Exists() || schema.Get("enum").Type == request.Array || hasTitledOptions(schema)
}

func hasTitledOptions(schema request.Value) bool {
	list := unionOf(schema)
	return list.Exists() && (len(list.Items) == 0 || slices.ContainsFunc(list.Items, func(entry request.Value) bool {
		return isOption(entry) && !namesFloats(entry)
	}))
}

// namesFloats reports whether an alternative lists the numbers of .NET that JSON cannot express, such as NaN.
func namesFloats(entry request.Value) bool {
	names := entry.Get("enum").Items
	return len(names) > 0 && !slices.ContainsFunc(names, func(name request.Value) bool {
		return name.Text != "NaN" && strings.TrimPrefix(name.Text, "-") != "Infinity"
	})
}

// readOptions drops the options that can never be sent. enumNames are the titles of `enum` by position.
func (r *reader) readOptions(schema, enumNames request.Value, types []string) []Option {
	number, size := measureOptions(schema)
	if !r.document.takeOptions(number) {
		return nil
	}
	if !take(&r.document.budget.values, size) {
		r.obstruct(TooMuch)
		return nil
	}
	candidates, among := r.listOptions(schema, enumNames)
	if r.field.Unsupported != "" {
		return nil
	}
	rules := reader{document: r.document, field: &Field{}}
	rules.readNumber(property{schema: schema})
	rules.readLength(schema)
	fixed, obstacle := schema.Get("const"), NoOptions
	if fixed.Exists() {
		obstacle = Contradiction
	}
	allowed := positionsOf(r.enumOptions(among, request.Value{}))
	options := make([]Option, 0, len(candidates))
	for _, option := range candidates {
		_, found := allowed[keyOf(option.Value)]
		switch {
		case among.Type == request.Array && !found:
			r.field.remark(OptionsDropped)
		case fixed.Exists() && !option.Value.Equal(fixed):
			// A const beside a list picks one option. The others were never valid, so
			// dropping them needs no remark.
		case !ofType(option.Value, types) || !canSend(rules.field, option.Value):
			r.field.remark(OptionsDropped)
		case r.field.Kind == Choices && !option.Value.IsEntry():
			r.field.remark(OptionsDropped)
			obstacle = UnsupportedType
		default:
			if option.Title == "" {
				option.Title = safetext.Text(option.Value.Plain())
			}
			option.Title = r.shorten(option.Title, safetext.OptionLimit)
			option.Description = r.shorten(option.Description, safetext.OptionLimit)
			option.Preview = r.shorten(option.Preview, safetext.MessageLimit)
			options = append(options, option)
		}
	}
	if len(options) == 0 {
		r.obstruct(obstacle)
	}
	r.document.tellApart(options)
	r.field.positions = positionsOf(options)
	return options
}

// listOptions returns the listed options. If the array among exists, an option that is not in it can never be sent.
func (r *reader) listOptions(schema, enumNames request.Value) (candidates []Option, among request.Value) {
	enum := schema.Get("enum")
	switch {
	case hasTitledOptions(schema):
		return r.titledOptions(schema), enum
	case enum.Type == request.Array:
		return r.distinct(r.enumOptions(enum, enumNames), false), request.Value{}
	default:
		return []Option{{Value: schema.Get("const")}}, request.Value{}
	}
}

// measureOptions counts the values that a schema lists and their bytes, before they are copied.
func measureOptions(schema request.Value) (number, size int) {
	count := func(values []request.Value) {
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

func (r *reader) titledOptions(schema request.Value) []Option {
	exclusive := schema.Get("oneOf").Type == request.Array
	var options []Option
	var foreign []request.Value
	for _, entry := range unionOf(schema).Items {
		var some []Option
		switch fixed, own := entry.Get("const"), entry.Get("type"); {
		case fixed.Exists() && own.Type == request.String && !ofType(fixed, []string{own.Text}):
			r.field.remark(OptionsDropped)
		case fixed.Exists():
			some = []Option{{Value: fixed}}
		case isOption(entry):
			some = r.enumOptions(entry.Get("enum"), entry.Get("enumNames"))
		case r.takesOwnText(entry):
		default:
			foreign = append(foreign, entry)
			r.field.remark(OptionsDropped)
		}
		if len(some) == 1 {
			if title := r.text(entry, "title"); title != "" {
				some[0].Title = title
			}
			some[0].Description = r.text(entry, "description")
			r.describeForAgent(&some[0], entry.Get("_meta").Get("_claude/askUserQuestionOption"))
		}
		options = append(options, some...)
	}
	if exclusive && len(foreign) > 0 && slices.ContainsFunc(foreign, admitsAnything(options)) {
		// A value that two entries of oneOf accept is invalid for every
		// validator: beside an entry that accepts any text, no option can be sent.
		r.obstruct(Composition)
		return nil
	}
	return r.distinct(options, exclusive)
}

// admitsAnything returns a test for entries of oneOf whose only rule is a type that all options have.
func admitsAnything(options []Option) func(request.Value) bool {
	common := slices.DeleteFunc([]string{"string", "number", "integer", "boolean"}, func(name string) bool {
		return slices.ContainsFunc(options, func(o Option) bool { return !ofType(o.Value, []string{name}) })
	})
	return func(entry request.Value) bool {
		rules := slices.DeleteFunc(slices.Clone(entry.Members), func(m request.Member) bool { return isAnnotation(m.Name) })
		return len(rules) == 0 || len(rules) == 1 && rules[0].Name == "type" && slices.Contains(common, rules[0].Value.Text)
	}
}

func (r *reader) enumOptions(enum, enumNames request.Value) []Option {
	options := make([]Option, 0, len(enum.Items))
	for i, value := range enum.Items {
		option := Option{Value: value}
		if i < len(enumNames.Items) {
			option.Title = r.document.budget.visibleText(enumNames.Items[i])
		}
		options = append(options, option)
	}
	return options
}

// distinct drops repeated values. In oneOf it drops all copies of a value, because two entries accept it.
func (r *reader) distinct(options []Option, exclusive bool) []Option {
	times := make(map[valueKey]int, len(options))
	for _, option := range options {
		times[keyOf(option.Value)]++
	}
	if len(times) == len(options) {
		return options
	}
	r.field.remark(OptionsDropped)
	unique := make([]Option, 0, len(times))
	for _, option := range options {
		key := keyOf(option.Value)
		if times[key] == 1 || times[key] > 1 && !exclusive {
			unique = append(unique, option)
			times[key] = 0
		}
	}
	return unique
}

func canSend(rules *Field, value request.Value) bool {
	switch value.Type {
	case request.String:
		length := utf8.RuneCountInString(value.Text)
		return !value.Lossy && length >= rules.MinLength && (rules.MaxLength < 0 || length <= rules.MaxLength)
	case request.Number:
		return request.IsInteroperable(value.Text, request.IsWhole(value.Text)) && rules.BrokenBound(value.Text) == ""
	}
	return value.Type == request.Bool
}

// ofType reports whether a value has one of the types; without types, whether it is a scalar.
func ofType(value request.Value, types []string) bool {
	isScalar := value.Type == request.String || value.Type == request.Bool || value.Type == request.Number
	return isScalar && (len(types) == 0 || slices.ContainsFunc(types, value.Is))
}

// tellApart marks options that show the same title, so that the value is shown beside it (T17, B27), and those that look the
// same even with their values, so that these are written as JSON. If an option still imitates another by a title that
// contains such a value, all options are written as JSON with code points, which no title can imitate.
func (d *document) tellApart(options []Option) {
	texts := make([]string, len(options))
	for pass := range 3 {
		for i := range options {
			title, value := options[i].Label(i)
			texts[i] = title + value
			if title != "" && value != "" {
				texts[i] = title + " (" + value + ")" // The notation of all languages.
			}
		}
		alike := d.lookalikes(texts)
		if len(alike) == 0 {
			return
		}
		for i := range options {
			if pass == 2 {
				alike = append(alike, i)
			}
		}
		for _, i := range alike {
			options[i].Ambiguous, options[i].Exact = true, pass > 0
		}
	}
}

// Label returns the title of the i-th option of a field, and its value where the title is not enough.
func (o *Option) Label(i int) (title, value string) {
	const limit = safetext.OptionLimit
	title = safetext.OneLine(o.Title, limit)
	if o.IsOwn {
		return title, ""
	}
	if o.Exact {
		value = safetext.NumberCharacters(safetext.Prefix(o.Value.JSON(), limit+1)) // As JSON, 1 is not "1".
		if begin := safetext.Prefix(value, limit); len(begin) < len(value) {
			value = strconv.Itoa(i+1) + ". " + begin + "…" // Another value may begin in the same way.
		}
	} else if o.Ambiguous || title == "" {
		value = safetext.Visible(safetext.Prefix(o.Value.Plain(), limit+1))
		value = safetext.Display(safetext.Text(value), limit).Shown
	}
	return title, value
}

func (d *document) lookalikes(texts []string) (found []int) {
	first := make(map[string]int, len(texts))
	for i, skeleton := range safetext.Skeletons(texts, d.decompose) {
		if j, isKnown := first[skeleton]; isKnown {
			found = append(found, i, j)
		} else {
			first[skeleton] = i
		}
	}
	return found
}

// valueKey is equal for values that JSON Schema considers equal, such as 1 and 1.0.
type valueKey struct {
	jsonType request.Type
	truth    bool
	text     string
	number   request.Decimal
}

// keyOf returns the key of a value. All objects and arrays have the same key, because an option is always a scalar.
func keyOf(value request.Value) valueKey {
	if value.Type == request.Number {
		number, _ := request.ParseDecimal(value.Text)
		return valueKey{jsonType: value.Type, number: number}
	}
	return valueKey{jsonType: value.Type, truth: value.Truth, text: value.Text}
}

// Find returns the position of the option with a value, or -1.
func (f Field) Find(value request.Value) int {
	i, found := f.positions[keyOf(value)]
	switch {
	case f.positions == nil: // The field was not read from a schema.
		return slices.IndexFunc(f.Options, func(o Option) bool { return o.Value.Equal(value) })
	case !found || value.Lossy:
		return -1
	}
	return i
}

func positionsOf(options []Option) map[valueKey]int {
	positions := make(map[valueKey]int, len(options))
	for i, option := range options {
		positions[keyOf(option.Value)] = i
	}
	return positions
}
