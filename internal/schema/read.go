package schema

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/plain"
)

// Read turns requestedSchema into a form. One bad property never spoils the
// others: it becomes a field with an obstacle. The error, an *elicit.Error,
// says that the schema as a whole is not a form.
func Read(request elicit.Request) (Form, error) {
	root := request.Schema
	if !root.Exists() || root.Kind == elicit.Null {
		return Form{Schema: root}, nil
	}
	if root.Kind != elicit.Object {
		return Form{}, refusal(elicit.NotAFormSchema, "requestedSchema")
	}
	if dialect := root.Get("$schema"); !knownDialect(dialect) {
		return Form{}, refusal(elicit.UnknownDialect, dialect.Text)
	}
	d := newDocument(root)
	top := root
	if root.Get("$ref").Exists() {
		// Generators that name every type send only a reference at the root.
		var obstacle Obstacle
		if top, obstacle = d.dereference(root); obstacle != "" {
			return Form{}, refusal(elicit.NotAFormSchema, string(obstacle))
		}
	}
	properties := top.Get("properties")
	if !objectType(top.Get("type")) {
		return Form{}, refusal(elicit.NotAFormSchema, "type")
	}
	if properties.Exists() && properties.Kind != elicit.Object {
		return Form{}, refusal(elicit.NotAFormSchema, "properties")
	}
	if len(properties.Members) > MaxProperties {
		return Form{}, refusal(elicit.TooManyProperties, "properties")
	}

	form := Form{
		Title:       visibleText(top.Get("title")),
		Description: visibleText(top.Get("description")),
		Conditional: conditional(top),
		Schema:      root,
	}
	if len(properties.Members) > 0 {
		form.Fields = make([]Field, 0, len(properties.Members))
	}
	required := requiredNames(top.Get("required"))
	for i, property := range properties.Members {
		r := reader{document: d, field: Field{
			Index:    i,
			Name:     property.Name,
			Required: required.remove(property.Name),
		}}
		r.read(property.Value)
		if property.Lossy {
			// The answer would go back under another name than the server's.
			r.obstruct(NotASchema)
		}
		if d.tooMany {
			return Form{}, refusal(elicit.TooManyOptions, property.Name)
		}
		form.Fields = append(form.Fields, r.field)
	}
	form.Missing = required.left()
	return form, nil
}

func refusal(reason elicit.Reason, detail string) error {
	return &elicit.Error{Reason: reason, Detail: detail}
}

// objectType reports whether the root's type admits an object; a root without
// a type does.
func objectType(value elicit.Value) bool {
	switch value.Kind {
	case elicit.Missing:
		return true
	case elicit.String:
		return value.Text == "object"
	case elicit.Array:
		for _, item := range value.Items {
			if item.Kind == elicit.String && item.Text == "object" {
				return true
			}
		}
	}
	return false
}

// conditional reports whether the root has rules between answers. They are
// not explained to the person; the final gate checks them.
func conditional(root elicit.Value) bool {
	for _, member := range root.Members {
		switch member.Name {
		case "if", "then", "else", "allOf", "anyOf", "oneOf", "not", "const", "enum",
			"dependentRequired", "dependentSchemas", "dependencies",
			"minProperties", "maxProperties", "propertyNames",
			"patternProperties", "unevaluatedProperties":
			return true
		}
	}
	return false
}

// names are the names in `required`, in order and without repetition.
type names struct {
	order []string
	open  map[string]bool
}

// requiredNames reads `required`; whatever is not a name is ignored, such as
// the boolean of draft-03.
func requiredNames(value elicit.Value) names {
	n := names{open: map[string]bool{}}
	for _, item := range value.Items {
		if item.Kind == elicit.String && !n.open[item.Text] {
			n.open[item.Text] = true
			n.order = append(n.order, item.Text)
		}
	}
	return n
}

// remove strikes name off and reports whether it was there.
func (n names) remove(name string) bool {
	found := n.open[name]
	delete(n.open, name)
	return found
}

func (n names) left() []string {
	var left []string
	for _, name := range n.order {
		if n.open[name] {
			left = append(left, name)
		}
	}
	return left
}

// visibleText returns a text that has something to show, else nothing.
func visibleText(value elicit.Value) plain.Untrusted {
	if value.Kind != elicit.String || blank(value.Text) {
		return ""
	}
	return plain.Untrusted(value.Text)
}
