// Command gen writes the Public Suffix List as a tree for package suffix:
//
//	go generate ./internal/link/suffix
//
// It takes the list from a release of golang.org/x/net, whose tests have every rule of it in
// ASCII, and writes suffixes.txt and the rules for the tests of the package, in the folder
// where it runs. The release is downloaded and verified by the go command. To update the
// list, name a newer release in what package suffix has go generate run, and run it.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/link/suffix"
)

// node is a label of the tree, with the labels to the left of it.
type node struct {
	mark string
	kids map[string]*node
}

func (n *node) String() string {
	var kids []string
	for _, label := range slices.Sorted(maps.Keys(n.kids)) {
		kid := n.kids[label]
		text := kid.mark + label
		if len(kid.kids) > 0 {
			text += "(" + kid.String() + ")"
		}
		kids = append(kids, text)
	}
	return strings.Join(kids, " ")
}

// add adds a rule of the list.
func (n *node) add(rule string) {
	rule, isException := strings.CutPrefix(rule, "!")
	labels := strings.Split(rule, ".")
	for _, label := range slices.Backward(labels) {
		label = suffix.Fold(label)
		if n.kids == nil {
			n.kids = map[string]*node{}
		}
		if n.kids[label] == nil {
			n.kids[label] = &node{mark: suffix.None}
		}
		n = n.kids[label]
	}
	n.mark = ""
	if isException {
		n.mark = suffix.Exception
	}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen golang.org/x/net@version")
		os.Exit(2)
	}
	cmd := exec.Command("go", "mod", "download", "-json", os.Args[1])
	cmd.Dir, cmd.Stderr = os.TempDir(), os.Stderr
	var module struct{ Dir string }
	check(json.Unmarshal(must(cmd.Output()), &module))
	tests := must(os.ReadFile(filepath.Join(module.Dir, "publicsuffix", "table_test.go")))
	_, text, found := strings.Cut(string(tests), "var rules = [...]string{")
	text, _, ends := strings.Cut(text, "}")
	if !found || !ends {
		check(fmt.Errorf("%s has no rules", os.Args[1]))
	}
	var tree node
	rules := strings.Fields(strings.NewReplacer(`"`, "", ",", "").Replace(text))
	for _, rule := range rules {
		// Every top-level domain is a suffix.
		if strings.Contains(rule, ".") {
			tree.add(rule)
		}
	}
	check(os.WriteFile("suffixes.txt", []byte(tree.String()), 0o644))
	check(os.WriteFile("testdata/rules.txt", []byte(strings.Join(rules, "\n")+"\n"), 0o644))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}
