package check

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/elicitform/elicitform/internal/check/checktest"
)

func TestRun_SlicesFindWhatTheWholeFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for range 200 {
		c, err := checktest.Generate(random, english)
		if err != nil {
			t.Fatal(err)
		}
		content, _, problems := New(c.Form).All(c.Drafts, english)
		run, steps := New(c.Form).Begin(c.Drafts, english), 1
		for !run.Step(1) {
			steps++
		}
		sliced, answers, found := run.Result()
		if !sliced.Equal(content) || !slices.Equal(found, problems) || len(answers) != len(c.Form.Fields) {
			t.Fatalf("in slices %s %+v, at once %s %+v", sliced.JSON(), found, content.JSON(), problems)
		}
		if steps < len(c.Form.Fields) {
			t.Fatalf("%d fields in %d steps", len(c.Form.Fields), steps)
		}
	}
}
