// Package examples_test reads the examples and the pages of docs/learn that print them. It checks their length, their pinned
// versions and the printed code. It starts none of them: "make test-examples" does.
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

// made matches a folder that npm or a build has written; code, the name of a file with code; headers, such a name or that of the
// file with the headers of a static host.
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

// comment matches a comment line in JavaScript, Go or Python, or a line that only says in an import map where a module lies.
var comment = regexp.MustCompile(`^(//|# |"[@\w/.-]+": "/[@\w/.-]+",?$)`)

// notGlue matches the name of a file of an example that configures, serves or tests it; frameHeader, the lines in which it sends the
// headers of the frame.
var (
	notGlue     = regexp.MustCompile(`\.config\.|/serve\.mjs$|test\.(mjs|ts)$|_headers$`)
	frameHeader = regexp.MustCompile(`(?m)^.*"(Content-Security-Policy|sandbox allow-scripts)\b.*\n` +
		`|^import .*\bframeHeaders\b.*\n|^app\.use\(.*\n  await next\(\);\n.*\bframeHeaders\(.*\n\}\);\n`)
)

// TestExamplesAreUnderFortyLines counts the lines of code in those files that know of forms.
func TestExamplesAreUnderFortyLines(t *testing.T) {
	for _, example := range stacks(t) {
		lines := 0
		for name, content := range sources(t, example) {
			if notGlue.MatchString(name) || !strings.Contains(content, "elicit") && !strings.Contains(content, "relay") {
				continue
			}
			for line := range strings.Lines(frameHeader.ReplaceAllString(content, "")) {
				if line = strings.TrimSpace(line); line != "" && !comment.MatchString(line) {
					lines++
				}
			}
		}
		if lines == 0 || lines >= 40 {
			t.Errorf("%s has %d lines", example, lines)
		}
	}
}

// TestApprovalsAreShort counts the lines of the scripts, each of which is a whole chat.
func TestApprovalsAreShort(t *testing.T) {
	scripts, err := filepath.Glob("approvals/*.js")
	if err != nil || len(scripts) < 5 {
		t.Fatalf("there are only the scripts %q: %v", scripts, err)
	}
	for _, script := range scripts {
		if lines := strings.Count(text(t, script), "\n"); lines > 40 {
			t.Errorf("%s has %d lines", script, lines)
		}
		if name := filepath.Base(script); name != "claude-code.js" && !strings.Contains(manifestOf(t, "approvals").Scripts["check"], "node "+name) {
			t.Errorf("the check of the approvals does not run %s", name)
		}
	}
}

// TestFirstFormInReactTakesFewLines: what an app has to write for its first form, imports
// included, stands in one file.
func TestFirstFormInReactTakesFewLines(t *testing.T) {
	if lines := strings.Count(strings.ReplaceAll(text(t, "vite-react/src/App.jsx"), "\n\n", "\n"), "\n"); lines == 0 || lines >= 15 {
		t.Errorf("the first form takes %d lines", lines)
	}
}

// exactVersion is one version of a package, or the empty package that stands in for one.
var exactVersion = regexp.MustCompile(`^(\d+\.\d+\.\d+(-[\w.]+)?|file:\./empty)$`)

// manifest is the package.json of an example.
type manifest struct {
	Scripts, Dependencies, DevDependencies, Overrides map[string]string
	Variants                                          map[string][]string
}

func manifestOf(t *testing.T, example string) manifest {
	t.Helper()
	var m manifest
	if err := json.Unmarshal([]byte(text(t, example+"/package.json")), &m); err != nil {
		t.Errorf("%s: %v", example, err)
	}
	return m
}

