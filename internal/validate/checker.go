// Package validate decides whether answers are acceptable.
//
// It first applies the rules that the form can explain in words; kinds.go has those of each kind of field.
// If these do not cover the field's schema, a JSON Schema validator runs the request's own schema with
// formats asserted. A server may still refuse an accepted answer for a pattern that was not checked, or
// because it calculates with floats; see [Miscounted].
//
// No schema of a server can make the check fail: a keyword that does not compile is left out and reported,
// a pattern that cannot run in linear time is not run, and references are never fetched.
package validate

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
)

// Checker checks answers against one form. It compiles each rule once, and always gives the same result.
type Checker struct {
	form      schema.Form
	patterns  *patterns
	validator *validator
}

// New returns a checker for the form and completes its fields: it drops suggestions that break the server's
// own rules, remarks on unchecked rules, and turns texts for a time of day into fields of the kind LocalTime.
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
	if c.isTimeOfDay(*f) {
		f.Kind, f.Multiline = schema.LocalTime, false
	}
	dropped := c.checkDefault(*f)
	remarkOn(f, schema.PatternUnchecked, !checkable)
	remarkOn(f, schema.RuleIgnored, !ownRulesSuffice(*f) && c.validator.rulesMissing(*f))
	if remarkOn(f, dropped, dropped != ""); dropped != "" {
		f.Default, f.DroppedDefault = request.Value{}, safetext.Text(f.Default.Plain())
	}
	remarkOn(f, schema.DefaultWithoutZone, answer.LacksZone(*f))
}

func remarkOn(f *schema.Field, remark schema.Remark, when bool) {
	if when && !slices.Contains(f.Remarks, remark) {
		f.Remarks = append(f.Remarks, remark)
	}
}

func (c *Checker) checkDefault(f schema.Field) schema.Remark {
	if !f.Default.Exists() {
		return ""
	}
	draft, value := answer.Start(f, answer.Env{}), f.Default
	if answer.LacksZone(f) {
		draft.Zone = "UTC" // The check is the same in every zone.
	}
	a, fault := answer.Read(f, draft, answer.Env{})
	if answer.LacksZone(f) {
		value = a.Value
	}
	pattern, _ := c.patterns.of(f)
	switch {
	case draft.Origin != answer.Suggested || fault != answer.FaultNone:
		return schema.DefaultDropped
	case !c.form.Budget.TakeMatch(matchWork(pattern, f.Default)):
		return schema.DefaultTooLong
	case c.check(f.Index, value) != nil:
		return schema.DefaultDropped
	}
	return ""
}

// CheckField checks one field, without the rules between answers of [Checker.CheckAll].
func (c *Checker) CheckField(f int, d answer.Draft, env answer.Env) (answer.Answer, *Problem) {
	field := c.form.Fields[f]
	if field.Unsupported != "" && !field.Required {
		return answer.Answer{Absent: true}, nil
	} else if field.Unsupported != "" {
		return answer.Answer{Absent: true}, &Problem{Field: f, Code: Invalid}
	}
	a, fault := answer.Read(field, d, env)
	switch {
	case fault != answer.FaultNone:
		return a, faultProblem(field, fault, a, d)
	case a.Absent && isMissing(field, d):
		problem := missingProblem(field)
		problem.MayBeEmpty = field.MayBeEmpty() && c.check(f, answer.Empty(field).Value) == nil
		return a, problem
	case a.Absent:
		return a, nil
	}
	problem := c.check(f, a.Value)
	if problem != nil && hasOneControl(field.Kind) {
		a.Value, problem = c.tidy(f, a.Value, problem)
	}
	return a, problem
}

func hasOneControl(kind schema.Kind) bool {
	return kind == schema.Text || kind == schema.Email || kind == schema.URI || kind == schema.List
}

// maxCodeParts is the largest number of parts, with spaces between them, of a code. A text of more parts is prose.
const maxCodeParts = 4

// tidy returns a valid value that looks like the wrong one, because people paste blanks and no-break hyphens without
// seeing them. If only spaces or a missing scheme make the value wrong, the problem names them.
func (c *Checker) tidy(f int, wrong request.Value, problem *Problem) (request.Value, *Problem) {
	for i, tidy := range answer.Tidy {
		tidied := request.Value{Type: wrong.Type, Text: tidy(wrong.Text)}
		for _, item := range wrong.Items {
			tidied.Items = append(tidied.Items, request.StringValue(tidy(item.Text)))
		}
		if tidied.Text == "" && wrong.Text != "" || tidied.Equal(wrong) || c.check(f, tidied) != nil {
			continue
		}
		switch {
		case i < answer.HasSpaces:
			return tidied, nil
		case i == answer.HasSpaces:
			isProse := len(strings.Fields(wrong.Text)) > maxCodeParts
			if !isProse || problem.Code != TooLong && problem.Code != LengthBetween {
				problem.Code = Spaces
			}
			return wrong, problem
		case problem.Code == BadURI:
			problem.Code, problem.Min = NoScheme, tidied.Text
		}
	}
	return wrong, problem
}

