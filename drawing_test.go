package elicitform_test

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// drawing is the drawing of the packages: for each drawn folder, those that its
// arrows point at. A folder that is not drawn belongs to the drawn one above it.
type drawing map[string][]string

var (
	drawn    = regexp.MustCompile("(?s)```mermaid\nflowchart [A-Z]+\n(.*?)```")
	drawnBox = regexp.MustCompile(`^(\w+)\["([^"]+)"\]$`)
	arrow    = regexp.MustCompile(`^(\w+) --> (\w+(?: & \w+)*)$`)
)

// readDrawing reads the drawing in a document: one box or one arrow a line.
func readDrawing(document string) (drawing, error) {
	block := drawn.FindStringSubmatch(document)
	if block == nil {
		return nil, fmt.Errorf("there is no drawing of the packages")
	}
	d, names := drawing{}, map[string]string{}
	for line := range strings.Lines(block[1]) {
		line = strings.TrimSpace(line)
		if m := drawnBox.FindStringSubmatch(line); m != nil {
			names[m[1]], d[m[2]] = m[2], nil
		} else if m := arrow.FindStringSubmatch(line); m != nil {
			for to := range strings.SplitSeq(m[2], " & ") {
				if names[m[1]] == "" || names[to] == "" {
					return nil, fmt.Errorf("%q is between boxes that are not drawn above it", line)
				}
				d[names[m[1]]] = append(d[names[m[1]]], names[to])
			}
		} else if line != "" {
			return nil, fmt.Errorf("%q is neither a box nor an arrow", line)
		}
	}
	for from := range d {
		if d.leads(from, from) {
			return nil, fmt.Errorf("the arrows from %s lead back to it", from)
		}
	}
	return d, nil
}

// box finds the drawn folder that a folder belongs to; empty when there is none.
func (d drawing) box(folder string) string {
	for folder != "." {
		if _, found := d[folder]; found {
			return folder
		}
		folder = path.Dir(folder)
	}
	return ""
}

// leads reports whether one or more arrows lead from one box to another.
func (d drawing) leads(from, to string) bool {
	seen, open := map[string]bool{}, slices.Clone(d[from])
	for len(open) > 0 {
		next := open[0]
		open = open[1:]
		if next == to {
			return true
		}
		if !seen[next] {
			seen[next] = true
			open = append(open, d[next]...)
		}
	}
	return false
}

func TestDrawingsAreRead(t *testing.T) {
	box := "```mermaid\nflowchart TD\n  a[\"x/a\"]\n  b[\"x/b\"]\n  c[\"c\"]\n"
	for _, c := range []struct{ name, document, want string }{
		{"none", "# Contributing", "there is no drawing"},
		{"a chain", box + "  a --> b & c\n  b --> c\n```", ""},
		{"a circle", box + "  a --> b\n  b --> c\n  c --> a\n```", "lead back"},
		{"an arrow to nothing", box + "  a --> d\n```", "not drawn"},
		{"something else", box + "  a -.-> b\n```", "neither"},
	} {
		_, err := readDrawing(c.document)
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
