package e2e

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rowID matches an id of the checklists: accessibility (G F T E R C U W D),
// features (P N) and bad inputs (B).
var rowID = regexp.MustCompile(`(?:^|[^A-Za-z0-9])([GFTERCUWDPNB][0-9]{1,2})(?:[^A-Za-z0-9]|$)`)

// testText matches the places that may name a row: the names of tests and
// subtests, and comments in test files.
var testText = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)|t\.Run\("([^"]*)"|name: *"([^"]*)"|\{"([A-Z][0-9]{1,2} [^"]*)"|//(.*)$|(?:test|describe|it)\("([^"]*)"`)

// TestEveryRowHasATest fails if no test names a row of the checklists and
// open_rows.txt does not list it, or if open_rows.txt lists a row that a test
// names.
func TestEveryRowHasATest(t *testing.T) {
	t.Parallel()
	open := map[string]string{}
	for _, line := range lines(t, projectFile("e2e", "open_rows.txt")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		id, reason, _ := strings.Cut(line, " ")
		if strings.TrimSpace(reason) == "" {
			t.Errorf("open_rows.txt: %s has no reason", id)
		}
		open[id] = reason
	}
	tested := testedRows(t)
	rows := lines(t, projectFile("e2e", "testdata", "rows.txt"))
	for _, id := range rows {
		switch _, listed := open[id]; {
		case tested[id] == "" && !listed:
			t.Errorf("%s: no test names it, and open_rows.txt does not list it", id)
		case tested[id] != "" && listed:
			t.Errorf("%s is open (%s), but %s names it", id, open[id], tested[id])
		}
		delete(open, id)
	}
	for id := range open {
		t.Errorf("open_rows.txt lists %s, which is no row", id)
	}
}

// testedRows returns the rows that tests name, each with one of the files.
func testedRows(t *testing.T) map[string]string {
	t.Helper()
	tested := map[string]string{}
	skipped := []string{".git", "node_modules", "build", "dist"}
	err := filepath.WalkDir(projectFile(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains(skipped, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, ".test.ts") || strings.HasSuffix(path, "ids_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, match := range testText.FindAllStringSubmatch(string(source), -1) {
			text := strings.ReplaceAll(strings.Join(match[1:], " "), "_", "  ")
			// Each separator is doubled, because a match takes the separators
			// on both sides of an id.
			text = strings.NewReplacer(" ", "  ", ",", " , ").Replace(text)
			for _, id := range rowID.FindAllStringSubmatch(text, -1) {
				tested[id[1]] = filepath.Base(path)
			}
		}
		return nil
	})
	must(t, err)
	return tested
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	must(t, err)
	defer file.Close()
	var list []string
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		if line := strings.TrimSpace(scanner.Text()); line != "" {
			list = append(list, line)
		}
	}
	return list
}
