package wording

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

// sentences are the problems as a summary lists them.
func sentences(w *Words, fields []schema.Field, problems []check.Problem) []string {
	w.Distinguish(fields, problems)
	told := make([]string, len(problems))
	for i, p := range problems {
		if p.Field >= 0 {
			told[i] = w.Problem(fields[p.Field], p).Plain()
		} else {
			told[i] = w.Problem(schema.Field{}, p).Plain()
		}
	}
	return told
}

func titled(kind schema.Kind, titles ...string) []schema.Field {
	fields := make([]schema.Field, len(titles))
	for i, title := range titles {
		fields[i] = schema.Field{Index: i, Kind: kind, Title: plainText(title)}
	}
	return fields
}

func problemsOf(code check.Code, fields ...int) []check.Problem {
	problems := make([]check.Problem, len(fields))
	for i, field := range fields {
		problems[i] = check.Problem{Field: field, Code: code}
	}
	return problems
}

func TestDistinguish_NamesFieldsOnlyWhereASentenceWouldStandTwice(t *testing.T) {
	const address = "Enter an email address in the correct format, like name@example.com"
	emails := titled(schema.Email, "work email", "home email", "work email", "")
	for _, test := range []struct {
		name     string
		fields   []schema.Field
		problems []check.Problem
		want     []string
	}{
		{"one problem", emails, problemsOf(check.BadEmail, 0), []string{address}},
		{"two fields", emails, problemsOf(check.BadEmail, 0, 1), []string{"“work email”: " + address, "“home email”: " + address}},
		{"a field without a title", emails, problemsOf(check.BadEmail, 1, 3), []string{"“home email”: " + address, "“Question 4”: " + address}},
		{"the same label", emails, problemsOf(check.BadEmail, 0, 1, 2), []string{
			"“work email (Question 1)”: " + address, "“home email”: " + address, "“work email (Question 3)”: " + address,
		}},
		{"sentences that name the field", emails, problemsOf(check.Empty, 0, 1), []string{"Answer “work email”", "Answer “home email”"}},
		{"the same label in the sentence", emails, problemsOf(check.Empty, 0, 2), []string{
			"“work email (Question 1)”: Answer “work email”", "“work email (Question 3)”: Answer “work email”",
		}},
		{"different problems", emails, append(problemsOf(check.BadEmail, 0), problemsOf(check.EmailLetters, 1)...), []string{
			address, "An email address can only include letters a to z, numbers and signs like + and @",
		}},
		{"a problem of the whole form", emails, append(problemsOf(check.BadURI, 0, 1), check.Problem{Field: -1, Code: check.TogetherRefused}), []string{
			"“work email”: Enter a web address in the correct format, like https://example.com",
			"“home email”: Enter a web address in the correct format, like https://example.com",
			"The server’s rules do not accept these answers together. Check each answer, or decline",
		}},
		{"none", emails, nil, []string{}},
	} {
		got := sentences(in("en"), test.fields, test.problems)
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

// Whatever is wrong, no sentence stands twice, in any language.
func TestDistinguish_NoSentenceTwiceInAnyLanguage(t *testing.T) {
	_, codes := constants(t, "../check/problem.go", "Code")
	fields := append(titled(schema.Email, "email", "email", "", "Email", "Question 3"), titled(schema.List, "tags", "tags")...)
	for i := range fields {
		fields[i].Index = i
	}
	for _, tag := range []string{"en", "ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"} {
		for _, code := range codes {
			problems := problemsOf(check.Code(code), 0, 1, 2, 3, 4, 5, 6)
			problems[5].Entry, problems[6].Entry = 1, 1
			seen := map[string]bool{}
			for _, told := range sentences(in(tag), fields, problems) {
				if seen[told] || strings.Contains(told, "{") {
					t.Errorf("%s %s: %q", tag, code, told)
				}
				seen[told] = true
			}
			// Once they are told apart by other words, the names go again.
			if alone := problems[:1]; sentences(in(tag), fields, alone)[0] != in(tag).Problem(fields[0], problemsOf(check.Code(code), 0)[0]).Plain() {
				t.Errorf("%s %s: a problem alone keeps a name", tag, code)
			}
		}
	}
}
