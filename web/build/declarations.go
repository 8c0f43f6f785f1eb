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

// declaration is a declaration of a Go file, or the part of one that can be cut
// out of it: each line of a group is one.
type declaration struct {
	// name is a name as it stands in the file, or (*T).name or T.name for a method.
	// What a file declares more than once (init and _) has its number behind a #,
	// from 1. A line that declares several names has them with commas: a,b.
	name string
	id   *ast.Ident // the name alone; the first of several
	node ast.Node
	doc  *ast.CommentGroup
	// end is where the comment behind it ends, or the declaration itself.
	end token.Pos
	// group is the declaration in brackets that it is a line of, or nil.
	group *ast.GenDecl
}

// declarations lists what a file declares, without its imports.
func declarations(file *ast.File) []declaration {
	var all []declaration
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			all = append(all, declaration{name: funcName(d), id: d.Name, node: d, doc: d.Doc, end: d.End()})
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if one, ok := specDeclaration(d, spec); ok {
					all = append(all, one)
				}
			}
		}
	}
	count := map[string]int{}
	for _, d := range all {
		count[d.name]++
	}
	number := map[string]int{}
	for i, d := range all {
		if number[d.name]++; count[d.name] > 1 {
			all[i].name = fmt.Sprintf("%s#%d", d.name, number[d.name])
		}
	}
	return all
}

func specDeclaration(d *ast.GenDecl, spec ast.Spec) (declaration, bool) {
	one := declaration{node: spec, end: spec.End()}
	var comment *ast.CommentGroup
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		one.name, one.id, one.doc, comment = spec.Name.Name, spec.Name, spec.Doc, spec.Comment
	case *ast.ValueSpec:
		names := make([]string, len(spec.Names))
		for i, name := range spec.Names {
			names[i] = name.Name
		}
		one.name, one.id, one.doc, comment = strings.Join(names, ","), spec.Names[0], spec.Doc, spec.Comment
	default:
		return one, false
	}
	if comment != nil {
		one.end = comment.End()
	}
	if d.Lparen.IsValid() {
		one.group = d
	} else {
		one.node, one.doc = d, d.Doc
	}
	return one, true
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
// the names of what is wrapped. A name that the file does not declare is an error.
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
	all := declarations(parsed)
	groups := map[*ast.GenDecl]int{} // how many of its lines are cut
	var cut []declaration
	for name, inner := range names {
		i := slices.IndexFunc(all, func(d declaration) bool { return d.name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("%s does not declare %s", file, name)
		case inner != "":
			at(all[i].id.Pos(), all[i].id.End(), inner)
		default:
			cut = append(cut, all[i])
			groups[all[i].group]++
		}
	}
	delete(groups, nil)
	for _, d := range cut {
		switch {
		case d.group != nil && groups[d.group] == len(d.group.Specs):
		case d.group != nil && counts(d.group):
			return nil, fmt.Errorf("%s of %s is in a group that counts: cut out all of it", d.name, file)
		default:
			at(start(d.doc, d.node), d.end, "")
		}
	}
	for group, lines := range groups {
		if lines == len(group.Specs) {
			at(start(group.Doc, group), group.End(), "")
		}
	}
	return withoutImports(file, apply(content, edits), used(parsed))
}

// counts reports whether the lines of a group depend on each other: one with iota,
// or one that repeats what is above it.
func counts(group *ast.GenDecl) bool {
	found := false
	ast.Inspect(group, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.Ident:
			found = found || node.Name == "iota"
		case *ast.ValueSpec:
			found = found || group.Tok == token.CONST && len(node.Values) == 0
		}
		return !found
	})
	return found
}

// start is where the documentation of a declaration starts, or the declaration
// where it has none.
func start(doc *ast.CommentGroup, node ast.Node) token.Pos {
	if doc != nil {
		return doc.Pos()
	}
	return node.Pos()
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
