package hostile

import (
	"encoding/json"
	"strconv"
	"strings"
)

// quote is a text as a JSON string, without escaping characters of HTML.
func quote(text string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // A string can be encoded.
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// scripts are the pieces that texts repeat, written as inside a JSON string.
var scripts = []struct{ name, piece string }{
	{"words", "The quick brown fox. "},
	{"one word", "a"},
	{"lines", `a\n`},
	{"empty lines", `\r\n\u2028\u2029\u0085`},
	{"spaces", ` \u00a0\u3000\t`},
	{"overrides of direction", "\u202e\u2066abc\u202d"},
	{"marks of direction", "\u200f\u200e\u061c"},
	{"zero width", "\u200b\u200d\ufeff\u2060"},
	{"combining marks", "a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308"},
	{"nothing but combining marks", "\u0489\u20dd\u0d4d"},
	{"halves of surrogate pairs", `\ud800\udfff\udbff`},
	{"controls", `\u0000\u0001\u001b\u007f\u0080`},
	{"joined emoji", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿"},
	{"tags and private use", "\U000e0041\ue000\U0010ffff"},
	{"wide ligatures", "﷽𒐫"},
	{"Arabic and Hebrew", "مرحبا שלום "},
	{"Chinese and Japanese", "漢字かな"},
	{"Thai and Indic", "กิ์ क्ष्म्य "},
	{"markup", `<img src=x onerror=alert(1)><script>alert(1)</script>&lt;`},
	{"links", `[Send answers](https://evil.example/) javascript:alert(1) `},
	{"escapes", `\\u0041\\\"\/`},
	{"placeholders", `{0}{{server}}%s%[1]d$1`},
	{"lookalikes", "аррӏе раура1 "},
	{"digits of scripts", "١٢٣४५６７"},
}

// names are chosen to mislead the lookup of names in JavaScript and HTML.
var names = []string{
	"", "__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length", "then", "action", "content", "_meta",
	"id", "name", "form", "submit", "elements", "a.b", "a/b", "a~1b", `a"]`, "<b>", "\u202e", "0", "10", "9", "-1", "1e3", "ünï", "🙂",
	"password", "api_key", "date", "email", "properties", "$ref", "$defs", "elicitform/server",
}

// text is a JSON string of at most that many bytes.
func (g *generator) text(most int) string {
	most = max(1, min(most, g.room))
	script := pick(g, scripts...)
	if g.chance(50) {
		script = scripts[0]
	}
	size := g.size(most)
	if size > 1000 {
		g.trait("long text of " + script.name)
	} else if script.name != scripts[0].name {
		g.trait(script.name)
	}
	count := max(1, size/len(script.piece))
	g.room -= count * len(script.piece)
	return `"` + strings.Repeat(script.piece, count) + `"`
}

func (g *generator) name(i int) string {
	switch {
	case g.chance(85):
		return quote("p" + digits(i))
	case g.chance(80):
		name := pick(g, names...)
		g.trait("name " + quote(name))
		return quote(name)
	}
	g.trait("long name")
	return g.text(10 << 10)
}

// numbers use notations that only JSON allows. Some values are of another type.
var numbers = []string{
	"0", "-0", "1", "-1", "2", "10", "0.1", "-0.5", "1e300", "-1e300", "1e-300", "5e-308", "1E+308", "1.0", "1e0", "3e2",
	"9007199254740991", "9007199254740993", "-9007199254740993", "0.30000000000000004", "1." + strings.Repeat("0", 37) + "1", strings.Repeat("9", 40),
	`"1"`, "null", "true", "[]", "{}", "2147483648", "4294967296", "1000000000",
}

// endless numbers are rare: one of them makes the form reject the request.
var endless = []string{
	"1e400", "1e-400", "1e2000000", "-1e-2000000", strings.Repeat("9", 400), "0." + strings.Repeat("3", 400), strings.Repeat("7", 5000) + "e-5000",
}

func (g *generator) number() string {
	switch {
	case g.chance(50):
		return digits(g.size(200))
	case g.chance(3):
		g.trait("endless numbers")
		return pick(g, endless...)
	}
	g.trait("odd numbers")
	return pick(g, numbers...)
}

// anything is a value of any type, usually the wrong one.
func (g *generator) anything() string {
	switch g.IntN(8) {
	case 0:
		return g.number()
	case 1:
		return pick(g, "true", "false", "null")
	case 2:
		return array(g.times(g.size(30), func(int) string { return g.text(40) })...)
	case 3:
		return object(member("type", `"string"`), member("a", g.text(40)))
	case 4:
		depth := g.size(8)
		if g.chance(5) {
			depth = g.size(2000)
		}
		g.trait("nesting")
		return strings.Repeat("[", depth) + strings.Repeat("]", depth)
	}
	return g.text(400)
}

// dates are dates and times that are almost valid.
var dates = []string{
	"2024-02-29", "2023-02-30", "0000-01-01", "10000-01-01", "2024-01-01T00:00:00Z", "2024-03-31T02:30:00+01:00", "2016-12-31T23:59:60Z",
	"2024-01-01T00:00", "-2024-01-01", "99999999999999", "2024-01-01T00:00:00.123456789012345678901234567890Z", "2024-01-01T00:00:00+99:99",
}

func digits(n int) string { return strconv.Itoa(n) }
