package component

import (
	"runtime"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/validate/test/checktest"
	"github.com/elicitform/elicitform/internal/wording/test/wordingtest"
)

type cost struct {
	rejected request.Reason
	// blocked counts the fields that cannot be answered.
	fields, blocked int
	// spent is the used budget after reading, preparing, compiling and checking.
	spent int
	// elements, options and characters count the drawing.
	elements, options, characters int
}

// work does all the work until the first Continue: reading, preparing, wording and checking.
func work(t testing.TB, requested request.Value) cost {
	var c cost
	budget := schema.NewBudget()
	budget.CountElements = CountElements
	form, err := schema.Read(request.Request{Schema: requested}, budget)
	if err != nil {
		c.rejected = err.(*request.Error).Reason
		c.spent = budget.Cost()
		return c
	}
	checker := validate.New(form)
	drafts := make([]answer.Draft, len(form.Fields))
	words := wordingtest.For("en")
	env := answer.Env{Locale: localetest.For("en")}
	c.fields = len(form.Fields)
	for i, f := range form.Fields {
		c.elements += CountElements(&f)
		c.characters += len(words.Label(f)) + len(safetext.Display(f.Description, safetext.DescriptionLimit).Shown)
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
			c.characters += len(words.Option(f, o)) + len(safetext.Display(f.Options[o].Description, safetext.OptionLimit).Shown)
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

// maxSpent takes some 60 milliseconds in a browser; see [schema.Budget.Cost].
const maxSpent = 25_000

// TestCost_HostileRequestsAreCountedBeforeTheyAreWorkedOff: references multiply a request, but not beyond these
// bounds of the page and of the memory.
// Rows: B31.
func TestCost_HostileRequestsAreCountedBeforeTheyAreWorkedOff(t *testing.T) {
	for _, hostile := range checktest.HostileSchemas() {
		t.Run(hostile.Name, func(t *testing.T) {
			if len(hostile.Schema) > request.MaxText {
				t.Fatalf("it would not even be parsed: %d bytes", len(hostile.Schema))
			}
			value, err := request.Parse([]byte(hostile.Schema))
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c := work(t, value)
			runtime.ReadMemStats(&after)
			megabytes := (after.TotalAlloc - before.TotalAlloc) >> 20
			if c.characters > 1<<20 || c.elements > schema.MaxElements || c.options > schema.MaxOptionsTotal || c.spent > maxSpent || megabytes > 40 {
				t.Errorf("%+v, %d MB", c, megabytes)
			}
			t.Logf("%+v, %d MB", c, megabytes)
		})
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, hostile := range checktest.HostileSchemas() {
		b.Run(hostile.Name, func(b *testing.B) {
			value, err := request.Parse([]byte(hostile.Schema))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				work(b, value)
			}
		})
	}
}
