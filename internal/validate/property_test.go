package validate

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
	"github.com/elicitform/elicitform/internal/validate/test/checktest"
)

// independent compiles a schema without this package, and with the engine that the published
// jsonschema uses by default. Only the slim copy of jsonschema, which lacks metaschemas,
// needs removeMalformed.
func independent(document any) (*jsonschema.Schema, error) {
	if node, isObject := document.(map[string]any); isObject && isSlim() {
		dialect, _ := node["$schema"].(string)
		if !removeMalformed(node, dialect == "" || strings.Contains(dialect, "/2020-12/")) {
			return nil, errors.New("malformed")
		}
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(func(source string) (jsonschema.Regexp, error) { return regexp.Compile(source) })
	if err := c.AddResource("https://test.invalid/s", document); err != nil {
		return nil, err
	}
	return c.Compile("https://test.invalid/s")
}

// isSlim reports whether the tests are linked with the slim copy of jsonschema, like the
// program.
func isSlim() bool {
	f := runtime.FuncForPC(reflect.ValueOf(jsonschema.NewCompiler).Pointer())
	file, _ := f.FileLine(f.Entry())
	return strings.Contains(filepath.ToSlash(file), "/slim/jsonschema/")
}

// checkGenerated checks one generated case. It reports whether its content was accepted and
// then judged by the original schema.
func checkGenerated(t testing.TB, s checktest.Source) bool {
	random, err := checktest.Generate(s, english)
	if err != nil {
		t.Fatal(err)
	}
	form, document, drafts := random.Form, random.Form.Schema.Any(), random.Drafts
	c := New(form)
	content, answers, problems := c.CheckAll(drafts, english)
	if len(answers) != len(form.Fields) {
		t.Fatalf("%d answers for %d fields", len(answers), len(form.Fields))
	}
	found := map[int]bool{}
	for _, p := range problems {
		if found[p.Field] {
			t.Errorf("two problems of one field: %+v", problems)
		}
		found[p.Field] = true
		if p.Code == "" || p.Field >= len(form.Fields) {
			t.Errorf("problem %+v", p)
		}
	}
	for i := range form.Fields {
		_, problem := c.CheckField(i, drafts[i], english)
		if problem != nil && !found[i] {
			t.Errorf("%s: the field finds %+v, the form %+v", form.Schema.JSON(), *problem, problems)
		}
		// The field's own rules must not pass an answer that the validator then
		// refuses.
		if found[i] && problem == nil && !form.Conditional {
			t.Errorf("%s: only the form finds %+v in %+v", form.Schema.JSON(), problems, drafts[i])
		}
	}
	if found[-1] && !form.Conditional && len(form.Missing) == 0 {
		t.Errorf("%s: %+v for %s", form.Schema.JSON(), problems, content.JSON())
	}
	original, err := independent(document)
	if err != nil {
		return false
	}
	if len(problems) > 0 {
		// An answer that passes the field's own rules and the original schema must
		// pass here, too, except for formats, which are checked more strictly than
		// by any server.
		all, fine := request.Value{Type: request.Object}, len(form.Missing) == 0
		for i, field := range form.Fields {
			a, fault := answer.Read(field, drafts[i], english)
			switch {
			case fault != answer.FaultNone, a.Absent && isMissing(field, drafts[i]):
				fine = false
			case field.Unsupported == "" && !a.Absent:
				fine = fine && c.brokenRule(field, a.Value) == nil
				all.Members = append(all.Members, request.Member{Name: field.Name, Value: a.Value})
			}
		}
		strict := slices.ContainsFunc(problems, func(p Problem) bool { return p.Code == BadFormat })
		if fine && !strict && original.Validate(all.Any()) == nil {
			t.Errorf("%s: %+v for %s", form.Schema.JSON(), problems, all.JSON())
		}
		return false
	}
	if err := original.Validate(content.Any()); err != nil {
		t.Errorf("schema %s\ncontent %s\n%v", form.Schema.JSON(), content.JSON(), err)
	}
	return true
}

// TestAll_AcceptedContentPassesTheOriginalSchema is the promise to the server: it accepts
// every content that passes here.
// Rows: N5.
func TestAll_AcceptedContentPassesTheOriginalSchema(t *testing.T) {
	judged := 0
	for seed := range uint64(rounds.Of(2000)) {
		if checkGenerated(t, rand.New(rand.NewPCG(seed, 5))) {
			judged++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if judged < rounds.Of(200) {
		t.Errorf("only %d of the cases were accepted", judged)
	}
	t.Logf("%d accepted", judged)
}

func FuzzCheck(f *testing.F) {
	for _, seed := range checktest.Seeds(1, 120) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkGenerated(t, &checktest.Bytes{Rest: data}) })
}

// TestValidator_PanicsMakeAnswersInvalid: the validator panics on numbers that
// answer.Read normally rejects.
// Rows: B16.
func TestValidator_PanicsMakeAnswersInvalid(t *testing.T) {
	form := readForm(t, oneField(`{"type":["number","null"],"minimum":0}`, false))
	value := request.NumberValue("1e2000000000000")
	if problem := New(form).validator.property(0, value); problem == nil || problem.Code != Invalid {
		t.Errorf("problem %+v", problem)
	}
}