// TestExamplesPinTheirVersions: an example that runs today runs in a year. That includes the examples that are only compiled.
func TestExamplesPinTheirVersions(t *testing.T) {
	names, err := filepath.Glob("*/package.json")
	if err != nil || len(names) < len(stacks(t)) {
		t.Fatalf("only %q have a package.json: %v", names, err)
	}
	for _, name := range names {
		name = filepath.Dir(name)
		m := manifestOf(t, name)
		for _, variant := range m.Variants {
			for _, other := range variant {
				if dependency, version, _ := strings.Cut(other, "@"); m.Dependencies[dependency] == "" || !exactVersion.MatchString(version) {
					t.Errorf("%s: %s is no exact version of a dependency", name, other)
				}
			}
		}
		for _, versions := range []map[string]string{m.Dependencies, m.DevDependencies, m.Overrides} {
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

var (
	// block is a block of code with the language and the paragraph before it.
	block = regexp.MustCompile("(?s)((?:[^\n]+\n)+)\n(?:   )?```(\\w*)\n(.*?)```\n")
	// exampleLink leads from a page of docs/learn to a file of an example, and pageLink from an example to its page.
	exampleLink = regexp.MustCompile(`\]\(\.\./\.\./examples/([^)\n]+)\)`)
	pageLink    = regexp.MustCompile(`\]\(\.\./\.\./docs/learn/([\w-]+)\.md\)`)
	// installed is a package with its version in a command.
	installed = regexp.MustCompile(`(\S+)@(\d\S*)`)
)

// runElsewhere are the pages whose code tests in e2e read and run.
var runElsewhere = []string{"serving", "theming", "waiting"}

// TestLearnPrintsWhatIsTested: code that is copied from a page is a whole file of an
// example, and what a page installs has the versions that the example was tested with.
func TestLearnPrintsWhatIsTested(t *testing.T) {
	pages, err := filepath.Glob("../docs/learn/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("docs/learn has %d pages: %v", len(pages), err)
	}
	printed := 0
	for _, file := range pages {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		page := text(t, file)
		pinned := map[string]string{}
		for _, link := range exampleLink.FindAllStringSubmatch(page, -1) {
			if example, _, inside := strings.Cut(link[1], "/"); inside && example != "snippets" {
				m := manifestOf(t, example)
				maps.Copy(pinned, m.Dependencies)
				maps.Copy(pinned, m.DevDependencies)
			}
		}
		blocks := block.FindAllStringSubmatch(page, -1)
		if fences := strings.Count(page, "```"); fences != 2*len(blocks) && !slices.Contains(runElsewhere, name) {
			t.Errorf("%s.md has %d marks of blocks, and %d blocks were found", name, fences, len(blocks))
		}
		for _, b := range blocks {
			before, language, code := b[1], b[2], b[3]
			if language == "sh" {
				for line := range strings.Lines(code) {
					for _, found := range installed.FindAllStringSubmatch(line, -1) {
						if strings.HasPrefix(line, "npm install ") && pinned[found[1]] != found[2] {
							t.Errorf("%s.md installs %s, and the example has version %q", name, found[0], pinned[found[1]])
						}
					}
				}
				continue
			}
			if language == "" || slices.Contains(runElsewhere, name) {
				continue
			}
			printed++
			if !slices.ContainsFunc(exampleLink.FindAllStringSubmatch(before, -1), func(link []string) bool { return text(t, link[1]) == code }) {
				t.Errorf("%s.md prints what is not in the file that the paragraph before links to:\n%s", name, code)
			}
		}
	}
	if printed < 60 {
		t.Errorf("only %d blocks were compared", printed)
	}
}

// guardPolicy is the header that every server has to send with the frame's document, so
// that no other site uses it in the origin of the chat.
const guardPolicy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

// TestExamplesHaveTheirPage: each example has a page that prints it, and stands in both lists. The frame is served with the
// header that keeps other sites out.
func TestExamplesHaveTheirPage(t *testing.T) {
	for _, name := range stacks(t) {
		link := pageLink.FindStringSubmatch(text(t, name+"/README.md"))
		if link == nil {
			t.Errorf("%s/README.md leads to no page", name)
			continue
		}
		page := text(t, "../docs/learn/"+link[1]+".md")
		if !strings.Contains(page, "](../../examples/"+name+"/") {
			t.Errorf("%s.md prints no file of %s", link[1], name)
		}
		if !strings.Contains(text(t, "README.md"), "(../docs/learn/"+link[1]+".md)") || !strings.Contains(text(t, "../docs/learn/index.md"), "("+link[1]+".md)") {
			t.Errorf("a list of pages does not link to that of %s", name)
		}
		// The frame of elicitform-server, and its page by link, come with the header; a browser serves the files of an extension.
		files := slices.Collect(maps.Values(sources(t, name)))
		start := manifestOf(t, name).Scripts["start"]
		guarded := slices.ContainsFunc(files, func(content string) bool {
			// The plugin sends the header where Vite serves, and a test of it says so.
			return strings.Contains(content, guardPolicy) || strings.Contains(content, "(frameHeaders(") ||
				strings.HasPrefix(start, "vite ") && strings.Contains(content, "elicitform()")
		})
		hosted := start == "" || strings.Contains(text(t, name+"/test.mjs"), "frame = false") || slices.ContainsFunc(files, func(content string) bool {
			return strings.Contains(content, "/elicitform/page.js") || strings.Contains(content, "askAnybody(")
		})
		if !hosted && (!guarded || !strings.Contains(page, guardPolicy) && !strings.Contains(page, "(serving.md")) {
			t.Errorf("%s or its page does not send %q", name, guardPolicy)
		}
	}
}

// TestExamplesAndRecipesKeepOtherSitesOut: each server of serving.md sends the header.
func TestExamplesAndRecipesKeepOtherSitesOut(t *testing.T) {
	servers := strings.Split(text(t, "../docs/learn/serving.md"), "\n## ")[1:]
	if len(servers) < 6 {
		t.Errorf("serving.md has %d servers", len(servers))
	}
	for _, server := range servers {
		if name, code, _ := strings.Cut(server, "\n"); !strings.Contains(code, guardPolicy) {
			t.Errorf("serving.md for %s does not send %q", name, guardPolicy)
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
