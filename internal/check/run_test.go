package check

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
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

func TestRun_WideRulesBetweenAnswersAreASliceOfTheirOwn(t *testing.T) {
	for _, n := range []int{3, 400} {
		properties := make([]string, n)
		for i := range properties {
			properties[i] = fmt.Sprintf(`"p%d":{"type":"string"}`, i)
		}
		form := readForm(t, `{"type":"object","properties":{`+strings.Join(properties, ",")+`},"not":{"required":["p0","p1"]}}`)
		drafts := []answer.Draft{typed("x"), typed("y")}
		run := New(form).Begin(drafts, english)
		if atOnce := run.Step(math.MaxInt); atOnce == (n > 3) {
			t.Errorf("%d fields: checked at once: %t", n, atOnce)
		}
		run.Step(math.MaxInt)
		if _, _, problems := run.Result(); len(problems) != 1 || problems[0].Code != TogetherRefused {
			t.Errorf("%d fields: problems %+v", n, problems)
		}
	}
}
