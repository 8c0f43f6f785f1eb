package elicitform_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// written is a secret that stands in a text: everybody who reads it could sign tokens.
var written = regexp.MustCompile("(?i)secret[\\w.)\\]]*\\s*(?:[:=]|\\?\\?=?|\\|\\|=?|:=)\\s*(?:[\\w.()\\[\\] ]*\\()?[\"'`][^\"'`]+[\"'`]")

// TestNoExampleHasASecret: what is copied from an example or a document signs with a
// secret of one's own, or not at all.
func TestNoExampleHasASecret(t *testing.T) {
	sources(t, []string{".js", ".jsx", ".mjs", ".ts", ".tsx", ".vue", ".svelte", ".go", ".html", ".md", ".json"}, func(name string, content []byte) {
		if !strings.HasPrefix(name, "examples/") && !strings.HasPrefix(name, "docs/") && name != "README.md" {
			return
		}
		for _, found := range written.FindAllString(string(content), -1) {
			t.Errorf("%s has a secret: %s", name, found)
		}
	})
	for text, want := range map[string]bool{
		`process.env.RELAY_SECRET ?? "for development"`: true, `{ RELAY_SECRET = 'x', }`: true, "secret: `x`": true, `Secret: []byte("x")`: true,
		`os.Getenv("SECRET")`: false, `secret: process.env.RELAY_SECRET`: false, `Error("RELAY_SECRET is missing: 16 bytes")`: false,
	} {
		if written.MatchString(text) != want {
			t.Errorf("%s: is not found to be one, or is", text)
		}
	}
}

// TestExamplesNeedASecretInProduction: without one they say the name of the variable, and
// in development no two starts have the same.
func TestExamplesNeedASecretInProduction(t *testing.T) {
	var files []string
	sources(t, []string{".js", ".jsx", ".mjs", ".ts"}, func(name string, content []byte) {
		if !strings.HasPrefix(name, "examples/") {
			return
		}
		if filepath.Base(name) == "secret.js" {
			files = append(files, name)
		} else if strings.Contains(string(content), "createRelay({ secret") && !strings.Contains(string(content), `import { secret } from "./secret.js"`) {
			t.Errorf("%s has its secret from elsewhere", name)
		}
	})
	if len(files) == 0 {
		t.Fatal("no example has a secret")
	}
	for _, file := range files {
		start := func(environment ...string) (string, error) {
			command := exec.Command("node", "--input-type=module", "-e",
				`const { secret } = await import("./`+filepath.ToSlash(file)+`"); console.log(Buffer.from(secret).toString("base64"))`)
			command.Env = append(slices.DeleteFunc(os.Environ(), func(one string) bool {
				return strings.HasPrefix(one, "RELAY_SECRET=") || strings.HasPrefix(one, "NODE_ENV=")
			}), environment...)
			said, err := command.CombinedOutput()
			return string(said), err
		}
		for _, environment := range [][]string{{"NODE_ENV=production"}, {"NODE_ENV=production", "RELAY_SECRET="}} {
			if said, err := start(environment...); err == nil || !strings.Contains(said, "RELAY_SECRET is missing") {
				t.Errorf("%s starts with %q: %s", file, environment, said)
			}
		}
		if said, err := start("NODE_ENV=production", "RELAY_SECRET=AAAA"); err != nil || strings.TrimSpace(said) != "QUFBQQ==" {
			t.Errorf("%s does not take what is set: %s", file, said)
		}
		one, err := start("NODE_ENV=development")
		if other, again := start("NODE_ENV=development"); err != nil || again != nil || one == other || len(one) < 40 {
			t.Errorf("%s has %s and %s: %v", file, one, other, err)
		}
	}
}
