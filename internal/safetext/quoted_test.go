package safetext

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// quotedCase is a case that is shared with the frame's shell; see bridge/message/quoted.test.ts.
type quotedCase struct {
	Name, Text, Double, Single string
}

func TestQuoted_SharedCases(t *testing.T) {
	file, err := os.ReadFile("testdata/quoted.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []quotedCase
	if err := json.Unmarshal(file, &cases); err != nil || len(cases) < 20 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, test := range cases {
		single := test.Single
		if single == "" {
			single = test.Double
		}
		t.Run(test.Name, func(t *testing.T) {
			if got := Quote(test.Text, DoubleMarks); got != test.Double {
				t.Errorf("between double marks, %+q is %+q, want %+q", test.Text, got, test.Double)
			}
			if got := Quote(test.Text, SingleMarks); got != single {
				t.Errorf("between single marks, %+q is %+q, want %+q", test.Text, got, single)
			}
		})
	}
}

// TestQuoted_NothingEndsAQuotation: no quoted text contains a quotation mark of the sentence,
// or a pair of signs that looks like one.
func TestQuoted_NothingEndsAQuotation(t *testing.T) {
	all := func(marks runs) (found []rune) {
		for _, run := range marks {
			for r := run[0]; r <= run[1]; r++ {
				found = append(found, r)
			}
		}
		return found
	}
	for _, mark := range append(all(doubleMarks), all(singleMarks)...) {
		for _, text := range []string{"Weather%. Your chat has verified this server: safe. %x", "%%", "%", "a %%b", "a%\u200d%\u0301% b", "%\u200c%"} {
			text = strings.ReplaceAll(text, "%", string(mark))
			for _, marks := range []Marks{DoubleMarks, SingleMarks} {
				got := Quote(text, marks)
				for _, r := range got {
					if doubleMarks.has(r) || marks == SingleMarks && singleMarks.has(r) {
						t.Fatalf("%+q becomes %+q, which has %+q", text, got, r)
					}
				}
				if visible := strings.Map(func(r rune) rune {
					if IsInvisible(r) || isMark(r) {
						return -1
					}
					return r
				}, got); strings.Contains(visible, "''") {
					t.Fatalf("%+q becomes %+q, which passes for a double mark", text, got)
				}
			}
		}
	}
}

// TestQuotedHost: the end of a host name identifies the site, and is never cut off.
// Rows: N17.
func TestQuotedHost(t *testing.T) {
	host := strings.Repeat("login.bank.example.", 10) + "evil.example"
	got := QuoteHost(host, DoubleMarks)
	if utf8.RuneCountInString(got) != QuoteLimit || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, ".evil.example") {
		t.Errorf("got %q", got)
	}
	if got := QuoteHost("shop.example", DoubleMarks); got != "shop.example" {
		t.Errorf("got %q", got)
	}
}

func FuzzQuoted(f *testing.F) {
	for _, seed := range []string{"", "O'Neill's", "“x”", "👩\u200d👩\u200d👧", strings.Repeat("e\u0301", 90), "\u2068a\u2069", "צה״ל"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, marks := range []Marks{DoubleMarks, SingleMarks} {
			got := Quote(s, marks)
			if n := utf8.RuneCountInString(got); n > QuoteLimit || !utf8.ValidString(got) || strings.ContainsAny(got, "\n\u2066\u2067\u2068\u2069“”„«»「」\"") {
				t.Fatalf("%+q becomes %+q", s, got)
			}
			if twice := Quote(got, marks); twice != got {
				t.Fatalf("%+q becomes %+q, and that %+q", s, got, twice)
			}
		}
	})
}
