package repo

import (
	"regexp"
	"strings"
	"testing"
)

var (
	// namedTest is a Go test by its function or a script's test by its title.
	namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+)`|\"([^\"]+)\"")
	// aTest is a Go test, or a script's test or a part of one.
	aTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(|^\s*(?:await (?:t\.)?)?test\(\s*"((?:[^"\\]|\\.)+)"`)
)

// unheld lists the promises of a document without a test, or with one that is not there.
// They are the rows of its table; count says how many there are.
func unheld(document string, tests map[string]bool) (found []string, count int) {
	_, table, _ := strings.Cut(document, "| promise | held by |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for line := range strings.Lines(table) {
		promise, held, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		names := namedTest.FindAllStringSubmatch(held, -1)
		if len(names) == 0 {
			found = append(found, promise+" names no test")
		}
		for _, name := range names {
			if !tests[name[1]+name[2]] {
				found = append(found, promise+" names "+name[0]+", which is no test")
			}
		}
		count++
	}
	return found, count
}

// foundTests are the tests that testsByName has found.
var foundTests map[string]bool

// testsByName are the functions of all Go tests and the titles of all tests of scripts.
func testsByName(t *testing.T) map[string]bool {
	t.Helper()
	if foundTests != nil {
		return foundTests
	}
	tests := map[string]bool{}
	sources(t, []string{".go", ".ts"}, func(name string, content []byte) {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".test.ts") {
			for _, found := range aTest.FindAllSubmatch(content, -1) {
				tests[string(found[1])+string(found[2])] = true
			}
		}
	})
	if len(tests) < 500 {
		t.Errorf("%d tests were found", len(tests))
	}
	foundTests = tests
	return tests
}

// TestEveryPromiseHasATest holds SECURITY.md to its word.
func TestEveryPromiseHasATest(t *testing.T) {
	document := text(t, "SECURITY.md")
	found, count := unheld(document, testsByName(t))
	for _, why := range found {
		t.Error(why)
	}
	if count < 20 {
		t.Errorf("%d promises were found", count)
	}
	section, _, _ := strings.Cut(document, "## Telling us")
	if _, section, _ = strings.Cut(section, "## What is promised"); strings.Contains(section, "\n* ") || strings.Contains(section, "\n- ") {
		t.Error("a promise stands beside the table, where nothing holds it")
	}
	table := "| promise | held by |\n|---|---|\n| a `TestNone` b | `TestA_B1`, \"it is so\" |\n| c | nothing |\n| d | `TestGone` |\n\n| e | `TestOther` |\n"
	found, count = unheld(table, map[string]bool{"TestA_B1": true, "it is so": true})
	if got := strings.Join(found, "; "); count != 3 || got != "c names no test; d names `TestGone`, which is no test" {
		t.Errorf("found %q in %d promises", got, count)
	}
}
