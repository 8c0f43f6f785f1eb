package wording

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
)

// sentences returns the problems as a summary lists them.
func sentences(w *Words, fields []schema.Field, problems []validate.Problem) []string {
	listed := make([]string, len(problems))
	for i, p := range problems {
		f := schema.Field{}
		if p.Field >= 0 {
			f = fields[p.Field]
		}
		listed[i] = w.NamedProblem(f, p).Plain()
	}
	return listed
}

func fieldsTitled(kind schema.Kind, titles ...string) []schema.Field {
	fields := make([]schema.Field, len(titles))
	for i, title := range titles {
		fields[i] = schema.Field{Index: i, Kind: kind, Title: plainText(title), Ambiguous: title == "work email"}
	}
	return fields
}

func problemsOf(code validate.Code, fields ...int) []validate.Problem {
	problems := make([]validate.Problem, len(fields))
	for i, field := range fields {
		problems[i] = validate.Problem{Field: field, Code: code}
	}
	return problems
}

// The summary has the words beside the field, after its label.
// Rows: E6, E7.
func TestNamedProblem_TheLabelBeforeTheSameWords(t *testing.T) {
	const address = "Enter an email address, like name@example.com"
	emails := fieldsTitled(schema.Email, "work email", "home email", "work email", "")
	for _, test := range []struct {
		name     string
		problems []validate.Problem
		want     []string
	}{
		{"a field", problemsOf(validate.BadEmail, 1), []string{"“home email”: " + address}},
		{"a field without a title", problemsOf(validate.Empty, 3), []string{"“Question 4”: " + address}},
		{"the same label", problemsOf(validate.BadEmail, 0, 2), []string{"“work email (Question 1)”: " + address, "“work email (Question 3)”: " + address}},
		{"a problem of the whole form", []validate.Problem{{Field: -1, Code: validate.InvalidTogether}},
			[]string{"The server’s rules do not accept these answers together. Check each answer, or decline"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := sentences(wordsFor("en"), emails, test.problems)
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
	_, codes := constants(t, "../validate/problem.go", "Code")
	for _, tag := range []string{"en", "ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"} {
		w := wordsFor(tag)
		for _, code := range codes {
			p := validate.Problem{Field: 1, Code: validate.Code(code), Min: "2", Max: "3"}
			beside, listed := w.Problem(emails[1], p).Plain(), w.NamedProblem(emails[1], p).Plain()
			if strings.Contains(listed, "{") || strings.Contains(beside, "home email") || !strings.Contains(listed, "home email") ||
				!strings.HasSuffix(listed, beside) {
				t.Errorf("%s %s: %q beside the field, %q in the summary", tag, code, beside, listed)
			}
		}
	}
}
