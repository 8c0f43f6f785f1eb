package wording

import (
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/validate/test/checktest"
)

// ruleCase is a requestedSchema with what the form makes of it.
type ruleCase struct {
	Schema   string        `json:"schema"`
	Rejected string        `json:"rejected,omitempty"`
	Missing  []string      `json:"missing,omitempty"`
	Fields   []ruleField   `json:"fields"`
	Answers  []*ruleAnswer `json:"answers,omitempty"`
}

type ruleField struct {
	Name      string            `json:"name"`
	Kind      string            `json:"kind"`
	Label     string            `json:"label"`
	Required  bool              `json:"required"`
	Obstacle  string            `json:"obstacle,omitempty"`
	Options   [][2]string       `json:"options,omitempty"`
	Limits    map[string]string `json:"limits,omitempty"`
	Unchecked []string          `json:"unchecked,omitempty"`
}

// ruleAnswer is content with the problems that the form finds.
type ruleAnswer struct {
	Content  string        `json:"content"`
	Locale   string        `json:"locale"`
	Problems []ruleProblem `json:"problems"`
}

type ruleProblem struct {
	Name    string `json:"name"`
	Code    string `json:"code"`
	Entry   int    `json:"entry,omitempty"`
	Message string `json:"message"`
}

// readRules reads the form of a schema, with the obstacles and the kinds that only the checker knows.
func readRules(t *testing.T, text string) (ruleCase, schema.Form) {
	t.Helper()
	c := ruleCase{Schema: text, Fields: []ruleField{}}
	root, err := request.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	form, err := schema.Read(request.Request{Schema: root}, schema.NewBudget())
	if rejected, ok := err.(*request.Error); ok {
		c.Rejected = string(rejected.Reason)
		return c, form
	}
	validate.New(form)
	c.Missing = form.Missing
	for _, f := range form.Fields[:len(form.Fields)-form.OwnTexts] {
		field := ruleFieldOf(f)
		if !f.SchemaEquivalent && strings.Contains(f.Pattern, ":") {
			field.Kind = "" // Two schemas have a rule for one keyword; see judge.
		}
		c.Fields = append(c.Fields, field)
	}
	return c, form
}

func ruleFieldOf(f schema.Field) ruleField {
	field := ruleField{
		Name: f.Name, Kind: cmp.Or(string(f.Kind), "text"), Required: f.Required, Obstacle: string(f.Unsupported),
		Label: safetext.OneLine(f.Title, safetext.TitleLimit), Limits: map[string]string{},
	}
	if f.Unsupported != "" {
		field.Kind = "text"
		return field
	}
	for _, option := range f.Listed() {
		if f.Kind == schema.Boolean && f.Const.Exists() && !f.Const.Equal(option.Value) {
			continue
		}
		field.Options = append(field.Options, [2]string{option.Value.JSON(), safetext.OneLine(option.Title, safetext.OptionLimit)})
	}
	text := f
	if f.Entry != nil {
		text = *f.Entry
	}
	for name, limit := range map[string]string{
		"minLength": validate.Limit(text.MinLength), "maxLength": validate.Limit(text.MaxLength), "pattern": text.Pattern,
		"minItems": validate.Limit(f.MinItems), "maxItems": validate.Limit(f.MaxItems), "minimum": f.Minimum, "maximum": f.Maximum,
		"exclusiveMinimum": f.ExclusiveMinimum, "exclusiveMaximum": f.ExclusiveMaximum, "multipleOf": f.MultipleOf,
	} {
		if limit != "" {
			field.Limits[name] = limit
		}
	}
	for _, remark := range f.Remarks {
		switch {
		case remark == schema.PatternUnchecked:
			field.Unchecked = append(field.Unchecked, "pattern")
		case remark == schema.UnknownFormat && f.Unchecked == text.Format:
			field.Unchecked = append(field.Unchecked, "format")
		case remark == schema.UnknownFormat:
			field.Unchecked = append(field.Unchecked, "contentEncoding")
		}
	}
	return field
}

// judge returns the problems of content that a person could have given; false for other content.
func judge(form schema.Form, content request.Value) (problems []validate.Problem, possible bool) {
	checker, drafts := validate.New(form), make([]answer.Draft, len(form.Fields))
	for i := range form.Fields {
		f, value := &form.Fields[i], content.Get(form.Fields[i].Name)
		if f.PartOf > 0 || f.Unsupported != "" && value.Exists() {
			return nil, false
		}
		var problem *validate.Problem
		isTyped := false
		if value.Exists() {
			f.Default = value
			if drafts[i] = answer.Start(*f, answer.Env{}); drafts[i].Origin != answer.Suggested {
				isTyped, drafts[i] = true, answer.Draft{Origin: answer.Edited, Text: value.Plain()}
			}
			if f.Kind != schema.Choice && f.Kind != schema.Choices && validate.Fits(f.Kind, value) || f.Kind == schema.Choices && !isTyped {
				problem = checker.CheckForeign(i, value)
			}
		}
		if problem == nil {
			var a answer.Answer
			a, problem = checker.CheckField(i, drafts[i], answer.Env{})
			isOther := problem == nil && !a.Value.Equal(value) || problem != nil && a.Absent && value.Type == request.Array
			if isOther || isTyped && problem != nil && !canType(f.Kind, value, problem.Code) {
				return nil, false
			}
		}
		// The rules also name the maximum for a missing answer, and merge what two schemas say of one keyword.
		isOther := problem != nil && (problem.Code == validate.TooFewChosen && !value.Exists() && f.MaxItems >= 0 ||
			problem.Code == validate.Invalid && !f.SchemaEquivalent)
		if isOther || !f.SchemaEquivalent && strings.Contains(f.Pattern, ":") {
			return nil, false
		}
		if problem != nil {
			problem.Field = i
			problems = append(problems, *problem)
		}
	}
	if len(problems) == 0 {
		_, _, problems = checker.CheckAll(drafts, answer.Env{})
	}
	return problems, true
}

