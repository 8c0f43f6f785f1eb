// Command rows prints the rows of the accessibility checklist, each with the tests that
// assert it, and fails if a row lacks a test. The other checklists of this folder are for its
// own tests. The last line of a Go test's comment lists the rows that the test asserts, as in
// "Rows: G1, B26."; a script test has them in its title.
package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed *.txt
var checklists embed.FS

func main() {
	if err := run(os.Stdout, os.DirFS(".")); err != nil {
		fmt.Fprintln(os.Stderr, "rows:", err)
		os.Exit(1)
	}
}

// run prints the accessibility checklist with the tests of a project folder.
func run(out io.Writer, project fs.FS) error {
	list, err := readRows("accessibility.txt")
	if err != nil {
		return err
	}
	tests, err := testedRows(project)
	if err != nil {
		return err
	}
	bare := 0
	for _, row := range list {
		fmt.Fprintf(out, "%-4s%s\n", row.id, row.behaviour)
		for _, test := range tests[row.id] {
			fmt.Fprintf(out, "      %s  %s\n", test.name, path.Dir(test.file))
		}
		if len(tests[row.id]) == 0 {
			fmt.Fprintf(out, "      NO TEST\n")
			bare++
		}
	}
	fmt.Fprintf(out, "%d of %d rows have a test that asserts them.\n", len(list)-bare, len(list))
	if bare > 0 {
		return fmt.Errorf("%d rows have no test", bare)
	}
	return nil
}

type row struct{ id, behaviour string }

// readRows reads lines of an id and a text, without comments (#).
func readRows(name string) ([]row, error) {
	text, err := checklists.ReadFile(name)
	var list []row
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			id, behaviour, _ := strings.Cut(line, " ")
			list = append(list, row{id, strings.TrimSpace(behaviour)})
		}
	}
	return list, err
}

// test is a test that asserts rows.
type test struct {
	file, name string
	rows       []string
}

// A skipped script test has a suffix, as in test.skip, so that scriptTest does not match it.
var (
	goTest     = regexp.MustCompile(`(?m)(?:^// Rows: ([A-Z0-9, ]+)\.\n)?^func ((?:Test|Fuzz)\w*)\(`)
	scriptTest = regexp.MustCompile(`(?m)^\s*(?:await )?(?:t\.)?test\(["` + "`" + `]([^"` + "`" + `]*)`)
	skip       = regexp.MustCompile(`\b[tf]\.Skip(f|Now)?\(`)
	word       = regexp.MustCompile(`[a-zA-Z0-9]+`)
	id         = regexp.MustCompile(`^[GFTERCUWDPNB][0-9]{1,2}$`)
)

// testsIn lists the tests of a file. A test that can be skipped does not count.
func testsIn(file, source string) (list []test) {
	switch {
	case strings.HasSuffix(file, "_test.go"):
		for _, function := range strings.SplitAfter(source, "\n}\n") {
			if found := goTest.FindStringSubmatch(function); found != nil && !skip.MatchString(function) {
				list = append(list, test{file, found[2], word.FindAllString(found[1], -1)})
			}
		}
	case strings.HasSuffix(file, ".test.ts"):
		for _, found := range scriptTest.FindAllStringSubmatch(source, -1) {
			rows := slices.DeleteFunc(word.FindAllString(found[1], -1), func(word string) bool { return !id.MatchString(word) })
			list = append(list, test{file, found[1], rows})
		}
	}
	return list
}

// testedRows returns the tests of a project by the rows that they assert.
func testedRows(project fs.FS) (map[string][]test, error) {
	found := map[string][]test{}
	err := fs.WalkDir(project, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{"build", "dist", "node_modules", ".git", "testdata"}, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		source, err := fs.ReadFile(project, file)
		for _, test := range testsIn(file, string(source)) {
			for _, row := range test.rows {
				found[row] = append(found[row], test)
			}
		}
		return err
	})
	return found, err
}
