package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// list is the Public Suffix List of one day.
type list struct {
	version string
	rules   []string // As in the list, but in ASCII.
}

// readList reads the list from the source of package publicsuffix.
func readList(dir string) (list, error) {
	version, err := stringsOf(filepath.Join(dir, "table.go"), "version")
	if err != nil {
		return list{}, err
	}
	rules, err := stringsOf(filepath.Join(dir, "table_test.go"), "rules")
	if err != nil {
		return list{}, err
	}
	if len(version) != 1 || len(rules) == 0 {
		return list{}, fmt.Errorf("%s: %d versions and %d rules", dir, len(version), len(rules))
	}
	return list{version[0], rules}, nil
}

// stringsOf returns all strings in the value of a constant or variable.
func stringsOf(path, name string) (found []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != name {
			return true
		}
		for _, value := range spec.Values {
			ast.Inspect(value, func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					text, unquoteErr := strconv.Unquote(literal.Value)
					if unquoteErr != nil {
						err = unquoteErr
					}
					found = append(found, text)
				}
				return true
			})
		}
		return false
	})
	return found, err
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
