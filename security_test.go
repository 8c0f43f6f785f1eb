package elicitform_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// promise is a row of the table in SECURITY.md: what is promised, and the tests
// that hold it.
type promise struct {
	text  string
	tests []string
}

var (
	// namedTest is a Go test by its function or a script's test by its title.
	namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+)`|\"([^\"]+)\"")
	goTest    = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	// scriptTest takes the title of a test or of a part of one.
	scriptTest = regexp.MustCompile(`(?m)^\s*(?:await (?:t\.)?)?test\(\s*"((?:[^"\\]|\\.)+)"`)
)

// promisesOf reads the promises of a document: the rows of its table of
// promises.
func promisesOf(document string) []promise {
	var list []promise
	_, table, found := strings.Cut(document, "| promise | held by |\n|---|---|\n")
	if !found {
		return nil
	}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, "|") {
			break
		}
		p := promise{text: strings.TrimSpace(cells[0])}
		for _, match := range namedTest.FindAllStringSubmatch(strings.Join(cells[1:], " "), -1) {
			p.tests = append(p.tests, match[1]+match[2])
		}
		list = append(list, p)
	}
	return list
}

// testsOf lists the names of all tests of the project, those of scripts too.
func testsOf(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	add := func(pattern *regexp.Regexp, content []byte) {
		for _, match := range pattern.FindAllSubmatch(content, -1) {
			names[string(match[1])] = true
		}
	}
	sources(t, []string{".go"}, func(name string, content []byte) {
		if strings.HasSuffix(name, "_test.go") {
			add(goTest, content)
		}
	})
	for _, dir := range []string{"bridge", "web"} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".test.ts") {
				return err
			}
			content, err := os.ReadFile(path)
			add(scriptTest, content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// breaking lists what is wrong with promises: no test, or one that is not there.
func breaking(promises []promise, tests map[string]bool) []string {
	var found []string
	for _, p := range promises {
		if len(p.tests) == 0 {
			found = append(found, p.text+" names no test")
		}
		for _, name := range p.tests {
			if !tests[name] {
				found = append(found, p.text+" names "+name+", which is no test")
			}
		}
	}
	return found
}

// TestEveryPromiseHasATest holds SECURITY.md to its word.
func TestEveryPromiseHasATest(t *testing.T) {
	document, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	promises, tests := promisesOf(string(document)), testsOf(t)
	if len(promises) < 20 || len(tests) < 500 {
		t.Errorf("%d promises and %d tests were found", len(promises), len(tests))
	}
	for _, what := range breaking(promises, tests) {
		t.Error(what)
	}
	// A promise beside the table would be held by nothing.
	section, _, _ := strings.Cut(string(document), "## Telling us")
	if _, section, _ = strings.Cut(section, "## What is promised"); strings.Contains(section, "\n* ") || strings.Contains(section, "\n- ") {
		t.Error("a promise stands beside the table")
	}
}

func TestBrokenPromisesAreFound(t *testing.T) {
	document := "text\n| promise | held by |\n|---|---|\n| a `TestNone` b | `TestA_B1`, \"it is so\" |\n| c | nothing |\n| d | `TestGone` |\n\n| e | `TestOther` |\n"
	promises := promisesOf(document)
	if len(promises) != 3 || len(promises[0].tests) != 2 {
		t.Fatalf("read %+v", promises)
	}
	found := breaking(promises, map[string]bool{"TestA_B1": true, "it is so": true})
	if got := strings.Join(found, "; "); got != "c names no test; d names TestGone, which is no test" {
		t.Errorf("found %q", got)
	}
}
