package request

import (
	"errors"
	"strings"
	"testing"
)

func reasonOf(t *testing.T, err error) Reason {
	t.Helper()
	if err == nil {
		return ""
	}
	var rejection *Error
	if !errors.As(err, &rejection) {
		t.Fatalf("error %T is not an *Error: %v", err, err)
	}
	return rejection.Reason
}

func mustParse(t testing.TB, text string) Value {
	t.Helper()
	v, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("Parse(%.80q): %v", text, err)
	}
	return v
}

func TestParseRejects(t *testing.T) {
	many := func(open, shut string, n int) string { return strings.Repeat(open, n) + strings.Repeat(shut, n) }
	tests := []struct {
		name, text string
		want       Reason
		detail     string
	}{
		{"B5 nothing", "", NotJSON, ""},
		{"B5 blanks", " \n", NotJSON, ""},
		{"B5 prose", "please fill in", NotJSON, ""},
		{"B5 truncated object", `{"mode":"form","message":`, NotJSON, ""},
		{"B5 truncated string", `{"mode":"fo`, NotJSON, ""},
		{"B5 unclosed", `{"a":[1`, NotJSON, ""},
		{"B5 trailing text", `{} {}`, NotJSON, ""},
		{"B5 trailing comma", `{"a":1,}`, NotJSON, ""},
		{"B5 trailing comma in array", `[1,]`, NotJSON, ""},
		{"B5 missing colon", `{"a" 1}`, NotJSON, ""},
		{"B5 missing comma", `[1 2]`, NotJSON, ""},
		{"B5 wrong bracket", `[1}`, NotJSON, ""},
		{"B5 name is not a string", `{1:2}`, NotJSON, ""},
		{"B5 single quotes", `{'a':1}`, NotJSON, ""},
		{"B5 byte order mark", "\ufeff{}", NotJSON, ""},
		{"B5 raw control character", "\"a\x00b\"", NotJSON, ""},
		{"B5 one megabyte", `"` + strings.Repeat("x", 1<<20) + `"`, TooLarge, ""},
		{"B6 one level too deep", many("[", "]", MaxDepth+1), TooDeep, ""},
		{"B6 one object too deep", many(`{"a":`, "", MaxDepth) + "{}" + many("}", "", MaxDepth), TooDeep, ""},
		{"B7 duplicate names", `{"mode":"form","mode":"url"}`, DuplicateName, "mode"},
		{"B7 duplicate by escape", `{"mode":1,"\u006dode":2}`, DuplicateName, "mode"},
		{"B7 duplicate deep inside", `{"a":[{"b":{"c":1,"d":2,"c":3}}]}`, DuplicateName, "c"},
		{"B11 duplicate __proto__", `{"__proto__":1,"__proto__":2}`, DuplicateName, "__proto__"},
		{"B16 400 digits", strings.Repeat("9", 400), NumberTooLong, ""},
		{"B16 huge exponent", `{"minimum":1e2000000}`, NumberTooLong, "1e2000000"},
		{"B16 tiny exponent", `1E-309`, NumberTooLong, ""},
		{"B16 NaN", `NaN`, NotJSON, ""},
		{"B16 hexadecimal", `0x10`, NotJSON, ""},
		{"B16 leading zero", `01`, NotJSON, ""},
		{"B16 leading plus", `+1`, NotJSON, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.text))
			if got := reasonOf(t, err); got != tt.want {
				t.Fatalf("reason %q, want %q", got, tt.want)
			}
			if tt.detail != "" && err.(*Error).Detail != tt.detail {
				t.Errorf("detail %q, want %q", err.(*Error).Detail, tt.detail)
			}
		})
	}
}

// TestParse_RejectsDepthBeforeReadingOn: the parser stops at the first level that is too deep. It does
// not read the text after that level, which has another error, and allocates no memory for it.
// Rows: B6.
func TestParse_RejectsDepthBeforeReadingOn(t *testing.T) {
	parse := func(text string) func() {
		return func() {
			_, err := Parse([]byte(text))
			if got := reasonOf(t, err); got != TooDeep {
				t.Fatalf("reason %q, want %q", got, TooDeep)
			}
		}
	}
	parse(strings.Repeat("[", MaxDepth+1) + "!")()
	short := testing.AllocsPerRun(10, parse(strings.Repeat("[", MaxDepth+1)))
	for _, text := range []string{
		strings.Repeat("[", 10_000),
		strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
		strings.Repeat("[", MaxText),
	} {
		if got := testing.AllocsPerRun(10, parse(text)); got > short {
			t.Errorf("rejecting %d bytes takes %.0f allocations, %d bytes %.0f", len(text), got, MaxDepth+1, short)
		}
	}
	const level = `{"properties":`
	short = testing.AllocsPerRun(10, parse(strings.Repeat(level, MaxDepth+1)))
	if got := testing.AllocsPerRun(10, parse(strings.Repeat(level, 5_000)+"{}"+strings.Repeat("}", 5_000))); got > short {
		t.Errorf("rejecting 5000 objects takes %.0f allocations, %d objects %.0f", got, MaxDepth+1, short)
	}
}

