package validate

import (
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
)

// TestLeftEmpty_WhereTheSchemaSaysSo tries an empty answer to each property. If the schema does not accept it, an answer that
// was left empty stays a problem.
// Rows: P5.
func TestLeftEmpty_WhereTheSchemaSaysSo(t *testing.T) {
	for property, want := range map[string]string{
		`{"type":"string"}`:                                                                         `{"p":""}`,
		`{"type":"string","minLength":0,"maxLength":5}`:                                             `{"p":""}`,
		`{"type":"string","default":"x"}`:                                                           `{"p":""}`,
		`{"type":"string","pattern":"^[a-z]*$"}`:                                                    `{"p":""}`,
		`{"type":"string","format":"phone"}`:                                                        `{"p":""}`,
		`{"type":"string","minLength":1}`:                                                           "",
		`{"type":"string","pattern":"."}`:                                                           "",
		`{"type":"string","not":{"const":""}}`:                                                      "",
		`{"type":"string","format":"uuid"}`:                                                         "",
		`{"type":"string","format":"email"}`:                                                        "",
		`{"type":"string","format":"uri"}`:                                                          "",
		`{"type":"string","format":"date"}`:                                                         "",
		`{"type":"string","format":"date-time"}`:                                                    "",
		`{"type":"string","format":"time"}`:                                                         "",
		`{"type":"string","pattern":"^([01]\\d|2[0-3]):[0-5]\\d$"}`:                                 "",
		`{"type":"string","enum":["","x"]}`:                                                         "",
		`{"type":"number"}`:                                                                         "",
		`{"type":"boolean"}`:                                                                        "",
		`{"type":"array","minItems":0,"items":{"type":"string","enum":["a","b"]}}`:                  `{"p":[]}`,
		`{"type":"array","minItems":0,"items":{"type":"string"}}`:                                   `{"p":[]}`,
		`{"type":"array","items":{"type":"string","enum":["a","b"]}}`:                               "",
		`{"type":"array","items":{"type":"string"}}`:                                                "",
		`{"type":"array","minItems":1,"items":{"type":"string","enum":["a","b"]}}`:                  "",
		`{"type":"array","minItems":0,"contains":{"const":"a"},"items":{"type":"string"}}`:          "",
		`{"type":"array","minItems":0,"not":{"maxItems":0},"items":{"type":"string","enum":["a"]}}`: "",
	} {
		t.Run(property, func(t *testing.T) {
			c := New(readForm(t, oneField(property, true)))
			untouched := []answer.Draft{{}}
			_, _, problems := c.CheckAll(untouched, english)
			if c.form.Fields[0].Default.Exists() {
				untouched[0].Origin = answer.Cleared
				_, _, problems = c.CheckAll(untouched, english)
			}
			if len(problems) != 1 || problems[0].MayBeEmpty != (want != "") {
				t.Fatalf("nothing is answered: %+v", problems)
			}
			content, _, problems := c.CheckAll([]answer.Draft{{Origin: answer.LeftEmpty}}, english)
			if (len(problems) == 0) != (want != "") || want != "" && content.JSON() != want {
				t.Errorf("left empty: %s %+v, want %s", content.JSON(), problems, want)
			}
			if want == "" || c.form.Fields[0].Default.Exists() {
				return
			}
			if refusals := c.validator.content(content); len(refusals) > 0 {
				t.Errorf("the schema refuses it: %+v", refusals)
			}
			// An optional question is omitted instead.
			content, _, problems = New(readForm(t, oneField(property, false))).CheckAll([]answer.Draft{{Origin: answer.LeftEmpty}}, english)
			if len(problems) > 0 || content.JSON() != "{}" {
				t.Errorf("optional: %s %+v", content.JSON(), problems)
			}
		})
	}
}
