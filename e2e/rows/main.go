// Command rows prints the rows of the accessibility checklist, each with the
// tests that assert it, and fails if a row has none. A test asserts a row if its
// name, or the name of one of its subtests or cases, contains the row's id: a
// comment asserts nothing.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

func main() {
	if err := run(os.Stdout, os.DirFS(".")); err != nil {
		fmt.Fprintln(os.Stderr, "rows:", err)
		os.Exit(1)
	}
}

// run prints the checklist of the project in that folder.
func run(out io.Writer, project files) error {
	list, err := checklist()
	if err != nil {
		return err
	}
	tests, err := testedRows(project)
	if err != nil {
		return err
	}
	bare := 0
	w := bufio.NewWriter(out)
	for _, row := range list {
		fmt.Fprintf(w, "%-4s%s\n", row.id, row.behaviour)
		for _, test := range tests[row.id] {
			fmt.Fprintf(w, "      %s  %s\n", test.name, path.Dir(test.file))
		}
		if len(tests[row.id]) == 0 {
			fmt.Fprintf(w, "      NO TEST\n")
			bare++
		}
	}
	fmt.Fprintf(w, "%d of %d rows have a test that asserts them.\n", len(list)-bare, len(list))
	if err := w.Flush(); err != nil {
		return err
	}
	if bare > 0 {
		return fmt.Errorf("%d rows have no test", bare)
	}
	return nil
}

// row is one line of a checklist.
type row struct{ id, behaviour string }

// readRows reads lines of an id and a text. Lines that begin with "#" are
// comments.
func readRows(text string) []row {
	var list []row
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		id, behaviour, _ := strings.Cut(line, " ")
		list = append(list, row{id, strings.TrimSpace(behaviour)})
	}
	return list
}
