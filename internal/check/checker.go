// Package check decides whether answers are acceptable.
//
// An answer is checked by the rules that a person can be told in words: lengths,
// bounds, patterns, formats; kinds.go has those of each kind of field. Where these are
// not all that the field's schema says, a JSON Schema validator then runs the
// request's own schema with formats asserted, so that nothing is sent that the server
// would refuse; tests hold the rules against it. A single field and the whole form are
// checked by the same code.
//
// Nothing that a server wrote can make the check fail: a keyword that does not
// compile is left out and reported, a pattern that cannot run in linear time is
// not run, and nothing is ever fetched.
package check

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Checker checks answers against one form. It gives the same answer the same
// result every time, and compiles each rule once.
type Checker struct {
	form      schema.Form
	patterns  *patterns
	validator *validator
}

// New returns a checker for the form, and completes the fields of the form: it drops suggestions
// that break the server's own rules, and remarks on what cannot be checked. Texts that mean a time
// of day become fields of the kind LocalTime.
func New(form schema.Form) *Checker {
	ps := newPatterns(form)
	c := &Checker{form, ps, newValidator(form, ps)}
	for i := range form.Fields {
		if f := &form.Fields[i]; f.Unsupported == "" {
			c.complete(f)
		}
	}
	return c
}

func (c *Checker) complete(f *schema.Field) {
	_, checkable := c.patterns.of(*f)
	if c.meansTime(*f) {
		f.Kind, f.Multiline = schema.LocalTime, false
	}
	dropped := c.checkDefault(*f)
	remarkOn(f, schema.PatternUnchecked, !checkable)
	remarkOn(f, schema.RuleIgnored, !ownRulesSuffice(*f) && c.validator.rulesMissing(*f))
	if remarkOn(f, dropped, dropped != ""); dropped != "" {
		f.Default, f.DroppedDefault = elicit.Value{}, untrusted.Text(f.Default.Plain())
	}
	remarkOn(f, schema.DefaultWithoutZone, answer.LacksZone(*f))
}

func remarkOn(f *schema.Field, remark schema.Remark, when bool) {
	if when && !slices.Contains(f.Remarks, remark) {
		f.Remarks = append(f.Remarks, remark)
	}
}

// checkDefault says why the server's suggestion is not used, if there is one.
func (c *Checker) checkDefault(f schema.Field) schema.Remark {
	if !f.Default.Exists() {
		return ""
	}
	draft, value := answer.Start(f, answer.Env{}), f.Default
	if answer.LacksZone(f) {
		draft.Zone = "UTC" // Any zone will do.
	}
	a, fault := answer.Read(f, draft, answer.Env{})
	if answer.LacksZone(f) {
		value = a.Value
	}
	pattern, _ := c.patterns.of(f)
	switch {
	case draft.Origin != answer.Suggested || fault != answer.FaultNone:
		return schema.DefaultDropped
	case !c.form.Budget.TakeMatch(workOf(pattern, f.Default)):
		return schema.DefaultTooLong
	case c.check(f.Index, value) != nil:
		return schema.DefaultDropped
	}
	return ""
}

// Field checks one field while the person fills in the form. [Checker.All] will
// find the same, and what the rules between answers refuse.
func (c *Checker) Field(f int, d answer.Draft, env answer.Env) (answer.Answer, *Problem) {
	field := c.form.Fields[f]
	if field.Unsupported != "" && !field.Required {
		return answer.Answer{Absent: true}, nil
	} else if field.Unsupported != "" {
		return answer.Answer{Absent: true}, &Problem{Field: f, Code: Invalid}
	}
	a, fault := answer.Read(field, d, env)
	switch {
	case fault != answer.FaultNone:
		return a, unreadable(field, fault, a, d)
	case a.Absent && isMissing(field, d):
		problem := missing(field)
		problem.MayBeEmpty = field.MayBeEmpty() && c.check(f, answer.Empty(field).Value) == nil
		return a, problem
	case a.Absent:
		return a, nil
	}
	problem := c.check(f, a.Value)
	if problem != nil && controlled(field.Kind) {
		a.Value, problem = c.tidy(f, a.Value, problem)
	}
	return a, problem
}

// controlled reports whether the answers of a kind are what stands in one control, letter by letter.
func controlled(kind schema.Kind) bool {
	return kind == schema.Text || kind == schema.Email || kind == schema.URI || kind == schema.List
}

