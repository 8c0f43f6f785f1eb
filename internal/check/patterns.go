package check

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/check/pattern"
	"github.com/elicitform/elicitform/internal/schema"
)

// patterns compiles each pattern of a form once, within the budget of the
// request. Patterns are compiled in the order of the fields, whichever is asked
// for first, so that the budget always ends at the same field.
type patterns struct {
	fields   []schema.Field
	budget   *schema.Budget
	compiled map[string]pattern.Pattern
}

func newPatterns(form schema.Form) *patterns {
	return &patterns{fields: form.Fields, budget: form.Budget, compiled: map[string]pattern.Pattern{}}
}

// of returns the pattern of a field or of its entries; not checkable where it,
// or the form's patterns together, would cost too much. A field without one has
// a pattern that matches everything.
func (ps *patterns) of(field schema.Field) (p pattern.Pattern, checkable bool) {
	source := sourceOf(field)
	if source == "" {
		return pattern.Pattern{}, true
	}
	for len(ps.fields) > 0 && ps.fields[0].Index <= field.Index {
		if before := sourceOf(ps.fields[0]); before != "" {
			ps.compile(before)
		}
		ps.fields = ps.fields[1:]
	}
	return ps.compile(source)
}

func sourceOf(field schema.Field) string {
	if field.Entry != nil {
		return field.Entry.Pattern
	}
	return field.Pattern
}

// compile returns a pattern that stands anywhere in the schema.
func (ps *patterns) compile(source string) (p pattern.Pattern, checkable bool) {
	p, found := ps.compiled[source]
	if !found {
		p, _ = pattern.CompileWithin(source, ps.budget.TakePattern)
		ps.compiled[source] = p
	}
	return p, p.Checkable()
}

// engine gives the validator the same patterns. One that cannot be checked
// matches everything, because an error here would make the whole schema useless.
func (ps *patterns) engine(source string) (jsonschema.Regexp, error) {
	p, _ := ps.compile(source)
	return p, nil
}
