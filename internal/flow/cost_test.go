package flow

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/localetest"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/check/checktest"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// cost is what one request took, counted.
type cost struct {
	refused elicit.Reason
	// fields are all, blocked those that cannot be answered.
	fields, blocked int
	// steps are the slices of reading and of checking, prepared the units that
	// preparing took for the dearest field.
	steps, prepared int
	// elements, options and characters are what is drawn.
	elements, options, characters int
}

// worked does everything with a request that a person causes who opens it and
// presses Continue: reading, preparing, wording and checking.
func worked(t testing.TB, requested elicit.Value) cost {
	var c cost
	reading, err := schema.Begin(elicit.Request{Schema: requested}, schema.NewBudget())
	for done := false; err == nil && !done; c.steps++ {
		done, err = reading.Step(schema.Slice)
	}
	if err != nil {
		c.refused = err.(*elicit.Error).Reason
		return c
	}
	form := reading.Form()
	checker := check.New(form)
	drafts := make([]answer.Draft, len(form.Fields))
	words := wording.For(localetest.For("en"), localetest.Spell)
	env := answer.Env{Locale: localetest.For("en")}
	c.fields = len(form.Fields)
	for i, f := range form.Fields {
		c.prepared = max(c.prepared, checker.Prepare(i))
		c.elements += f.Elements()
		c.characters += len(words.Label(f)) + len(untrusted.Display(f.Description, untrusted.DescriptionLimit).Shown)
		if f.Unsupported != "" {
			c.blocked++
			continue
		}
		if !checker.DefaultFits(i) {
			f.Default = elicit.Value{}
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
	run := checker.Begin(drafts, env)
	for c.steps++; !run.Step(schema.Slice); c.steps++ {
	}
	_, answers, _ := run.Result()
	if len(answers) != len(form.Fields) {
		t.Errorf("%d answers to %d questions", len(answers), len(form.Fields))
	}
	return c
}

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
			if c.characters > 2<<20 || c.elements > 80_000 || c.options > schema.MaxOptionsTotal || c.steps > 50 || c.prepared > 4*schema.Slice || megabytes > 80 {
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
		s, effects := Update(start(t), Requested{ID: elicit.StringValue("1"), Round: asked})
		s, _, _ = finishWork(t, s, effects)
		return s
	}
	ten := `{"enum":["a","b","c","d","e","f","g","h","i","j"]}`
	if s := round(form(ten, 500), form(ten, 400)); s.Step != Form {
		t.Errorf("9,000 options are refused: %s", s.Rejected)
	}
	if s := round(form(ten, 600), form(ten, 600)); s.Rejected != elicit.TooManyOptions {
		t.Errorf("12,000 options in two forms: step %d, refusal %q", s.Step, s.Rejected)
	}
	if s := round(form(`{}`, 900), form(`{}`, 900), form(`{}`, 900)); s.Rejected != elicit.TooManyProperties {
		t.Errorf("2,700 questions in three forms: step %d, refusal %q", s.Step, s.Rejected)
	}
	long := `{"type":"string","description":"` + strings.Repeat("why ", 500) + `"}`
	s := round(form(long, 100), form(long, 100))
	if s.Step != Form {
		t.Fatalf("refusal %q", s.Rejected)
	}
	first, last := s.Questions[0].Form.Fields[0], s.Questions[1].Form.Fields[99]
	if len(first.Description) != 2000 || len(last.Description) > 200 || last.Notes[len(last.Notes)-1] != schema.Shortened {
		t.Errorf("descriptions of %d and %d bytes, notes %v", len(first.Description), len(last.Description), last.Notes)
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
