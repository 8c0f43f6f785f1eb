// Package examples_test looks at the examples and at the documents that quote them. It holds their length, their pinned
// versions and the quotations. It starts none of them: "make test-examples" does.
package examples_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// text is the content of a file of the project, by its path relative to this folder.
func text(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
	}
	return string(content)
}

// sources are the files of an example that people wrote, by their paths relative to this folder.
func sources(t *testing.T, example string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(example, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && made.MatchString(name):
			return fs.SkipDir
		case !entry.IsDir() && code.MatchString(name):
			files[name] = text(t, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// made is a folder that npm or a build has written, code the name of a file with code, and
// headers that of a file with code or of the file in which a static host is given its headers.
var (
	made = regexp.MustCompile(`/(node_modules|dist|\.next|\.nuxt|\.output|\.angular|public/elicitform)$`)
	code = regexp.MustCompile(`\.(m?js|jsx|tsx?|vue|svelte|go|py|html)$|/_headers$`)
)

// stacks are the examples that "make test-examples" drives.
func stacks(t *testing.T) []string {
	t.Helper()
	tests, err := filepath.Glob("*/test.mjs")
	if err != nil || len(tests) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for i, test := range tests {
		tests[i] = filepath.Base(filepath.Dir(test))
	}
	return tests
}

// comment is a line that is one, in JavaScript, Go or Python.
var comment = regexp.MustCompile(`^(//|# )`)

// notGlue is the name of a file of an example that configures or tests it, and
// frameHeader a line in which it sends the header of the frame.
var (
	notGlue     = regexp.MustCompile(`\.config\.|test\.(mjs|ts)$|_headers$`)
	frameHeader = regexp.MustCompile(`"(Content-Security-Policy|sandbox allow-scripts)\b`)
)

// TestExamplesAreUnderFortyLines counts the lines of code in those files that know of forms.
func TestExamplesAreUnderFortyLines(t *testing.T) {
	for _, example := range stacks(t) {
		lines := 0
		for name, content := range sources(t, example) {
			if notGlue.MatchString(name) || !strings.Contains(content, "elicit") && !strings.Contains(content, "relay") {
				continue
			}
			for line := range strings.Lines(content) {
				if line = strings.TrimSpace(line); line != "" && !comment.MatchString(line) && !frameHeader.MatchString(line) {
					lines++
				}
			}
		}
		if lines == 0 || lines >= 40 {
			t.Errorf("%s has %d lines", example, lines)
		}
	}
}

// TestFirstFormInReactTakesFewLines: what an app has to write for its first form, imports
// included, stands in one file, and docs/learn/react.md begins with it.
func TestFirstFormInReactTakesFewLines(t *testing.T) {
	app := text(t, "vite-react/src/App.jsx")
	if lines := strings.Count(strings.ReplaceAll(app, "\n\n", "\n"), "\n"); lines == 0 || lines >= 15 {
		t.Errorf("the first form takes %d lines", lines)
	}
	if !strings.Contains(text(t, "../docs/learn/react.md"), "```jsx\n"+app+"```\n") {
		t.Error("../docs/learn/react.md does not begin with examples/vite-react/src/App.jsx")
	}
}

// exactVersion is one version of a package, or the empty package that stands in for one.
var exactVersion = regexp.MustCompile(`^(\d+\.\d+\.\d+(-[\w.]+)?|file:\./empty)$`)

// TestExamplesPinTheirVersions: what runs today runs in a year.
func TestExamplesPinTheirVersions(t *testing.T) {
	for _, name := range stacks(t) {
		var manifest struct{ Dependencies, DevDependencies, Overrides map[string]string }
		if err := json.Unmarshal([]byte(text(t, name+"/package.json")), &manifest); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, versions := range []map[string]string{manifest.Dependencies, manifest.DevDependencies, manifest.Overrides} {
			for dependency, version := range versions {
				if !exactVersion.MatchString(version) {
					t.Errorf("%s: %s is %q, which is no exact version", name, dependency, version)
				}
			}
		}
		text(t, name+"/package-lock.json")
		text(t, name+"/README.md")
	}
}

// quoted is a link to a file of an example with the block of code after it.
var quoted = regexp.MustCompile("(?s)\\[[^\\]\\n]+\\]\\(\\.\\./\\.\\./(examples/[^)\\n]+)\\)[^\\n]*(?:\\n[^\\n]+)*\\n\\n```\\w*\n(.*?)```\n")

// guardPolicy is the header that every server has to send with the frame's document, so
// that no other site uses it in the origin of the chat.
const guardPolicy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

// TestRecipesQuoteTheExamples: code that is copied from a recipe was tested, and the frame
// is served with the header that keeps other sites out.
func TestRecipesQuoteTheExamples(t *testing.T) {
	for _, name := range stacks(t) {
		guarded := slices.ContainsFunc(slices.Collect(maps.Values(sources(t, name))), func(content string) bool { return strings.Contains(content, guardPolicy) })
		recipe := text(t, "../docs/learn/"+name+".md")
		quotations := quoted.FindAllStringSubmatch(recipe, -1)
		if len(quotations) == 0 {
			t.Errorf("%s.md quotes no file of its example", name)
		}
		for _, q := range quotations {
			if text(t, strings.TrimPrefix(q[1], "examples/")) != q[2] {
				t.Errorf("%s.md quotes %s as\n%s", name, q[1], q[2])
			}
		}
		if !strings.Contains(text(t, "README.md"), "(../docs/learn/"+name+".md)") || !strings.Contains(text(t, "../docs/learn/index.md"), "("+name+".md)") {
			t.Errorf("a list of recipes does not link to that of %s", name)
		}
		// The frame of elicitform-server, and its page by link, come with the header.
		hosted := slices.ContainsFunc(slices.Collect(maps.Values(sources(t, name))), func(content string) bool {
			return strings.Contains(content, "/elicitform/page.js") || strings.Contains(content, "askAnybody(")
		})
		if !hosted && (!guarded || !strings.Contains(recipe, guardPolicy) && !strings.Contains(recipe, "(serving.md)")) {
			t.Errorf("%s or its recipe does not send %q", name, guardPolicy)
		}
	}
}

// TestExamplesAndRecipesKeepOtherSitesOut: each server of the recipe sends the header.
func TestExamplesAndRecipesKeepOtherSitesOut(t *testing.T) {
	servers := strings.Split(text(t, "../docs/learn/serving.md"), "\n## ")[1:]
	if len(servers) < 6 {
		t.Errorf("the recipe has %d servers", len(servers))
	}
	for _, server := range servers {
		if name, code, _ := strings.Cut(server, "\n"); !strings.Contains(code, guardPolicy) {
			t.Errorf("the recipe for %s does not send %q", name, guardPolicy)
		}
	}
}

// TestExamplesNeedASecretInProduction: without one they say the name of the variable, and
// in development no two starts have the same.
func TestExamplesNeedASecretInProduction(t *testing.T) {
	files, err := filepath.Glob("*/*/secret.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no example has a secret: %v", err)
	}
	for _, file := range files {
		start := func(environment ...string) (string, error) {
			command := exec.Command("node", "--input-type=module", "-e",
				`const { secret } = await import("./`+filepath.ToSlash(file)+`"); console.log(Buffer.from(secret).toString("base64"))`)
			command.Env = append([]string{"PATH=" + os.Getenv("PATH")}, environment...)
			said, err := command.CombinedOutput()
			return strings.TrimSpace(string(said)), err
		}
		for _, environment := range [][]string{{"NODE_ENV=production"}, {"NODE_ENV=production", "RELAY_SECRET="}} {
			if said, err := start(environment...); err == nil || !strings.Contains(said, "RELAY_SECRET is missing") {
				t.Errorf("%s starts with %q: %s", file, environment, said)
			}
		}
		if said, err := start("NODE_ENV=production", "RELAY_SECRET=AAAA"); err != nil || said != "QUFBQQ==" {
			t.Errorf("%s does not take the secret that is set: %s", file, said)
		}
		one, _ := start("NODE_ENV=development")
		if other, err := start("NODE_ENV=development"); err != nil || one == other || len(one) < 40 {
			t.Errorf("%s has %s and %s: %v", file, one, other, err)
		}
	}
}
