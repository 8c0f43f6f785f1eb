package check

import (
	"errors"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	failed "github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

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

// content checks all answers. It is called when every field is fine, so what
// fails here are rules between answers. Their problems are pinned to a field
// only where they name one.
func (v *validator) content(content elicit.Value) []Problem {
	together := v.together()
	if together == nil {
		return nil // The answers need not be put into the form that it reads.
	}
	failure, invalid := validate(together, content.Any())
	if !invalid {
		return nil
	}
	p := pins{fields: map[string]schema.Field{}, problems: map[int]*Problem{}}
	for _, field := range v.form.Fields {
		p.fields[field.Name] = field
	}
	if failure == nil || !p.pin(failure) || len(p.problems) == 0 {
		return []Problem{{Field: -1, Code: InvalidTogether}}
	}
	var problems []Problem
	for _, i := range slices.Sorted(maps.Keys(p.problems)) {
		problems = append(problems, *p.problems[i])
	}
	return problems
}

// pins are problems by the index of the field that they are pinned to, and the
// fields by name.
type pins struct {
	fields   map[string]schema.Field
	problems map[int]*Problem
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