// tidy returns a value that looks like a wrong one and is right: people paste blanks and no-break hyphens that they
// do not see. If a value is wrong for its spaces or its missing scheme alone, the problem names that.
func (c *Checker) tidy(f int, wrong elicit.Value, problem *Problem) (elicit.Value, *Problem) {
	for i, tidy := range answer.Tidy {
		tidied := elicit.Value{Type: wrong.Type, Text: tidy(wrong.Text)}
		for _, item := range wrong.Items {
			tidied.Items = append(tidied.Items, elicit.StringValue(tidy(item.Text)))
		}
		if tidied.Text == "" && wrong.Text != "" || tidied.Equal(wrong) || c.check(f, tidied) != nil {
			continue
		}
		switch {
		case i < answer.HasSpaces:
			return tidied, nil
		case i == answer.HasSpaces:
			problem.Code = Spaces
			return wrong, problem
		case problem.Code == BadURI:
			problem.Code, problem.Min = NoScheme, tidied.Text
		}
	}
	return wrong, problem
}

// All checks the whole form. The content holds the answered members in the order of the
// schema, and must not be sent while there are problems.
func (c *Checker) All(drafts []answer.Draft, env answer.Env) (content elicit.Value, answers []answer.Answer, problems []Problem) {
	content = elicit.Value{Type: elicit.Object}
	for i, field := range c.form.Fields {
		a, problem := c.Field(i, drafts[i], env)
		answers = append(answers, a)
		if problem != nil {
			problems = append(problems, *problem)
		} else if !a.Absent {
			content.Members = append(content.Members, elicit.Member{Name: field.Name, Value: a.Value})
		}
	}
	if len(c.form.Missing) > 0 {
		problems = append(problems, Problem{Field: -1, Code: Invalid})
	}
	if len(problems) == 0 {
		problems = c.validator.content(content)
	}
	if len(problems) == 0 {
		problems = tooLarge(content, answers)
	}
	return content, answers, problems
}

// tooLarge asks to shorten the longest text, by half at most, where answers together are longer
// than the host accepts.
func tooLarge(content elicit.Value, answers []answer.Answer) []Problem {
	over := len(content.JSON()) - elicit.MaxText
	longest, size := -1, 0
	for i, a := range answers {
		if a.Value.Type == elicit.String && len(a.Value.Text) > size {
			longest, size = i, len(a.Value.Text)
		}
	}
	if over <= 0 || longest < 0 {
		return nil
	}
	text := answers[longest].Value
	written, length := len(text.JSON()), answer.CountCodePoints(text.Text)
	most := length * max(written-over-len(`""`), written/2) / written
	return []Problem{{Field: longest, Code: TooLong, Max: Limit(most), Got: length - most}}
}

// NeedsCompiling reports whether [Checker.Compile] has anything to do.
func (c *Checker) NeedsCompiling() bool {
	return c.form.Conditional || slices.ContainsFunc(c.form.Fields, c.needsValidator)
}

// Compile compiles every schema that checking the answers will need, while nobody waits for it.
func (c *Checker) Compile() {
	for i, field := range c.form.Fields {
		if c.needsValidator(field) {
			c.validator.field(i)
		}
	}
	c.validator.together()
}

func (c *Checker) needsValidator(f schema.Field) bool {
	return f.Unsupported == "" && !ownRulesSuffice(f)
}

// check applies the field's own rules, then the validator.
func (c *Checker) check(f int, value elicit.Value) *Problem {
	field := c.form.Fields[f]
	problem := c.broken(field, value)
	if problem == nil && !ownRulesSuffice(field) {
		problem = c.validator.property(f, value)
		if problem != nil && field.Union && value.Type == elicit.String && (field.Kind == schema.Number || field.Kind == schema.Integer) {
			problem.Code = NotANumber
		}
	}
	if problem != nil {
		problem.Field = f
	}
	return problem
}

// isMissing reports whether a field without an answer is a problem. A choice is while something
// is typed to look for it: to leave it out would lose what the person meant to answer.
func isMissing(field schema.Field, d answer.Draft) bool {
	return field.Required || field.Kind == schema.Choice && d.Text != "" && len(d.Chosen) == 0
}

// unreadable is the problem of a draft that is no value of the field's kind.
func unreadable(field schema.Field, fault answer.Fault, a answer.Answer, d answer.Draft) *Problem {
	p := Problem{Code: Invalid}
	for _, known := range faults {
		if known.fault == fault {
			p.Code, p.Segment = known.code, known.segment
		}
	}
	if field.Kind == schema.LocalTime {
		p.Segment = AllSegments
	}
	if p.Code == DateUnreal || p.Code == OtherCalendar {
		// A whole date may stand in another control than the part that is wrong.
		parts := [...]string{DaySegment: d.Day, MonthSegment: d.Month, YearSegment: d.Year}
		for segment := DaySegment; parts[p.Segment] == "" && segment <= YearSegment; segment++ {
			if parts[segment] != "" {
				p.Segment = segment
			}
		}
	}
	p.Field, p.Min, p.Max = field.Index, a.Readings[0], a.Readings[1]
	return &p
}
