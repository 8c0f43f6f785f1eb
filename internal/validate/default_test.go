package validate

import (
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// Rows: B14.
func TestDefaults(t *testing.T) {
	const date, moment, mail, link = `"type":"string","format":"date"`, `"type":"string","format":"date-time"`, `"type":"string","format":"email"`, `"type":"string","format":"uri"`
	const multi, list = `"type":"array","items":{"enum":["a","b","c"]}`, `"type":"array","items":{"type":"string","maxLength":3}`
	used, dropped, silent := "used", "dropped", "silent"
	for _, test := range []struct{ rules, value, want string }{
		{`"type":"string"`, `""`, silent},
		{`"type":"string"`, `"x\ny"`, used},
		{`"type":"string"`, `null`, silent},
		{`"type":"string"`, `5`, dropped},
		{`"type":"string"`, `"\udc00"`, dropped},
		{`"type":"string","maxLength":1`, `"😀"`, used},
		{`"type":"string","maxLength":1`, `"ab"`, dropped},
		{`"type":"string","minLength":1`, `""`, silent},
		{`"type":"string","pattern":"^b"`, `"a"`, dropped},

		{`"type":"integer"`, `3.0`, used},
		{`"type":"integer"`, `-0`, used},
		{`"type":"integer"`, `3.5`, dropped},
		{`"type":"integer"`, `9007199254740991`, used},
		{`"type":"integer"`, `9007199254740993`, dropped},
		{`"type":"integer"`, `"3"`, dropped},
		{`"type":"number"`, `9007199254740993`, dropped},
		{`"type":"number"`, `1e308`, used},
		{`"type":"number"`, `0.1000000000000000055`, used},
		{`"type":"number","minimum":3`, `3`, used},
		{`"type":"number","exclusiveMinimum":3`, `3`, dropped},
		{`"type":"number","exclusiveMaximum":3`, `2.999`, used},
		{`"type":"number","maximum":3`, `3.001`, dropped},
		{`"type":"number","multipleOf":0.1`, `0.2`, used},
		{`"type":"number","multipleOf":0.1`, `0.3`, used},
		{`"type":"number","multipleOf":0.1`, `0.35`, dropped},
		{`"type":"number","multipleOf":1e-300`, `5`, used},

		{`"type":"boolean"`, `false`, used},
		{`"type":"boolean"`, `"true"`, dropped},
		{`"type":"boolean","const":true`, `false`, dropped},

		{`"enum":["a",""]`, `""`, used},
		{`"enum":["a","b"]`, `"c"`, dropped},
		{`"enum":[1,2]`, `1.0`, used},
		{multi, `["c","a"]`, used},
		{multi, `[]`, silent},
		{multi, `["a","a"]`, dropped},
		{multi, `["x"]`, dropped},
		{multi, `"a"`, dropped},
		{multi + `,"maxItems":1`, `["a","b"]`, dropped},
		{multi + `,"minItems":1`, `[]`, silent},
		{list, `["x","y","x"]`, used},
		{list, `["long"]`, dropped},
		{list, `["a\nb"]`, dropped},
		{list, `[""]`, dropped},
		{list, `[]`, silent},
		{list, `null`, silent},
		{`"type":"integer"`, `""`, silent},
		{`"type":"boolean"`, `""`, silent},
		{`"type":"boolean"`, `[]`, silent},
		{`"enum":["a"]`, `""`, silent},
		{list, `[1]`, dropped},
		{list + `,"uniqueItems":true`, `["x","x"]`, dropped},

		{date, `""`, silent},
		{date, `"2024-02-29"`, used},
		{date, `"2023-02-29"`, dropped},
		{date, `"0001-01-01"`, used},
		{date, `"0000-01-01"`, dropped},
		{date, `"2024-2-29"`, dropped},
		{date, `"next tuesday"`, dropped},
		{moment, `"2024-01-02T03:04:05Z"`, used},
		{moment, `"2024-01-02t03:04:05.123z"`, used},
		{moment, `"2024-01-02T03:04:05+05:30"`, used},
		{moment, `"2024-01-02T03:04:05,5Z"`, dropped},
		{moment, `"2024-01-02T03:04:05.Z"`, dropped},
		{moment, `"2024-01-02T03:04:05+0530"`, dropped},
		{moment, `"2024-01-02T03:04:05+24:00"`, dropped},
		{moment, `"2024-01-02T03:04:05Z05:30"`, dropped},
		{moment, `"2016-12-31T23:59:60Z"`, dropped},
		{moment, `"2024-01-02T24:00:00Z"`, dropped},

		{mail, `""`, silent},
		{mail, `"a.b+c@example.co.uk"`, used},
		{mail, `"a@b"`, dropped},
		{mail, `"a@localhost"`, dropped},
		{mail, `"\"q\"@x.y"`, dropped},
		{mail, `"a@[127.0.0.1]"`, dropped},
		{mail, `"ä@example.com"`, dropped},
		{mail, `"a..b@example.com"`, dropped},
		{mail, `"a@-x.com"`, dropped},
		{mail, `"a@b@example.com"`, dropped},
		{link, `""`, silent},
		{link, `"https://example.com/a?b=%20#c"`, used},
		{link, `"mailto:a@example.com"`, used},
		{link, `"urn:isbn:0451450523"`, used},
		{link, `"https://[::1]:8080/"`, used},
		{link, `"https://u:p@example.com:80/x"`, used},
		{link, `"//example.com"`, dropped},
		{link, `"example.com"`, dropped},
		{link, `"https://例え.jp/"`, dropped},
		{link, `"https://example.com/a b"`, dropped},
		{link, `"https://example.com/%zz"`, dropped},
		{link, `"https://example.com:x/"`, dropped},
		{link, `"http:"`, dropped},
		{link, `"https:///x"`, dropped},
		{link, `"https://example.com:99999/"`, dropped},
	} {
		t.Run(test.rules+" "+test.value, func(t *testing.T) {
			form := readForm(t, oneField(`{`+test.rules+`,"default":`+test.value+`}`, false))
			New(form)
			f := form.Fields[0]
			got := silent
			switch {
			case f.Unsupported != "":
				got = string(f.Unsupported)
			case f.Default.Exists():
				got = used
				if want, err := request.Parse([]byte(test.value)); err != nil || f.Default.JSON() != want.JSON() {
					t.Errorf("%s: default %s became %s", test.rules, test.value, f.Default.JSON())
				}
			case len(f.Remarks) == 1 && f.Remarks[0] == schema.DefaultDropped:
				got = dropped
			}
			if got != test.want {
				t.Errorf("%s: default %s %s, want %s", test.rules, test.value, got, test.want)
			}
		})
	}
}

// TestDefaults_InNotationsOfServers: a suggestion is translated into the schema's notation, and a dropped one is stored for the remark.
func TestDefaults_InNotationsOfServers(t *testing.T) {
	const day, moment, clock = `"type":"string","format":"date"`, `"type":"string","format":"date-time"`, `"type":"string","format":"time"`
	const choice, choices = `"type":"string","enum":["Low","HIGH","low"]`, `"type":"array","items":{"enum":["Low","HIGH"]}`
	const zoneless, dropped = "default-without-zone", "default-dropped"
	for _, test := range []struct{ rules, value, want, remark string }{
		{moment, `"2026-03-01T09:30:00"`, `"2026-03-01T09:30:00"`, zoneless},
		{moment, `"2026-03-01 09:30:00"`, `"2026-03-01T09:30:00"`, zoneless},
		{moment, `"2026-03-01T09:30"`, `"2026-03-01T09:30:00"`, zoneless},
		{moment, `"2026-03-01 09:30:00.123456"`, `"2026-03-01T09:30:00.123456"`, zoneless},
		{moment, `"2026-03-01T09:30:00.1234567Z"`, `"2026-03-01T09:30:00.1234567Z"`, ""},
		{moment, `"2026-03-01 09:30:00+01:00"`, `"2026-03-01T09:30:00+01:00"`, ""},
		{moment, `"2026-03-01"`, `"2026-03-01"`, dropped},
		{moment, `"2026-02-30T09:30:00"`, `"2026-02-30T09:30:00"`, dropped},
		{moment + `,"pattern":"Z$"`, `"2026-03-01T09:30:00"`, `"2026-03-01T09:30:00"`, zoneless},
		{moment + `,"maxLength":5`, `"2026-03-01T09:30:00"`, `"2026-03-01T09:30:00"`, dropped},
		{clock, `"09:30"`, `"09:30:00"`, zoneless},
		{clock, `"09:30:00"`, `"09:30:00"`, zoneless},
		{day, `"2026-03-01T00:00:00Z"`, `"2026-03-01"`, ""},
		{day, `"2026-03-01T00:00:00"`, `"2026-03-01"`, ""},
		{day, `"2026-03-01 00:00:00"`, `"2026-03-01"`, ""},
		{day, `"2026-03-01T00:00:00.000Z"`, `"2026-03-01"`, ""},
		{day, `"2026-03-01T09:30:00Z"`, `"2026-03-01T09:30:00Z"`, dropped},
		{day, `"01.03.2026"`, `"01.03.2026"`, dropped},
		{choice, `"high"`, `"HIGH"`, ""},
		{choice, `"High"`, `"HIGH"`, ""},
		{choice, `"Low"`, `"Low"`, ""},
		{choice, `"LOW"`, `"LOW"`, dropped},
		{choice, `"medium"`, `"medium"`, dropped},
		{`"type":"string","oneOf":[{"const":"a","title":"One"},{"const":"É","title":"Two"}]`, `"é"`, `"É"`, ""},
		{choices, `["low","High"]`, `["Low","HIGH"]`, ""},
		{choices, `["low","LOW"]`, `["Low","Low"]`, dropped},
		{choices, `["low",5]`, `["Low",5]`, dropped},
		{`"type":"boolean"`, `"yes"`, `"yes"`, dropped},
		{`"type":"string","maxLength":3`, `"abcd"`, `"abcd"`, dropped},
	} {
		t.Run(test.rules+" "+test.value, func(t *testing.T) {
			form := readForm(t, oneField(`{`+test.rules+`,"default":`+test.value+`}`, false))
			New(form)
			f := form.Fields[0]
			value, remark := f.Default.JSON(), ""
			if f.DroppedDefault != "" {
				value = string(f.DroppedDefault)
				if test.want[0] == '"' {
					value = request.StringValue(value).JSON()
				}
			}
			if len(f.Remarks) > 0 {
				remark = string(f.Remarks[0])
			}
			if value != test.want || remark != test.remark || f.Default.Exists() == (f.DroppedDefault != "") || len(f.Remarks) > 1 {
				t.Errorf("%s: default %s: %s, %v", test.rules, test.value, value, f.Remarks)
			}
		})
	}
}
