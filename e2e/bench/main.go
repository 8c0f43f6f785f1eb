// Command bench compares how fast a form is there with what a chat could take from npm
// instead: react-jsonschema-form, and JSON Forms. All of them show the same requests in
// one headless Chromium, in turns, in pages that are alike.
//
//	make bench                          writes build/bench/results.json, docs/benchmarks.md and docs/benchmarks.svg
//	make bench ROUNDS=3 ONLY=10,200     fewer rounds, fewer forms; prints the figures and writes no document
//	make bench BASE=<revision>          compares with that revision too; BASE=none with none
//	go run ./e2e/bench -compare a.json b.json
//	                                    prints how two results differ
//
// What is measured, and how, is said in the document that it writes; see document.go.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// settings are what the command line says.
type settings struct {
	site     string   // folder of the built site
	base     string   // folder of the built site of another revision; empty for none
	baseName string   // what that revision is called
	only     []string // names of forms; empty for all
	rivals   []string // names of rivals; empty for all
	parts    []string // of what is measured; empty for all
	rounds   int
	warmUps  int
	document bool // whether to write the document
}

func main() {
	s := settings{warmUps: usualWarmUps}
	flag.StringVar(&s.site, "site", filepath.Join("build", "site"), "folder of the built site")
	flag.StringVar(&s.base, "base", "", "folder of the built site of another revision")
	flag.StringVar(&s.baseName, "base-name", "before", "what the other revision is called")
	only := flag.String("only", "", "only these forms: 1, 10, everything, 50, choice, 200, 1000")
	names := flag.String("rivals", "", "only these: ours, base, rjsf, jsonforms")
	parts := flag.String("parts", "warm,slow,later,memory", "what to measure besides the opening of a page")
	flag.IntVar(&s.rounds, "rounds", 15, "how often everything is measured")
	flag.BoolVar(&s.document, "document", false, "write docs/benchmarks.md and docs/benchmarks.svg")
	compare := flag.Bool("compare", false, "only compare two files of results")
	flag.Parse()
	s.only, s.rivals, s.parts = list(*only), list(*names), list(*parts)

	var err error
	if *compare {
		err = compareFiles(flag.Args())
	} else {
		err = newBench().run(s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// chosen reports whether a name is on a list; on an empty one is every name.
func chosen(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }
