package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

const pinnedFile = `// Package p is here to be cut.
package p

import (
	"fmt"
	"os"
	r "regexp"
	"strconv"

	yaml "example.com/yaml/v3"
)

// Kept stays, with its comment.
var Kept = fmt.Sprint("kept") // behind it

// T is a type.
type T struct{ n int }

// Name is a method.
func (t *T) Name() string { return r.QuoteMeta(os.Args[0]) }

func (t T) Name2() string { return strconv.Itoa(t.n) }

type G[K comparable, V any] map[K]V

func (g G[K, V]) Len() int { return len(g) }

var (
	// a is in a group.
	a = os.Args // all of them

	b, c = 1, 2
)

const (
	x = iota
	y
)

func init() { println(yaml.Second) }

// Last stands at the end.
func Last() {}
`

// replaced is the pinned file after the changes of a file of ours.
func replaced(ours string) (string, error) {
	copies := tree{"x/p.go": []byte(pinnedFile)}
	err := copies.replace(tree{"x/ours.go": []byte("package p\n\n" + ours)}, map[string]string{"example.com/yaml/v3": "example.com/small"})
	return string(copies["x/p.go"]), err
}

func TestDeclarationsAreCutOutWithTheirImports(t *testing.T) {
	for _, c := range []struct {
		name    string
		ours    string
		missing []string
	}{
		{"nothing", "// More is new.\nfunc More() {}", nil},
		{"a function of ours", "func Last() {}", []string{"// Last stands", "func Last"}},
		{"a method with the import that it alone uses", "func (t *T) Name() string { return t.n }", []string{"// Name is a method.", "func (t *T) Name() ", `r "regexp"`}},
		{"a method and a value with the import that both use", "//slim:drops (*T).Name a b c: why",
			[]string{`"os"`, `r "regexp"`, "// Name is", "(t *T) Name()", "var (", "// a is in", "a = os", "b, c = 1", ")"}},
		{"a method of the value", "//slim:drops T.Name2: why", []string{"func (t T) Name2()", `"strconv"`}},
		{"a group as a whole", "const x, y = 1, 2", []string{"const (", "x = iota", "y", ")"}},
		{"a function init", "//slim:drops init: why", []string{"func init() { println(yaml.S", "example.com"}},
		{"no function init for one of ours", "func init() {}", nil},
		{"a value with comments", "var Kept string", []string{"// Kept stays", "var Kept", `"fmt"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := replaced(c.ours)
			if err != nil {
				t.Fatal(err)
			}
			got = strings.Replace(got, "example.com/small", "example.com/yaml/v3", 1)
			missing := missingLines(pinnedFile, got)
			if len(missing) != len(c.missing) {
				t.Fatalf("cut out %q, want %q, and left\n%s", missing, c.missing, got)
			}
			for _, want := range c.missing {
				if !strings.Contains(strings.Join(missing, "\n"), want) {
					t.Errorf("%q is still there; cut out %q", want, missing)
				}
			}
		})
	}
}

// missingLines returns the lines of a text that another text does not have, except empty lines.
func missingLines(all, some string) []string {
	rest := slices.DeleteFunc(strings.Split(some, "\n"), func(line string) bool { return line == "" })
	var missing []string
	for _, line := range strings.Split(all, "\n") {
		if len(rest) > 0 && rest[0] == line {
			rest = rest[1:]
		} else if line = strings.TrimSpace(line); line != "" {
			missing = append(missing, line)
		}
	}
	if len(rest) > 0 {
		missing = append(missing, rest...) // These are new.
	}
	return missing
}

func TestChangesThatSayTooLittleAreErrors(t *testing.T) {
	for ours, fails := range map[string]string{
		"//slim:drops Missing: why": "does not declare x Missing",
		"//slim:drops T.Name: why":  "does not declare x T.Name",
		"//slim:drops b: why":       "declared together",
		"//slim:drops Last":         "missing in",
		"//slim:drops : why":        "missing in",
		"//slim:removes Last: why":  "missing in",
		"func broken(":              "expected",
	} {
		if got, err := replaced(ours); err == nil || !strings.Contains(err.Error(), fails) {
			t.Errorf("%s: %v, and\n%s", ours, err, got)
		}
	}
	if err := (tree{"x/p.go": []byte(pinnedFile)}).replace(tree{"x/p.go": []byte("package p")}, nil); err == nil {
		t.Error("a file of ours has overwritten one of the module")
	}
}

func TestCutKeepsMatchingDeclarations(t *testing.T) {
	got, err := cut("x/p.go", []byte(pinnedFile), regexp.MustCompile(`^\(?\*?(T|G|x)\b`))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"package p\n": true, `yaml "example.com/yaml/v3"`: true, "type T struct{ n int }\n": true, "func (t *T) Name() string { return": true,
		"func (t T) Name2()": true, "func (g G[K, V]) Len()": true, "const (\n\tx = iota\n\ty\n)": true,
		"Kept": false, "var": false, "init": false, "Last": false,
	} {
		if strings.Contains(string(got), text) != want {
			t.Errorf("%q: want %v in\n%s", text, want, got)
		}
	}
	if _, err := cut("x/p.go", []byte(pinnedFile), regexp.MustCompile("^Missing$")); err == nil {
		t.Error("a pattern without a match is not an error")
	}
}

// TestFilesForTheBrowserReplaceOnlyThere: they leave declarations for other platforms in place.
func TestFilesForTheBrowserReplaceOnlyThere(t *testing.T) {
	pinned := "package p\n\nfunc Last() {}\n"
	copies := tree{"x/p_wasm.go": []byte(pinned), "x/p_nowasm.go": []byte(pinned)}
	if err := copies.replace(tree{"x/ours_wasm.go": []byte(pinned)}, nil); err != nil {
		t.Fatal(err)
	}
	if string(copies["x/p_nowasm.go"]) != pinned || strings.Contains(string(copies["x/p_wasm.go"]), "Last") {
		t.Errorf("%q", copies)
	}
}
