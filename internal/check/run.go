package check

import (
	"math"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
)

// Run is the check of a whole form, a slice at a time.
type Run struct {
	checker  *Checker
	drafts   []answer.Draft
	env      answer.Env
	content  elicit.Value
	answers  []answer.Answer
	problems []Problem
	done     bool
}

// Begin starts a check of the whole form. The drafts must not change until it
// is done.
func (c *Checker) Begin(drafts []answer.Draft, env answer.Env) *Run {
	return &Run{
		checker: c, drafts: drafts, env: env,
		content: elicit.Value{Kind: elicit.Object},
		answers: make([]answer.Answer, 0, len(c.form.Fields)),
	}
}

// Step checks fields until it has done some units of work, one field at least,
// and at the end what the answers are together. It reports whether that was
// all; see [schema.Slice].
func (r *Run) Step(units int) (done bool) {
	fields := r.checker.form.Fields
	spent := 0
	for len(r.answers) < len(fields) && spent < units {
		spent += r.field()
	}
	if len(r.answers) < len(fields) || r.done {
		return r.done
	}
	if spent > 0 && len(r.problems) == 0 && r.checker.validator.manyTogether() {
		return false // The rules between many answers are a slice of their own.
	}
	if len(r.checker.form.Missing) > 0 {
		r.problems = append(r.problems, Problem{Field: -1, Code: SchemaRefused})
	}
	if len(r.problems) == 0 {
		r.problems = r.checker.validator.content(r.content)
	}
	if len(r.problems) == 0 {
		r.problems = r.tooLarge()
	}
	r.done = true
	return true
}

// tooLarge is the problem of answers that together are longer than the host
// accepts. It asks to shorten the longest text, by half at most.
func (r *Run) tooLarge() []Problem {
	over := len(r.content.JSON()) - elicit.MaxText
	longest, size := -1, 0
	for i, a := range r.answers {
		if a.Value.Kind == elicit.String && len(a.Value.Text) > size {
			longest, size = i, len(a.Value.Text)
		}
	}
	if over <= 0 || longest < 0 {
		return nil
	}
	text := r.answers[longest].Value
	written, length := len(text.JSON()), answer.CountCodePoints(text.Text)
	most := length * max(written-over-len(`""`), written/2) / written
	return []Problem{{Field: longest, Code: TooLong, Max: limit(most), Got: length - most}}
}

// field checks the next one and returns what it has cost.
func (r *Run) field() int {
	i := len(r.answers)
	var draft answer.Draft
	if i < len(r.drafts) {
		draft = r.drafts[i]
	}
	a, problem := r.checker.Field(i, draft, r.env)
	r.answers = append(r.answers, a)
	if problem != nil {
		r.problems = append(r.problems, *problem)
	} else if !a.Absent {
		r.content.Members = append(r.content.Members, elicit.Member{Name: r.checker.form.Fields[i].Name, Value: a.Value})
	}
	return r.checker.cost(i, draft.Text, len(draft.Chosen))
}

// cost is how many units of work it takes to check an answer.
func (c *Checker) cost(field int, text string, items int) int {
	cost := 2 + len(text)/64 + items
	if !c.ownRulesSuffice(field) {
		// The validator looks at every part of the schema.
		cost += 10 + size(c.form.Fields[field].Schema, 30_000)/30
	}
	return cost
}

// Result is what the check found, once [Run.Step] is done. Content holds the
// answered members in the order of the schema, and may leave only when there
// are no problems.
func (r *Run) Result() (content elicit.Value, answers []answer.Answer, problems []Problem) {
	return r.content, r.answers, r.problems
}

// All checks the whole form in one go; see [Checker.Begin].
func (c *Checker) All(drafts []answer.Draft, env answer.Env) (content elicit.Value, answers []answer.Answer, problems []Problem) {
	run := c.Begin(drafts, env)
	for !run.Step(math.MaxInt) {
	}
	return run.Result()
}
