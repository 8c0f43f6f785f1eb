package check

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/schema"
)

// TestReports_WhatPeopleTyped answers requests that other people have reported as they did. What is sent is the
// content, or the codes of the problems by the names of the fields. A field that is left out keeps its suggestion.
func TestReports_WhatPeopleTyped(t *testing.T) {
	for _, test := range []struct {
		file, locale string
		typed        map[string]answer.Draft
		want         string
	}{
		{"190-values-duration", "en", map[string]answer.Draft{"ttl": typed("2 days")}, "ttl bad-format"},
		{"190-values-duration", "en", map[string]answer.Draft{"ttl": typed("P1DT2H")}, `{"ttl":"P1DT2H"}`},
	} {
		form, ok := corpusForm(t, filepath.Join(corpus, test.file+".json"))
		if !ok {
			t.Fatalf("%s holds no form", test.file)
		}
		checker, env := New(form), answer.Env{Locale: localetest.For(test.locale), Zones: zonetest.New("Europe/Berlin")}
		var drafts []answer.Draft
		for _, f := range form.Fields {
			draft, isTyped := test.typed[f.Name]
			if !isTyped {
				draft = answer.Start(f, env)
			}
			drafts = append(drafts, draft)
		}
		content, _, problems := checker.All(drafts, env)
		got := content.JSON()
		if len(problems) > 0 {
			got = codesOf(form, problems)
		}
		if got != test.want {
			t.Errorf("%s with %v:\n got %s\nwant %s", test.file, test.typed, got, test.want)
		}
	}
}

func codesOf(form schema.Form, problems []Problem) string {
	var codes []string
	for _, p := range problems {
		codes = append(codes, form.Fields[p.Field].Name+" "+string(p.Code))
	}
	return strings.Join(codes, ", ")
}
