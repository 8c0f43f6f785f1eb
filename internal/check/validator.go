package check

import (
	"errors"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	failed "github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/elicitform/elicitform/internal/check/pattern"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// resource names requestedSchema for the validator. Nothing is loaded from there. The
// validator checks every document against its metaschema but those of json-schema.org,
// and takes most of its time for that: [removeMalformed] has done it already.
const resource = "https://json-schema.org/elicitform/requested-schema"

// validator is the JSON Schema validator. Its schemas are compiled when they are
// first needed: one for each field that its own rules do not decide, and one
// for the answers together.
type validator struct {
	form     schema.Form
	patterns *patterns
	// fields are the schemas of fields for [validator.field], by the indexes of the fields.
	fields map[int]*jsonschema.Schema
	// together returns the schema of the rules between answers; nil without any.
	together func() *jsonschema.Schema
	// whole returns a compiler that has all of requestedSchema.
	whole func() *jsonschema.Compiler
	// draft2020 says that the schema is of the dialect 2020-12.
	draft2020 bool
	// compiled counts the schemas that were compiled.
	compiled int
}

func newValidator(form schema.Form, ps *patterns) *validator {
	dialect := form.Schema.Get("$schema")
	v := &validator{
		form: form, patterns: ps, fields: map[int]*jsonschema.Schema{},
		draft2020: !dialect.Exists() || strings.Contains(dialect.Text, "/2020-12/"),
	}
	v.together = sync.OnceValue(v.compileTogether)
	v.whole = sync.OnceValue(func() *jsonschema.Compiler {
		document := form.Schema.Any()
		removeMalformed(document, v.draft2020)
		return newCompiler(document, ps)
	})
	return v
}

// field is the schema of a field; nil where nothing is to be checked.
func (v *validator) field(i int) *jsonschema.Schema {
	s, known := v.fields[i]
	if !known {
		s = v.compileField(v.form.Fields[i])
		v.fields[i] = s
	}
	return s
}

// newCompiler returns a compiler that knows a document.
func newCompiler(document any, ps *patterns) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // It knows no scheme: references are never fetched.
	c.UseRegexpEngine(ps.engine)
	registerFormats(c)
	_ = c.AddResource(resource, document) // It is the first of that name.
	return c
}

// compile compiles a place of a document; nil where that fails.
func compile(c *jsonschema.Compiler, place string) (s *jsonschema.Schema) {
	defer func() {
		if recover() != nil {
			s = nil
		}
	}()
	s, _ = c.Compile(place)
	return s
}

func (v *validator) compileField(f schema.Field) *jsonschema.Schema {
	v.compiled++
	if !f.SchemaEquivalent {
		if s := v.compileInPlace(f); s != nil {
			return s
		}
	}
	// References are written out in the field's own schema. That helps also
	// where the document fails because another definition in it is broken.
	own := onlyRules(f.Schema)
	if len(own.Members) == 0 {
		return nil
	}
	if s := v.compileOutside(own); s != nil {
		return s
	}
	return v.compileInPlace(f)
}

// compileInPlace compiles a field where it stands in the document; nil where that fails.
func (v *validator) compileInPlace(f schema.Field) *jsonschema.Schema {
	path := propertiesPath(v.form.Schema)
	if path == nil {
		return nil
	}
	return compile(v.whole(), location(append(path, f.Name)...))
}

// rulesMissing reports whether rules of a field are left out, because no validator can read them.
func (v *validator) rulesMissing(f schema.Field) bool {
	own := onlyRules(f.Schema)
	return v.form.Budget.TakeParts(own) && !removeMalformed(own.Any(), v.draft2020)
}

// compileOutside compiles rules outside of their document; nil where that
// fails: references that are not written out, such as those in one of several
// alternatives, lead nowhere from there, and definitions that are written out
// twice may have names of their own.
func (v *validator) compileOutside(own elicit.Value) *jsonschema.Schema {
	if !v.form.Budget.TakeParts(own) || refers(own, func(string) bool { return true }) {
		return nil
	}
	node := own.Any().(map[string]any)
	if dialect := v.form.Schema.Get("$schema"); dialect.Exists() {
		node["$schema"] = dialect.Text
	}
	removeMalformed(node, v.draft2020)
	return compile(newCompiler(node, v.patterns), resource)
}

