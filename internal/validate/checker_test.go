package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

func readForm(t testing.TB, text string) schema.Form {
	t.Helper()
	value, err := request.Parse([]byte(text))
	if err != nil {
		t.Fatalf("parse %s: %v", text, err)
	}
	form, err := schema.Read(request.Request{Schema: value}, schema.NewBudget())
	if err != nil {
		t.Fatalf("read %s: %v", text, err)
	}
	return form
}

// oneField wraps the schema of a property p.
func oneField(property string, required bool) string {
	if required {
		return `{"type":"object","properties":{"p":` + property + `},"required":["p"]}`
	}
	return `{"type":"object","properties":{"p":` + property + `}}`
}

func draftOf(text string) answer.Draft { return answer.Draft{Origin: answer.Edited, Text: text} }

func choose(indexes ...int) answer.Draft {
	return answer.Draft{Origin: answer.Edited, Chosen: indexes}
}

var english = answer.Env{Locale: localetest.For("en")}

// Rows: P6, N5.
func TestField_OneProblemByPriority(t *testing.T) {
	const ten = "aaaaaaaaaa"
	nothing := answer.Draft{}
	tests := []struct {
		name     string
		property string
		required bool
		draft    answer.Draft
		want     Problem // without Field; the zero Problem for a valid answer
	}{
		{"text may be left out", `{"type":"string","minLength":3}`, false, nothing, Problem{}},
		{"required text", `{"type":"string","minLength":3}`, true, nothing, Problem{Code: Empty}},
		{"required number", `{"type":"number"}`, true, draftOf(" "), Problem{Code: Empty}},
		{"required date", `{"type":"string","format":"date"}`, true, nothing, Problem{Code: Empty}},
		{"required list", `{"type":"array","items":{"type":"string"}}`, true, nothing, Problem{Code: Empty}},
		{"required choice", `{"type":"string","enum":["a","b"]}`, true, nothing, Problem{Code: NotChosen}},
		{"required choices", `{"type":"array","items":{"enum":["a","b"]}}`, true, nothing, Problem{Code: NotChosen}},
		{"required choices, one at least", `{"type":"array","minItems":1,"items":{"enum":["a","b"]}}`, true, nothing, Problem{Code: NotChosen}},
		{"required choices, two at least", `{"type":"array","minItems":2,"items":{"enum":["a","b","c"]}}`, true, nothing, Problem{Code: TooFewChosen, Min: "2"}},
		{"optional choices can stay empty", `{"type":"array","minItems":2,"items":{"enum":["a","b","c"]}}`, false, nothing, Problem{}},
		{"required yes or no", `{"type":"boolean"}`, true, nothing, Problem{Code: NotAnswered}},
		{"no is an answer", `{"type":"boolean"}`, true, choose(1), Problem{}},
		{"N13 consent", `{"type":"boolean","const":true}`, true, choose(1), Problem{Code: MustBeYes}},
		{"only no", `{"type":"boolean","const":false}`, true, choose(0), Problem{Code: MustBeNo}},

		{"too short", `{"type":"string","minLength":3}`, false, draftOf("ab"), Problem{Code: TooShort, Min: "3"}},
		{"too long", `{"type":"string","maxLength":8}`, false, draftOf(ten), Problem{Code: TooLong, Max: "8", Got: 2}},
		{"short of a range", `{"type":"string","minLength":2,"maxLength":8}`, false, draftOf("a"), Problem{Code: LengthBetween, Min: "2", Max: "8"}},
		{"beyond a range", `{"type":"string","minLength":2,"maxLength":8}`, false, draftOf(ten), Problem{Code: LengthBetween, Min: "2", Max: "8", Got: 2}},
		{"N7 one emoji is one", `{"type":"string","maxLength":1}`, false, draftOf("😀"), Problem{}},
		{"N7 a family is five", `{"type":"string","maxLength":4}`, false, draftOf("👨‍👩‍👧"), Problem{Code: TooLong, Max: "4", Got: 1}},
		{"length before pattern", `{"type":"string","minLength":3,"pattern":"^b"}`, false, draftOf("a"), Problem{Code: TooShort, Min: "3"}},
		{"pattern", `{"type":"string","pattern":"^b"}`, false, draftOf("a"), Problem{Code: BadPattern}},
		{"format before pattern", `{"type":"string","format":"email","pattern":"^b"}`, false, draftOf("a"), Problem{Code: BadEmail}},
		{"pattern after format", `{"type":"string","format":"email","pattern":"^b"}`, false, draftOf("a@b.c"), Problem{Code: BadPattern}},
		{"N6 lookahead", `{"type":"string","pattern":"^(?=.*\\d)(?=.*[a-z]).{8,}$"}`, false, draftOf("abcdefgh"), Problem{Code: BadPattern}},
		{"N6 lookahead passes", `{"type":"string","pattern":"^(?=.*\\d)(?=.*[a-z]).{8,}$"}`, false, draftOf("abcdefg1"), Problem{}},
		{"B15 unchecked pattern", `{"type":"string","pattern":"^(a)\\1$"}`, false, draftOf("x"), Problem{}},
		{"B15 invalid pattern", `{"type":"string","pattern":"["}`, false, draftOf("x"), Problem{}},
		{"uri", `{"type":"string","format":"uri"}`, false, draftOf("example.com"), Problem{Code: NoScheme, Min: "https://example.com"}},
		{"uuid", `{"type":"string","format":"uuid"}`, false, draftOf("x"), Problem{Code: BadFormat}},
		{"uuid passes", `{"type":"string","format":"uuid"}`, false, draftOf("550e8400-e29b-41d4-a716-446655440000"), Problem{}},
		{"regex", `{"type":"string","format":"regex"}`, false, draftOf("("), Problem{Code: BadFormat}},
		{"regex passes", `{"type":"string","format":"regex"}`, false, draftOf(`^(a)\1$`), Problem{}},
		{"unknown format", `{"type":"string","format":"password"}`, false, draftOf("x"), Problem{}},
		{"int32", `{"type":"integer","format":"int32"}`, false, draftOf("3000000000"), Problem{Code: NumberBetween, Min: "-2147483648", Max: "2147483647"}},

		{"B16 not a number", `{"type":"number"}`, false, draftOf("0x10"), Problem{Code: NotANumber}},
		{"B16 huge exponent", `{"type":"number","minimum":0}`, false, draftOf("1e2000000"), Problem{Code: NumberTooBig}},
		{"not whole", `{"type":"integer"}`, false, draftOf("3.5"), Problem{Code: NotWhole}},
		{"3.0 is whole", `{"type":"integer"}`, false, draftOf("3.0"), Problem{}},
		{"N8 beyond 2^53-1", `{"type":"integer"}`, false, draftOf("9007199254740993"), Problem{Code: NumberTooBig}},
		{"too small", `{"type":"number","minimum":0.5}`, false, draftOf("0.4"), Problem{Code: TooSmall, Min: "0.5"}},
		{"too great", `{"type":"number","maximum":10}`, false, draftOf("11"), Problem{Code: TooGreat, Max: "10"}},
		{"between", `{"type":"number","minimum":1,"maximum":10}`, false, draftOf("11"), Problem{Code: NumberBetween, Min: "1", Max: "10"}},
		{"bound itself", `{"type":"number","minimum":1,"maximum":10}`, false, draftOf("10"), Problem{}},
		{"exclusive below", `{"type":"number","exclusiveMinimum":0}`, false, draftOf("0"), Problem{Code: NotMoreThan, Min: "0"}},
		{"exclusive above", `{"type":"number","exclusiveMaximum":1}`, false, draftOf("1"), Problem{Code: NotLessThan, Max: "1"}},
		{"N8 multiple", `{"type":"number","multipleOf":0.1}`, false, draftOf("0.2"), Problem{}},
		{"N8 multiple that servers computing with floats refuse", `{"type":"number","multipleOf":0.1}`, false, draftOf("0.3"), Problem{}},
		{"not a multiple", `{"type":"number","multipleOf":0.5}`, false, draftOf("0.75"), Problem{Code: NotMultiple, Min: "0.5"}},
		{"bounds before step", `{"type":"number","multipleOf":0.5,"maximum":0.5}`, false, draftOf("0.75"), Problem{Code: TooGreat, Max: "0.5"}},

		{"too few chosen", `{"type":"array","minItems":2,"items":{"enum":["a","b","c"]}}`, false, choose(0), Problem{Code: TooFewChosen, Min: "2"}},
		{"too many chosen", `{"type":"array","maxItems":1,"items":{"enum":["a","b","c"]}}`, false, choose(0, 2), Problem{Code: TooManyChosen, Max: "1", Got: 1}},
		{"too few entries", `{"type":"array","minItems":2,"items":{"type":"string"}}`, false, draftOf("a"), Problem{Code: TooFewEntries, Min: "2"}},
		{"too many entries", `{"type":"array","maxItems":1,"items":{"type":"string"}}`, false, draftOf("a\nb\nc"), Problem{Code: TooManyEntries, Max: "1", Got: 2}},
		{"repeated entries", `{"type":"array","uniqueItems":true,"items":{"type":"string"}}`, false, draftOf("a\nb\na"), Problem{Code: RepeatedEntries, Entry: 3}},
		{"a bad entry", `{"type":"array","items":{"type":"string","maxLength":2}}`, false, draftOf("a\nabc"), Problem{Code: TooLong, Max: "2", Got: 1, Entry: 2}},
		{"T2 an address with an umlaut", `{"type":"string","format":"email"}`, false, draftOf("jürgen@example.com"), Problem{Code: EmailLetters}},
		{"a bad address", `{"type":"array","items":{"type":"string","format":"email"}}`, false, draftOf("a@b.c\nb"), Problem{Code: BadEmail, Entry: 2}},

		{"T18 day missing", `{"type":"string","format":"date"}`, false, answer.Draft{Origin: answer.Edited, Month: "5", Year: "2024"}, Problem{Code: DateIncomplete, Segment: DaySegment}},
		{"T18 year missing", `{"type":"string","format":"date"}`, true, answer.Draft{Origin: answer.Edited, Day: "1", Month: "5"}, Problem{Code: DateIncomplete, Segment: YearSegment}},
		{"B41 unreal date", `{"type":"string","format":"date"}`, false, answer.Draft{Origin: answer.Edited, Day: "30", Month: "2", Year: "2024"}, Problem{Code: DateUnreal, Segment: DaySegment, Min: "February 2024", Max: "29"}},
		{"clock missing", `{"type":"string","format":"date-time"}`, false, answer.Draft{Origin: answer.Edited, Day: "1", Month: "2", Year: "2024", Zone: "+02:00"}, Problem{Code: ClockMissing, Segment: ClockSegment}},
		{"half a time", `{"type":"string","format":"time"}`, false, answer.Draft{Origin: answer.Edited, Clock: "-"}, Problem{Code: ClockUnreal, Segment: ClockSegment}},
		{"time in no zone", `{"type":"string","format":"time"}`, false, answer.Draft{Origin: answer.Edited, Clock: "10:00", Zone: "x"}, Problem{Code: ZoneUnknown, Segment: ZoneSegment}},
		{"time missing", `{"type":"string","format":"time"}`, true, answer.Draft{}, Problem{Code: Empty}},

		{"unsupported, optional", `{"type":"object"}`, false, draftOf("x"), Problem{}},
		{"B12 unsupported, required", `{"type":"object"}`, true, draftOf("x"), Problem{Code: Invalid}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := New(readForm(t, oneField(test.property, test.required)))
			_, problem := c.CheckField(0, test.draft, english)
			var got Problem
			if problem != nil {
				got = *problem
			}
			if got != test.want {
				t.Errorf("problem %+v, want %+v", got, test.want)
			}
			content, answers, problems := c.CheckAll([]answer.Draft{test.draft}, english)
			if len(answers) != 1 || (problem == nil) != (len(problems) == 0) {
				t.Errorf("N5: the whole form finds %+v", problems)
			}
			if problem != nil && problems[0] != *problem {
				t.Errorf("N5: the whole form finds %+v, the field %+v", problems, *problem)
			}
			if problem != nil && len(content.Members) > 0 {
				t.Errorf("content %s", content.JSON())
			}
		})
	}
}

