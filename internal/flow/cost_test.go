package flow

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/check/test/checktest"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording/test/wordingtest"
)

// cost is what one request took, counted.
type cost struct {
	rejected elicit.Reason
	// fields are all, blocked those that cannot be answered.
	fields, blocked int
	// spent is what reading, preparing, compiling and checking took of the budget.
	spent int
	// elements, options and characters are what is drawn.
	elements, options, characters int
}

// worked does everything with a request that a person causes who opens it and
// presses Continue: reading, preparing, wording and checking.
func worked(t testing.TB, requested elicit.Value) cost {
	var c cost
	budget := schema.NewBudget()
	form, err := schema.Read(elicit.Request{Schema: requested}, budget)
	if err != nil {
		c.rejected = err.(*elicit.Error).Reason
		c.spent = budget.Cost()
		return c
	}
	checker := check.New(form)
	drafts := make([]answer.Draft, len(form.Fields))
	words := wordingtest.For("en")
	env := answer.Env{Locale: localetest.For("en")}
	c.fields = len(form.Fields)
	for i, f := range form.Fields {
		c.elements += f.Elements()
		c.characters += len(words.Label(f)) + len(untrusted.Display(f.Description, untrusted.DescriptionLimit).Shown)
		if f.Unsupported != "" {
			c.blocked++
			continue
		}
		drafts[i] = answer.Start(f, env)
		c.characters += len(drafts[i].Text) + len(words.Sentences(words.Hint(f)...))
		for o := range f.Options {
			if f.Searchable && o > schema.FoundBoxes {
				break
			}
			c.options++
			c.characters += len(words.Option(f, o)) + len(untrusted.Display(f.Options[o].Description, untrusted.OptionLimit).Shown)
		}
	}
	checker.Compile()
	_, answers, _ := checker.CheckAll(drafts, env)
	c.spent = budget.Cost()
	if len(answers) != len(form.Fields) {
		t.Errorf("%d answers to %d questions", len(answers), len(form.Fields))
	}
	return c
}

// mostSpent is how many units of the budget take some 60 milliseconds in a browser; see
// [schema.Budget.Cost].
const mostSpent = 25_000

// TestCost_B31_HostileRequestsAreCountedBeforeTheyAreWorkedOff holds what a
// request makes of a page and of the memory to bounds that do not depend on
// what its references multiply.
func TestCost_B31_HostileRequestsAreCountedBeforeTheyAreWorkedOff(t *testing.T) {
	for _, hostile := range checktest.HostileSchemas() {
		t.Run(hostile.Name, func(t *testing.T) {
			if len(hostile.Schema) > elicit.MaxText {
				t.Fatalf("it would not even be parsed: %d bytes", len(hostile.Schema))
			}
			value := parsed(t, hostile.Schema)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c := worked(t, value)
			runtime.ReadMemStats(&after)
			megabytes := (after.TotalAlloc - before.TotalAlloc) >> 20
			if c.characters > 1<<20 || c.elements > schema.MaxElements || c.options > schema.MaxOptionsTotal || c.spent > mostSpent || megabytes > 40 {
				t.Errorf("%+v, %d MB", c, megabytes)
			}
			t.Logf("%+v, %d MB", c, megabytes)
		})
	}
}

func TestRound_B31_QuestionsShareOneBudget(t *testing.T) {
	form := func(definition string, n int) elicit.Value {
		properties := make([]string, n)
		for i := range properties {
			properties[i] = fmt.Sprintf(`"p%d":{"$ref":"#/$defs/t"}`, i)
		}
		return parsed(t, `{"message":"m","requestedSchema":{"properties":{`+strings.Join(properties, ",")+`},"$defs":{"t":`+definition+`}}}`)
	}
	round := func(questions ...elicit.Value) State {
		asked := make([]elicit.InputRequest, len(questions))
		for i, params := range questions {
			asked[i] = elicit.InputRequest{Key: fmt.Sprint(i), Params: params}
		}
		s, _ := Update(start(t), Requested{ID: elicit.StringValue("1"), Requests: asked})
		return s
	}
	ten := `{"enum":["a","b","c","d","e","f","g","h","i","j"]}`
	if s := round(form(ten, 150), form(ten, 150)); s.Step != Form {
		t.Errorf("3,000 options are rejected: %s", s.Rejected)
	}
	options := make([]string, schema.MaxOptions)
	for i := range options {
		options[i] = fmt.Sprint(i)
	}
	long := `{"enum":[` + strings.Join(options, ",") + `]}`
	if s := round(form(long, 3), form(long, 3)); s.Rejected != elicit.TooManyOptions {
		t.Errorf("12,000 options in two forms: step %d, rejection %q", s.Step, s.Rejected)
	}
	if s := round(form(`{}`, 100), form(`{}`, 100), form(`{}`, 100)); s.Step != Form {
		t.Errorf("300 questions in three forms: step %d, rejection %q", s.Step, s.Rejected)
	}
	if s := round(form(`{}`, 100), form(`{}`, 100), form(`{}`, 101)); s.Rejected != elicit.TooManyProperties {
		t.Errorf("301 questions in three forms: step %d, rejection %q", s.Step, s.Rejected)
	}
	each := make([]string, 10)
	for i := range each {
		each[i] = fmt.Sprintf(`{"const":"%d","description":"%s"}`, i, strings.Repeat("why ", 70))
	}
	told := `{"oneOf":[` + strings.Join(each, ",") + `]}`
	s := round(form(told, 100), form(told, 100))
	if s.Step != Form {
		t.Fatalf("rejection %q", s.Rejected)
	}
	first, last := s.Requests[0].Form.Fields[0], s.Requests[1].Form.Fields[99]
	whole, cut := first.Options[0].Description, last.Options[9].Description
	if len(whole) != 280 || len(cut) > 200 || last.Remarks[len(last.Remarks)-1] != schema.Shortened {
		t.Errorf("descriptions of %d and %d bytes, remarks %v", len(whole), len(cut), last.Remarks)
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, hostile := range checktest.HostileSchemas() {
		b.Run(hostile.Name, func(b *testing.B) {
			value, err := elicit.Parse([]byte(hostile.Schema))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				worked(b, value)
			}
		})
	}
}
