// Package schema turns a requestedSchema into ordered fields, and states why a field is unsupported. It decides the kind of each
// field, its rules and its options, and limits the cost of a form by a budget. It has the tests of formats and bounds, and
// package validate applies them to answers.
package schema

import (
	"slices"
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// Form is a requestedSchema as fields.
type Form struct {
	// Title and Description are the root's, unless they are for programmers only.
	Title       safetext.Text
	Description safetext.Text
	Fields      []Field
	// Missing are the names in `required` that no property has, which block the form.
	Missing []string
	// Reasons are the positions of required fields that cannot be answered here.
	Reasons []int
	// OfAgent: a coding agent asks, whose tool goes on without answers after Decline, and stops after Cancel.
	OfAgent bool
	// Parts counts the texts that belong to choices. OwnTexts of them, the last fields, answer the property of their choice.
	Parts, OwnTexts int
	// Conditional: the root has rules between answers. They are checked, and only the Conditions are explained.
	Conditional bool
	// Conditions are those rules that make fields required.
	Conditions []Condition
	// Schema is requestedSchema with every rule as the server wrote it, for the final validator.
	Schema request.Value
	// Budget is the budget of the round, which also pays for the patterns of the form.
	Budget *Budget
}

// Blocked reports whether no answer can make the form acceptable.
func (f Form) Blocked() bool { return len(f.Missing)+len(f.Reasons) > 0 }

// formTexts hides the name of a class and its documentation, which generators put there for programmers, unless the message
// shows nothing. A title that the message already contains is left out.
func formTexts(title, description, message safetext.Text) (safetext.Text, safetext.Text) {
	isClass := namesClass(strings.TrimSpace(string(title)))
	message = safetext.Text(strings.ToLower(safetext.Prefix(string(message), safetext.DescriptionLimit)))
	switch {
	case safetext.IsBlank(string(message)):
		if isClass {
			title = safetext.Label(strings.TrimSpace(string(title)))
		}
	case isClass:
		return "", ""
	case strings.Contains(string(message), strings.ToLower(string(title))):
		title = ""
	}
	return title, description
}

func namesClass(title string) bool {
	if title == "" || strings.ContainsFunc(title, unicode.IsSpace) {
		return false
	}
	for i, r := range title {
		switch {
		case r > unicode.MaxLatin1 && !unicode.IsUpper(r) && !unicode.IsLower(r):
			// Camel case needs a script with case.
			return false
		case r == '_' || unicode.IsDigit(r) || i > 0 && unicode.IsUpper(r):
			return true
		}
	}
	return len(title) == 1
}

// Read turns requestedSchema into a form. A property that cannot be read becomes a field with an obstacle.
// The *request.Error says that the schema as a whole is not a form, or exceeds a limit.
func Read(req request.Request, budget *Budget) (Form, error) {
	return ReadShown(req, budget, nil)
}

// ReadShown is Read for a form that a person sees: decompose, the browser's NFKD, finds titles that look the same.
func ReadShown(req request.Request, budget *Budget, decompose func(text string) string) (Form, error) {
	root := dropEmptyKeywords(req.Schema, false)
	form := Form{Schema: root, Budget: budget}
	if !root.Exists() || root.Type == request.Null {
		return form, nil
	}
	d := newDocument(root, budget)
	d.decompose = decompose
	// Generators that name every type send only a reference at the root.
	top, hasRules, obstacle := d.dereference(root)
	properties := top.Get("properties")
	names, unmatched, ok := requiredNames(top.Get("required"))
	if err := rejectForm(root, top, obstacle, budget); err != nil {
		return Form{}, err
	}
	if !ok {
		return Form{}, rejection(request.TooManyProperties, "required")
	}
	title, description := formTexts(budget.visibleText(top.Get("title")), budget.visibleText(top.Get("description")), req.Message)
	form.Title, _ = budget.shorten(title, safetext.TitleLimit)
	form.Description, _ = budget.shorten(description, safetext.DescriptionLimit)
	form.Conditional = hasRules || slices.ContainsFunc(top.Members, func(m request.Member) bool { return slices.Contains(conditions, m.Name) })
	for i, property := range properties.Members {
		field := Field{Index: i, Name: property.Name, Required: unmatched[property.Name]}
		reader := reader{document: d, field: &field}
		reader.read(property.Value)
		if property.Lossy {
			reader.obstruct(NotASchema) // The answer could not be sent under the server's name.
		}
		delete(unmatched, property.Name)
		if d.tooMany {
			return Form{}, rejection(request.TooManyOptions, property.Name)
		}
		if field.Required && field.Unsupported != "" {
			form.Reasons = append(form.Reasons, i)
		}
		form.Fields = append(form.Fields, field)
	}
	form.Missing = slices.DeleteFunc(names, func(name string) bool { return !unmatched[name] })
	if form.Conditional {
		form.readConditions(top)
	}
	if len(d.ownTexts) > 0 {
		form.addOwnTexts(d)
	}
	if d.hasMeta {
		form.joinCompanions(d, properties.Members)
	}
	d.markMessageSecret(form.Fields, req.Message)
	form.dropRepetitions(req.Message)
	if !budget.shareElements(form.Fields) {
		return Form{}, rejection(request.TooManyProperties, "properties")
	}
	d.markAmbiguous(form.Fields)
	return form, nil
}

// rejectForm returns the error for a schema that is not a form or has too many properties; nil for any other. Top is the root, or what
// its reference names.
func rejectForm(root, top request.Value, obstacle Obstacle, budget *Budget) error {
	properties := top.Get("properties")
	switch dialect := root.Get("$schema"); {
	case root.Type != request.Object:
		return rejection(request.NotAFormSchema, "requestedSchema")
	case !isKnownDialect(dialect):
		return rejection(request.UnknownDialect, dialect.Text)
	case obstacle != "":
		return rejection(request.NotAFormSchema, string(obstacle))
	case !admitsObject(top.Get("type")):
		return rejection(request.NotAFormSchema, "type")
	case properties.Exists() && properties.Type != request.Object:
		return rejection(request.NotAFormSchema, "properties")
	case !take(&budget.properties, len(properties.Members)):
		return rejection(request.TooManyProperties, "properties")
	}
	return nil
}

// byName returns the positions of the fields.
func (f *Form) byName() map[string]int {
	positions := make(map[string]int, len(f.Fields))
	for i := range f.Fields {
		positions[f.Fields[i].Name] = i
	}
	return positions
}

func (d *document) markAmbiguous(fields []Field) {
	titles := make([]string, len(fields))
	for i := range titles {
		// The text of a choice has the title of its choice.
		if fields[i].PartOf == 0 {
			titles[i] = safetext.Quote(string(fields[i].Title), safetext.DoubleMarks)
		}
	}
	for _, i := range d.lookalikes(titles) {
		// A title without visible characters is replaced by the position anyway.
		fields[i].Ambiguous = safetext.Skeleton(titles[i]) != ""
	}
}

// isKnownDialect decides on an error: revision 2026-07-28 wants one for any other dialect, not a guess.
func isKnownDialect(value request.Value) bool {
	if value.Type != request.String {
		return !value.Exists()
	}
	name := strings.TrimSuffix(strings.Replace(value.Text, "http://", "https://", 1), "#")
	dialect, found := strings.CutPrefix(name, "https://json-schema.org/")
	return found && slices.Contains([]string{"draft/2020-12/schema", "draft/2019-09/schema", "draft-07/schema", "draft-06/schema"}, dialect)
}

func rejection(reason request.Reason, detail string) error {
	return &request.Error{Reason: reason, Detail: detail}
}

func admitsObject(value request.Value) bool {
	isObject := func(v request.Value) bool { return v.Type == request.String && v.Text == "object" }
	return !value.Exists() || isObject(value) || slices.ContainsFunc(value.Items, isObject)
}

var conditions = []string{
	"$dynamicRef", "$recursiveRef", "if", "then", "else", "allOf", "anyOf", "oneOf", "not", "const", "enum",
	"dependentRequired", "dependentSchemas", "dependencies", "minProperties", "maxProperties", "propertyNames",
	"patternProperties", "unevaluatedProperties",
}

// requiredNames ignores entries of other types, such as the boolean of draft-03. It reports false for more
// names than a form may have questions.
func requiredNames(value request.Value) (names []string, unmatched map[string]bool, ok bool) {
	unmatched = map[string]bool{}
	for _, item := range value.Items {
		if item.Type == request.String && !unmatched[item.Text] {
			if len(names) == MaxProperties {
				return nil, nil, false
			}
			unmatched[item.Text] = true
			names = append(names, item.Text)
		}
	}
	return names, unmatched, true
}

// visibleText returns a text that has a visible character near its beginning, else an empty one.
func (b *Budget) visibleText(value request.Value) safetext.Text {
	if value.Type != request.String {
		return ""
	}
	beginning := value.Text[:min(len(value.Text), briefText)]
	more := value.Text[len(beginning):min(len(value.Text), maxGuess)]
	if safetext.IsBlank(beginning) && (!take(&b.text, len(more)) || safetext.IsBlank(more)) {
		return ""
	}
	return safetext.Text(value.Text)
}

func (r *reader) text(schema request.Value, keyword string) safetext.Text {
	return r.document.budget.visibleText(schema.Get(keyword))
}

// dropRepetitions removes descriptions that only repeat the message, a title or a name, and a title of the form that
// repeats the message.
func (f *Form) dropRepetitions(message safetext.Text) {
	messageGist := gist(message)
	drop := func(description *safetext.Text, title safetext.Text, name string) {
		if *description == "" {
			return
		}
		texts := []string{messageGist, gist(title), gist(safetext.Label(name))}
		if text := gist(*description); text != "" && (slices.Contains(texts, text) || slices.Contains(texts, withoutEmptyWords(text))) {
			*description = ""
		}
	}
	drop(&f.Description, f.Title, "")
	if messageGist != "" && gist(f.Title) == messageGist {
		f.Title = ""
	}
	for i := range f.Fields {
		field := &f.Fields[i]
		drop(&field.Description, field.Title, field.Name)
		field.RepeatsMessage = messageGist != "" && gist(field.Title) == messageGist
		for j := range field.Options {
			drop(&field.Options[j].Description, field.Options[j].Title, "")
		}
	}
}

// emptyWords begin an English description that says no more than its title: "Please enter your full name".
var emptyWords = [...]string{"please ", "enter ", "provide ", "what is ", "the ", "a ", "your "}

func withoutEmptyWords(text string) string {
	for _, words := range emptyWords {
		text = strings.TrimPrefix(text, words)
	}
	return text
}

// gist normalizes a text for comparison. It is empty for a long text, because two long texts can differ at their ends.
func gist(text safetext.Text) string {
	if len(text) > safetext.DescriptionLimit {
		return ""
	}
	line := strings.Join(strings.Fields(string(text)), " ")
	return strings.ToLower(strings.TrimRight(line, ".:!?…。：！？؟ "))
}