// Rows: N8.
func TestMiscounted_ExactMultiplesAreSentAndTold(t *testing.T) {
	form := readForm(t, `{"type":"object","properties":{"price":{"type":"number","multipleOf":0.01,"default":19.99},"name":{"type":"string"},"even":{"type":"number","multipleOf":0.5},"alone":{"type":["number","null"],"multipleOf":0.1}}}`)
	c := New(form)
	if !form.Fields[0].Default.Exists() || len(form.Fields[0].Remarks) > 0 {
		t.Error("the suggestion 19.99 is dropped")
	}
	for _, test := range []struct {
		drafts []answer.Draft
		want   bool
	}{
		{[]answer.Draft{draftOf("19.99"), {}, {}, {}}, true},
		{[]answer.Draft{draftOf("19.98"), draftOf("0.3"), draftOf("0.5"), {}}, false},
		{[]answer.Draft{{}, {}, {}, draftOf("0.3")}, true},
		{[]answer.Draft{{}, {}, {}, {}}, false},
	} {
		t.Run(fmt.Sprintf("%+v", test.drafts), func(t *testing.T) {
			content, _, problems := c.CheckAll(test.drafts, english)
			if len(problems) > 0 {
				t.Errorf("problems %+v", problems)
			}
			if got := Miscounted(form, content); got != test.want {
				t.Errorf("%s is miscounted: %t", content.JSON(), got)
			}
		})
	}
}

