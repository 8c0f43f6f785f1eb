package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// list is the Public Suffix List of one day.
type list struct {
	version string
	rules   []string // As in the list, but in ASCII.
}

// readList reads the list from the source of package publicsuffix, and its rules
// from that of its tests.
func readList(dir string) list {
	source := must(os.ReadFile(filepath.Join(dir, "table.go")))
	tests := must(os.ReadFile(filepath.Join(dir, "table_test.go")))
	rules := between(string(tests), "var rules = [...]string{", "}")
	return list{
		version: between(string(source), "const version = \"", "\""),
		rules:   strings.Fields(strings.NewReplacer(`"`, "", ",", "").Replace(rules)),
	}
}

// between returns what stands between two marks in a text.
func between(text, before, after string) string {
	_, text, hasBefore := strings.Cut(text, before)
	found, _, hasAfter := strings.Cut(text, after)
	if !hasBefore || !hasAfter {
		check(fmt.Errorf("the list has no %s", before))
	}
	return found
}

// sample picks the rules that the tests of package suffix look up: every tenth,
// and all wildcards and exceptions.
func sample(rules []string) (picked []string) {
	for i, rule := range rules {
		if i%10 == 0 || strings.ContainsAny(rule, "*!") {
			picked = append(picked, rule)
		}
	}
	return picked
}
