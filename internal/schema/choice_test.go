package schema

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

// optionList writes options as value=title, with ! for an ambiguous one.
func optionList(f Field) string {
	var parts []string
	for _, option := range f.Options {
		part := option.Value.JSON() + "=" + string(option.Title)
		if option.Ambiguous {
			part += "!"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// Rows: B27.
func TestOptions(t *testing.T) {
	for _, test := range []struct{ name, schema, want, options string }{
		{"P1 enum", `{"type":"string","enum":["a","b"]}`, "choice", `"a"=a "b"=b`},
		{"P1 enumNames", `{"enum":["a","b"],"enumNames":["A","B"]}`, "choice", `"a"=A "b"=B`},
		{"P24 short enumNames", `{"enum":["a","b","c"],"enumNames":["A",5]}`, "choice", `"a"=A "b"=b "c"=c`},
		{"P24 enumNames is text", `{"enum":["a"],"enumNames":"A"}`, "choice", `"a"=a`},
		{"P23 enumNames keep their place without null", `{"enum":["a",null,"b"],"enumNames":["A","none","B"]}`, "choice", `"a"=A "b"=B`},
		{"P1 T17 oneOf", `{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b"}]}`, "choice", `"a"=A "b"=b`},
		{"P1 anyOf", `{"anyOf":[{"const":"a","title":"A"},{"enum":["b"],"title":"B"}]}`, "choice", `"a"=A "b"=B`},
		{"lists in anyOf", `{"anyOf":[{"enum":["a","b"]},{"const":"c"}]}`, "choice", `"a"=a "b"=b "c"=c`},
		{"nullable single option keeps its title", `{"title":"Outer","anyOf":[{"const":"a","title":"A"},{"type":"null"}]}`, "choice", `"a"=A`},
		{"const", `{"const":"x"}`, "choice", `"x"=x`},
		{"const in enum", `{"const":"x","enum":["w","x"],"enumNames":["W","X"]}`, "choice", `"x"=X`},
		{"B14 const outside enum", `{"const":"y","enum":["w","x"]}`, "!contradiction", ``},
		{"B14 const of the wrong type", `{"type":"integer","const":"y"}`, "!contradiction options-dropped", ``},
		{"const object", `{"const":{}}`, "!nested-object", ``},
		{"const list", `{"const":[]}`, "!unsupported-type", ``},
		{"numbers as written", `{"type":"number","enum":[1.50,2]}`, "choice", `1.50=1.50 2=2`},
		{"mixed values", `{"enum":["a",1,true]}`, "choice", `"a"=a 1=1 true=true`},
		{"P24 values of the wrong type", `{"type":"string","enum":["a",2]}`, "choice options-dropped", `"a"=a`},
		{"P24 fraction for an integer", `{"type":"integer","enum":[1.0,2.5]}`, "choice options-dropped", `1.0=1.0`},
		{"P24 numbers that readers round", `{"enum":[1,9007199254740993]}`, "choice options-dropped", `1=1`},
		{"P24 objects", `{"enum":["a",{}]}`, "choice options-dropped", `"a"=a`},
		{"P24 lone surrogate", `{"enum":["a","\ud800"]}`, "choice options-dropped", `"a"=a`},
		{"P24 against the other rules", `{"type":"string","maxLength":1,"enum":["a","bb"]}`, "choice options-dropped", `"a"=a`},
		{"P24 duplicates in enum", `{"enum":[1,1.0,2]}`, "choice options-dropped", `1=1 2=2`},
		{"P24 duplicates in oneOf", `{"oneOf":[{"const":"a"},{"const":"b"},{"const":"a"}]}`, "choice options-dropped", `"b"=b`},
		{"P24 duplicates in anyOf", `{"anyOf":[{"const":"a","title":"1"},{"const":"b"},{"const":"a","title":"2"}]}`, "choice options-dropped", `"a"=1 "b"=b`},
		{"a text beside the entries of anyOf", `{"anyOf":[{"const":"a"},{"type":"string"}]}`, "choice", `"a"=a null=`},
		{"entries of anyOf without const", `{"anyOf":[{"const":"a"},{"type":"integer"}]}`, "choice options-dropped", `"a"=a`},
		{"entries of oneOf that do not overlap", `{"oneOf":[{"const":"a"},{"type":"integer"}]}`, "choice options-dropped", `"a"=a`},
		{"entries of oneOf that overlap", `{"type":"string","oneOf":[{"const":"a"},{"type":"string","title":"Other"}]}`, "!composition options-dropped", ``},
		{"entry against its own type", `{"oneOf":[{"const":1,"type":"string"},{"const":"a"}]}`, "choice options-dropped", `"a"=a`},
		{"oneOf and enum", `{"enum":["a"],"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}`, "choice options-dropped", `"a"=A`},
		{"empty value", `{"enum":["","a"]}`, "choice", `""= "a"=a`},
		{"empty value with a title", `{"oneOf":[{"const":"","title":"None"},{"const":"a"}]}`, "choice", `""=None "a"=a`},
		{"B14 empty enum", `{"type":"string","enum":[]}`, "!no-options", ``},
		{"B14 empty oneOf", `{"type":"string","oneOf":[]}`, "!no-options", ``},
		{"B14 no value left", `{"type":"string","enum":[1]}`, "!no-options options-dropped", ``},
		{"enum is no list", `{"type":"string","enum":"a"}`, "text rule-ignored", ``},

		{"yes or no", `{"type":"boolean"}`, "boolean", `true= false=`},
		{"N13 consent", `{"type":"boolean","const":true}`, "boolean", `true= false=`},
		{"enum of booleans", `{"enum":[false,true]}`, "boolean", `true= false=`},
		{"titled booleans", `{"type":"boolean","oneOf":[{"const":true,"title":"Agree"},{"const":false,"title":"Refuse"}]}`, "boolean", `true=Agree false=Refuse`},

		{"A41 names without a type", `{"anyOf":[{"const":true,"title":"Agree"},{"const":false,"title":"Refuse"}]}`, "boolean", `true=Agree false=Refuse`},
		{"A41 the other one first", `{"oneOf":[{"const":false,"title":"Draft"},{"const":true,"title":"Publish"}]}`, "boolean", `true=Publish false=Draft`},
		{"A41 names beside an enum", `{"type":"boolean","enum":[false,true],"enumNames":["Off","On"]}`, "boolean", `true=On false=Off`},
		{"A41 names beside an enum without a type", `{"enum":[true,false],"enumNames":["On","Off"]}`, "boolean", `true=On false=Off`},
		{"A41 names alone", `{"type":"boolean","enumNames":["On","Off"]}`, "boolean", `true=On false=Off`},
		{"A41 names that may be null", `{"type":["boolean","null"],"oneOf":[{"const":true,"title":"On"},{"const":false,"title":"Off"},{"const":null,"title":"?"}]}`, "boolean", `true=On false=Off`},
		{"A41 one name alone", `{"oneOf":[{"const":true,"title":"No"},{"const":false}]}`, "boolean", `true=No! false=`},
		{"A41 names that look the same", `{"oneOf":[{"const":true,"title":"No"},{"const":false,"title":"No "}]}`, "boolean", `true=No! false=No !`},
		{"as many names as for more", `{"type":"boolean","enumNames":["On","Off","Other"]}`, "boolean", `true= false=`},

		{"P1 multi", `{"type":"array","items":{"enum":["a","b"]}}`, "choices", `"a"=a "b"=b`},
		{"multi with names inside", `{"type":"array","items":{"enum":["a"],"enumNames":["A"]}}`, "choices", `"a"=A`},
		{"multi with names outside", `{"type":"array","enumNames":["A"],"items":{"enum":["a"]}}`, "choices", `"a"=A`},
		{"P1 titled multi", `{"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b"}]}}`, "choices", `"a"=A "b"=b`},
		{"P24 duplicates in multi", `{"type":"array","items":{"enum":["a","a","b"]}}`, "choices options-dropped", `"a"=a "b"=b`},

		{"B27 T17 same title", `{"oneOf":[{"const":1,"title":"A"},{"const":2,"title":" A"},{"const":3,"title":"a"}]}`, "choice", `1=A! 2= A! 3=a`},
		{"B27 zero-width space", `{"enum":["A","A\u200b"]}`, "choice", "\"A\"=A! \"A\u200b\"=A\u200b!"},
		{"B27 Cyrillic letter", `{"enum":["аpple","apple","pear"]}`, "choice", `"аpple"=аpple! "apple"=apple! "pear"=pear`},
		{"B27 Greek capital", `{"enum":["Α","A"]}`, "choice", `"Α"=Α! "A"=A!`},
		{"B27 inner spaces", `{"enum":["a b","a  b","ab"]}`, "choice", `"a b"=a b! "a  b"=a  b! "ab"=ab`},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := readField(t, test.schema)
			if got := describe(f); got != test.want {
				t.Errorf("%s: %s, want %s", test.schema, got, test.want)
			}
			if got := optionList(f); got != test.options {
				t.Errorf("%s: options %s, want %s", test.schema, got, test.options)
			}
		})
	}
}

func TestRead_ConstIsKept(t *testing.T) {
	for _, test := range []struct {
		schema string
		want   request.Value
	}{
		{`{"type":"boolean","const":true}`, request.BoolValue(true)},
		{`{"enum":[true]}`, request.BoolValue(true)},
		{`{"enum":[false,false]}`, request.BoolValue(false)},
		{`{"const":"x"}`, request.StringValue("x")},
		{`{"const":1.0,"type":"integer"}`, request.NumberValue("1.0")},
		{`{"enum":["x"]}`, request.Value{}},
		{`{"enum":[true,false]}`, request.Value{}},
	} {
		t.Run(test.schema, func(t *testing.T) {
			if f := readField(t, test.schema); !f.Const.Equal(test.want) || f.Unsupported != "" {
				t.Errorf("const %+v %s, want %+v", f.Const, describe(f), test.want)
			}
		})
	}
}

func TestRead_OptionDescriptions(t *testing.T) {
	f := readField(t, `{"oneOf":[{"const":"A","description":"The first"},{"const":"B"}]}`)
	if f.Options[0].Title != "A" || f.Options[0].Description != "The first" || f.Options[1].Description != "" {
		t.Errorf("%+v", f.Options)
	}
}