func TestAll_ContentIsInTheServersOrder(t *testing.T) {
	form := readForm(t, `{"type":"object","properties":{"10":{"type":"string"},"9":{"type":"integer"},"__proto__":{"type":"boolean"},"z":{"type":"string"},"a":{"type":"array","items":{"enum":["x","y","z"]}}},"required":["10"]}`)
	drafts := []answer.Draft{draftOf("t"), draftOf("1,000"), choose(1), {}, choose(2, 0)}
	drafts[1] = draftOf("1000")
	content, _, problems := New(form).CheckAll(drafts, english)
	if len(problems) > 0 {
		t.Fatalf("problems %+v", problems)
	}
	if got, want := content.JSON(), `{"10":"t","9":1000,"__proto__":false,"a":["x","z"]}`; got != want {
		t.Errorf("content %s, want %s", got, want)
	}
}

// Rows: B13.
func TestAll_UnknownRequiredNameIsInvalid(t *testing.T) {
	form := readForm(t, `{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}`)
	_, _, problems := New(form).CheckAll([]answer.Draft{draftOf("x")}, english)
	if len(problems) != 1 || problems[0] != (Problem{Field: -1, Code: Invalid}) {
		t.Errorf("problems %+v", problems)
	}
}

func TestAll_NoSchemaIsAConfirmation(t *testing.T) {
	for _, text := range []string{`{}`, `{"type":"object"}`, `{"type":"object","properties":{}}`} {
		content, answers, problems := New(readForm(t, text)).CheckAll(nil, english)
		if content.JSON() != "{}" || len(answers) > 0 || len(problems) > 0 {
			t.Errorf("%s: content %s, problems %+v", text, content.JSON(), problems)
		}
	}
	form, err := schema.Read(request.Request{}, schema.NewBudget())
	if err != nil {
		t.Fatal(err)
	}
	if content, _, problems := New(form).CheckAll(nil, english); content.JSON() != "{}" || len(problems) > 0 {
		t.Errorf("content %s, problems %+v", content.JSON(), problems)
	}
}

