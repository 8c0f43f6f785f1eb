package check

import (
	"slices"
	"sync"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Checker checks answers against one form. It gives the same answer the same
// result every time, compiles each rule once, and may be used from several
// goroutines.
type Checker struct {
	form      schema.Form
	patterns  *patterns
	prepared  []prepared
	validator *validator
}

// prepared is what is known of a field before anybody answers it.
type prepared struct {
	// ownRulesSuffice reports whether the field's own rules decide everything,
	// so that the validator has nothing to add.
	ownRulesSuffice func() bool

	once sync.Once
	// defaultFits says that the server's suggestion passes the server's rules,
	// defaultTooLong that it is too much to look at.
	defaultFits, defaultTooLong bool
	notes                       []schema.Note
}

// New returns a checker for the form. It never fails: what cannot be compiled
// is left out and reported by [Checker.Notes]. It costs next to nothing; what
// a field costs is spent by [Checker.Prepare].
func New(form schema.Form) *Checker {
	c := &Checker{form: form, patterns: newPatterns(form), prepared: make([]prepared, len(form.Fields))}
	c.validator = newValidator(form, c.patterns)
	for i, f := range form.Fields {
		c.prepared[i].ownRulesSuffice = sync.OnceValue(func() bool { return ownRulesSuffice(f) })
	}
	return c
}

// Prepare finds out what has to be known of a field before it is drawn: whether
// the server's suggestion passes the rules, and what the person should be told.
// It does so once, and returns the units of work that it took, so that many
// fields can be prepared in slices; see [schema.Slice].
func (c *Checker) Prepare(field int) (units int) {
	p := &c.prepared[field]
	p.once.Do(func() {
		p.defaultFits = c.checkDefault(field)
		p.notes = c.findNotes(field)
		f := c.form.Fields[field]
		units = c.cost(field, f.Default.Text, len(f.Default.Items)) + len(f.Pattern)
	})
	return units
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

func (c *Checker) findNotes(field int) []schema.Note {
	f := c.form.Fields[field]
	if f.Unsupported != "" {
		return nil
	}
	var notes []schema.Note
	if _, checkable := c.patterns.of(f); !checkable {
		notes = append(notes, schema.PatternUnchecked)
	}
	if !c.prepared[field].ownRulesSuffice() && c.validator.rulesMissing(f) {
		notes = append(notes, schema.RuleIgnored)
	}
	switch p := &c.prepared[field]; {
	case p.defaultTooLong:
		notes = append(notes, schema.DefaultTooLong)
	case !p.defaultFits:
		notes = append(notes, schema.DefaultDropped)
	}
	return slices.DeleteFunc(notes, func(n schema.Note) bool { return slices.Contains(f.Notes, n) })
}

// textOf is how many bytes of text an answer has.
func textOf(value elicit.Value) int {
	length := len(value.Text)
	for _, item := range value.Items {
		length += len(item.Text)
	}
	return length
}

func (c *Checker) checkDefault(field int) bool {
	f := c.form.Fields[field]
	if !f.Default.Exists() || f.Unsupported != "" {
		return true
	}
	draft := answer.Start(f, answer.Env{})
	if draft.Origin != answer.Suggested {
		return false
	}
	a, fault := answer.Read(f, draft, answer.Env{})
	if fault != answer.FaultNone {
		return false
	}
	if a.Absent {
		return true
	}
	if pattern, _ := c.patterns.of(f); !c.form.Budget.TakeMatch(pattern.Work(textOf(a.Value))) {
		c.prepared[field].defaultTooLong = true
		return false
	}
	return c.check(field, a.Value) == nil
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
	if problem == nil && !c.prepared[f].ownRulesSuffice() {
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
