package repo

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// namedTest is a Go test by its function or a script's test by its title.
	namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+)`|\"([^\"]+)\"")
	// aTest is a Go test, or a script's test or a part of one.
	aTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(|^\s*(?:await (?:t\.)?)?test\(\s*"((?:[^"\\]|\\.)+)"`)
)

// promise is the bold name with which a promise of SECURITY.md begins.
var promise = regexp.MustCompile(`(?m)^\* \*\*(.+?)\.\*\* `)

// untestedPromises compares the promises of SECURITY.md with the table of their tests. It returns the differences and the number
// of promises.
func untestedPromises(document, table string, tests map[string]bool) (wrong []string, count int) {
	listed := map[string]string{}
	for line := range strings.Lines(table) {
		if name, names, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " | "); isRow {
			listed[name] = names
		}
	}
	for _, found := range promise.FindAllStringSubmatch(document, -1) {
		name := found[1]
		names := namedTest.FindAllStringSubmatch(listed[name], -1)
		if len(names) == 0 {
			wrong = append(wrong, name+" names no test")
		}
		for _, test := range names {
			if !tests[test[1]+test[2]] {
				wrong = append(wrong, name+" names "+test[0]+", which is no test")
			}
		}
		delete(listed, name)
		count++
	}
	for name := range listed {
		if name != "promise" && !strings.HasPrefix(name, "|---") {
			wrong = append(wrong, name+" is no promise")
		}
	}
	slices.Sort(wrong)
	return wrong, count
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

// TestEveryPromiseHasATest checks that each promise of SECURITY.md has tests that exist.
func TestEveryPromiseHasATest(t *testing.T) {
	document := text(t, "SECURITY.md")
	wrong, count := untestedPromises(document, text(t, "docs/understand/security-tests.md"), testsByName(t))
	for _, why := range wrong {
		t.Error(why)
	}
	_, promises, _ := strings.Cut(document, "\n## Promises\n")
	promises, _, _ = strings.Cut(promises, "\n## ")
	if items := strings.Count(promises, "\n* "); count != items || count < 60 {
		t.Errorf("%d promises have a name, of %d", count, items)
	}
	list := "* **A.** It is so.\n* **B.** It is.\n* **C.** And this.\n"
	table := "| promise | tests |\n|---|---|\n| A | `TestA_B1`, \"it is so\" |\n| B | nothing |\n| D | `TestA_B1` |\n\n| C | `TestGone` |\n"
	wrong, count = untestedPromises(list, table, map[string]bool{"TestA_B1": true, "it is so": true})
	want := "B names no test; C names `TestGone`, which is no test; D is no promise"
	if got := strings.Join(wrong, "; "); count != 3 || got != want {
		t.Errorf("of %d promises got %q, want %q", count, got, want)
	}
}
