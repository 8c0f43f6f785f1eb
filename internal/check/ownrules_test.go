package check

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check/test/checktest"
	"github.com/elicitform/elicitform/internal/untrusted/test/rounds"
)

// tally counts what [holdOwnRules] has seen.
type tally struct{ accepted, invalid, kept int }

// holdOwnRules holds the rules of fields that decide alone against the validator with
// the schema as it came: for any answer, either both accept it or both find it invalid.
func holdOwnRules(t testing.TB, s checktest.Source, seen *tally) {
	random, err := checktest.Generate(s, english)
	if err != nil {
		t.Fatal(err)
	}
	form := random.Form
	c := New(form)
	for _, field := range form.Fields {
		if field.Unsupported != "" || !ownRulesSuffice(field) {
			seen.kept++
			continue
		}
		compiled := c.validator.compileInPlace(field)
		if compiled == nil {
			continue // It stands beside something that no validator reads.
		}
		for range 4 {
			draft := checktest.Draft(s, field, english)
			a, fault := answer.Read(field, draft, english)
			if fault != answer.FaultNone || a.Absent {
				continue
			}
			if _, checkable := c.patterns.of(field); !checkable {
				continue // The validator has been told that it matches.
			}
			problem := c.broken(field, a.Value)
			_, invalid := validate(compiled, a.Value.Any())
			switch {
			case field.Format == "regex" || field.Entry != nil && field.Entry.Format == "regex":
				// The validator leaves it to our engine for patterns, which takes all.
			case (problem != nil) != invalid:
				t.Errorf("%s with %s: our rules say %+v, invalid for the validator: %v", field.Schema.JSON(), a.Value.JSON(), problem, invalid)
			case invalid:
				seen.invalid++
			default:
				seen.accepted++
			}
		}
	}
}

// TestOwnRules_N5_SayWhatTheValidatorSays: the validator is not asked where the rules
// of a field decide, so they have to decide as it does, in both directions.
func TestOwnRules_N5_SayWhatTheValidatorSays(t *testing.T) {
	var seen tally
	for seed := range uint64(rounds.Of(3000)) {
		holdOwnRules(t, rand.New(rand.NewPCG(seed, 14)), &seen)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if seen.accepted < rounds.Of(5000) || seen.invalid < rounds.Of(2000) || seen.kept < rounds.Of(1000) {
		t.Errorf("seen %+v", seen)
	}
	t.Logf("%+v", seen)
}

func FuzzOwnRules(f *testing.F) {
	for _, seed := range checktest.Seeds(3, 160) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) { holdOwnRules(t, &checktest.Bytes{Rest: data}, &tally{}) })
}

// needValidator are the requests of the corpus that no rules of ours decide alone, and
// why.
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

// TestValidator_N5_OrdinaryFormsCompileNothing opens, fills in and checks all forms of
// the corpus, and counts the schemas that are compiled for it.
func TestValidator_N5_OrdinaryFormsCompileNothing(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	spared := 0
	for _, file := range files {
		form, ok := corpusForm(t, file)
		if !ok {
			continue
		}
		c := New(form)
		for range 20 {
			var drafts []answer.Draft
			for i, field := range form.Fields {
				drafts = append(drafts, checktest.Draft(r, field, english))
				c.Field(i, drafts[i], english)
			}
			c.All(drafts, english)
		}
		c.Compile()
		why, needed := needValidator[filepath.Base(file)]
		switch compiled := c.validator.compiled; {
		case compiled > 0 && !needed:
			t.Errorf("%s: %d schemas compiled", filepath.Base(file), compiled)
		case compiled == 0 && needed:
			t.Errorf("%s: nothing is compiled any more for %s: strike it from the list", filepath.Base(file), why)
		case compiled == 0:
			spared++
		}
	}
	if spared < 100 {
		t.Errorf("only %d forms do without", spared)
	}
	for file := range needValidator {
		if _, err := os.Stat(filepath.Join(corpus, file)); err != nil {
			t.Error(err)
		}
	}
}

// TestCompile_CompilesWhatContinueNeeds: what has to be compiled is compiled before
// the person presses Continue, and not again then. What is typed needs the schema of its
// own field only.
func TestCompile_CompilesWhatContinueNeeds(t *testing.T) {
	form := readForm(t, `{"type":"object","properties":{"a":{"type":"string","format":"hostname"},"b":{"type":"string","maxLength":3},
		"c":{"type":"string","format":"duration"},"d":{"type":"string","format":"hostname"}},"not":{"required":["a","b"]}}`)
	c := New(form)
	if c.validator.compiled != 0 {
		t.Errorf("%d schemas are compiled before the form is drawn", c.validator.compiled)
	}
	c.Field(2, typed("P1D"), english)
	if c.validator.compiled != 1 {
		t.Errorf("%d schemas are compiled for a key press", c.validator.compiled)
	}
	// The first field, the third, which is compiled already, the last, and the rules
	// between answers.
	if c.Compile(); c.validator.compiled != 4 || !c.NeedsCompiling() {
		t.Errorf("%d schemas are compiled", c.validator.compiled)
	}
	drafts := []answer.Draft{typed("a.example"), typed("b"), typed("P1D"), {}}
	if _, _, problems := c.All(drafts, english); len(problems) != 1 || problems[0].Code != InvalidTogether || c.validator.compiled != 4 {
		t.Errorf("%+v, %d schemas compiled", problems, c.validator.compiled)
	}
	if New(readForm(t, oneField(`{"type":"string"}`, true))).NeedsCompiling() {
		t.Error("a form of one text needs the validator")
	}
}

// TestCompile_B31_TooManyRulesAreLeftToTheServer: a schema with more parts than the budget
// has room for is not compiled.
func TestCompile_B31_TooManyRulesAreLeftToTheServer(t *testing.T) {
	rules := func(n int) string { return strings.TrimSuffix(strings.Repeat(`{"required":["a","b"]},`, n), ",") }
	for n, compiled := range map[int]int{10: 1, 2000: 0} {
		c := New(readForm(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"allOf":[`+rules(n)+`]}`))
		if c.Compile(); c.validator.compiled != compiled {
			t.Errorf("%d rules: %d schemas are compiled", n, c.validator.compiled)
		}
		_, _, problems := c.All([]answer.Draft{typed("x"), {}}, english)
		if len(problems) != compiled {
			t.Errorf("%d rules: %+v", n, problems)
		}
	}
}