func TestAll_RulesBetweenAnswers(t *testing.T) {
	const properties = `"properties":{"a":{"type":"string"},"b":{"type":"boolean"},"c":{"type":"string","enum":["x","y"]}}`
	together := Problem{Field: -1, Code: InvalidTogether}
	tests := []struct {
		name, rule string
		want       []Problem
	}{
		{"dependentRequired names the field", `"dependentRequired":{"a":["c"]}`, []Problem{{Field: 2, Code: NotChosen}}},
		{"dependencies of draft-07", `"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b","c"]}`, []Problem{{Field: 1, Code: NotAnswered}, {Field: 2, Code: NotChosen}}},
		{"then.required names the field", `"if":{"required":["a"]},"then":{"required":["c"]}`, []Problem{{Field: 2, Code: NotChosen}}},
		{"then on a value", `"if":{"required":["a"]},"then":{"properties":{"a":{"pattern":"^z"}}}`, []Problem{{Field: 0, Code: BadPattern}}},
		{"allOf", `"allOf":[{"required":["c"]}]`, []Problem{{Field: 2, Code: NotChosen}}},
		{"anyOf leaves a choice", `"anyOf":[{"required":["b"]},{"required":["c"]}]`, []Problem{together}},
		{"not", `"not":{"required":["a"]}`, []Problem{together}},
		{"minProperties", `"minProperties":2`, []Problem{together}},
		{"an unknown required name, in allOf", `"allOf":[{"required":["zz"]}]`, []Problem{together}},
		{"unevaluatedProperties are fine", `"unevaluatedProperties":false`, nil},
		{"additionalProperties are fine", `"additionalProperties":false`, nil},
		{"an unchecked pattern below not is dropped", `"not":{"properties":{"a":{"pattern":"(a)\\1"}}}`, nil},
		{"an unchecked name pattern is dropped", `"patternProperties":{"(?<=x)y":{"type":"number"}},"additionalProperties":false`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			form := readForm(t, `{"type":"object",`+properties+`,`+test.rule+`}`)
			_, _, problems := New(form).CheckAll([]answer.Draft{draftOf("t"), {}, {}}, english)
			if !slices.Equal(problems, test.want) {
				t.Errorf("problems %+v, want %+v", problems, test.want)
			}
		})
	}
}

