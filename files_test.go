// Package elicitform_test looks at the files of the project as a whole: imports, documents, lengths, workflows,
// promises. It is given the files as they are, whatever is built. What a kept tool looks at, such as .editorconfig, is
// in .ci/lint.
package elicitform_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// made reports whether a folder is no source: git's own, or written by npm or by the
// builds of the project and its examples.
func made(folder string) bool {
	return folder == "build" || slices.Contains([]string{".git", "node_modules", "dist", ".next", ".temp", ".nuxt", ".output", ".angular"}, path.Base(folder)) ||
		strings.HasSuffix(folder, "public/elicitform") || folder == "cmd/elicitform-server/files/site"
}

// sources calls visit for every file of the project whose name has one of these
// extensions, whatever its build tags say, with its path relative to the root.
func sources(t *testing.T, extensions []string, visit func(name string, content []byte)) {
	t.Helper()
	root := os.DirFS(".")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (made(name) || entry.Name() == "testdata" || entry.Name() == "_slim"):
			return fs.SkipDir
		case entry.IsDir() || !slices.Contains(extensions, path.Ext(name)):
			return nil
		}
		content, err := fs.ReadFile(root, name)
		if err == nil {
			visit(name, content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// text is the content of a file.
func text(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
	}
	return string(content)
}

// maxLines is how long a Go file may be that does not say in its first comment why it is long.
const maxLines = 400

func TestFilesAreShortOrSayWhyNot(t *testing.T) {
	sources(t, []string{".go"}, func(name string, content []byte) {
		first, _, _ := strings.Cut(string(content), "\n\n")
		reason := strings.HasPrefix(first, "//") && (strings.Contains(first, "long") || strings.Contains(first, "Code generated"))
		if lines := strings.Count(string(content), "\n"); lines > maxLines && !reason {
			t.Errorf("%s has %d lines: split it, or say in its first comment why it is long", name, lines)
		}
	})
}

// maxColumns is how long a line of the product may be, in characters.
const maxColumns = 140

func TestLinesAreShort(t *testing.T) {
	elsewhere := []string{"e2e", "examples", ".ci", "docs"}
	sources(t, []string{".go", ".ts", ".tsx", ".js", ".mjs", ".css", ".html", ".lua"}, func(name string, content []byte) {
		folder, _, _ := strings.Cut(name, "/")
		if slices.Contains(elsewhere, folder) || strings.Contains(name, "/test/") || strings.Contains(name, ".test.") || strings.HasSuffix(name, "_test.go") {
			return
		}
		for i, line := range strings.Split(string(content), "\n") {
			if utf8.RuneCountInString(line) > maxColumns {
				t.Errorf("%s:%d has %d characters", name, i+1, utf8.RuneCountInString(line))
			}
		}
	})
}

var (
	pinned = regexp.MustCompile(`uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n`)
	run    = regexp.MustCompile(`(?m)^ *-? *run: (.*)$`)
	target = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)
)

// TestWorkflowsOnlyCallTargets: everybody can run what the forge runs, with the same
// versions of its actions, and it may only read.
func TestWorkflowsOnlyCallTargets(t *testing.T) {
	called := map[string]bool{}
	for _, found := range target.FindAllStringSubmatch(text(t, "Makefile"), -1) {
		called["make "+found[1]] = false
	}
	names, _ := filepath.Glob(".github/workflows/*.yml")
	for _, name := range names {
		content := text(t, name)
		if len(pinned.FindAllString(content, -1)) != strings.Count(content, "uses:") {
			t.Errorf("%s: an action is not pinned by a commit with its version as comment", name)
		}
		if !strings.Contains(content, "\npermissions:\n  contents: read\n\n") {
			t.Errorf("%s may do more than read", name)
		}
		for _, found := range run.FindAllStringSubmatch(content, -1) {
			if _, is := called[found[1]]; !is {
				t.Errorf("%s runs %q, which is no make target", name, found[1])
			}
			called[found[1]] = true
		}
	}
	for _, name := range []string{"make test", "make lint", "make test-engines", "make test-examples", "make release", "make publish"} {
		if !called[name] {
			t.Errorf("no workflow calls %s", name)
		}
	}
}

var (
	job   = regexp.MustCompile(`(?m)^  ([\w-]+):\n`)
	needs = regexp.MustCompile(`(?m)^    needs: \[?([\w, -]+)\]?$`)
)

// untested lists the jobs of a workflow that can write somewhere, or publish, without these targets before them.
func untested(workflow string, targets ...string) []string {
	_, jobs, _ := strings.Cut(workflow, "\njobs:\n")
	text, before := map[string]string{}, map[string][]string{}
	at := job.FindAllStringSubmatchIndex(jobs, -1)
	for i, found := range at {
		end := len(jobs)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		name, content := jobs[found[2]:found[3]], jobs[found[1]:end]
		text[name] = content
		if listed := needs.FindStringSubmatch(content); listed != nil && !strings.Contains(content, "\n    if:") {
			before[name] = strings.Split(strings.ReplaceAll(listed[1], " ", ""), ",")
		}
	}
	var ran func(name string) string
	ran = func(name string) (all string) {
		for _, other := range before[name] {
			all += text[other] + ran(other)
		}
		return all
	}
	var found []string
	for name, content := range text {
		if !strings.Contains(content, ": write\n") && !strings.Contains(content, "run: make publish\n") {
			continue
		}
		for _, target := range targets {
			if !strings.Contains(ran(name), "run: make "+target+"\n") {
				found = append(found, name+" without "+target)
			}
		}
	}
	slices.Sort(found)
	return found
}

// TestNothingUntestedIsPublished: no workflow can publish a commit, or its tag, whose tests are not green.
func TestNothingUntestedIsPublished(t *testing.T) {
	required := []string{"lint", "test", "test-engines", "release"}
	names, _ := filepath.Glob(".github/workflows/*.yml")
	for _, name := range names {
		if found := untested(text(t, name), required...); found != nil {
			t.Errorf("%s: %q", name, found)
		}
	}
	publish := text(t, ".github/workflows/publish.yml")
	if strings.Count(publish, "FINAL: \"1\"\n") != 1 || strings.Contains(publish, "continue-on-error") {
		t.Error("publish.yml does not want the version to be final")
	}
	for change, want := range map[[2]string]string{
		{"needs: [test, engines, release]", "needs: [test, release]"}:   "tag without test-engines",
		{"needs: tag\n", "if: always()\n"}:                              "npm without release",
		{"run: make lint\n", "run: make help\n"}:                        "site without lint",
		{"needs: npm\n", "needs: npm\n    if: always()\n"}:              "site without test",
		{"  go:\n    needs: tag\n", "  go:\n    needs: engines\n"}:      "go without release",
		{"run: make test-engines\n", "run: make test-engines ONLY=x\n"}: "image without test-engines",
	} {
		if found := untested(strings.Replace(publish, change[0], change[1], -1), required...); !slices.Contains(found, want) {
			t.Errorf("with %q: %q", change[1], found)
		}
	}
}

// written is a secret that stands in a text: everybody who reads it could sign tokens.
var written = regexp.MustCompile("(?i)secret[\\w.)\\]]*\\s*(?:[:=]|\\?\\?=?|\\|\\|=?|:=)\\s*(?:[\\w.()\\[\\] ]*\\()?[\"'`][^\"'`]+[\"'`]")

// TestNoExampleHasASecret: what is copied from an example or a document signs with a
// secret of one's own, or not at all.
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
