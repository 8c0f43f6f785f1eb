package flow

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

const twoEmails = `{"message":"Where to?","requestedSchema":{"type":"object","properties":{
	"home":{"type":"string","format":"email","title":"Home email"},"work":{"type":"string","format":"email","title":"Work email"}}}}`

// summary returns the sentences of the error summary, each with the text beside its field.
func summary(t *testing.T, s State) string {
	t.Helper()
	var sentences []string
	for _, p := range s.Request().Problems {
		if p.Solved {
			continue
		}
		listed := s.ProblemText(p).Plain()
		sentences = append(sentences, listed)
		if beside := s.Words.Problem(s.Request().Form.Fields[p.Field], *s.Request().Fields[p.Field].Problem).Plain(); !strings.HasSuffix(listed, ": "+beside) {
			t.Errorf("the summary says %q, the field %q", listed, beside)
		}
	}
	return strings.Join(sentences, "\n")
}

// Rows: E6.
func TestProblems_TheSummaryNamesEachField(t *testing.T) {
	const address = "Enter an email address, like name@example.com"
	s, _ := run(open(t, twoEmails), typeText(0, "x"), typeText(1, "y"), Continue)
	if got, want := summary(t, s), "“Home email”: "+address+"\n“Work email”: "+address; got != want {
		t.Errorf("the summary says\n%s\nwant\n%s", got, want)
	}
	s, _ = run(s, typeText(0, "a@b.example"))
	if got, want := summary(t, s), "“Work email”: "+address; got != want {
		t.Errorf("then it says %q", got)
	}
}

// Rows: E6.
func TestProblems_EachPartOfARoundTellsItsOwn(t *testing.T) {
	s, _ := run(openRound(t, twoEmails, twoEmails), typeText(0, "x"), typeText(1, "y"), Continue)
	first := summary(t, s)
	s, _ = run(s, typeText(0, ""), typeText(1, ""), Continue, typeText(0, "x"), typeText(1, "y"), Continue)
	if got := summary(t, s); s.Position() != (request.Queue{Position: 2, Total: 2}) || got != first || strings.Count(got, ": ") != 2 {
		t.Errorf("at %v the summary says\n%s", s.Position(), got)
	}
}