// Rows: B14, B15.
func TestNotes_WhatIsNotCheckedIsSaid(t *testing.T) {
	tests := []struct {
		name, property string
		want           []schema.Remark
	}{
		{"nothing to say", `{"type":"string","pattern":"^a","default":"a"}`, nil},
		{"pattern", `{"type":"string","pattern":"(?<=a)b"}`, []schema.Remark{schema.PatternUnchecked}},
		{"pattern of entries", `{"type":"array","items":{"type":"string","pattern":"(a)\\1"}}`, nil},
		{"P5 default against the pattern", `{"type":"string","pattern":"^a","default":"b"}`, []schema.Remark{schema.DefaultDropped}},
		{"P5 default against a rule without words", `{"type":"string","format":"uuid","default":"b"}`, []schema.Remark{schema.DefaultDropped}},
		{"P5 empty default", `{"type":"string","default":""}`, nil},
		{"P5 false and 0", `{"type":"boolean","default":false}`, nil},
		{"a malformed rule", `{"type":"string","not":5,"format":"uuid"}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			form := readForm(t, oneField(test.property, false))
			if test.name == "pattern of entries" {
				if New(form); !slices.Contains(form.Fields[0].Remarks, schema.PatternUnchecked) {
					t.Errorf("remarks %v", form.Fields[0].Remarks)
				}
				return
			}
			before := len(form.Fields[0].Remarks)
			New(form)
			if got := form.Fields[0].Remarks[before:]; !slices.Equal(got, test.want) {
				t.Errorf("remarks %v, want %v", got, test.want)
			}
		})
	}
}

// Rows: B15.
func TestAll_OneBadKeywordKillsNothingElse(t *testing.T) {
	bad := map[string]string{
		"negative length":       `{"type":"string","minLength":-1}`,
		"a property as text":    `"string"`,
		"bound as text":         `{"type":"number","minimum":"0"}`,
		"remote reference":      `{"$ref":"https://schemas.invalid/x.json"}`,
		"reference to nothing":  `{"$ref":"#/$defs/none"}`,
		"pattern":               `{"type":"string","pattern":"("}`,
		"lookbehind":            `{"type":"string","pattern":"(?<=a)b"}`,
		"unknown type":          `{"type":"strng"}`,
		"null":                  `null`,
		"relative reference":    `{"$ref":"other.json"}`,
		"metaschema reference":  `{"$ref":"https://json-schema.org/draft/2020-12/schema"}`,
		"duplicate identifiers": `{"$id":"x","type":"string","anyOf":[{"$id":"x"}]}`,
		"title is a number":     `{"type":"string","title":5}`,
		"reference to itself":   `{"$ref":"#/properties/bad"}`,
		"reference to the root": `{"$ref":"#"}`,
	}
	for name, property := range bad {
		t.Run(name, func(t *testing.T) {
			form := readForm(t, `{"type":"object","properties":{"bad":`+property+`,"id":{"type":"string","format":"uuid"},"a/b~c %#":{"type":["string","null"],"format":"ipv4"}},"required":["id"],"minProperties":2}`)
			c := New(form)
			_, _, problems := c.CheckAll([]answer.Draft{{}, draftOf("no uuid"), draftOf("no address")}, english)
			want := []Problem{{Field: 1, Code: BadFormat}, {Field: 2, Code: BadFormat}}
			if !slices.Equal(problems, want) {
				t.Errorf("problems %+v, want %+v", problems, want)
			}
			drafts := []answer.Draft{{}, draftOf("550e8400-e29b-41d4-a716-446655440000"), draftOf("127.0.0.1")}
			content, _, problems := c.CheckAll(drafts, english)
			if len(problems) > 0 || len(content.Members) != 2 {
				t.Errorf("content %s, problems %+v", content.JSON(), problems)
			}
			drafts[2] = answer.Draft{}
			if _, _, problems := c.CheckAll(drafts, english); len(problems) != 1 || problems[0].Code != InvalidTogether {
				t.Errorf("minProperties is forgotten: %+v", problems)
			}
		})
	}
}

func TestAll_PropertiesBehindAReference(t *testing.T) {
	form := readForm(t, `{"$ref":"#/$defs/F%20orm","$defs":{"F orm":{"type":"object","properties":{"p":{"$ref":"#/$defs/Id"}}},"Id":{"type":"string","format":"uuid"}}}`)
	if _, problem := New(form).CheckField(0, draftOf("x"), english); problem == nil || problem.Code != BadFormat {
		t.Errorf("problem %+v", problem)
	}
}

// Rows: B31.
func TestNew_EachPropertyIsCompiledOnce(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"type":"object","properties":{"bad":{"type":"string","minLength":-1}`)
	for i := range 299 {
		text.WriteString(`,"p` + Limit(i) + `":{"type":["string","null"],"format":"uuid","pattern":"^[0-9a-f-]+$"}`)
	}
	text.WriteString(`}}`)
	form := readForm(t, text.String())
	c := New(form)
	drafts := make([]answer.Draft, len(form.Fields))
	drafts[299] = draftOf("x")
	if _, _, problems := c.CheckAll(drafts, english); len(problems) != 1 {
		t.Errorf("problems %+v", problems)
	}
}

func TestKinds_EachHasALine(t *testing.T) {
	for _, kind := range schema.Kinds() {
		if kindOf(kind).types == nil {
			t.Errorf("kind %q has no line", kind)
		}
	}
}
