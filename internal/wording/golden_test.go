package wording

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/untrusted"
)

var update = flag.Bool("update", false, "rewrite testdata/*.golden")

func plainText(s string) untrusted.Text { return untrusted.Text(s) }

// sampleArgs fill every placeholder that there is.
func sampleArgs(n int) []Arg {
	return []Arg{
		Server("weather.example"), Label("Full name"), Count("n", n), Count("a", 2), Count("b", n),
		{Name: "name", Value: "Weather Pro"}, Host("login.example"),
		Value("time", "14:32"), Value("title", "Red"), Value("value", "red"),
		{Name: "default", Value: "10"}, Value("port", "8443"), {Name: "unicode", Value: "аррӏе.example", kind: asHost}, {Name: "format", Value: "uuid"},
		inner("names", theirs("city")+", "+theirs("street")), sample("example", "31 12 2026"),
		inner("problem", "Problem"), inner("hint", "Hint"), Value("mask", "••••"), Heading("Heading"), inner("message", theirs("Hello")),
	}
}

// The golden files hold every text with sample values, as a translator would
// review it: isolating characters are written out.
func TestGolden_P22_N26_EveryTextOfEveryLanguage(t *testing.T) {
	names := keyNames(t)
	visible := strings.NewReplacer("\u2066", "⟨LRI⟩", "\u2068", "⟨FSI⟩", "\u2069", "⟨PDI⟩", "\u00a0", "⟨NBSP⟩", "\u202f", "⟨NNBSP⟩")
	for _, l := range languages {
		t.Run(l.tag, func(t *testing.T) {
			words := in(l.tag)
			var b strings.Builder
			for key, name := range names {
				if !hasForms(words.texts[key]) {
					fmt.Fprintf(&b, "%s\n\t%s\n", name, visible.Replace(string(words.Sentence(Key(key), sampleArgs(5)...))))
					continue
				}
				fmt.Fprintln(&b, name)
				for _, n := range []int{0, 1, 2, 5, 11, 100, 1_000_000} {
					fmt.Fprintf(&b, "\t%d: %s\n", n, visible.Replace(string(words.Sentence(Key(key), sampleArgs(n)...))))
				}
			}
			got := b.String()
			if strings.ContainsAny(got, "{}") {
				t.Error("a placeholder was not filled in")
			}
			file := filepath.Join("testdata", l.tag+".golden")
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
