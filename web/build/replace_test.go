package main

import (
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

	"example.com/yaml/v3"
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

func TestDeclarationsAreCutOutWithWhatOnlyTheyUse(t *testing.T) {
	for _, c := range []struct {
		name  string
		names string
		gone  []string
	}{
		{"nothing", "", nil},
		{"a method with the import that it alone uses", "(*T).Name", []string{"// Name is a method.", "func (t *T) Name() ", `r "regexp"`}},
		{"a method and a value with the import that both use", "(*T).Name a b c", []string{`"os"`, `r "regexp"`, "// Name is", "(t *T) Name()", "var (", "// a is in", "a = os", "b, c = 1", ")"}},
		{"a method of the value", "T.Name2", []string{"func (t T) Name2()", `"strconv"`}},
		{"a method of a generic type", "G.Len", []string{"func (g G[K, V]) Len"}},
		{"a group as a whole", "x y", []string{"const (", "x = iota", "y", ")"}},
		{"what uses an import of another name", "init", []string{"func init() { println(yaml.S", `"example.com/yaml/v3"`}},
		{"a value with comments", "Kept", []string{"// Kept stays", "var Kept", `"fmt"`}},
		{"what stands last", "Last", []string{"// Last stands", "func Last"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := without("p.go", []byte(pinnedFile), cutsOf(c.names))
			if err != nil {
				t.Fatal(err)
			}
			if !linesOf(got, []byte(pinnedFile)) {
				t.Errorf("lines have changed:\n%s", got)
			}
			gone := missingLines([]byte(pinnedFile), got)
			if len(gone) != len(c.gone) {
				t.Fatalf("cut out %q, want %q", gone, c.gone)
			}
			for i, want := range c.gone {
				if found := strings.Join(gone, "\n"); !strings.Contains(found, want) {
					t.Errorf("%d: %q is still there; cut out %q", i, want, gone)
				}
			}
		})
	}
}

// cutsOf are names with spaces between them, to be cut out.
func cutsOf(names string) cuts {
	all := cuts{}
	for _, name := range strings.Fields(names) {
		all[name] = ""
	}
	return all
}

// missingLines are the lines that one text has and another has not, without empty
// ones. The other has nothing else.
func missingLines(all, some []byte) []string {
	rest := strings.Split(string(some), "\n")
	var missing []string
	for _, line := range strings.Split(string(all), "\n") {
		if len(rest) > 0 && rest[0] == line {
			rest = rest[1:]
		} else if line = strings.TrimSpace(line); line != "" {
			missing = append(missing, line)
		}
	}
	return missing
}

func TestWhatIsNotThereIsNotCutOut(t *testing.T) {
	for _, names := range []string{"Missing", "T.Name", "(*T).Name2", "_", "a", "b c", "x", "y", "fmt"} {
		if got, err := without("p.go", []byte(pinnedFile), cutsOf(names)); err == nil {
			t.Errorf("%s: cut out, and left\n%s", names, got)
		}
	}
}

func TestReplacementsSayWhatTheyReplace(t *testing.T) {
	const head = "package p\n\n"
	for _, c := range []struct {
		name, text string
		fails      string
	}{
		{"a replacement", head + "//slim:replaces p.go Last\n\n// Last does nothing.\nfunc Last() {}\n", ""},
		{"one that is dropped", head + "//slim:drops p.go Last (*T).Name: nobody calls them\n", ""},
		{"an addition", head + "// More is new.\nfunc More() {}\n", ""},
		{"nothing", head, "nothing is replaced"},
		{"a replacement that is not declared", head + "//slim:replaces p.go Last\n", "not declared here"},
		{"a replacement without a comment", head + "//slim:replaces p.go Last\n\nfunc Last() {}\n", "no comment"},
		{"a replacement with a reason in the wrong place", head + "//slim:replaces p.go Last: because\n\n// Last is.\nfunc Last() {}\n", "belongs into"},
		{"one that is dropped and declared", head + "//slim:drops p.go Last: why\n\n// Last is.\nfunc Last() {}\n", "is declared here"},
		{"one that is dropped without a reason", head + "//slim:drops p.go Last\n", "no reason"},
		{"an unknown verb", head + "//slim:removes p.go Last: why\n", "is none"},
		{"something around what is wrapped", head + "//slim:wraps p.go Last last\n\n// Last does more.\nfunc Last() { last() }\n", ""},
		{"something around nothing", head + "//slim:wraps p.go Last last\n\n// More is new.\nfunc More() { last() }\n", "not declared here"},
		{"no new name", head + "//slim:wraps p.go Last\n\n// Last does more.\nfunc Last() {}\n", "the name inside"},
		{"no name", head + "//slim:replaces p.go\n", "missing"},
		{"a name that the pinned file does not have", head + "//slim:drops p.go Other: why\n", "does not declare Other"},
		{"a file that the module does not have", head + "//slim:drops q.go Last: why\n", "no file x/q.go"},
		{"no Go", "no Go", "expected 'package'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			copies := tree{"x/p.go": []byte(pinnedFile)}
			err := copies.replace(tree{"x/ours.go": []byte(c.text)})
			switch {
			case c.fails == "" && err != nil:
				t.Fatal(err)
			case c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)):
				t.Fatalf("the error is %v, want one with %q", err, c.fails)
			case c.fails == "" && string(copies["x/ours.go"]) != c.text:
				t.Errorf("the copy does not hold the file")
			}
			if gone := !strings.Contains(string(copies["x/p.go"]), "func Last"); gone != (c.fails == "" && c.name != "an addition") {
				t.Errorf("Last is cut out: %v", gone)
			}
		})
	}
	wrapped := tree{"x/p.go": []byte("package p\n\n// Last is.\nfunc (t *T) Last() { t.Last() }\n")}
	if err := wrapped.replace(tree{"x/ours.go": []byte(head + "//slim:wraps p.go (*T).Last inner\n\n// Last is more.\nfunc (t *T) Last() { t.inner() }\n")}); err != nil {
		t.Fatal(err)
	}
	if got, want := string(wrapped["x/p.go"]), "package p\n\n// Last is.\nfunc (t *T) inner() { t.Last() }\n"; got != want {
		t.Errorf("wrapped %q, want %q", got, want)
	}
	if err := (tree{"x/p.go": []byte(pinnedFile)}).replace(tree{"x/p.go": []byte(head + "var more = 1\n")}); err == nil {
		t.Error("a file of ours has overwritten one of the module")
	}
	twice := []byte(head + "//slim:drops p.go Last: why\n")
	if err := (tree{"x/p.go": []byte(pinnedFile)}).replace(tree{"x/a.go": twice, "x/b.go": twice}); err == nil {
		t.Error("two files have cut out the same declaration")
	}
}
