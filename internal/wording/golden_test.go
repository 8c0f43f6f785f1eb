package wording

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

var update = flag.Bool("update", false, "rewrite testdata/*.golden")

func plainText(s string) safetext.Text { return safetext.Text(s) }

// sampleArgs has a value for every placeholder.
func sampleArgs(n int) []Arg {
	return []Arg{
		Server("weather.example"), Label("Full name"), Count("n", n), Count("a", 2), Count("b", n),
		{Name: "name", Value: "Weather Pro"}, {Name: "answer", Value: "Window"}, {Name: "tool", Value: "save_comment"}, Host("login.example"),
		Value("time", "14:32"), Value("title", "Red"), Value("value", "red"),
		{Name: "default", Value: "10"}, Value("port", "8443"), {Name: "unicode", Value: "аррӏе.example", kind: asHost}, {Name: "format", Value: "uuid"},
		{Name: "known", Value: "google.com", kind: asHost},
		clause("names", foreign("city")+", "+foreign("street")), clause("answers", foreign("Oslo")+", "+foreign("2")),
		sample("example", "31 12 2026"), Value("month", "February 2027"),
		clause("problem", "Problem"), clause("hint", "Hint"), Value("mask", "••••"), Heading("Heading"), clause("message", foreign("Hello")),
	}
}

// The golden files hold every text with sample values, for the review of a translator, with
// visible isolating characters.
// Rows: P22, N26.
func TestGolden_EveryTextOfEveryLanguage(t *testing.T) {
	visible := strings.NewReplacer("\u2066", "⟨LRI⟩", "\u2068", "⟨FSI⟩", "\u2069", "⟨PDI⟩", "\u00a0", "⟨NBSP⟩", "\u202f", "⟨NNBSP⟩")
	for _, c := range catalogues() {
		t.Run(c.Tag, func(t *testing.T) {
			words := wordsFor(c.Tag)
			var b strings.Builder
			for _, text := range english().source.Members {
				key := Key(text.Name)
				if c.texts[key].Type != request.Object {
					fmt.Fprintf(&b, "%s\n\t%s\n", key, visible.Replace(string(words.Sentence(key, sampleArgs(5)...))))
					continue
				}
				fmt.Fprintln(&b, key)
				for _, n := range []int{0, 1, 2, 5, 11, 100, 1_000_000} {
					fmt.Fprintf(&b, "\t%d: %s\n", n, visible.Replace(string(words.Sentence(key, sampleArgs(n)...))))
				}
			}
			got := b.String()
			if strings.ContainsAny(got, "{}") {
				t.Error("a placeholder was not filled in")
			}
			file := filepath.Join("testdata", c.Tag+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs: look at the change, then run the test with -update", file)
			}
		})
	}
}
