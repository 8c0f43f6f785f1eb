package validate

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
	"github.com/elicitform/elicitform/internal/validate/test/checktest"
)

type tally struct{ accepted, invalid, skipped int }

// compareOwnRules compares the rules of fields that need no validator with the validator on the
// original schema: for any answer, either both accept it or both find it invalid.
func compareOwnRules(t testing.TB, s checktest.Source, count *tally) {
	random, err := checktest.Generate(s, english)
	if err != nil {
		t.Fatal(err)
	}
	form := random.Form
	c := New(form)
	for _, field := range form.Fields {
		if field.Unsupported != "" || !ownRulesSuffice(field) {
			count.skipped++
			continue
		}
		compiled := c.validator.compileInPlace(field)
		if compiled == nil {
			continue // Another part of the document is unreadable for every validator.
		}
		for range 4 {
			draft := checktest.RandomDraft(s, field, english)
			a, fault := answer.Read(field, draft, english)
			if fault != answer.FaultNone || a.Absent {
				continue
			}
			if _, checkable := c.patterns.of(field); !checkable {
				continue // For the validator, this pattern matches everything.
			}
			problem := c.brokenRule(field, a.Value)
			_, invalid := validate(compiled, a.Value.Any())
			switch {
			case field.Format == "regex" || field.Entry != nil && field.Entry.Format == "regex":
				// The validator leaves this format to our pattern engine, which accepts everything.
			case (problem != nil) != invalid:
				t.Errorf("%s with %s: our rules say %+v, invalid for the validator: %v", field.Schema.JSON(), a.Value.JSON(), problem, invalid)
			case invalid:
				count.invalid++
			default:
				count.accepted++
			}
		}
	}
}

// TestOwnRules_SayWhatTheValidatorSays: where the rules of a field suffice, the validator does
// not run, so the rules must agree with it in both directions.
// Rows: N5.
func TestOwnRules_SayWhatTheValidatorSays(t *testing.T) {
	var count tally
	for seed := range uint64(rounds.Of(3000)) {
		compareOwnRules(t, rand.New(rand.NewPCG(seed, 14)), &count)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if count.accepted < rounds.Of(5000) || count.invalid < rounds.Of(2000) || count.skipped < rounds.Of(1000) {
		t.Errorf("too few cases: %+v", count)
	}
	t.Logf("%+v", count)
}

func FuzzOwnRules(f *testing.F) {
	for _, seed := range checktest.Seeds(3, 160) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) { compareOwnRules(t, &checktest.Bytes{Rest: data}, &tally{}) })
}

// needValidator are the requests of the corpus that need the validator, with the reason.
var needValidator = map[string]string{
	"064-go-invalid-minlength-negative.json": "a rule that is malformed",
	"095-jam-hostile.json":                   "an option of another type than the choice",
	"096-jam-loose-enums.json":               "the format hostname",
	"115-hostile-formats.json":               "the formats duration and hostname",
	"120-hostile-unique-items.json":          "an option that stands twice",
	"128-hostile-conditional.json":           "rules between answers",
	"129-hostile-bounds-on-wrong-type.json":  "a rule that is malformed",
	"190-values-duration.json":               "the format duration",
	"204-real-number-or-text.json":           "a number that may be a text",
	"205-real-decimal.json":                  "a number that may come as its text",
	"210-real-empty-lists.json":              "the properties of a text",
	"213-real-pydantic.json":                 "a number that may come as its text, and the format duration",
}

// TestValidator_OrdinaryFormsCompileNothing opens, fills in and checks all forms of the
// corpus, and counts the compiled schemas.
// Rows: N5.
func TestValidator_OrdinaryFormsCompileNothing(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	without := 0
	for _, file := range files {
		form, ok := corpusForm(t, file)
		if !ok {
			continue
		}
		c := New(form)
		for range 20 {
			var drafts []answer.Draft
			for i, field := range form.Fields {
				drafts = append(drafts, checktest.RandomDraft(r, field, english))
				c.CheckField(i, drafts[i], english)
			}
			c.CheckAll(drafts, english)
		}
		c.Compile()
		why, needed := needValidator[filepath.Base(file)]
		switch compiled := c.validator.compiled; {
		case compiled > 0 && !needed:
			t.Errorf("%s: %d schemas compiled", filepath.Base(file), compiled)
		case compiled == 0 && needed:
			t.Errorf("%s: nothing is compiled for %s: remove it from the list", filepath.Base(file), why)
		case compiled == 0:
			without++
		}
	}
	if without < 100 {
		t.Errorf("only %d forms need no validator", without)
	}
	for file := range needValidator {
		if _, err := os.Stat(filepath.Join(corpus, file)); err != nil {
			t.Error(err)
		}
	}
}

// TestCompile_CompilesWhatContinueNeeds: all schemas are compiled before the person presses Continue,
// and only once. Typing compiles only the schema of its own field.
func TestCompile_CompilesWhatContinueNeeds(t *testing.T) {
	form := readForm(t, `{"type":"object","properties":{"a":{"type":"string","format":"hostname"},"b":{"type":"string","maxLength":3},
		"c":{"type":"string","format":"duration"},"d":{"type":"string","format":"hostname"}},"not":{"required":["a","b"]}}`)
	c := New(form)
	if c.validator.compiled != 0 {
		t.Errorf("%d schemas are compiled before the form is drawn", c.validator.compiled)
	}
	c.CheckField(2, draftOf("P1D"), english)
	if c.validator.compiled != 1 {
		t.Errorf("%d schemas are compiled for a key press", c.validator.compiled)
	}
	// The first field, the third, which is compiled already, the last, and the rules between
	// answers.
	if c.Compile(); c.validator.compiled != 4 || !c.NeedsCompiling() {
		t.Errorf("%d schemas are compiled", c.validator.compiled)
	}
	drafts := []answer.Draft{draftOf("a.example"), draftOf("b"), draftOf("P1D"), {}}
	if _, _, problems := c.CheckAll(drafts, english); len(problems) != 1 || problems[0].Code != InvalidTogether || c.validator.compiled != 4 {
		t.Errorf("%+v, %d schemas compiled", problems, c.validator.compiled)
	}
	if New(readForm(t, oneField(`{"type":"string"}`, true))).NeedsCompiling() {
		t.Error("a form of one text needs the validator")
	}
}

// TestCompile_TooManyRulesAreLeftToTheServer: a schema with more parts than the budget allows
// is not compiled.
// Rows: B31.
func TestCompile_TooManyRulesAreLeftToTheServer(t *testing.T) {
	rules := func(n int) string { return strings.TrimSuffix(strings.Repeat(`{"required":["a","b"]},`, n), ",") }
	for n, compiled := range map[int]int{10: 1, 2000: 0} {
		c := New(readForm(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"allOf":[`+rules(n)+`]}`))
		if c.Compile(); c.validator.compiled != compiled {
			t.Errorf("%d rules: %d schemas are compiled", n, c.validator.compiled)
		}
		_, _, problems := c.CheckAll([]answer.Draft{draftOf("x"), {}}, english)
		if len(problems) != compiled {
			t.Errorf("%d rules: %+v", n, problems)
		}
	}
}
