package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// declaration is a declaration of a Go file. One with brackets declares several names.
type declaration struct {
	// names are those that stand in the file, or (*T).name or T.name for a method.
	names []string
	id    *ast.Ident // the first name alone
	node  ast.Node
	doc   *ast.CommentGroup
}

// span is where a declaration and its documentation start, and where it ends.
func (d declaration) span() (start, end token.Pos) {
	if d.doc != nil {
		return d.doc.Pos(), d.node.End()
	}
	return d.node.Pos(), d.node.End()
}

// declarations lists what a file declares, without its imports.
func declarations(file *ast.File) []declaration {
	var all []declaration
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			all = append(all, declaration{[]string{funcName(d)}, d.Name, d, d.Doc})
		case *ast.GenDecl:
			var ids []*ast.Ident
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					ids = append(ids, spec.Name)
				case *ast.ValueSpec:
					ids = append(ids, spec.Names...)
				}
			}
			one := declaration{node: d, doc: d.Doc}
			for _, id := range ids {
				one.names = append(one.names, id.Name)
			}
			if len(ids) > 0 {
				one.id = ids[0]
				all = append(all, one)
			}
		}
	}
	return all
}

// funcName is the name of a function, with the receiver of a method.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	receiver, form := d.Recv.List[0].Type, "%s.%s"
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver, form = star.X, "(*%s).%s"
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	return fmt.Sprintf(form, receiver.(*ast.Ident).Name, d.Name.Name)
}

// edit is what takes the place of some bytes.
type edit struct {
	start, end int
	by         string // empty where whole lines are cut out
}

// without cuts declarations with their documentation out of a Go file, and then
// the imports that nothing uses any more. Every other byte stays as it is, but for
// the names of what is wrapped. A name that the file does not declare is an error, and so is
// one of several that a declaration has, because what stays may count on it.
func without(file string, content []byte, names cuts) ([]byte, error) {
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, file, content, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var edits []edit
	at := func(start, end token.Pos, by string) {
		edits = append(edits, edit{positions.Position(start).Offset, positions.Position(end).Offset, by})
	}
	known := map[string]int{}
	for _, d := range declarations(parsed) {
		cut := 0
		for _, name := range d.names {
			known[name]++
			if inner, found := names[name]; found && inner != "" {
				at(d.id.Pos(), d.id.End(), inner)
			} else if found {
				cut++
			}
		}
		if cut > 0 && cut < len(d.names) {
			return nil, fmt.Errorf("%q of %s are declared together: cut out all of them", d.names, file)
		} else if cut > 0 {
			start, end := d.span()
			at(start, end, "")
		}
	}
	for name := range names {
		if known[name] != 1 {
			return nil, fmt.Errorf("%s does not declare %s once", file, name)
		}
	}
	return withoutImports(file, apply(content, edits), used(parsed))
}

// apply makes edits in a text. What is cut out goes with the rest of its lines,
// which may hold a comment, and with an empty line behind them.
func apply(content []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return b.start - a.start })
	text := string(content)
	for _, e := range edits {
		before, after := text[:e.start], text[e.end:]
		if e.by == "" {
			before = strings.TrimRight(before, " \t")
			_, after, _ = strings.Cut(after, "\n")
			after = strings.TrimPrefix(after, "\n")
		}
		text = before + e.by + after
	}
	return []byte(text)
}

// withoutImports cuts out the imports that were used and are no longer. The names
// of packages are taken from their paths; where that is wrong, the compiler says
// that an import is not used.
func withoutImports(file string, content []byte, before map[string]bool) ([]byte, error) {
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, file, content, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	after := used(parsed)
	var edits []edit
	for _, d := range parsed.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.IMPORT {
			continue
		}
		var unused []ast.Node
		for _, spec := range group.Specs {
			if name := packageName(spec.(*ast.ImportSpec)); before[name] && !after[name] {
				unused = append(unused, spec)
			}
		}
		if len(unused) == len(group.Specs) {
			unused = []ast.Node{group}
		}
		for _, node := range unused {
			edits = append(edits, edit{positions.Position(node.Pos()).Offset, positions.Position(node.End()).Offset, ""})
		}
	}
	return apply(content, edits), nil
}

// used are the names that a file uses and does not declare.
func used(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, ident := range file.Unresolved {
		names[ident.Name] = true
	}
	return names
}

// packageName is the name that a file calls an imported package by.
func packageName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	imported, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	name := path.Base(imported)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = path.Base(path.Dir(imported))
	}
	return name
}
