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
func readList(dir string) (list, error) {
	source, err := os.ReadFile(filepath.Join(dir, "table.go"))
	if err != nil {
		return list{}, err
	}
	tests, err := os.ReadFile(filepath.Join(dir, "table_test.go"))
	if err != nil {
		return list{}, err
	}
	version, hasVersion := between(string(source), "const version = \"", "\"")
	rules, hasRules := between(string(tests), "var rules = [...]string{", "}")
	if !hasVersion || !hasRules {
		return list{}, fmt.Errorf("%s has no version or no rules", dir)
	}
	return list{version, strings.Fields(strings.NewReplacer(`"`, "", ",", "").Replace(rules))}, nil
}

// between returns what stands between two marks in a text.
func between(text, before, after string) (found string, ok bool) {
	_, text, hasBefore := strings.Cut(text, before)
	found, _, hasAfter := strings.Cut(text, after)
	return found, hasBefore && hasAfter
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
