package flow_test

import (
	"math"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/check/checktest"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/plain"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// cost is what one request took, counted.
type cost struct {
	refused                       bool
	fields, steps, longest        int
	elements, options, characters int
}

// worked does everything with a request that a person causes who opens it and
// presses Continue: reading, preparing, wording and checking.
func worked(t testing.TB, text string) cost {
	var c cost
	value, err := elicit.Parse([]byte(text))
	if err != nil {
		t.Fatalf("the test's own request does not parse: %v", err)
	}
	count := func(step func() bool) {
		for c.steps++; !step(); c.steps++ {
		}
	}
	reading, err := schema.Begin(elicit.Request{Schema: value}, schema.NewBudget())
	if err == nil {
		count(func() (done bool) { done, err = reading.Step(schema.Slice); return done || err != nil })
	}
	if err != nil {
		c.refused = true
		return c
	}
	form := reading.Form()
	checker := check.New(form)
	drafts := make([]answer.Draft, len(form.Fields))
	words := wording.For("en")
	env := answer.Env{Locale: answer.LocaleFor("en")}
	shown := func(text plain.Untrusted, limit int) { c.characters += len(plain.Display(text, limit).Shown) }
	for i, f := range form.Fields {
		c.longest = max(c.longest, checker.Prepare(i))
		if !checker.DefaultFits(i) {
			f.Default = elicit.Value{}
		}
		drafts[i] = answer.Start(f, env)
		c.elements += f.Elements()
		c.characters += len(words.Label(f)) + len(drafts[i].Text)
		shown(f.Description, plain.DescriptionLimit)
		for _, hint := range words.Hint(f) {
			c.characters += len(hint)
		}
		for o := range f.Options {
			if f.Searchable && o > schema.FoundBoxes {
				break
			}
			c.options++
			c.characters += len(words.Option(f, o))
			shown(f.Options[o].Description, plain.OptionLimit)
		}
	}
	c.fields = len(form.Fields)
	run := checker.Begin(drafts, env)
	count(func() bool { return run.Step(schema.Slice) })
	run.Result()
	return c
}

func BenchmarkHostile(b *testing.B) {
	for _, hostile := range checktest.HostileSchemas() {
		b.Run(hostile.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				worked(b, hostile.Schema)
			}
		})
	}
}

func TestHostile(t *testing.T) {
	for _, hostile := range checktest.HostileSchemas() {
		if len(hostile.Schema) > elicit.MaxText {
			t.Errorf("%s is too long: %d", hostile.Name, len(hostile.Schema))
		}
	}
	_ = math.Pi
}