// canType reports whether a person can try to type a value that no control can have.
func canType(kind schema.Kind, value request.Value, code validate.Code) bool {
	switch kind {
	case schema.Boolean, schema.Choice:
		return value.Type == request.String
	case schema.Number, schema.Integer:
		return value.Type == request.String && code == validate.NotANumber || value.Type == request.Number
	}
	return false
}

func (c *ruleCase) addAnswer(t *testing.T, content, locale string) {
	t.Helper()
	_, form := readRules(t, c.Schema)
	value, err := request.Parse([]byte(content))
	if err != nil || value.Type != request.Object {
		t.Fatalf("%s: %v", content, err)
	}
	problems, possible := judge(form, value)
	if !possible {
		return
	}
	a := &ruleAnswer{Content: content, Locale: locale, Problems: []ruleProblem{}}
	for _, p := range problems {
		field := schema.Field{}
		if p.Field >= 0 {
			field = form.Fields[p.Field]
		}
		words := wordsFor(locale)
		// The rules check the text of a time, which no locale changes.
		message := strings.ReplaceAll(words.Problem(field, p).Plain(), words.sampleClock(), "14:30")
		a.Problems = append(a.Problems, ruleProblem{field.Name, string(p.Code), p.Entry, message})
	}
	c.Answers = append(c.Answers, a)
}

// TestCasesOfTheRules finds what the form says of the corpus, of random forms, and of the cases in npm/rules/testdata. With
// ELICITFORM_RULES it writes that to a file for the rules in TypeScript, which must say the same.
// Rows: N61.
func TestCasesOfTheRules(t *testing.T) {
	all := []*ruleCase{}
	files, err := filepath.Glob("../../e2e/testdata/corpus/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		value, err := request.Parse(text)
		if requested := value.Get("params").Get("requestedSchema"); err == nil && requested.Type == request.Object {
			c, _ := readRules(t, requested.JSON())
			all = append(all, &c)
		}
	}
	var cases []struct {
		Property, Root string
		Required       bool
		Values         []json.RawMessage
	}
	text, err := os.ReadFile("../../npm/rules/testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, made := range cases {
		root := made.Root
		if made.Required {
			root += `,"required":["p"]`
		}
		c, _ := readRules(t, `{"type":"object","properties":{"p":`+made.Property+`,"q":{"type":"string"}}`+root+`}`)
		for _, value := range made.Values {
			content := `{"p":` + string(value) + `}`
			if string(value) == "null" {
				content = "{}"
			} else if strings.HasPrefix(string(value), "{") {
				content = string(value)
			}
			for _, language := range catalogues() {
				c.addAnswer(t, content, language.Tag)
			}
		}
		if len(c.Answers) != len(catalogues())*len(made.Values) {
			t.Errorf("%s: there are %d answers for %d values", made.Property, len(c.Answers), len(made.Values))
		}
		all = append(all, &c)
	}
	values := []string{
		`""`, `"a"`, `"abc"`, `"x"`, `"b\nc"`, `"💬💬"`, `"zzzzzzzzzzzzzzzzzz"`, `"a@b.c"`, `"12"`, `"1999-02-29"`, `"2024-02-29"`,
		`"12:30:00Z"`, "0", "1", "1.0", "3", "2.5", "-1", "0.35", "1e2", "1000001", "3e9", "true", "false",
		`[]`, `["a"]`, `["b","a","c","x"]`, `["abc","abcdefghi"]`,
	}
	for seed := range uint64(rounds.Of(2000)) {
		random := rand.New(rand.NewPCG(seed, 41))
		generated, err := checktest.Generate(random, answer.Env{})
		if err != nil {
			t.Fatal(err)
		}
		c, form := readRules(t, generated.Form.Schema.JSON())
		for i := range 4 {
			content := request.ObjectValue()
			for _, f := range form.Fields {
				if value, err := request.Parse([]byte(values[random.IntN(len(values))])); err == nil && random.IntN(3) > 0 {
					content = content.With(f.Name, value)
				}
			}
			c.addAnswer(t, content.JSON(), catalogues()[(int(seed)+i)%len(catalogues())].Tag)
		}
		all = append(all, &c)
	}
	problems, accepted := map[string]int{}, 0
	for _, c := range all {
		for _, a := range c.Answers {
			if len(a.Problems) == 0 {
				accepted++
			}
			for _, p := range a.Problems {
				problems[p.Code]++
			}
		}
	}
	if accepted < rounds.Of(100) || len(problems) < 20 {
		t.Errorf("%d answers are accepted, and the problems are %v", accepted, problems)
	}
	t.Logf("%d schemas, %d accepted answers, problems %v", len(all), accepted, problems)
	if file := os.Getenv("ELICITFORM_RULES"); file != "" {
		written, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, written, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
