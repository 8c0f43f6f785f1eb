// Command reference writes a page for each Go package from its comments, and a list of these pages and TypeDoc's for the npm
// package. .ci/reference calls it.
package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	module   = "github.com/elicitform/elicitform"
	folder   = "docs/reference/api"
	contract = "cmd/elicitform-server/api/openapi.json"
)

var packages = []string{"relay", "relay/redisstore", "ask"}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(1)
	}
}

func run() error {
	npm, err := entries()
	if err != nil {
		return err
	}
	rows := []string{}
	for _, name := range packages {
		p, err := read(name)
		if err != nil {
			return err
		}
		file := pageOf(name)
		if err := write(filepath.Join(folder, file), frontMatter(len(npm)+len(rows))+p.page()); err != nil {
			return err
		}
		rows = append(rows, row(p.doc.ImportPath, file, p.markdown(p.doc.Synopsis(p.doc.Doc), 3)))
	}
	text, err := os.ReadFile(contract)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(folder, "openapi.json"), string(text)); err != nil {
		return err
	}
	return write(filepath.Join(folder, "index.md"), "# API\n\nThese pages are made of the comments in the source.\n\n"+
		"## Entries of the npm package\n\n| import from | for |\n|---|---|\n"+strings.Join(npm, "\n")+
		"\n\n## Packages for Go\n\n| import | for |\n|---|---|\n"+strings.Join(rows, "\n")+"\n")
}

const noDefault = "| `undefined` |"

func frontMatter(place int) string { return fmt.Sprintf("---\norder: %d\n---\n\n", place) }

func pageOf(name string) string { return "go." + path.Base(name) + ".md" }

func entries() (rows []string, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "elicitform*.md"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("TypeDoc has written no pages into %s", folder)
	}
	slices.SortFunc(files, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".md"), strings.TrimSuffix(b, ".md"))
	})
	for i, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		text := withEvents(strings.ReplaceAll(string(content), noDefault, "| |"))
		heading, rest, _ := strings.Cut(text, "\n\n")
		about, _, _ := strings.Cut(rest, "\n\n")
		rows = append(rows, row(strings.TrimPrefix(heading, "# "), filepath.Base(file), about))
		if err := write(file, frontMatter(i)+text); err != nil {
			return nil, err
		}
	}
	return rows, err
}

var (
	literal = regexp.MustCompile("(?m)^#+ Type Literal\n\n(```ts\n\\{\n  type: \"([a-z-]+)\";)")
	joined  = regexp.MustCompile("(?m)^(\\[`\\w+`\\]\\(#\\w+\\)) & \\\\\\{\n  `type`: `\"([a-z-]+)\"`;((?:\n  .*;)*)\n\\\\\\}$")
)

// TypeDoc writes no heading for the events of a union, or the same heading for all.
func withEvents(text string) string {
	text = literal.ReplaceAllString(text, "##### Event: \"$2\"\n\n$1")
	return joined.ReplaceAllStringFunc(text, func(event string) string {
		parts := joined.FindStringSubmatch(event)
		about, name, members := parts[1], parts[2], oneLine(parts[3])
		if members != "" {
			members = "; " + strings.TrimSuffix(members, ";")
		}
		return "##### Event: \"" + name + "\"\n\nWith the members of " + about + members + "."
	})
}

