package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

// FuzzParse checks that Parse never panics, that its values survive writing and reading,
// and that it agrees with encoding/json.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `[]`, `"\ud800"`, `"\\\ud83d\ude00"`, "\"\xff\"", `-0`, `1e308`, `1e309`, `[1,]`, `{"a":1,}`,
		`{"a":1,"a":2}`, `{"__proto__":{"a":[true,false,null,"x",1.50]}}`, ` {"10":1 , "9":2} `, `{} x`, `[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]`,
		`{"a\`, `"\`, `"\u00`, `"\x"`, "\"\x01\"", "\"\\\x01\"", `"\"\\\/\b\f\n\r\té\ud83d\ude00\udc00"`, `01`, `1.`, `.5`, `1e`, `1E+05`, `-`, `+1`, `tru`, `nullx`, `[1 2]`, `{"a" 1}`, `{,}`, "\ufeff{}", "[\v1]", `{"a":1,"a":2,}`,
		`{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text)
		if err != nil {
			var rejection *Error
			if !errors.As(err, &rejection) {
				t.Fatalf("error %T", err)
			}
			if rejection.Reason == NotJSON && json.Valid(text) {
				t.Fatalf("rejected JSON: %v", err)
			}
			return
		}
		if !json.Valid(text) {
			t.Fatal("accepted a text that is not JSON")
		}
		reread, err := Parse(v.AppendJSON(nil))
		if err != nil {
			// Escapes may make a text longer than the original.
			if len(v.JSON()) <= MaxText {
				t.Fatalf("written as %q: %v", v.JSON(), err)
			}
			return
		}
		if !reread.Equal(v) || !v.Equal(reread) {
			t.Fatalf("%q read back as %q", v.JSON(), reread.JSON())
		}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		var want any
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := v.Any(); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %#v, encoding/json has %#v", got, want)
		}
	})
}
