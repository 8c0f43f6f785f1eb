package main

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestEveryRowHasATest fails if no test names a row of the checklists and
// open_rows.txt does not list it, or if open_rows.txt lists a row that a test
// names. No row of the accessibility checklist may be open.
func TestEveryRowHasATest(t *testing.T) {
	t.Parallel()
	list, err := checklist()
	if err != nil {
		t.Fatal(err)
	}
	others, listed := readFile(t, "../testdata/rows.txt"), readFile(t, "../open_rows.txt")
	open := map[string]string{}
	for _, row := range listed {
		if row.behaviour == "" {
			t.Errorf("open_rows.txt: %s has no reason", row.id)
		}
		open[row.id] = row.behaviour
	}
	tested, err := testedRows(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range list {
		if open[row.id] != "" {
			t.Errorf("open_rows.txt: %s belongs to the accessibility checklist, which has no open rows", row.id)
		}
	}
	for _, row := range slices.Concat(list, others) {
		reason, isOpen := open[row.id]
		switch {
		case len(tested[row.id]) == 0 && !isOpen:
			t.Errorf("%s: no name of a test has it, and open_rows.txt does not list it", row.id)
		case len(tested[row.id]) > 0 && isOpen:
			t.Errorf("%s is open (%s), but %s names it", row.id, reason, tested[row.id][0].name)
		}
		delete(open, row.id)
	}
	for id := range open {
		t.Errorf("open_rows.txt lists %s, which is no row", id)
	}
}

func readFile(t *testing.T, name string) []row {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return readRows(string(content))
}

// TestOnlyNamesAssert checks what counts as a test of a row: names of tests that
// run, and no comments, texts, helpers or tests that can be skipped.
func TestOnlyNamesAssert(t *testing.T) {
	t.Parallel()
	project := fstest.MapFS{
		"a/a_test.go": {Data: []byte(`package a
// G1 is only in a comment.
func TestOne_G2_G3(t *testing.T) {
	// G4 as well.
	t.Errorf("G5 is a message")
	t.Run("G6 a subtest", nil)
	for _, c := range []struct{ name, want string }{{"G7 a case", "G8 is not its name"}, {name: "G9, by its field", want: "G10"}} {
		t.Run(c.name, nil)
	}
}
func TestTwo(t *testing.T) { _ = []struct{ name string }{{"G11 no case: nothing runs it"}} }
func TestThree_G12(t *testing.T) { t.Skip("not today") }
func helper_G13(t *testing.T) {}
func FuzzFour_G14(f *testing.F) {}
func TestG150(t *testing.T) {}`)},
		"a/a.go": {Data: []byte(`package a
func TestFive_G15(t *testing.T) {}`)},
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
	if got, want := strings.Join(ids, " "), "G2 G3 G6 G7 G9 G14 G17"; got != want {
		t.Errorf("counted as tested: %s, want %s", got, want)
	}
	if got := tested["G7"]; len(got) != 1 || got[0] != (test{"a/a_test.go", "TestOne_G2_G3/G7 a case"}) {
		t.Errorf("G7: %+v", got)
	}
}

// TestReportFails checks that the report says which row has no test, and fails.
func TestReportFails(t *testing.T) {
	t.Parallel()
	var report strings.Builder
	err := run(&report, fstest.MapFS{"a_test.go": {Data: []byte("package a\nfunc TestLanguage_G1(t *testing.T) {}")}})
	if err == nil || !strings.Contains(err.Error(), "97 rows have no test") {
		t.Errorf("error %v", err)
	}
	for _, want := range []string{"      TestLanguage_G1  .\nG2  ", "      NO TEST\n", "\n1 of 98 rows have a test"} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}
