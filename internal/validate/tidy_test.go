package validate

import (
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
)

// Invisible characters of a pasted text are dropped if the server's rules demand it, and only then.
func TestTidy_BlanksNobodySees(t *testing.T) {
	const code = `{"type":"string","pattern":"^[A-Z]{3}-[0-9]{4}$"}`
	for _, test := range []struct{ property, typed, want string }{
		{code, "ABC-1234 ", `"ABC-1234"`},
		{code, "\u00a0ABC-1234\r", `"ABC-1234"`},
		{code, "\ufeffABC-1234\u200b", `"ABC-1234"`},
		{code, "ABC\u20111234", `"ABC-1234"`},
		{code, "ABC–1234 ", `"ABC-1234"`},
		{code, "ABC -1234", "spaces"},
		{code, "A B C-1234\u00a0", "spaces"},
		{code, "ABC1234 ", "bad-pattern"},
		{code, " ", "bad-pattern"},
		{`{"type":"string","pattern":"^[a-z ]+$"}`, "a\u00a0b", `"a b"`},
		{`{"type":"string","pattern":"^[a-z ]+$"}`, "a b ", `"a b "`},
		{`{"type":"string"}`, " a‑b ", `" a‑b "`},
		{`{"type":"string","minLength":3,"maxLength":8}`, "TICKET-1 ", `"TICKET-1"`},
		{`{"type":"string","minLength":3,"maxLength":8}`, "ab ", `"ab "`},
		{`{"type":"string","minLength":3,"maxLength":8}`, "TICKET -1", "spaces"},
		{`{"type":"string","format":"uuid"}`, " 123e4567-e89b-12d3-a456-426614174000\n", `"123e4567-e89b-12d3-a456-426614174000"`},
		{`{"type":"string","format":"uuid"}`, "123e4567‑e89b‑12d3‑a456‑426614174000", `"123e4567-e89b-12d3-a456-426614174000"`},
		{`{"type":"string","format":"ipv4"}`, "192.0.2.1\t", `"192.0.2.1"`},
		{`{"type":"string","format":"ipv6"}`, " 2001:db8::1", `"2001:db8::1"`},
		{`{"type":"string","format":"hostname"}`, "a.example\u202f", `"a.example"`},
		{`{"type":"string","format":"duration"}`, "P1D T2H", "spaces"},
		{`{"type":"string","format":"byte"}`, "SGVs bG8=", "spaces"},
		{`{"type":"string","format":"regex"}`, "a b ", `"a b "`},
		{`{"type":"string","format":"json-pointer"}`, " /a", `"/a"`},
		{`{"type":"string","format":"email"}`, "ada @example.com", "spaces"},
		{`{"type":"string","format":"email"}`, "ada@ex\u00adample.com ", `"ada@example.com"`},
		{`{"type":"string","format":"email"}`, "ada@big\u2011example.com", `"ada@big-example.com"`},
		{`{"type":"string","format":"uri"}`, "\r\n https://example.com/a\u200b ", `"https://example.com/a"`},
		{`{"type":"string","format":"uri"}`, "https://example.com/a b", "spaces"},
		{`{"type":"string","anyOf":[{"pattern":"^a$"},{"pattern":"^b$"}]}`, "b ", `"b"`},
		{`{"type":"array","items":{"type":"string","format":"email"}}`, "a@b.c \n d@e.f\u00a0", `["a@b.c","d@e.f"]`},
		{`{"type":"array","items":{"type":"string","pattern":"^[0-9-]+$"}}`, "1\u20112\r\n3 ", `["1-2","3"]`},
		{`{"type":"array","items":{"type":"string","pattern":"^[0-9]+$"}}`, "12\n3 4", "spaces"},
		{`{"type":"array","items":{"type":"string"}}`, " a \nb", `[" a ","b"]`},
		{`{"type":"array","items":{"type":"string","format":"hostname"}}`, "a.example \nb.example", `["a.example","b.example"]`},
		{`{"type":"string","format":"email"}`, "Ada <ada@example.com>", `"ada@example.com"`},
		{`{"type":"string","format":"email"}`, "mailto:ada@example.com?subject=x", `"ada@example.com"`},
		{`{"type":"string","format":"email","pattern":"@example\\.org$"}`, "Ada <ada@example.com>", "bad-email"},
		{`{"type":"string"}`, "Ada <ada@example.com>", `"Ada <ada@example.com>"`},
		{`{"type":"array","items":{"type":"string","format":"email"}}`, "Ada <a@b.c>\nmailto:d@e.f", `["a@b.c","d@e.f"]`},
		{`{"type":"string","format":"uri"}`, "example.com/a", "no-scheme"},
		{`{"type":"string","format":"uri"}`, "www.example.com", "no-scheme"},
		{`{"type":"string","format":"uri"}`, "example", "bad-uri"},
		{`{"type":"string","format":"uri"}`, "ada@example.com", "bad-uri"},
		{`{"type":"string","format":"uri"}`, "mailto:ada@example.com", `"mailto:ada@example.com"`},
		{`{"type":"string","format":"uri","pattern":"^https://example\\.org/"}`, "example.com/a", "bad-uri"},
		{`{"type":"array","items":{"type":"string","format":"uri"}}`, "https://a.example\nb.example", "bad-uri"},
		{`{"type":"integer"}`, "\u00a012\u200b\r\n", "12"},
	} {
		t.Run(test.property+" "+test.typed, func(t *testing.T) {
			c := New(readForm(t, oneField(test.property, true)))
			a, problem := c.CheckField(0, answer.Draft{Origin: answer.Edited, Text: test.typed}, english)
			got := a.Value.JSON()
			if problem != nil {
				got = string(problem.Code)
			}
			if got != test.want {
				t.Errorf("%s: %q is %s, want %s", test.property, test.typed, got, test.want)
			}
		})
	}
}
