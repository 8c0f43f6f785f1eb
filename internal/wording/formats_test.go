package wording

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
)

// everyFormat are the formats of JSON Schema, of OpenAPI, of ajv-formats and of jsonschema, and some unknown ones.
const everyFormat = `email idn-email uri url uri-reference uri-template iri iri-reference date date-time time iso-time iso-date-time
	duration period hostname idn-hostname ipv4 ipv6 uuid json-pointer json-pointer-uri-fragment relative-json-pointer regex byte binary
	base64 semver password float double int32 int64 phone multiline markdown textarea UUID Email credit-card`

// TestFormats_HintAndCheckAgree: the remark or hint before an answer agrees with the check of a wrong answer.
func TestFormats_HintAndCheckAgree(t *testing.T) {
	const wrong = "% is not (of <any> format \x01"
	// Another keyword beside the format makes the validator check the answer instead of the field's own rules.
	for _, beside := range []string{"", `,"not":{"const":"x"}`, `,"anyOf":[{"minLength":1},{"maxLength":99}]`, `,"contentMediaType":"text/plain"`} {
		for format := range strings.FieldsSeq(everyFormat) {
			text := fmt.Sprintf(`{"type":"string","format":%q%s}`, format, beside)
			for _, property := range []string{text, `{"type":"array","items":` + text + `}`} {
				form := formOf(t, property)
				f := form.Fields[0]
				if f.Unsupported != "" || f.Secret || f.Kind.HasDate() || f.Kind == schema.Time {
					continue
				}
				checker, words := validate.New(form), wordsFor("en")
				problemOf := func(text string) *validate.Problem {
					_, problem := checker.CheckField(0, answer.Draft{Origin: answer.Edited, Text: text}, answer.Env{})
					return problem
				}
				example, hints := schema.FormatExample(format), strings.Join(plain(words.Hint(f)), "\n")
				problem, unchecked := problemOf(wrong), slices.Contains(form.Fields[0].Remarks, schema.UnknownFormat)
				free := slices.Contains(strings.Fields("password multiline markdown textarea"), format)
				switch {
				case unchecked != (problem == nil && !free):
					t.Errorf("%s: the remark “not checked” is there: %v; a wrong answer: %+v", property, unchecked, problem)
				case problem == nil:
					continue
				case problemOf(example) != nil:
					t.Errorf("%s refuses its own example %q", property, example)
				case !strings.Contains(hints, example) && f.Kind != schema.Email:
					t.Errorf("%s: no example in %q", property, hints)
				case !strings.Contains(words.Problem(f, *problem).Plain(), example):
					t.Errorf("%s: no example in %q", property, words.Problem(f, *problem).Plain())
				}
			}
		}
	}
}

// TestFormats_NamesWhatIsNotChecked: the remark names the format of an entry, and an encoding.
func TestFormats_NamesWhatIsNotChecked(t *testing.T) {
	for property, name := range map[string]string{
		`{"type":"string","format":"phone"}`:                                       "phone",
		`{"type":"array","items":{"type":"string","format":"phone"}}`:              "phone",
		`{"type":"string","contentEncoding":"base64"}`:                             "base64",
		`{"type":"string","format":"uuid","contentEncoding":"base32"}`:             "base32",
		`{"type":"string","format":"x email\nuri"}`:                                "x email uri",
		`{"type":"array","items":{"type":"string","contentEncoding":"base64url"}}`: "base64url",
	} {
		t.Run(property, func(t *testing.T) {
			f := formOf(t, property).Fields[0]
			if got := wordsFor("en").Remark(f, schema.UnknownFormat, "Example").Plain(); !slices.Contains(f.Remarks, schema.UnknownFormat) || !strings.Contains(got, "“"+name+"”") {
				t.Errorf("%s: %v %q", property, f.Remarks, got)
			}
		})
	}
}

func formOf(t *testing.T, property string) schema.Form {
	t.Helper()
	root, err := request.Parse([]byte(`{"type":"object","properties":{"a":` + property + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	form, err := schema.Read(request.Request{Schema: root}, schema.NewBudget())
	if err != nil {
		t.Fatal(err)
	}
	return form
}
