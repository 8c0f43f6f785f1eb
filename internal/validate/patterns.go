package validate

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate/pattern"
)

// patterns compiles each pattern of a form once, within the budget of the request. [New]
// starts with those of the fields, in their order.
type patterns struct {
	budget   *schema.Budget
	compiled map[string]pattern.Pattern
}

func newPatterns(form schema.Form) *patterns {
	return &patterns{budget: form.Budget, compiled: map[string]pattern.Pattern{}}
}

// of returns the pattern of a field or of its entries. It reports false if the pattern, or all
// patterns of the form together, would cost too much.
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

// compile returns the compiled form of any pattern in the schema.
func (ps *patterns) compile(source string) pattern.Pattern {
	p, found := ps.compiled[source]
	if !found {
		p = pattern.CompileWithin(source, ps.budget.TakePattern)
		ps.compiled[source] = p
	}
	return p
}

// engine gives the validator the same patterns. An uncheckable pattern matches everything,
// because an error would invalidate the whole schema.
func (ps *patterns) engine(source string) (jsonschema.Regexp, error) {
	return ps.compile(source), nil
}

// CheckForeign returns the problem for the first of a field's own rules that a value breaks, else
// nil. It is for answers that do not come from the form. It skips the rules that need the validator,
// the check of the value's kind, and a pattern if the budget for matching is used up.
func (c *Checker) CheckForeign(field int, value request.Value) *Problem {
	f := c.form.Fields[field]
	if p, _ := c.patterns.of(f); !c.form.Budget.TakeMatch(matchWork(p, value)) {
		f.Pattern = ""
		if f.Entry != nil {
			entry := *f.Entry
			entry.Pattern = ""
			f.Entry = &entry
		}
	}
	return c.brokenRule(f, value)
}

// matchWork bounds the work of matching a pattern with a text, or with the entries of a list.
func matchWork(p pattern.Pattern, value request.Value) int {
	work := p.Work(len(value.Text))
	for _, item := range value.Items {
		work += p.Work(len(item.Text))
	}
	return work
}

// PatternsFit reports whether the budget of a form has room for every pattern in the schemas of a
// round, in any order. If not, some pattern of a form stays unchecked.
func PatternsFit(schemas []request.Value) bool {
	budget, fit := schema.NewBudget(), true
	room := func(effort int) bool {
		fit = fit && budget.TakePattern(effort)
		return fit
	}
	for _, s := range schemas {
		compiled := map[string]bool{}
		eachPattern(s, func(source string) {
			if fit && !compiled[source] {
				compiled[source] = true
				pattern.CompileWithin(source, room)
			}
		})
	}
	return fit
}

// eachPattern calls visit with every text in a value that can be a pattern.
func eachPattern(value request.Value, visit func(source string)) {
	for _, item := range value.Items {
		eachPattern(item, visit)
	}
	for _, member := range value.Members {
		if member.Name == "pattern" && member.Value.Type == request.String {
			visit(member.Value.Text)
		}
		if member.Name == "patternProperties" {
			for _, property := range member.Value.Members {
				visit(property.Name)
			}
		}
		eachPattern(member.Value, visit)
	}
}
