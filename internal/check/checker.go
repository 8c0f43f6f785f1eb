package check

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Checker checks answers against one form. It gives the same answer the same
// result every time, and compiles each rule once.
type Checker struct {
	form      schema.Form
	patterns  *patterns
	prepared  []prepared
	validator *validator
}

// prepared is what is known of a field before anybody answers it.
type prepared struct {
	// ownRules is for [Checker.ownRulesSuffice].
	ownRules lazy[bool]

	done bool
	// defaultFits says that the server's suggestion passes the server's rules.
	defaultFits bool
	notes       []schema.Note
}

// New returns a checker for the form. It never fails: what cannot be compiled
// is left out and reported by [Checker.Notes]. It costs next to nothing; what
// a field costs is spent by [Checker.Prepare].
func New(form schema.Form) *Checker {
	c := &Checker{form: form, patterns: newPatterns(form), prepared: make([]prepared, len(form.Fields))}
	c.validator = newValidator(form, c.patterns)
	return c
}

// ownRulesSuffice reports whether the field's own rules decide everything, so that the
// validator has nothing to add.
func (c *Checker) ownRulesSuffice(field int) bool {
	return c.prepared[field].ownRules.get(func() bool { return ownRulesSuffice(c.form.Fields[field]) })
}

// Prepare finds out what has to be known of a field before it is drawn: whether
// the server's suggestion passes the rules, and what the person should be told.
// It does so once, and returns the units of work that it took, so that many
// fields can be prepared in slices; see [schema.Slice].
func (c *Checker) Prepare(field int) (units int) {
	p, f := &c.prepared[field], c.form.Fields[field]
	if p.done {
		return 0
	}
	p.done, p.defaultFits = true, true
	if f.Unsupported == "" {
		c.findNotes(f, p)
	}
	return c.cost(field, f.Default.Text, len(f.Default.Items)) + len(f.Pattern)
}

// Notes returns what the person should know about the field, beyond the notes
// of package schema: that its pattern is not checked, that a rule was left
// out, or that the server's suggestion breaks the server's own rules.
func (c *Checker) Notes(field int) []schema.Note {
	c.Prepare(field)
	return c.prepared[field].notes
}

// DefaultFits reports whether the server's suggestion passes the server's own
// rules; it does when there is none.
func (c *Checker) DefaultFits(field int) bool {
	c.Prepare(field)
	return c.prepared[field].defaultFits
}

// findNotes finds out about a field that can be answered.
func (c *Checker) findNotes(f schema.Field, p *prepared) {
	dropped := c.checkDefault(f)
	p.defaultFits = dropped == ""
	note := func(n schema.Note, when bool) {
		if when && !slices.Contains(f.Notes, n) {
			p.notes = append(p.notes, n)
		}
	}
	_, checkable := c.patterns.of(f)
	note(schema.PatternUnchecked, !checkable)
	note(schema.RuleIgnored, !c.ownRulesSuffice(f.Index) && c.validator.rulesMissing(f))
	note(dropped, !p.defaultFits)
}

// textOf is how many bytes of text an answer has.
func textOf(value elicit.Value) int {
	length := len(value.Text)
	for _, item := range value.Items {
		length += len(item.Text)
	}
	return length
}

// checkDefault says why the server's suggestion is not used: it breaks the
// server's own rules, or is too much to look at; empty when it is used, or when
// there is none.
func (c *Checker) checkDefault(f schema.Field) schema.Note {
	if !f.Default.Exists() {
		return ""
	}
	draft := answer.Start(f, answer.Env{})
	a, fault := answer.Read(f, draft, answer.Env{})
	if draft.Origin != answer.Suggested || fault != answer.FaultNone {
		return schema.DefaultDropped
	}
	if a.Absent {
		return ""
	}
	if pattern, _ := c.patterns.of(f); !c.form.Budget.TakeMatch(pattern.Work(textOf(a.Value))) {
		return schema.DefaultTooLong
	}
	if c.check(f.Index, a.Value) != nil {
		return schema.DefaultDropped
	}
	return ""
}

// Field checks one field while the person fills in the form. [Checker.All] will
// find the same, and what the rules between answers refuse.
func (c *Checker) Field(f int, d answer.Draft, env answer.Env) (answer.Answer, *Problem) {
	field := c.form.Fields[f]
	if field.Unsupported != "" {
		if field.Required {
			return answer.Answer{Absent: true}, &Problem{Field: f, Code: SchemaRefused}
		}
		return answer.Answer{Absent: true}, nil
	}
	a, fault := answer.Read(field, d, env)
	switch {
	case fault != answer.FaultNone:
		return a, unreadable(field, fault, a)
	case a.Absent && isMissing(field, d):
		return a, missing(field)
	case a.Absent:
		return a, nil
	}
	return a, c.check(f, a.Value)
}

// check applies the field's own rules, then the validator.
func (c *Checker) check(f int, value elicit.Value) *Problem {
	field := c.form.Fields[f]
	c.patterns.of(field) // Compiles the patterns of the fields before it as well.
	problem := kinds[field.Kind].broken(c, field, value)
	if problem == nil && !c.ownRulesSuffice(f) {
		problem = c.validator.property(f, value)
	}
	if problem != nil {
		problem.Field = f
	}
	return problem
}

// isMissing reports whether a field without an answer is a problem.
func isMissing(field schema.Field, d answer.Draft) bool {
	kind, isSearched := kinds[field.Kind].(searched)
	return field.Required || isSearched && kind.unmatched(d)
}

// missing is the problem of a field that needs an answer and has none.
func missing(field schema.Field) *Problem {
	p := kinds[field.Kind].missing(field)
	p.Field = field.Index
	return &p
}

// unreadable is the problem of a draft that is no value of the field's kind.
func unreadable(field schema.Field, fault answer.Fault, a answer.Answer) *Problem {
	p := Problem{Code: SchemaRefused}
	if kind, isParsed := kinds[field.Kind].(parsed); isParsed {
		p = kind.unreadable(fault)
	}
	p.Field, p.Min, p.Max = field.Index, a.Readings[0], a.Readings[1]
	return &p
}
