package validate

import (
	"slices"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/schema"
)

// TestUnions_ANumberAndItsText: the unions that generators write become number fields in the notation of the person, with
// valid answers and without a remark on a missing type.
func TestUnions_ANumberAndItsText(t *testing.T) {
	const decimal = `{"type":"string","pattern":"^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$"}`
	const places = `{"type":"string","pattern":"^(?!^[-+.]*$)[+-]?0*(?:\\d{0,8}|(?=[\\d.]{1,11}0*$)\\d{0,8}\\.\\d{0,2}0*$)"}`
	for _, test := range []struct {
		name, property string
		kind           schema.Kind
		typed          [][3]string // the text in German notation, the submitted value, the problem
	}{
		{"pydantic: Decimal", `{"anyOf":[{"type":"number"},` + decimal + `]}`, schema.Number,
			[][3]string{{"1.234,5", "1234.5"}, {"-3", "-3"}, {"viel", "", "not-a-number"}, {"12345678901234567890", `"12345678901234567890"`}}},
		{"pydantic: Optional[Decimal]", `{"anyOf":[{"type":"number"},` + decimal + `,{"type":"null"}],"default":null}`, schema.Number,
			[][3]string{{"0,5", "0.5"}}},
		{"pydantic: Decimal, ge=0", `{"anyOf":[{"type":"number","minimum":0},` + decimal + `]}`, schema.Number,
			[][3]string{{"12,5", "12.5"}, {"-1", "", "too-small"}}},
		{"pydantic: condecimal", `{"anyOf":[{"type":"number","maximum":100},` + places + `]}`, schema.Number,
			[][3]string{{"12,50", "12.50"}, {"101", "", "too-great"}}},
		{"pydantic: int | str", `{"anyOf":[{"type":"integer"},{"type":"string"}]}`, schema.Integer,
			[][3]string{{"42", "42"}, {"ABC-12", `"ABC-12"`}, {"007", `"007"`}, {"+4930123", `"+4930123"`}, {"1.5", `"1.5"`}}},
		{"pydantic: str | int | None", `{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}`, schema.Integer, [][3]string{{"42", "42"}, {"x", `"x"`}}},
		{"pydantic: float | str", `{"anyOf":[{"type":"number"},{"type":"string"}]}`, schema.Number, [][3]string{{"1,5", "1.5"}, {"x", `"x"`}}},
		{"pydantic: int | float | str", `{"anyOf":[{"type":"integer"},{"type":"number"},{"type":"string"}]}`, schema.Number, [][3]string{{"1,5", "1.5"}, {"3", "3"}}},
		{"pydantic: int | constr(max_length=3)", `{"anyOf":[{"type":"integer","exclusiveMinimum":0},{"type":"string","maxLength":3}]}`, schema.Integer,
			[][3]string{{"1234", "1234"}, {"abc", `"abc"`}, {"abcd", "", "not-a-number"}, {"0", "", "not-more-than"}}},
		{"pydantic: int | float", `{"anyOf":[{"type":"integer"},{"type":"number"}]}`, schema.Number, [][3]string{{"1,5", "1.5"}, {"x", "", "not-a-number"}}},
		{"zod 3: union of primitives", `{"type":["string","number"]}`, schema.Number, [][3]string{{"1,5", "1.5"}, {"x", `"x"`}}},
		{"zod 3: nullable", `{"type":["number","string","null"]}`, schema.Number, [][3]string{{"1,5", "1.5"}}},
		{"zod 4: union", `{"anyOf":[{"type":"string"},{"type":"number"}]}`, schema.Number, [][3]string{{"1,5", "1.5"}}},
		{"zod 4: nullable union", `{"anyOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"type":"null"}]}`, schema.Number, [][3]string{{"1,5", "1.5"}}},
		{"zod 4: z.int() or a code", `{"anyOf":[{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},{"type":"string","pattern":"^[A-Z]+$"}]}`, schema.Integer,
			[][3]string{{"7", "7"}, {"ABC", `"ABC"`}, {"abc", "", "not-a-number"}}},
		{"schemars: untagged enum", `{"anyOf":[{"type":"integer","format":"int32"},{"type":"string"}]}`, schema.Integer, [][3]string{{"8080", "8080"}, {"http", `"http"`}}},
		{"schemars: u8 or text", `{"anyOf":[{"type":"integer","format":"uint8","minimum":0,"maximum":255},{"type":"string"}]}`, schema.Integer, [][3]string{{"8", "8"}}},
		{"schemars: rust_decimal", `{"type":["string","number"],"pattern":"^-?\\d+(\\.\\d+)?([eE]\\d+)?$"}`, schema.Number,
			[][3]string{{"1.234,5", "1234.5"}, {"x", "", "not-a-number"}}},
		{"System.Text.Json: int", `{"type":["string","integer"],"pattern":"^-?(?:0|[1-9]\\d*)$"}`, schema.Integer,
			[][3]string{{"42", "42"}, {"007", "7"}, {"x", "", "not-a-number"}, {"1,5", "", "not-a-number"}}},
		{"System.Text.Json: int?", `{"type":["string","integer","null"],"pattern":"^-?(?:0|[1-9]\\d*)$"}`, schema.Integer, [][3]string{{"42", "42"}}},
		{"System.Text.Json: double", `{"type":["string","number"],"pattern":"^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$"}`, schema.Number, [][3]string{{"1,5", "1.5"}}},
		{"System.Text.Json: named floats", `{"anyOf":[{"type":"number"},{"enum":["NaN","Infinity","-Infinity"]}]}`, schema.Number,
			[][3]string{{"1,5", "1.5"}, {"NaN", `"NaN"`}, {"nan", "", "not-a-number"}}},
		{"protobuf: int64", `{"type":["integer","string"],"format":"int64"}`, schema.Integer, [][3]string{{"42", "42"}}},
		{"by a reference", `{"$ref":"#/$defs/Decimal"}`, schema.Number, [][3]string{{"1,5", "1.5"}}},
		{"beside a reference", `{"anyOf":[{"$ref":"#/$defs/Port"},{"type":"string"}]}`, schema.Integer, [][3]string{{"80", "80"}, {"70000", "", "too-great"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			form := readForm(t, `{"type":"object","properties":{"p":`+test.property+`},"$defs":{
			"Decimal":{"anyOf":[{"type":"number"},`+decimal+`]},"Port":{"type":"integer","maximum":65535}}}`)
			f := &form.Fields[0]
			if f.Kind != test.kind || f.Unsupported != "" || slices.Contains(f.Remarks, schema.Untyped) || slices.Contains(f.Remarks, schema.OptionsDropped) {
				t.Errorf("%s: %q %q %v", test.name, f.Kind, f.Unsupported, f.Remarks)
				return
			}
			c := New(form)
			for _, typing := range test.typed {
				a, problem := c.CheckField(0, draftOf(typing[0]), answer.Env{Locale: localetest.For("de")})
				got := [3]string{typing[0], a.Value.JSON()}
				if problem != nil {
					got = [3]string{typing[0], "", string(problem.Code)}
				}
				if got != typing {
					t.Errorf("%s: %v, want %v", test.name, got, typing)
				}
				if _, invalid := validate(c.validator.compileInPlace(*f), a.Value.Any()); invalid && problem == nil {
					t.Errorf("%s: %s is invalid", test.name, a.Value.JSON())
				}
			}
		})
	}
}

// TestUnions_SuggestionsStayAsTheyCame: pydantic writes the default of a Decimal as a text.
func TestUnions_SuggestionsStayAsTheyCame(t *testing.T) {
	form := readForm(t, oneField(`{"anyOf":[{"type":"number"},{"type":"string","pattern":"^[0-9.]*$"}],"default":"1.50"}`, false))
	c, german := New(form), answer.Env{Locale: localetest.For("de")}
	draft := answer.Start(form.Fields[0], german)
	a, problem := c.CheckField(0, draft, german)
	if draft.Text != "1,50" || a.Value.JSON() != `"1.50"` || problem != nil {
		t.Errorf("%+v is sent as %s, %+v", draft, a.Value.JSON(), problem)
	}
	draft.Origin = answer.Edited
	if a, _ := c.CheckField(0, draft, german); a.Value.JSON() != "1.50" {
		t.Errorf("after typing it is %s", a.Value.JSON())
	}
	if shown := answer.Show(form.Fields[0], answer.Answer{Value: form.Fields[0].Default}, german, nil); shown.Text != "1.50" {
		t.Errorf("shown as %+v", shown)
	}
}
