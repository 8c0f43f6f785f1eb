package elicitform_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// exampleLines is how much glue an example may have.
const exampleLines = 40

// stacks are the examples that "make test-examples" drives.
func stacks(t *testing.T) []string {
	t.Helper()
	tests, err := filepath.Glob("examples/*/test.mjs")
	if err != nil || len(tests) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for i, test := range tests {
		tests[i] = filepath.Dir(test)
	}
	return tests
}

// frameHeader matches the lines in which an example sends the header of the frame.
var frameHeader = regexp.MustCompile(`"(Content-Security-Policy|sandbox allow-scripts)\b`)

// glue counts the lines that are not empty and no comment in those files of an example
// that know of forms. The chat around them, which every client has, is no glue; neither
// is what the example is configured with, the header of the frame included, nor its test.
func glue(t *testing.T, folder string) int {
	t.Helper()
	lines := 0
	sources(t, []string{".js", ".jsx", ".mjs", ".ts", ".tsx", ".vue", ".svelte", ".go", ".html"}, func(name string, content []byte) {
		base := filepath.Base(name)
		if !strings.HasPrefix(name, folder+"/") || base == "test.mjs" || base == "types.test.ts" || strings.Contains(base, ".config.") {
			return
		}
		if text := string(content); !strings.Contains(text, "elicit") && !strings.Contains(text, "relay") {
			return
		}
		for line := range strings.Lines(string(content)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") && !frameHeader.MatchString(line) {
				lines++
			}
		}
	})
	return lines
}

func TestExamplesAreUnderFortyLines(t *testing.T) {
	for _, folder := range stacks(t) {
		if lines := glue(t, folder); lines == 0 || lines >= exampleLines {
			t.Errorf("%s has %d lines", folder, lines)
		} else {
			t.Logf("%s has %d lines", folder, lines)
		}
	}
}

// TestFirstFormInReactTakesFewLines: what an app has to write for its first form, imports
// included, stands in one file, and docs/react.md begins with it.
func TestFirstFormInReactTakesFewLines(t *testing.T) {
	app, err := os.ReadFile("examples/vite-react/src/App.jsx")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(app)) {
		if strings.TrimSpace(line) != "" {
			lines++
		}
	}
	if lines == 0 || lines >= 15 {
		t.Errorf("the first form takes %d lines", lines)
	}
	page, err := os.ReadFile("docs/react.md")
	if err != nil || !strings.Contains(string(page), "```jsx\n"+string(app)+"```\n") {
		t.Errorf("docs/react.md does not begin with examples/vite-react/src/App.jsx: %v", err)
	}
}

var (
	exactVersion = regexp.MustCompile(`^\d+\.\d+\.\d+(-[\w.]+)?$`)
	emptyPackage = "file:./empty"
)

// TestExamplesPinTheirVersions: what runs today runs in a year.
func TestExamplesPinTheirVersions(t *testing.T) {
	for _, folder := range stacks(t) {
		text, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err != nil {
			t.Error(err)
			continue
		}
		var manifest struct {
			Dependencies, DevDependencies, Overrides map[string]string
		}
		if err := json.Unmarshal(text, &manifest); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
		for _, versions := range []map[string]string{manifest.Dependencies, manifest.DevDependencies, manifest.Overrides} {
			for name, version := range versions {
				if !exactVersion.MatchString(version) && version != emptyPackage {
					t.Errorf("%s: %s is %q, which is no exact version", folder, name, version)
				}
			}
		}
		for _, name := range []string{"package-lock.json", "README.md"} {
			if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
				t.Error(err)
			}
		}
	}
}

// quoted is a link to a file of an example with the block of code after it.
var quoted = regexp.MustCompile("(?s)\\[[^\\]\\n]+\\]\\(\\.\\./\\.\\./(examples/[^)\\n]+)\\)[^\\n]*(?:\\n[^\\n]+)*\\n\\n```\\w*\n(.*?)```\n")

// misquoted says how a recipe differs from the files that it quotes, and how many it quotes.
func misquoted(recipe string, read func(string) ([]byte, error)) (wrong []string, count int) {
	for _, match := range quoted.FindAllStringSubmatch(recipe, -1) {
		content, err := read(match[1])
		count++
		switch {
		case err != nil:
			wrong = append(wrong, err.Error())
		case string(content) != match[2]:
			wrong = append(wrong, match[1]+" is quoted as\n"+match[2])
		}
	}
	return wrong, count
}

// TestRecipesQuoteTheExamples: who copies from a recipe copies what was tested.
func TestRecipesQuoteTheExamples(t *testing.T) {
	for _, folder := range stacks(t) {
		name := filepath.Base(folder)
		recipe, err := os.ReadFile(filepath.Join("docs", "recipes", name+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		wrong, count := misquoted(string(recipe), os.ReadFile)
		for _, why := range wrong {
			t.Errorf("%s.md: %s", name, why)
		}
		if count == 0 {
			t.Errorf("%s.md quotes no file of its example", name)
		}
		for document, link := range map[string]string{"examples/README.md": "(../docs/recipes/" + name + ".md)", "docs/recipes/README.md": "(" + name + ".md)"} {
			if text, err := os.ReadFile(document); err != nil || !strings.Contains(string(text), link) {
				t.Errorf("%s does not link to the recipe of %s: %v", document, name, err)
			}
		}
	}
	same := func(string) ([]byte, error) { return []byte("a\n"), nil }
	if wrong, count := misquoted("[a](../../examples/a/a.js): why\n\n```js\na\n```\n", same); len(wrong) != 0 || count != 1 {
		t.Errorf("a right quotation is found as %q, %d", wrong, count)
	}
	if wrong, _ := misquoted("[a](../../examples/a/a.js)\n\n```js\nb\n```\n", same); len(wrong) != 1 {
		t.Error("a wrong quotation is not found")
	}
}

// guardPolicy is what every server has to send with the frame's document, so that no other
// site uses it in the origin of the chat.
const guardPolicy = "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

// TestExamplesAndRecipesKeepOtherSitesOut: who copies from them sends that policy.
func TestExamplesAndRecipesKeepOtherSitesOut(t *testing.T) {
	for _, folder := range stacks(t) {
		sends := false
		sources(t, []string{".js", ".go", ""}, func(name string, content []byte) {
			sends = sends || strings.HasPrefix(name, folder+"/") && strings.Contains(string(content), guardPolicy)
		})
		if !sends {
			t.Errorf("%s does not send %q", folder, guardPolicy)
		}
		recipe, err := os.ReadFile(filepath.Join("docs", "recipes", filepath.Base(folder)+".md"))
		if err != nil || !strings.Contains(string(recipe), guardPolicy) && !strings.Contains(string(recipe), "(serving.md)") {
			t.Errorf("the recipe of %s does not name the policy, nor the page that does: %v", folder, err)
		}
	}
	serving, err := os.ReadFile("docs/recipes/serving.md")
	if err != nil {
		t.Fatal(err)
	}
	servers := strings.Split(string(serving), "\n## ")[1:]
	if len(servers) < 6 {
		t.Errorf("the recipe has %d servers", len(servers))
	}
	for _, server := range servers {
		if name, code, _ := strings.Cut(server, "\n"); !strings.Contains(code, guardPolicy) {
			t.Errorf("the recipe for %s does not send %q", name, guardPolicy)
		}
	}
}
