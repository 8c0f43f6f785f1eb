package check

import (
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// resource names requestedSchema for the validator. Nothing is loaded from
// there; relative references lead to places under it and fail.
const resource = "https://form.invalid/requested-schema"

// gate is the compiled schema.
type gate struct {
	// root is nil when nothing of the schema could be compiled.
	root *jsonschema.Schema
	// properties holds the compiled schema of each field, or nil.
	properties []*jsonschema.Schema
	// repaired says of each field that rules of its schema were left out.
	repaired []bool
}

var errLoad = errors.New("references are never fetched")

// nowhere is a loader that fetches nothing.
type nowhere struct{}

func (nowhere) Load(string) (any, error) { return nil, errLoad }

// compileSchema compiles a document. The compiler is returned for the
// subschemas, which it has compiled by then.
func compileSchema(document any, ps *patterns) (c *jsonschema.Compiler, root *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("compile schema: %v", r)
		}
	}()
	c = jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(nowhere{})
	c.UseRegexpEngine(ps.engine)
	registerFormats(c)
	if err := c.AddResource(resource, document); err != nil {
		return nil, nil, err
	}
	root, err = c.Compile(resource)
	return c, root, err
}

// newGate compiles the form's schema, repaired where it has to be.
func newGate(form schema.Form, ps *patterns) *gate {
	g := &gate{properties: make([]*jsonschema.Schema, len(form.Fields)), repaired: make([]bool, len(form.Fields))}
	if form.Schema.Kind != elicit.Object {
		return g
	}
	r := newRepair(form, ps)
	compiler, root, err := compileSchema(r.document, ps)
	if err != nil {
		compiler, root = r.run()
		g.repaired = r.repaired
	}
	if root == nil {
		return g
	}
	g.root = root
	for i, field := range form.Fields {
		if r.path == nil || field.Unsupported != "" {
			continue
		}
		g.properties[i] = compileAt(compiler, location(append(r.path[:len(r.path):len(r.path)], field.Name)...))
	}
	return g
}

func compileAt(c *jsonschema.Compiler, location string) (s *jsonschema.Schema) {
	defer func() {
		if recover() != nil {
			s = nil
		}
	}()
	s, err := c.Compile(location)
	if err != nil {
		return nil
	}
	return s
}

// validate runs the validator and turns a panic into a refusal.
func validate(s *jsonschema.Schema, value any) (failure *jsonschema.ValidationError, refused bool) {
	if s == nil {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			failure, refused = nil, true
		}
	}()
	err := s.Validate(value)
	if err == nil {
		return nil, false
	}
	errors.As(err, &failure)
	return failure, true
}

// property judges one answer by its property's schema.
func (g *gate) property(field int, value elicit.Value) *Problem {
	failure, refused := validate(g.properties[field], value.Any())
	if !refused {
		return nil
	}
	return &Problem{Field: field, Code: codeOf(failure)}
}

// codeOf names what failed, where all failures are of one kind.
func codeOf(failure *jsonschema.ValidationError) Code {
	code := Code("")
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			walk(cause)
		}
		if len(e.Causes) > 0 {
			return
		}
		found := Refused
		switch e.ErrorKind.(type) {
		case *kind.Format:
			found = BadFormat
		case *kind.Pattern:
			found = BadPattern
		}
		if code != "" && code != found {
			found = Refused
		}
		code = found
	}
	if failure == nil {
		return Refused
	}
	walk(failure)
	return code
}

// whole judges the content. It is called when every field is fine, so what
// fails here are rules between answers, which are pinned to a field only
// where they name one.
func (g *gate) whole(form schema.Form, content elicit.Value) []Problem {
	failure, refused := validate(g.root, content.Any())
	if !refused {
		return nil
	}
	together := []Problem{{Field: -1, Code: TogetherRefused}}
	if failure == nil {
		return together
	}
	b := blame{byName: make(map[string]schema.Field, len(form.Fields)), found: map[int]Problem{}}
	for _, field := range form.Fields {
		b.byName[field.Name] = field
	}
	if !b.walk(failure) || len(b.found) == 0 {
		return together
	}
	var problems []Problem
	for i := range form.Fields {
		if p, found := b.found[i]; found {
			problems = append(problems, p)
		}
	}
	return problems
}

// blame pins failures to fields.
type blame struct {
	byName map[string]schema.Field
	found  map[int]Problem
}

// walk reports whether everything that failed names a field. Below anyOf,
// oneOf and not it does not look: there is more than one way out of those.
func (b *blame) walk(e *jsonschema.ValidationError) bool {
	if len(e.InstanceLocation) > 0 {
		field, known := b.byName[e.InstanceLocation[0]]
		if known && field.Unsupported == "" {
			b.add(Problem{Field: field.Index, Code: codeOf(e)})
		}
		return known && field.Unsupported == ""
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
		ok := len(e.Causes) > 0
		for _, cause := range e.Causes {
			ok = b.walk(cause) && ok
		}
		return ok
	case *kind.Required:
		return b.missing(k.Missing)
	case *kind.DependentRequired:
		return b.missing(k.Missing)
	case *kind.Dependency:
		return b.missing(k.Missing)
	}
	return false
}

func (b *blame) missing(names []string) bool {
	for _, name := range names {
		field, known := b.byName[name]
		if !known || field.Unsupported != "" {
			return false
		}
		b.add(*missing(field))
	}
	return true
}

func (b *blame) add(p Problem) {
	if _, found := b.found[p.Field]; !found {
		b.found[p.Field] = p
	}
}
