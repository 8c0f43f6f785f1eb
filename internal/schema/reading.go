package schema

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Reading reads requestedSchema in slices. A form of a thousand questions takes
// so long that the page would not react to a button meanwhile.
type Reading struct {
	document   *document
	budget     *Budget
	message    untrusted.Text
	properties []elicit.Member
	// open are the names in `required` that no property had so far.
	open map[string]bool
	form Form
	done bool
}

// Begin reads the root of requestedSchema and leaves its properties to
// [Reading.Step]. A property that cannot be read becomes a field with an obstacle
// and does no harm to the others. The error, an *elicit.Error, says that the
// schema as a whole is not a form. All forms of a round are read with the same
// budget.
func Begin(request elicit.Request, budget *Budget) (*Reading, error) {
	root := request.Schema
	reading := &Reading{budget: budget, message: request.Message, form: Form{Schema: root, Budget: budget}}
	if !root.Exists() || root.Kind == elicit.Null {
		return reading, nil
	}
	if root.Kind != elicit.Object {
		return nil, refusal(elicit.NotAFormSchema, "requestedSchema")
	}
	if dialect := root.Get("$schema"); !knownDialect(dialect) {
		return nil, refusal(elicit.UnknownDialect, dialect.Text)
	}
	d := newDocument(root, budget)
	// Generators that name every type send only a reference at the root.
	top, besides, obstacle := d.dereference(root)
	if obstacle != "" {
		return nil, refusal(elicit.NotAFormSchema, string(obstacle))
	}
	properties := top.Get("properties")
	if !objectType(top.Get("type")) {
		return nil, refusal(elicit.NotAFormSchema, "type")
	}
	if properties.Exists() && properties.Kind != elicit.Object {
		return nil, refusal(elicit.NotAFormSchema, "properties")
	}
	if n := len(properties.Members); n > MaxProperties || !take(&budget.properties, n) {
		return nil, refusal(elicit.TooManyProperties, "properties")
	}
	reading.document, reading.properties = d, properties.Members
	var ok bool
	if reading.form.Missing, reading.open, ok = requiredNames(top.Get("required")); !ok {
		return nil, refusal(elicit.TooManyProperties, "required")
	}
	reading.form.Title, _ = budget.shorten(budget.visible(top.Get("title")), untrusted.TitleLimit)
	reading.form.Description, _ = budget.shorten(budget.visible(top.Get("description")), untrusted.DescriptionLimit)
	reading.form.Conditional = besides || conditional(top)
	if len(properties.Members) > 0 {
		reading.form.Fields = make([]Field, 0, len(properties.Members))
	}
	return reading, nil
}

// Step reads properties until it has done some units of work, one property at
// least, and reports whether that was the last; see [Slice].
func (r *Reading) Step(units int) (done bool, err error) {
	end := len(r.properties)
	if r.done {
		return true, nil
	}
	for start := r.budget.Spent(); len(r.form.Fields) < end && r.budget.Spent()-start < units; {
		if err := r.property(); err != nil {
			return false, err
		}
	}
	if len(r.form.Fields) < end {
		return false, nil
	}
	r.markAsked()
	shareElements(r.form.Fields)
	markAlike(r.form.Fields)
	r.form.Missing = slices.DeleteFunc(r.form.Missing, func(name string) bool { return !r.open[name] })
	r.done = true
	return true, nil
}

// property reads the next one.
func (r *Reading) property() error {
	i := len(r.form.Fields)
	property := r.properties[i]
	r.form.Fields = append(r.form.Fields, Field{Index: i, Name: property.Name, Required: r.open[property.Name]})
	inner := reader{document: r.document, field: &r.form.Fields[i]}
	delete(r.open, property.Name)
	inner.read(property.Value)
	if property.Lossy {
		// The answer would go back under another name than the server's.
		inner.obstruct(NotASchema)
	}
	if field := inner.field; field.Required && field.Unsupported != "" {
		r.form.Reasons = append(r.form.Reasons, i)
	}
	if r.document.tooMany {
		return refusal(elicit.TooManyOptions, property.Name)
	}
	return nil
}

// Form is what was read, once [Reading.Step] is done.
func (r *Reading) Form() Form { return r.form }

// markAlike finds fields whose titles look the same in a sentence, where they are shortened.
func markAlike(fields []Field) {
	first := make(map[string]int, len(fields))
	for i := range fields {
		key := untrusted.Skeleton(untrusted.Quoted(string(fields[i].Title), untrusted.DoubleMarks))
		j, seen := first[key]
		if !seen {
			first[key] = i
			continue
		}
		// A title that shows nothing is the place already.
		fields[i].Ambiguous, fields[j].Ambiguous = key != "", key != ""
	}
}