func TestParseAcceptsUpToTheLimits(t *testing.T) {
	for name, text := range map[string]string{
		"depth":    strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth),
		"size":     `"` + strings.Repeat("x", MaxText-2) + `"`,
		"digits":   "-" + strings.Repeat("9", MaxDigits-1) + ".5",
		"exponent": "[1e308,1E+308,1e-0308,0e000000000]",
		"members":  `{"` + manyNames(5000) + `":1}`,
		"blanks":   " \n\t[ 1 , { \"a\" : null } ] \r\n",
	} {
		t.Run(name, func(t *testing.T) { mustParse(t, text) })
	}
}

// manyNames joins n distinct names to the inside of an object.
func manyNames(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = strings.Repeat("n", i%7) + string(rune('A'+i%26)) + string(rune(0x4E00+i))
	}
	return strings.Join(names, `":1,"`)
}

// Rows: B7.
func TestParse_FindsARepeatedNameAmongMany(t *testing.T) {
	_, err := Parse([]byte(`{"first":0,"` + manyNames(2000) + `":1,"first":2}`))
	if got := reasonOf(t, err); got != DuplicateName {
		t.Errorf("reason %q, want %q", got, DuplicateName)
	}
}

// Rows: N19.
func TestParse_KeepsTheOrderOfNames(t *testing.T) {
	v := mustParse(t, `{"10":1,"9":2,"a":3,"2":4,"":5,"A":6}`)
	var names []string
	for _, m := range v.Members {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, "|"); got != "10|9|a|2||A" {
		t.Errorf("order %s", got)
	}
	if got := v.JSON(); got != `{"10":1,"9":2,"a":3,"2":4,"":5,"A":6}` {
		t.Errorf("written back as %s", got)
	}
}

// Rows: B11.
func TestParse_TakesAnyName(t *testing.T) {
	for _, name := range []string{
		"__proto__", "constructor", "toString", "hasOwnProperty", "", "a.b", "a/b", `a\"]`,
		"😀", "a b", strings.Repeat("k", 10_000),
	} {
		text := `{"` + name + `":{"type":"string"}}`
		v := mustParse(t, text)
		if len(v.Members) != 1 || v.Members[0].Value.Get("type").Text != "string" {
			t.Errorf("%.20q: %+v", name, v)
		}
		if v.JSON() != text {
			t.Errorf("%.20q written back as %.80s", name, v.JSON())
		}
	}
}

// Rows: B17.
func TestParse_KeepsNumbersAsTyped(t *testing.T) {
	for _, literal := range []string{"9007199254740993", "0.30000000000000004", "-0", "1.50", "1E5", "30.0", "0.1"} {
		if got := mustParse(t, "["+literal+"]").JSON(); got != "["+literal+"]" {
			t.Errorf("%s became %s", literal, got)
		}
	}
}

// Rows: B26.
func TestParse_MarksTextThatCannotBeKept(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"plain", `"a"`, false},
		{"escapes", `"\\u\" \n\/"`, false},
		{"escaped pair", `"\ud83d\ude00 \uD83D\uDE00"`, false},
		{"emoji", `"😀"`, false},
		{"U+FFFD written by the server", `"�\ufffd"`, false},
		{"escaped backslash before u", `"\\ud800"`, false},
		{"high half alone", `"a\ud800"`, true},
		{"low half alone", `"\udc00b"`, true},
		{"halves swapped", `"\ude00\ud83d"`, true},
		{"high half twice", `"\ud83d\ud83d\ude00"`, true},
		{"high half, other escape", `"\ud83d\n"`, true},
		{"invalid UTF-8", "\"a\xffb\"", true},
		{"surrogate as UTF-8", "\"\xed\xa0\x80\"", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if v := mustParse(t, `[1, {"a" : `+tt.text+`}]`).Items[1]; v.Members[0].Value.Lossy != tt.want || v.Members[0].Lossy {
				t.Errorf("value: %+v", v)
			}
			if v := mustParse(t, `{"z":1 ,`+tt.text+`:"x"}`); v.Members[1].Lossy != tt.want || v.Members[1].Value.Lossy {
				t.Errorf("name: %+v", v)
			}
		})
	}
}
