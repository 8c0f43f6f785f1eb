// Package schema turns a requestedSchema into ordered fields, and says what is unsupported and why. It decides the kind of each
// field, its rules and its options, and what a form may cost, within a budget. It checks no answer and words nothing.
package schema

import (
	"slices"
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Form is requestedSchema, read.
type Form struct {
	// Title and Description are the root's, where they are for people.
	Title       untrusted.Text
	Description untrusted.Text
	Fields      []Field
	// Missing are names in `required` that no property has: the form cannot
	// be accepted.
	Missing []string
	// Reasons are the positions of the fields that need an answer which cannot be given here.
	Reasons []int
	// Conditional says that the root has rules between answers (if, then,
	// dependentRequired, allOf, …) that are checked but not explained.
	Conditional bool
	// Schema is requestedSchema with every rule as it came, for the final validator.
	Schema elicit.Value
	// Budget is the budget of the round, from which the patterns of the form are paid too.
	Budget *Budget
}

// Blocked reports whether no answer can make the form acceptable.
func (f Form) Blocked() bool { return len(f.Missing)+len(f.Reasons) > 0 }

// about are the title and the description of a schema, as far as they are for people. Generators put the name of a
// class there, and what its author says of it to other programmers: that is read only where no message says what the
// form is. A title that the message has in it says nothing new.
func about(title, description, message untrusted.Text) (untrusted.Text, untrusted.Text) {
	isClass := namesClass(strings.TrimSpace(string(title)))
	message = untrusted.Text(strings.ToLower(untrusted.Prefix(string(message), untrusted.DescriptionLimit)))
	switch {
	case untrusted.Blank(string(message)):
		if isClass {
			title = untrusted.Label(strings.TrimSpace(string(title)))
		}
	case isClass:
		return "", ""
	case strings.Contains(string(message), strings.ToLower(string(title))):
		title = ""
	}
	return title, description
}

// namesClass reports whether a title is the name of a class, as programs write it.
func namesClass(title string) bool {
	if title == "" || strings.ContainsFunc(title, unicode.IsSpace) {
		return false
	}
	for i, r := range title {
		switch {
		case r > unicode.MaxLatin1 && !unicode.IsUpper(r) && !unicode.IsLower(r):
			// A script without case has no camel case either.
			return false
		case r == '_' || unicode.IsDigit(r) || i > 0 && unicode.IsUpper(r):
			return true
		}
	}
	return len(title) == 1
}

// Read turns requestedSchema into a form. A property that cannot be read becomes a
// field with an obstacle. The error, an *elicit.Error, says that the schema as a whole is
// not a form, or asks too much. All forms of a round are read with the same budget.
func Read(request elicit.Request, budget *Budget) (Form, error) {
	return ReadShown(request, budget, nil)
}

// ReadShown is Read for a form that a person sees. The function decompose normalizes
// a text to NFKD, so that titles are found that look the same; it may be nil.
func ReadShown(request elicit.Request, budget *Budget, decompose func(text string) string) (Form, error) {
	root := given(request.Schema, false)
	form := Form{Schema: root, Budget: budget}
	if !root.Exists() || root.Type == elicit.Null {
		return form, nil
	}
	d := newDocument(root, budget)
	d.decompose = decompose
	// Generators that name every type send only a reference at the root.
	top, besides, obstacle := d.dereference(root)
	properties := top.Get("properties")
	names, open, ok := requiredNames(top.Get("required"))
	switch dialect := root.Get("$schema"); {
	case root.Type != elicit.Object:
		return Form{}, rejection(elicit.NotAFormSchema, "requestedSchema")
	case !knownDialect(dialect):
		return Form{}, rejection(elicit.UnknownDialect, dialect.Text)
	case obstacle != "":
		return Form{}, rejection(elicit.NotAFormSchema, string(obstacle))
	case !objectType(top.Get("type")):
		return Form{}, rejection(elicit.NotAFormSchema, "type")
	case properties.Exists() && properties.Type != elicit.Object:
		return Form{}, rejection(elicit.NotAFormSchema, "properties")
	case !take(&budget.properties, len(properties.Members)):
		return Form{}, rejection(elicit.TooManyProperties, "properties")
	case !ok:
		return Form{}, rejection(elicit.TooManyProperties, "required")
	}
	title, description := about(budget.visible(top.Get("title")), budget.visible(top.Get("description")), request.Message)
	form.Title, _ = budget.shorten(title, untrusted.TitleLimit)
	form.Description, _ = budget.shorten(description, untrusted.DescriptionLimit)
	form.Conditional = besides || slices.ContainsFunc(top.Members, func(m elicit.Member) bool { return slices.Contains(conditions, m.Name) })
	for i, property := range properties.Members {
		field := Field{Index: i, Name: property.Name, Required: open[property.Name]}
		reader := reader{document: d, field: &field}
		reader.read(property.Value)
		if property.Lossy {
			reader.obstruct(NotASchema) // The answer would go back under another name than the server's.
		}
		delete(open, property.Name)
		if d.tooMany {
			return Form{}, rejection(elicit.TooManyOptions, property.Name)
		}
		if field.Required && field.Unsupported != "" {
			form.Reasons = append(form.Reasons, i)
		}
		form.Fields = append(form.Fields, field)
	}
	form.Missing = slices.DeleteFunc(names, func(name string) bool { return !open[name] })
	d.markAsked(form.Fields, request.Message)
	form.dropRepeated(request.Message)
	if !shareElements(form.Fields) {
		return Form{}, rejection(elicit.TooManyProperties, "properties")
	}
	titles := make([]string, len(form.Fields))
	for i := range titles {
		titles[i] = untrusted.Quoted(string(form.Fields[i].Title), untrusted.DoubleMarks)
	}
	for _, i := range d.lookalikes(titles) {
		// A title that shows nothing is the place already.
		form.Fields[i].Ambiguous = untrusted.Skeleton(titles[i]) != ""
	}
	return form, nil
}

// knownDialect reports whether the value of $schema names a dialect that is
// read here. Revision 2026-07-28 wants an error for any other, not a guess.
func knownDialect(value elicit.Value) bool {
	if value.Type != elicit.String {
		return !value.Exists()
	}
	name := strings.TrimSuffix(strings.Replace(value.Text, "http://", "https://", 1), "#")
	dialect, found := strings.CutPrefix(name, "https://json-schema.org/")
	return found && slices.Contains([]string{"draft/2020-12/schema", "draft/2019-09/schema", "draft-07/schema", "draft-06/schema"}, dialect)
}

func rejection(reason elicit.Reason, detail string) error {
	return &elicit.Error{Reason: reason, Detail: detail}
}

// objectType reports whether the root's type, if it has one, admits an object.
func objectType(value elicit.Value) bool {
	isObject := func(v elicit.Value) bool { return v.Type == elicit.String && v.Text == "object" }
	return !value.Exists() || isObject(value) || slices.ContainsFunc(value.Items, isObject)
}

// conditions are the keywords of rules between answers.
var conditions = []string{
	"$dynamicRef", "$recursiveRef", "if", "then", "else", "allOf", "anyOf", "oneOf", "not", "const", "enum",
	"dependentRequired", "dependentSchemas", "dependencies", "minProperties", "maxProperties", "propertyNames",
	"patternProperties", "unevaluatedProperties",
}

// requiredNames reads `required` in order, and marks each name as open: no property has
// had it so far. It ignores what is not a name, such as the boolean of draft-03. It is not
// ok to need more answers than there can be questions.
func requiredNames(value elicit.Value) (names []string, open map[string]bool, ok bool) {
	open = map[string]bool{}
	for _, item := range value.Items {
		if item.Type == elicit.String && !open[item.Text] {
			if len(names) == MaxProperties {
				return nil, nil, false
			}
			open[item.Text] = true
			names = append(names, item.Text)
		}
	}
	return names, open, true
}

// visible returns a text that has something to show at its beginning, else nothing.
func (b *Budget) visible(value elicit.Value) untrusted.Text {
	if value.Type != elicit.String {
		return ""
	}
	beginning := value.Text[:min(len(value.Text), briefText)]
	more := value.Text[len(beginning):min(len(value.Text), maxGuess)]
	if untrusted.Blank(beginning) && (!take(&b.text, len(more)) || untrusted.Blank(more)) {
		return ""
	}
	return untrusted.Text(value.Text)
}

// text is what a schema says under a keyword.
func (r *reader) text(schema elicit.Value, keyword string) untrusted.Text {
	return r.document.budget.visible(schema.Get(keyword))
}

// dropRepeated removes descriptions that only repeat what stands near them: the message, a title or a name.
func (f *Form) dropRepeated(message untrusted.Text) {
	asked := gist(message)
	drop := func(about *untrusted.Text, title untrusted.Text, name string) {
		if *about == "" {
			return
		}
		if text := gist(*about); text != "" && (text == asked || text == gist(title) || text == gist(untrusted.Label(name))) {
			*about = ""
		}
	}
	drop(&f.Description, f.Title, "")
	for i := range f.Fields {
		field := &f.Fields[i]
		drop(&field.Description, field.Title, field.Name)
		for j := range field.Options {
			drop(&field.Options[j].Description, field.Options[j].Title, "")
		}
	}
}

// gist is a text for comparison: in small letters, on one line, without the mark that ends it. A long text has none, because two
// of them can differ at their ends.
func gist(text untrusted.Text) string {
	if len(text) > untrusted.DescriptionLimit {
		return ""
	}
	line := strings.Join(strings.Fields(string(text)), " ")
	return strings.ToLower(strings.TrimRight(line, ".:!?…。：！？؟ "))
}
