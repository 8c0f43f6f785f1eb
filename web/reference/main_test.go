package main

import (
	"flag"
	"go/ast"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The packages are read from the project's folder.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// TestPackages: each exported name of a public package and each member has a comment, and each link of its page leads to a
// heading.
func TestPackages(t *testing.T) {
	for _, name := range packages {
		p, err := read(name)
		if err != nil {
			t.Fatal(err)
		}
		page := p.page()
		for _, link := range regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(page, -1) {
			if !strings.Contains(page, " {#"+link[1]+"}\n") {
				t.Errorf("%s links to #%s, which is not there", name, link[1])
			}
		}
		functions := slices.Clone(p.doc.Funcs)
		for _, typ := range p.doc.Types {
			functions = append(append(functions, typ.Funcs...), typ.Methods...)
			if typ.Doc == "" {
				t.Errorf("%s.%s has no comment", name, typ.Name)
			}
			for _, spec := range typ.Decl.Specs {
				members(t, name+"."+typ.Name, spec)
			}
		}
		for _, f := range functions {
			// The method Error needs no comment.
			if f.Doc == "" && f.Name != "Error" {
				t.Errorf("%s: func %s has no comment", name, f.Name)
			}
		}
	}
}

// members checks the fields and methods of a type.
func members(t *testing.T, name string, spec ast.Spec) {
	var list []*ast.Field
	switch typ := spec.(*ast.TypeSpec).Type.(type) {
	case *ast.StructType:
		list = typ.Fields.List
	case *ast.InterfaceType:
		list = typ.Methods.List
	}
	for _, member := range list {
		for _, own := range member.Names {
			if own.IsExported() && member.Doc == nil && member.Comment == nil {
				t.Errorf("%s.%s has no comment", name, own.Name)
			}
		}
	}
}

// TestOptionsSayTheirDefault: the comment of each time, limit, interface and function among the options of a relay has its default.
func TestOptionsSayTheirDefault(t *testing.T) {
	p, err := read("relay")
	if err != nil {
		t.Fatal(err)
	}
	page := p.page()
	_, options, _ := strings.Cut(page, "type Options struct {")
	options, _, found := strings.Cut(options, "\n}")
	if !found {
		t.Fatal("there are no options")
	}
	comment := ""
	looked := 0
	for line := range strings.Lines(options) {
		line = strings.TrimSpace(line)
		if text, is := strings.CutPrefix(line, "//"); is {
			comment += text
			continue
		}
		if line != "" {
			looked++
			if !regexp.MustCompile(`(?i)\b(nil|0|zero|default|zeros)\b`).MatchString(comment) {
				t.Errorf("%q does not say what it is where it is not given:%s", line, comment)
			}
		}
		comment = ""
	}
	if looked < 8 {
		t.Errorf("%d options", looked)
	}
}

var update = flag.Bool("update", false, "write docs/reference/http.md anew")

// TestHTTPPage: docs/reference/http.md is the page of the contract.
//
//go:generate go test . -run TestHTTPPage -update
func TestHTTPPage(t *testing.T) {
	const name = "docs/reference/http.md"
	want, err := httpPage()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := write(name, want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the contract says: go generate ./web/reference", name)
	}
	for _, text := range []string{"%!", "()", "<nil>"} {
		if strings.Contains(want, text) {
			t.Errorf("%s has %q in it", name, text)
		}
	}
}

// TestWithEvents: both of TypeDoc's notations for an event get a heading.
func TestWithEvents(t *testing.T) {
	got := withEvents("##### Type Literal\n\n```ts\n{\n  type: \"ready\";\n}\n```\n\n[`AboutRequest`](#aboutrequest) & \\{\n  `type`: `\"queued\"`;\n  `waiting`: `number`;\n\\}\n\n" +
		"[`AboutRequest`](#aboutrequest) & \\{\n  `type`: `\"shown\"`;\n\\}\n\n##### Type Literal\n\n```ts\n{\n  text: string;\n}\n```\n")
	want := "##### Event: \"ready\"\n\n```ts\n{\n  type: \"ready\";\n}\n```\n\n##### Event: \"queued\"\n\nWith the members of [`AboutRequest`](#aboutrequest); `waiting`: `number`.\n\n" +
		"##### Event: \"shown\"\n\nWith the members of [`AboutRequest`](#aboutrequest).\n\n##### Type Literal\n\n```ts\n{\n  text: string;\n}\n```\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
