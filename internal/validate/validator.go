package validate

import (
	"errors"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	errorkind "github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate/pattern"
)

// resource is never loaded. The validator checks every document except those of json-schema.org against its
// metaschema, which takes most of its time; [removeMalformed] has checked this one already.
const resource = "https://json-schema.org/elicitform/requested-schema"

// validator compiles a schema when it is first needed: for each field with rules beyond its own, and for the
// rules between answers.
type validator struct {
	form     schema.Form
	patterns *patterns
	fields   map[int]*jsonschema.Schema
	// rootRules returns the schema of the rules between answers; nil without any.
	rootRules func() *jsonschema.Schema
	whole     func() *jsonschema.Compiler
	draft2020 bool
	// compiled counts the compiled schemas.
	compiled int
}

func newValidator(form schema.Form, ps *patterns) *validator {
	dialect := form.Schema.Get("$schema")
	v := &validator{
		form: form, patterns: ps, fields: map[int]*jsonschema.Schema{},
		draft2020: !dialect.Exists() || strings.Contains(dialect.Text, "/2020-12/"),
	}
	v.rootRules = sync.OnceValue(v.compileRootRules)
	v.whole = sync.OnceValue(func() *jsonschema.Compiler {
		document := form.Schema.Any()
		removeMalformed(document, v.draft2020)
		return newCompiler(document, ps)
	})
	return v
}

func (v *validator) field(i int) *jsonschema.Schema {
	s, known := v.fields[i]
	if !known {
		s = v.compileField(v.form.Fields[i])
		v.fields[i] = s
	}
	return s
}

func newCompiler(document any, ps *patterns) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // Without schemes, it never fetches a reference.
	c.UseRegexpEngine(ps.engine)
	registerFormats(c)
	_ = c.AddResource(resource, document) // It cannot fail: the name is new.
	return c
}

// compile compiles a subschema of a document; nil where that fails.
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
	// The field's own schema also works where another definition of the document is broken.
	own := onlyRules(f.Schema)
	if len(own.Members) == 0 {
		return nil
	}
	if s := v.compileOutside(own); s != nil {
		return s
	}
	return v.compileInPlace(f)
}

func (v *validator) compileInPlace(f schema.Field) *jsonschema.Schema {
	path := propertiesPath(v.form.Schema)
	if path == nil {
		return nil
	}
	return compile(v.whole(), location(append(path, f.Name)...))
}

func (v *validator) rulesMissing(f schema.Field) bool {
	own := onlyRules(f.Schema)
	return v.form.Budget.TakeParts(own) && !removeMalformed(own.Any(), v.draft2020)
}

// compileOutside fails for unresolved references, which lack a target then. A definition with a name would
// conflict with itself if it was copied twice.
func (v *validator) compileOutside(own request.Value) *jsonschema.Schema {
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

func onlyRules(s request.Value) request.Value {
	own := request.Value{Type: s.Type}
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

func (v *validator) property(field int, value request.Value) *Problem {
	failure, invalid := validate(v.field(field), value.Any())
	if !invalid {
		return nil
	}
	return &Problem{Field: field, Code: codeOf(failure)}
}

func codeOf(failure *jsonschema.ValidationError) Code {
	code := Invalid
	if failure == nil {
		return code
	}
	switch failure.ErrorKind.(type) {
	case *errorkind.Format:
		code = BadFormat
	case *errorkind.Pattern:
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

// content reports a problem at a field only if the rule names the field.
func (v *validator) content(content request.Value) []Problem {
	rules := v.rootRules()
	if rules == nil {
		return nil // Converting the answers for the validator would be wasted.
	}
	failure, invalid := validate(rules, content.Any())
	if !invalid {
		return nil
	}
	p := fieldProblems{map[string]schema.Field{}, make([]*Problem, len(v.form.Fields))}
	for _, field := range v.form.Fields {
		p.fields[field.Name] = field
	}
	all := failure != nil && p.assign(failure)
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

type fieldProblems struct {
	fields   map[string]schema.Field
	problems []*Problem
}

// assign reports whether each failure names a field. It does not look below anyOf, oneOf and not, because a
// person can solve those in more than one way.
func (p fieldProblems) assign(e *jsonschema.ValidationError) bool {
	if len(e.InstanceLocation) > 0 {
		return p.add(e.InstanceLocation[:1], func(f schema.Field) *Problem { return &Problem{Field: f.Index, Code: codeOf(e)} })
	}
	switch k := e.ErrorKind.(type) {
	case *errorkind.Schema, *errorkind.Group, *errorkind.AllOf, *errorkind.Reference:
		all := len(e.Causes) > 0
		for _, cause := range e.Causes {
			all = p.assign(cause) && all
		}
		return all
	case *errorkind.Required:
		return p.add(k.Missing, missingProblem)
	case *errorkind.DependentRequired:
		return p.add(k.Missing, missingProblem)
	case *errorkind.Dependency:
		return p.add(k.Missing, missingProblem)
	}
	return false
}

// add reports false at the name of a field that does not exist or cannot be answered.
func (p fieldProblems) add(names []string, problem func(schema.Field) *Problem) bool {
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
