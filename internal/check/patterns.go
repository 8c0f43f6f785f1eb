package check

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/check/pattern"
	"github.com/elicitform/elicitform/internal/schema"
)

// patterns compiles each pattern of a form once, within the budget of the
// request: first those of the fields in their order, by [New].
type patterns struct {
	budget   *schema.Budget
	compiled map[string]pattern.Pattern
}

func newPatterns(form schema.Form) *patterns {
	return &patterns{budget: form.Budget, compiled: map[string]pattern.Pattern{}}
}

// of returns the pattern of a field or of its entries; not checkable where it,
// or the form's patterns together, would cost too much. A field without one has
// a pattern that matches everything.
func (ps *patterns) of(field schema.Field) (p pattern.Pattern, checkable bool) {
	source := field.Pattern
	if field.Entry != nil {
		source = field.Entry.Pattern
	}
	if source == "" {
		return pattern.Pattern{}, true
	}
	return ps.compile(source)
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
