package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// sections says how many rows each letter of the accessibility checklist has.
var sections = []struct {
	letter string
	rows   int
}{{"G", 22}, {"F", 12}, {"T", 20}, {"E", 12}, {"R", 11}, {"C", 5}, {"U", 8}, {"W", 4}, {"D", 4}}

// TestEveryRowHasATest requires a text and a test for each row of the checklists, and a row for
// each id that a test names.
func TestEveryRowHasATest(t *testing.T) {
	t.Parallel()
	var all []row
	for _, name := range []string{"accessibility.txt", "features.txt", "inputs.txt"} {
		list, err := readRows(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	at := 0
	for _, section := range sections {
		for i := range section.rows {
			if want := fmt.Sprintf("%s%d", section.letter, i+1); all[at].id != want {
				t.Fatalf("accessibility.txt: row %s is missing or out of place", want)
			}
			at++
		}
	}
	tested, err := testedRows(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all {
		if row.behaviour == "" || len(tested[row.id]) == 0 {
			t.Errorf("%s has no text, or no test asserts it", row.id)
		}
	}
	for id, tests := range tested {
		if n := len(slices.DeleteFunc(slices.Clone(all), func(r row) bool { return r.id != id })); n != 1 {
			t.Errorf("%s, which %s names, is the id of %d rows", id, tests[0].name, n)
		}
	}
}

// TestWhatAsserts: the line above a Go test and the title of a script test assert rows. Other comments, texts, helpers and tests
// that can be skipped do not.
func TestWhatAsserts(t *testing.T) {
	t.Parallel()
	project := fstest.MapFS{
		"a/a_test.go": {Data: []byte(`package a
// TestOne is about G1.
// Rows: G2, G3.
func TestOne(t *testing.T) {
	// Rows: G4.
	t.Errorf("G5 is a message")
}

// Rows: G12.
func TestThree(t *testing.T) {
	t.Skip("not today")
}

// Rows: G13.
func helper(t *testing.T) {}

// Rows: G14.
func FuzzFour(f *testing.F) {
}

func TestFour_G11(t *testing.T) {}
`)},
		"a/a.go": {Data: []byte(`package a
// Rows: G15.
func TestFive(t *testing.T) {}`)},
		"b/b.test.ts": {Data: []byte(`// G16
test("G17 a script", () => {});
test.skip("G18 not today", () => {});
test("no row", () => { assert.ok(false, "G19"); });`)},
		"node_modules/c/c.test.ts": {Data: []byte(`test("G20", () => {});`)},
	}
	tested, err := testedRows(project)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for id := range tested {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return len(a)*100 - len(b)*100 + strings.Compare(a, b) })
	if got, want := strings.Join(ids, " "), "G2 G3 G14 G17"; got != want {
		t.Errorf("counted as tested: %s, want %s", got, want)
	}
}

// TestReportFails checks that the report marks a row without a test, and fails.
func TestReportFails(t *testing.T) {
	t.Parallel()
	var report strings.Builder
	err := run(&report, fstest.MapFS{"a_test.go": {Data: []byte("package a\n\n// Rows: G1.\nfunc TestLanguage(t *testing.T) {}")}})
	if err == nil || !strings.Contains(err.Error(), "97 rows have no test") {
		t.Errorf("error %v", err)
	}
	for _, want := range []string{"      TestLanguage  .\nG2  ", "      NO TEST\n", "\n1 of 98 rows have a test"} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}