func row(name, file, about string) string {
	return fmt.Sprintf("| [`%s`](%s) | %s |", name, file, oneLine(about))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

type pack struct {
	doc     *doc.Package
	files   *token.FileSet
	imports map[string]string
}

func read(name string) (*pack, error) {
	p := &pack{files: token.NewFileSet(), imports: map[string]string{}}
	sources, err := filepath.Glob(filepath.Join(name, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, source := range sources {
		file, err := parser.ParseFile(p.files, source, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(source, "_test.go") && !strings.HasSuffix(source, "example_test.go") {
			continue
		}
		files = append(files, file)
		for _, spec := range file.Imports {
			imported := strings.Trim(spec.Path.Value, `"`)
			p.imports[path.Base(imported)] = imported
		}
	}
	p.doc, err = doc.NewFromFiles(p.files, files, module+"/"+name)
	if err != nil {
		return nil, err
	}
	if p.doc.Doc == "" {
		return nil, fmt.Errorf("package %s has no comment", name)
	}
	return p, nil
}

func (p *pack) page() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# Package %s\n\n```go\nimport %q\n```\n\n%s\n", p.doc.Name, p.doc.ImportPath, p.markdown(p.doc.Doc, 3))
	p.examples(&out, p.doc.Examples)
	p.values(&out, "## Constants", p.doc.Consts)
	p.values(&out, "## Variables", p.doc.Vars)
	p.functions(&out, "##", p.doc.Funcs)
	for _, t := range p.doc.Types {
		fmt.Fprintf(&out, "## type %s {#%s}\n\n%s%s\n", t.Name, t.Name, p.code(t.Decl), p.markdown(t.Doc, 4))
		p.examples(&out, t.Examples)
		p.values(&out, "### Values of "+t.Name, slices.Concat(t.Consts, t.Vars))
		p.functions(&out, "###", slices.Concat(t.Funcs, t.Methods))
	}
	return out.String()
}

func (p *pack) values(out *strings.Builder, heading string, values []*doc.Value) {
	if len(values) > 0 {
		fmt.Fprintf(out, "%s\n\n", heading)
	}
	for _, v := range values {
		fmt.Fprintf(out, "%s%s\n", p.code(v.Decl), p.markdown(v.Doc, 4))
	}
}

func (p *pack) functions(out *strings.Builder, level string, functions []*doc.Func) {
	for _, f := range functions {
		name, of := f.Name, ""
		if f.Recv != "" {
			name, of = strings.Trim(f.Recv, "*")+"."+f.Name, "("+f.Recv+") "
		}
		f.Decl.Body = nil
		fmt.Fprintf(out, "%s func %s%s {#%s}\n\n%s%s\n", level, of, f.Name, name, p.code(f.Decl), p.markdown(f.Doc, 5))
		p.examples(out, f.Examples)
	}
}

func (p *pack) examples(out *strings.Builder, examples []*doc.Example) {
	for _, e := range examples {
		code := body(p.source(&printer.CommentedNode{Node: e.Code, Comments: e.Comments}))
		fmt.Fprintf(out, "%s\n```go\n%s\n```\n\n", p.markdown(cmp.Or(e.Doc, "An example:"), 5), code)
		if e.Output != "" {
			fmt.Fprintf(out, "It prints:\n\n```\n%s```\n\n", e.Output)
		}
	}
}

func (p *pack) code(decl ast.Decl) string {
	switch d := decl.(type) {
	case *ast.GenDecl:
		d.Doc = nil
	case *ast.FuncDecl:
		d.Doc = nil
	}
	return "```go\n" + p.source(decl) + "\n```\n\n"
}

func (p *pack) source(node any) string {
	var out strings.Builder
	if err := format.Node(&out, p.files, node); err != nil {
		panic(err) // It was parsed before.
	}
	return out.String()
}

var indented = regexp.MustCompile(`(?m)^\t`)

// body removes the braces, and the comment with the output of an example.
func body(block string) string {
	inner, found := strings.CutPrefix(block, "{")
	if !found {
		return block
	}
	inner = indented.ReplaceAllString(strings.TrimSuffix(inner, "}"), "")
	if before, _, has := strings.Cut(inner, "\n// Output:"); has {
		inner = before
	}
	return strings.Trim(inner, "\n")
}

func (p *pack) isMethod(typeName, name string) bool {
	return slices.ContainsFunc(p.doc.Types, func(t *doc.Type) bool {
		return t.Name == typeName && slices.ContainsFunc(t.Methods, func(f *doc.Func) bool { return f.Name == name })
	})
}

// markdown links to symbols of these pages, and to pkg.go.dev.
func (p *pack) markdown(text string, level int) string {
	writer := p.doc.Printer()
	writer.HeadingLevel = level
	writer.DocLinkURL = func(link *comment.DocLink) string {
		name := link.Name
		if link.Recv != "" {
			name = link.Recv + "." + name
		}
		own, found := strings.CutPrefix(link.ImportPath, module+"/")
		switch {
		case link.ImportPath == "" || link.ImportPath == p.doc.ImportPath:
			if link.Recv != "" && !p.isMethod(link.Recv, link.Name) {
				name = link.Recv // Only its type has a heading.
			}
			return "#" + name
		case found && slices.Contains(packages, own):
			return pageOf(own) + "#" + name
		}
		return "https://pkg.go.dev/" + link.ImportPath + "#" + name
	}
	reader := p.doc.Parser()
	reader.LookupPackage = func(name string) (importPath string, ok bool) {
		importPath, ok = p.imports[name]
		if name == p.doc.Name {
			return "", true
		}
		return importPath, ok
	}
	return strings.TrimRight(string(writer.Markdown(reader.Parse(text))), "\n") + "\n"
}