// CheckAll checks the whole form. The content is in the order of the schema; problems keep it from being sent.
func (c *Checker) CheckAll(drafts []answer.Draft, env answer.Env) (content request.Value, answers []answer.Answer, problems []Problem) {
	content = request.Value{Type: request.Object}
	for i, field := range c.form.Fields {
		a, problem := c.checkPart(i, drafts, env)
		answers = append(answers, a)
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		if own := c.form.OwnText(i); own >= 0 && drafts[i].ChoosesOwn(&field) {
			a, _ = c.checkPart(own, drafts, env)
		}
		if !a.Absent && !c.form.SharesProperty(i) {
			content.Members = append(content.Members, request.Member{Name: field.Name, Value: a.Value})
		}
	}
	if len(c.form.Missing) > 0 {
		problems = append(problems, Problem{Field: -1, Code: Invalid})
	}
	if len(problems) == 0 {
		problems = c.validator.content(content)
	}
	if len(problems) == 0 {
		problems = checkSize(content, answers)
	}
	return content, answers, problems
}

// checkPart is [Checker.CheckField], also for a text that is sent only if its choice says so.
func (c *Checker) checkPart(f int, drafts []answer.Draft, env answer.Env) (answer.Answer, *Problem) {
	a, problem := c.CheckField(f, drafts[f], env)
	choice := c.form.Question(f)
	switch {
	case choice.Index == f && a.Absent && choice.Companion > 0 && drafts[f].ChoosesOwn(choice):
		return a, nil // The text answers, and is checked by itself.
	case choice.Index == f || c.form.Fields[f].IsNote:
		return a, problem
	case !drafts[choice.Index].ChoosesOwn(choice):
		return answer.Answer{Absent: true}, nil
	case problem == nil && a.Absent:
		problem = &Problem{Field: f, Code: NotWritten}
	}
	return a, problem
}

// checkSize asks the person to shorten the longest text if all answers are longer than the host accepts.
func checkSize(content request.Value, answers []answer.Answer) []Problem {
	over := len(content.JSON()) - request.MaxText
	longest, size := -1, 0
	for i, a := range answers {
		if a.Value.Type == request.String && len(a.Value.Text) > size {
			longest, size = i, len(a.Value.Text)
		}
	}
	if over <= 0 || longest < 0 {
		return nil
	}
	text := answers[longest].Value
	written, length := len(text.JSON()), answer.CountCodePoints(text.Text)
	limit := length * max(written-over-len(`""`), written/2) / written
	return []Problem{{Field: longest, Code: TooLong, Max: Limit(limit), Got: length - limit}}
}

// NeedsCompiling reports whether [Checker.Compile] has work to do.
func (c *Checker) NeedsCompiling() bool {
	return c.form.Conditional || slices.ContainsFunc(c.form.Fields, c.needsValidator)
}

// Compile compiles in advance every schema that checking the answers will need.
func (c *Checker) Compile() {
	for i, field := range c.form.Fields {
		if c.needsValidator(field) {
			c.validator.field(i)
		}
	}
	c.validator.rootRules()
}

func (c *Checker) needsValidator(f schema.Field) bool {
	return f.Unsupported == "" && !ownRulesSuffice(f)
}

func (c *Checker) check(f int, value request.Value) *Problem {
	field := c.form.Fields[f]
	problem := c.brokenRule(field, value)
	if problem == nil && !ownRulesSuffice(field) {
		problem = c.validator.property(f, value)
		if problem != nil && field.Union && value.Type == request.String && (field.Kind == schema.Number || field.Kind == schema.Integer) {
			problem.Code = NotANumber
		}
	}
	if problem != nil {
		problem.Field = f
	}
	return problem
}

// isMissing includes an optional choice while the person has typed a text to search it.
func isMissing(field schema.Field, d answer.Draft) bool {
	return field.Required || field.Kind == schema.Choice && d.Text != "" && len(d.Chosen) == 0
}

func faultProblem(field schema.Field, fault answer.Fault, a answer.Answer, d answer.Draft) *Problem {
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
		// A whole date may be in one control and its wrong part belong to a second.
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
