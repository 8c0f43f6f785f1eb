package check

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/check/pattern"
	"github.com/elicitform/elicitform/internal/elicit"
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

// of returns the pattern of a field or of its entries; not checkable where it, or the
// form's patterns together, would cost too much.
func (ps *patterns) of(field schema.Field) (p pattern.Pattern, checkable bool) {
	source := field.Pattern
	if field.Entry != nil {
		source = field.Entry.Pattern
	}
	if source == "" {
		return pattern.Pattern{}, true
	}
	p = ps.compile(source)
	return p, p.Checkable()
}

// compile returns a pattern that stands anywhere in the schema.
func (ps *patterns) compile(source string) pattern.Pattern {
	p, found := ps.compiled[source]
	if !found {
		p = pattern.CompileWithin(source, ps.budget.TakePattern)
		ps.compiled[source] = p
	}
	return p
}

// engine gives the validator the same patterns. One that cannot be checked
// matches everything, because an error here would make the whole schema useless.
func (ps *patterns) engine(source string) (jsonschema.Regexp, error) {
	return ps.compile(source), nil
}

// Broken is the first of a field's own rules that a value breaks; nil where it breaks none.
// It is for answers that come from elsewhere than the form. Rules that take the validator are
// left out, so is the kind of the value, and a pattern where all matches would take too much.
func (c *Checker) Broken(field int, value elicit.Value) *Problem {
	f := c.form.Fields[field]
	if p, _ := c.patterns.of(f); !c.form.Budget.TakeMatch(workOf(p, value)) {
		f.Pattern = ""
		if f.Entry != nil {
			entry := *f.Entry
			entry.Pattern = ""
			f.Entry = &entry
		}
	}
	return c.broken(f, value)
}

// workOf is the most that a pattern takes with a text, or with the entries of a list.
func workOf(p pattern.Pattern, value elicit.Value) int {
	work := p.Work(len(value.Text))
	for _, item := range value.Items {
		work += p.Work(len(item.Text))
	}
	return work
}

// PatternsFit reports whether a form has room for every pattern in the schemas of a round, in
// whichever order they are compiled. Else a form leaves some pattern unchecked.
func PatternsFit(schemas []elicit.Value) bool {
	budget, fit := schema.NewBudget(), true
	room := func(effort int) bool {
		fit = fit && budget.TakePattern(effort)
		return fit
	}
	for _, s := range schemas {
		seen := map[string]bool{}
		eachPattern(s, func(source string) {
			if fit && !seen[source] {
				seen[source] = true
				pattern.CompileWithin(source, room)
			}
		})
	}
	return fit
}

// eachPattern calls visit with everything in a value that can be a pattern.
func eachPattern(value elicit.Value, visit func(source string)) {
	for _, item := range value.Items {
		eachPattern(item, visit)
	}
	for _, member := range value.Members {
		if member.Name == "pattern" && member.Value.Type == elicit.String {
			visit(member.Value.Text)
		}
		if member.Name == "patternProperties" {
			for _, named := range member.Value.Members {
				visit(named.Name)
			}
		}
		eachPattern(member.Value, visit)
	}
}
