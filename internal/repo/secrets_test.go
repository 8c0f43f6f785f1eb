package repo

import (
	"regexp"
	"strings"
	"testing"
)

// written is a secret that stands in a text: everybody who reads it could sign tokens.
var written = regexp.MustCompile("(?i)secret[\\w.)\\]]*\\s*(?:[:=]|\\?\\?=?|\\|\\|=?|:=)\\s*(?:[\\w.()\\[\\] ]*\\()?[\"'`][^\"'`]+[\"'`]")

// TestNoExampleHasASecret keeps secrets out of examples and documents, because people copy them: a published secret
// signs tokens for everybody.
func TestNoExampleHasASecret(t *testing.T) {
	sources(t, []string{".js", ".jsx", ".mjs", ".ts", ".tsx", ".vue", ".svelte", ".go", ".html", ".md", ".json"}, func(name string, content []byte) {
		if strings.HasPrefix(name, "examples/") && !strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "docs/") || name == "README.md" {
			for _, found := range written.FindAllString(string(content), -1) {
				t.Errorf("%s has a secret: %s", name, found)
			}
		}
	})
	for text, want := range map[string]bool{
		`process.env.RELAY_SECRET ?? "for development"`: true, `{ RELAY_SECRET = 'x', }`: true, `Secret: []byte("x")`: true,
		`os.Getenv("SECRET")`: false, `secret: process.env.RELAY_SECRET`: false, `Error("RELAY_SECRET is missing: 16 bytes")`: false,
	} {
		if written.MatchString(text) != want {
			t.Errorf("%s: a secret was found, or was not", text)
		}
	}
}
