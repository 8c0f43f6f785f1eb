package validate

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/schema"
)

// TestReports_WhatPeopleTyped answers requests from bug reports as the reporters did. The result is the content, or
// the codes of the problems by the names of the fields. A field without an entry keeps its suggestion.
func TestReports_WhatPeopleTyped(t *testing.T) {
	const signedIn = "https://login.example.com/done?code=0.AXkA8f3kq9Zz%2B~x&state=%7B12%7D#_=_"
	for _, test := range []struct {
		file, locale string
		typed        map[string]answer.Draft
		want         string
	}{
		{"190-values-duration", "en", map[string]answer.Draft{"ttl": draftOf("2 days")}, "ttl bad-format"},
		{"190-values-duration", "en", map[string]answer.Draft{"ttl": draftOf("P1DT2H")}, `{"ttl":"P1DT2H"}`},
		{"191-values-pasted-blank", "en", map[string]answer.Draft{"code": draftOf("ABC-1234 "), "id": draftOf(" TICKET-1\u00a0")}, `{"code":"ABC-1234","id":"TICKET-1"}`},
		{"191-values-pasted-blank", "en", map[string]answer.Draft{"code": draftOf("ABC- 1234"), "id": draftOf("T 1")}, "code spaces"},
		{"192-values-no-break-hyphen", "en", map[string]answer.Draft{"p": draftOf("12\u201134"), "a": draftOf("\u22121\u00a0234.5")}, `{"p":"12-34","a":-1234.5}`},
		{"192-values-no-break-hyphen", "en", map[string]answer.Draft{"p": draftOf("12 34"), "a": {}}, "p spaces"},
		{"193-values-pasted-number", "de", map[string]answer.Draft{"a": draftOf("1 234,50 €"), "b": draftOf("1.234.567,89"), "c": draftOf("1’000"), "d": {}},
			`{"a":1234.50,"b":1234567.89,"c":1000}`},
		{"193-values-pasted-number", "de", map[string]answer.Draft{"a": draftOf("10 %"), "b": draftOf("(5)"), "c": draftOf("10,5%"), "d": draftOf("5 Euro")},
			"a strange-sign, b strange-sign, c strange-sign, d strange-sign"},
		{"194-values-pasted-date", "en-GB", map[string]answer.Draft{"a": {Day: "5/3/2026"}, "b": {Day: "5 March 2026"}}, `{"a":"2026-03-05","b":"2026-03-05"}`},
		{"194-values-pasted-date", "en-US", map[string]answer.Draft{"a": {Day: "3/5/2026"}, "b": {Month: "March 5, 2026"}}, `{"a":"2026-03-05","b":"2026-03-05"}`},
		{"194-values-pasted-date", "en-GB", map[string]answer.Draft{"a": {Day: "31/2/2026"}, "b": {Day: "5/3/26"}}, "a date-unreal, b date-incomplete"},
		{"195-values-moment-without-zone", "en", nil, `{"start":"2026-03-01T09:30:00+01:00"}`},
		{"196-values-default-notations", "en", nil, `{"a":"2026-03-01T09:30:00+01:00","b":"2026-03-01T09:30:00.1234567Z","d":"2026-03-01"}`},
		// Where the server may want the blank, it is sent, and the review shows it.
		{"198-values-confirmation-word", "en", map[string]answer.Draft{"repository_name": draftOf("acme/shop ")}, `{"repository_name":"acme/shop "}`},
		{"197-values-pasted-address", "en", map[string]answer.Draft{"a": draftOf(" 5\r\n"), "m": draftOf(" ada@example.com\n"), "u": draftOf("\thttps://example.com/ ")},
			`{"a":5,"m":"ada@example.com","u":"https://example.com/"}`},
		{"197-values-pasted-address", "en", map[string]answer.Draft{"a": draftOf("5"), "m": draftOf("ada @example.com"), "u": draftOf("https://example.com/a b")},
			"m spaces, u spaces"},
		{"197-values-pasted-address", "en", map[string]answer.Draft{"a": draftOf("5"), "m": draftOf("mailto:ada@example.com"), "u": draftOf("example.com/a")}, "u no-scheme"},
		{"197-values-pasted-address", "en", map[string]answer.Draft{"a": draftOf("5"), "m": draftOf("Ada <ada@example.com>"), "u": draftOf("https://example.com")},
			`{"a":5,"m":"ada@example.com","u":"https://example.com"}`},
		{"199-values-sign-in-address", "en", map[string]answer.Draft{"redirect_url": draftOf(signedIn)}, `{"redirect_url":"` + signedIn + `"}`},
	} {
		t.Run(test.file+" in "+test.locale, func(t *testing.T) {
			form, ok := corpusForm(t, filepath.Join(corpus, test.file+".json"))
			if !ok {
				t.Fatal("the file has no form")
			}
			checker, env := New(form), answer.Env{Locale: localetest.For(test.locale), Zones: zonetest.New("Europe/Berlin"), Now: zonetest.Noon}
			var drafts []answer.Draft
			for _, f := range form.Fields {
				draft, isTyped := test.typed[f.Name]
				if !isTyped {
					draft = answer.Start(f, env)
				}
				drafts = append(drafts, draft)
			}
			content, _, problems := checker.CheckAll(drafts, env)
			got := content.JSON()
			if len(problems) > 0 {
				got = codesOf(form, problems)
			}
			if got != test.want {
				t.Errorf("with %v:\n got %s\nwant %s", test.typed, got, test.want)
			}
		})
	}
}

func codesOf(form schema.Form, problems []Problem) string {
	var codes []string
	for _, p := range problems {
		codes = append(codes, form.Fields[p.Field].Name+" "+string(p.Code))
	}
	return strings.Join(codes, ", ")
}
