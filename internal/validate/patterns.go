package validate

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate/pattern"
)

// patterns compiles each pattern once, within the budget, and first those of the fields in their order.
type patterns struct {
	budget   *schema.Budget
	compiled map[string]pattern.Pattern
}

func newPatterns(form schema.Form) *patterns {
	return &patterns{budget: form.Budget, compiled: map[string]pattern.Pattern{}}
}

// of returns the pattern of a field. It reports false if the pattern, or all patterns of the form together,
// would cost too much.
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

func (ps *patterns) compile(source string) pattern.Pattern {
	p, found := ps.compiled[source]
	if !found {
		p = pattern.CompileWithin(source, ps.budget.TakePattern)
		ps.compiled[source] = p
	}
	return p
}

// engine never fails: an error for an uncheckable pattern would invalidate the whole schema.
func (ps *patterns) engine(source string) (jsonschema.Regexp, error) {
	return ps.compile(source), nil
}

// CheckForeign checks an answer that does not come from the form. It skips rules that need the validator, the
// check of the value's kind, and a pattern if the budget for matching is used up.
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

func matchWork(p pattern.Pattern, value request.Value) int {
	work := p.Work(len(value.Text))
	for _, item := range value.Items {
		work += p.Work(len(item.Text))
	}
	return work
}

// PatternsFit reports whether the budget has room for every pattern in the schemas of a round, in any order.
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
