package request

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestAppendJSON(t *testing.T) {
	tests := []struct {
		name string
		v    Value
		want string
	}{
		{"missing", Value{}, `null`},
		{"null", Value{Type: Null}, `null`},
		{"bools", Value{Type: Array, Items: []Value{BoolValue(true), BoolValue(false)}}, `[true,false]`},
		{"empty", Value{Type: Array, Items: []Value{{Type: Object}, {Type: Array}}}, `[{},[]]`},
		{"quotes", StringValue(`a"b\c/`), `"a\"b\\c/"`},
		{"controls", StringValue("\x00\n\r\t\x1f\x7f"), `"\u0000\n\r\t\u001f\u007f"`},
		{"line separators", StringValue("a\u2028b\u2029c"), `"a\u2028b\u2029c"`},
		{"B28 markup is untouched", StringValue(`<b>&amp;</script>`), `"<b>&amp;</script>"`},
		{"emoji", StringValue("😀 é"), `"😀 é"`},
		{"invalid UTF-8", StringValue("a\xffb"), "\"a\ufffdb\""},
		{"missing member", Value{Type: Object, Members: []Member{{Name: "a"}, {Name: "b", Value: NumberValue("1.0")}}}, `{"b":1.0}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.v.JSON(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if !json.Valid([]byte(tt.v.JSON())) {
				t.Error("not JSON")
			}
		})
	}
}

func TestAny(t *testing.T) {
	got := mustParse(t, `{"a":[1.0,"x",true,null],"__proto__":{}}`).Any()
	want := map[string]any{
		"a":         []any{json.Number("1.0"), "x", true, nil},
		"__proto__": map[string]any{},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v", got)
	}
	if got := (Value{Type: Object, Members: []Member{{Name: "a"}}}).Any(); !reflect.DeepEqual(got, map[string]any{}) {
		t.Errorf("a missing member became %#v", got)
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true},
		{`100`, `1e2`, true},
		{`0`, `-0`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`0.1`, `0.10`, true},
		{`1`, `"1"`, false},
		{`null`, `false`, false},
		{`null`, `null`, true},
		{`true`, `true`, true},
		{`"a"`, `"a"`, true},
		{`"a"`, `"A"`, false},
		{`[1,2]`, `[2,1]`, false},
		{`[1]`, `[1,2]`, false},
		{`{"a":1,"b":[2]}`, `{"b":[2.0],"a":1}`, true},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"a":1}`, `{"a":1,"b":1}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.a+" "+tt.b, func(t *testing.T) {
			if got := mustParse(t, tt.a).Equal(mustParse(t, tt.b)); got != tt.want {
				t.Errorf("%s == %s: got %v, want %v", tt.a, tt.b, got, tt.want)
			}
		})
	}
	if !NumberValue("1e2000000").Equal(NumberValue("10e1999999")) {
		t.Error("numbers past the limits are compared without writing them out")
	}
}

// Rows: B7.
func TestGet_NamesAreExact(t *testing.T) {
	v := mustParse(t, `{"Mode":"url","mode":"form"}`)
	if got := v.Get("mode").Text; got != "form" {
		t.Errorf("mode is %q", got)
	}
	if v.Get("MODE").Exists() {
		t.Error("MODE was found")
	}
}
