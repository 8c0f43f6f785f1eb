package check

import (
	"slices"
	"sync"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Checker checks answers against one form. It is immutable and may be shared.
type Checker struct {
	form     schema.Form
	patterns *patterns
	// plain says of each field that its own rules decide everything, so that
	// the validator has nothing to add.
	plain []bool
	// gate compiles the schema when it is first needed: most forms are on
	// screen before that.
	gate func() *gate
}

// New returns a checker for the form. It never fails: what cannot be compiled
// is left out and reported by [Checker.Notes].
func New(form schema.Form) *Checker {
	c := &Checker{form: form, patterns: newPatterns(), plain: make([]bool, len(form.Fields))}
	properties := propertiesOf(form.Schema)
	for i, field := range form.Fields {
		c.plain[i] = plainField(field, properties[field.Name])
	}
	c.gate = sync.OnceValue(func() *gate { return newGate(form, c.patterns) })
	return c
}

// Notes returns what the person should know about the field, beyond the notes
// of package schema: that its pattern is not checked, that a rule was left
// out, or that the server's suggestion breaks the server's own rules.
func (c *Checker) Notes(field int) []schema.Note {
	f := c.form.Fields[field]
	if f.Unsupported != "" {
		return nil
	}
	var notes []schema.Note
	unchecked := func(pattern string) bool {
		_, checkable := c.patterns.compile(pattern)
		return pattern != "" && !checkable
	}
	if unchecked(f.Pattern) || f.Entry != nil && unchecked(f.Entry.Pattern) {
		notes = append(notes, schema.PatternUnchecked)
	}
	if !c.plain[field] && c.gate().repaired[field] {
		notes = append(notes, schema.RuleIgnored)
	}
	if !c.DefaultFits(field) {
		notes = append(notes, schema.DefaultDropped)
	}
	return slices.DeleteFunc(notes, func(n schema.Note) bool { return slices.Contains(f.Notes, n) })
}

// DefaultFits reports whether the server's suggestion passes the server's own
// rules; it does when there is none.
func (c *Checker) DefaultFits(field int) bool {
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
	return a.Absent || c.judge(field, a.Value) == nil
}

// Field checks one field while the person fills in the form. Its verdict is
// the one that [Checker.All] will give, but for rules between answers.
func (c *Checker) Field(f int, d answer.Draft, env answer.Env) (answer.Answer, *Problem) {
	field := c.form.Fields[f]
	if field.Unsupported != "" {
		if field.Required {
			return answer.Answer{Absent: true}, &Problem{Field: f, Code: Refused}
		}
		return answer.Answer{Absent: true}, nil
	}
	a, fault := answer.Read(field, d, env)
	switch {
	case fault != answer.FaultNone:
		return a, unreadable(f, fault, a)
	case a.Absent && (field.Required || unmatched(field, d)):
		return a, missing(field)
	case a.Absent:
		return a, nil
	}
	return a, c.judge(f, a.Value)
}

// judge applies the field's own rules, then the validator.
func (c *Checker) judge(f int, value elicit.Value) *Problem {
	field := c.form.Fields[f]
	problem := c.rules(field, value)
	if problem == nil && !c.plain[f] {
		problem = c.gate().property(f, value)
	}
	if problem != nil {
		problem.Field = f
	}
	return problem
}

// All checks the whole form. Content holds the answered members in the order
// of the schema, and may leave only when there are no problems.
func (c *Checker) All(drafts []answer.Draft, env answer.Env) (content elicit.Value, answers []answer.Answer, problems []Problem) {
	content = elicit.Value{Kind: elicit.Object}
	answers = make([]answer.Answer, len(c.form.Fields))
	for i, field := range c.form.Fields {
		var draft answer.Draft
		if i < len(drafts) {
			draft = drafts[i]
		}
		a, problem := c.Field(i, draft, env)
		answers[i] = a
		if problem != nil {
			problems = append(problems, *problem)
		} else if !a.Absent {
			content.Members = append(content.Members, elicit.Member{Name: field.Name, Value: a.Value})
		}
	}
	if len(c.form.Missing) > 0 {
		problems = append(problems, Problem{Field: -1, Code: Refused})
	}
	if len(problems) == 0 {
		problems = c.gate().whole(c.form, content)
	}
	return content, answers, problems
}

// unmatched reports whether something was typed to find an option that is none.
// To leave it out silently would lose what somebody meant to answer.
func unmatched(field schema.Field, d answer.Draft) bool {
	return field.Kind == schema.Choice && d.Text != "" && len(d.Chosen) == 0
}

// missing is the problem of a required field without an answer.
func missing(field schema.Field) *Problem {
	p := &Problem{Field: field.Index, Code: Empty}
	switch field.Kind {
	case schema.Boolean:
		p.Code = NotAnswered
	case schema.Choice:
		p.Code = NotChosen
	case schema.Choices:
		p.Code = NotChosen
		if field.MinItems > 1 {
			p.Code, p.Min = TooFewChosen, count(field.MinItems)
		}
	}
	return p
}

// unreadable is the problem of a draft that is no value of the field's kind.
func unreadable(field int, fault answer.Fault, a answer.Answer) *Problem {
	p := &Problem{Field: field, Code: Refused}
	switch fault {
	case answer.FaultNotANumber:
		p.Code = NotANumber
	case answer.FaultNotWhole:
		p.Code = NotWhole
	case answer.FaultAmbiguous:
		p.Code, p.Min, p.Max = AmbiguousNumber, a.Readings[0], a.Readings[1]
	case answer.FaultTooBig:
		p.Code = NumberTooBig
	case answer.FaultTooLong:
		p.Code = NumberTooLong
	case answer.FaultMissingDay:
		p.Code, p.Part = DateIncomplete, PartDay
	case answer.FaultMissingMonth:
		p.Code, p.Part = DateIncomplete, PartMonth
	case answer.FaultMissingYear:
		p.Code, p.Part = DateIncomplete, PartYear
	case answer.FaultUnrealDate:
		p.Code, p.Part = DateUnreal, PartDay
	case answer.FaultNoClock:
		p.Code, p.Part = ClockMissing, PartClock
	case answer.FaultUnrealClock:
		p.Code, p.Part = ClockUnreal, PartClock
	case answer.FaultUnknownZone:
		p.Code, p.Part = ZoneUnknown, PartZone
	case answer.FaultSkipped:
		p.Code, p.Part, p.Min, p.Max = TimeSkipped, PartClock, a.Readings[0], a.Readings[1]
	case answer.FaultTwice:
		p.Code, p.Part, p.Min, p.Max = TimeTwice, PartFold, a.Readings[0], a.Readings[1]
	}
	return p
}