// onlyRules is a schema without what decides nothing, such as texts.
func onlyRules(s elicit.Value) elicit.Value {
	own := elicit.Value{Type: s.Type}
	for _, member := range s.Members {
		switch name := member.Name; {
		case !isKeyword(name), name == "$schema", name == "$id", name == "id",
			name == "format" && !isAsserted(member.Value.Text),
			name == "pattern" && len(member.Value.Text) > pattern.MaxSource:
		default:
			own.Members = append(own.Members, member)
		}
	}
	return own
}

// validate runs the validator. After a panic the value counts as invalid.
func validate(s *jsonschema.Schema, value any) (failure *jsonschema.ValidationError, invalid bool) {
	if s == nil {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			failure, invalid = nil, true
		}
	}()
	err := s.Validate(value)
	if err == nil {
		return nil, false
	}
	errors.As(err, &failure)
	return failure, true
}

// property checks one answer by its property's schema.
func (v *validator) property(field int, value elicit.Value) *Problem {
	failure, invalid := validate(v.field(field), value.Any())
	if !invalid {
		return nil
	}
	return &Problem{Field: field, Code: codeOf(failure)}
}

// codeOf names what failed, where all failures are of one kind.
func codeOf(failure *jsonschema.ValidationError) Code {
	code := Invalid
	if failure == nil {
		return code
	}
	switch failure.ErrorKind.(type) {
	case *failed.Format:
		code = BadFormat
	case *failed.Pattern:
		code = BadPattern
	}
	for i, cause := range failure.Causes {
		inside := codeOf(cause)
		if i > 0 && inside != code {
			return Invalid
		}
		code = inside
	}
	return code
}

// content checks the rules between answers, when every field is fine. Their problems are
// pinned to a field only where they name one.
func (v *validator) content(content elicit.Value) []Problem {
	together := v.together()
	if together == nil {
		return nil // The answers need not be put into the form that it reads.
	}
	failure, invalid := validate(together, content.Any())
	if !invalid {
		return nil
	}
	p := pins{map[string]schema.Field{}, make([]*Problem, len(v.form.Fields))}
	for _, field := range v.form.Fields {
		p.fields[field.Name] = field
	}
	all := failure != nil && p.pin(failure)
	var problems []Problem
	for _, problem := range p.problems {
		if problem != nil {
			problems = append(problems, *problem)
		}
	}
	if !all || len(problems) == 0 {
		return []Problem{{Field: -1, Code: InvalidTogether}}
	}
	return problems
}

// pins are problems by the index of their field, and the fields by name.
type pins struct {
	fields   map[string]schema.Field
	problems []*Problem
}

// pin pins failures to the fields that they name and reports whether each of
// them names one. It does not look below anyOf, oneOf and not, because there is
// more than one way out of those.
func (p pins) pin(e *jsonschema.ValidationError) bool {
	if len(e.InstanceLocation) > 0 {
		return p.each(e.InstanceLocation[:1], func(f schema.Field) *Problem { return &Problem{Field: f.Index, Code: codeOf(e)} })
	}
	switch k := e.ErrorKind.(type) {
	case *failed.Schema, *failed.Group, *failed.AllOf, *failed.Reference:
		all := len(e.Causes) > 0
		for _, cause := range e.Causes {
			all = p.pin(cause) && all
		}
		return all
	case *failed.Required:
		return p.each(k.Missing, missing)
	case *failed.DependentRequired:
		return p.each(k.Missing, missing)
	case *failed.Dependency:
		return p.each(k.Missing, missing)
	}
	return false
}

// each pins a problem to each of the named fields that has none yet. It gives
// up at a name that belongs to no field that can be answered.
func (p pins) each(names []string, problem func(schema.Field) *Problem) bool {
	for _, name := range names {
		field, known := p.fields[name]
		if !known || field.Unsupported != "" {
			return false
		}
		if p.problems[field.Index] == nil {
			p.problems[field.Index] = problem(field)
		}
	}
	return true
}
