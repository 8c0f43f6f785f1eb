package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// changes has the changeKey of each declaration that is cut out of a module's copy.
//
// A declaration in a file of the folder _slim replaces the module's of that name in the same
// package. Comments name the declarations that nothing replaces:
//
//	//slim:drops NAME...: REASON
type changes map[string]bool

// A file for the browser replaces no declaration for other platforms.
func changeKey(file, name string) string {
	if strings.HasSuffix(file, "_wasm.go") {
		return path.Dir(file) + " wasm " + name
	}
	return path.Dir(file) + " " + name
}

// add reads a file of _slim. named collects the names in comments: the module has to declare them.
func (c changes) add(file string, content []byte, named map[string]bool) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, content, 0)
	if err != nil {
		return err
	}
	for _, d := range parsed.Decls {
		for _, name := range declaredNames(d) {
			if name != "init" && name != "_" {
				c[changeKey(file, name)] = true
			}
		}
	}
	drops := dropped.FindAllSubmatch(content, -1)
	if len(drops) != bytes.Count(content, []byte("//slim:")) {
		return fmt.Errorf("%s: the verb, names or the reason are missing in a comment", file)
	}
	for _, line := range drops {
		for name := range strings.FieldsSeq(string(line[1])) {
			c[changeKey(file, name)] = true
			named[changeKey(file, name)] = true
		}
	}
	return nil
}

var dropped = regexp.MustCompile(`(?m)^//slim:drops (\S[^:]*): .+$`)

// replace adds files of the folder _slim to a copy. standIns has the small package for each package
// that the copy must not import.
func (t tree) replace(files tree, standIns map[string]string) error {
	all, named := changes{}, map[string]bool{}
	for _, name := range files.names() {
		if t[name] != nil {
			return fmt.Errorf("the module has a file %s already", name)
		}
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if err := all.add(name, files[name], named); err != nil {
			return err
		}
	}
	for name, content := range t {
		if path.Ext(name) != ".go" {
			continue
		}
		changed, err := all.apply(name, content, named, standIns)
		if err != nil {
			return err
		}
		t[name] = changed
	}
	for key := range named {
		return fmt.Errorf("the module does not declare %s, which a comment names", key)
	}
	maps.Copy(t, files)
	return nil
}

func (c changes) apply(file string, content []byte, named map[string]bool, standIns map[string]string) ([]byte, error) {
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, file, content, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	comments := ast.NewCommentMap(positions, parsed, parsed.Comments)
	used := usedPackages(parsed)
	parsed.Decls = slices.DeleteFunc(parsed.Decls, func(d ast.Decl) bool {
		names, cut := declaredNames(d), 0
		for _, name := range names {
			for _, key := range []string{changeKey(file, name), path.Dir(file) + " " + name} {
				delete(named, key)
				if c[key] {
					cut++
					break
				}
			}
		}
		if cut > 0 && cut < len(names) {
			err = fmt.Errorf("%q of %s are declared together: cut out all of them", names, file)
		}
		return cut > 0
	})
	stillUsed := usedPackages(parsed)
	for _, d := range parsed.Decls {
		if group, is := d.(*ast.GenDecl); is && group.Tok == token.IMPORT {
			group.Specs = slices.DeleteFunc(group.Specs, func(spec ast.Spec) bool {
				name, imported := importedAs(spec.(*ast.ImportSpec))
				if folder, replaced := standIns[imported]; replaced {
					spec.(*ast.ImportSpec).Path.Value = strconv.Quote(folder)
				}
				return used[name] && !stillUsed[name]
			})
		}
	}
	parsed.Comments = comments.Filter(parsed).Comments()
	var changed bytes.Buffer
	if err == nil {
		err = format.Node(&changed, positions, parsed)
	}
	return changed.Bytes(), err
}

func cut(file string, content []byte, names *regexp.Regexp) ([]byte, error) {
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, file, content, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var smaller bytes.Buffer
	fmt.Fprintf(&smaller, "package %s\n", parsed.Name)
	found := false
	for _, d := range parsed.Decls {
		group, is := d.(*ast.GenDecl)
		matches := slices.ContainsFunc(declaredNames(d), names.MatchString)
		if found = found || matches; matches || is && group.Tok == token.IMPORT {
			fmt.Fprintf(&smaller, "\n%s\n", content[positions.Position(d.Pos()).Offset:positions.Position(d.End()).Offset])
		}
	}
	if !found {
		return nil, fmt.Errorf("%s declares nothing that matches %s", file, names)
	}
	return smaller.Bytes(), nil
}

func declaredNames(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{funcName(d)}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	var text strings.Builder
	_ = format.Node(&text, token.NewFileSet(), d.Recv.List[0].Type) // The parser has read it.
	receiver, _, _ := strings.Cut(text.String(), "[")
	if strings.HasPrefix(receiver, "*") {
		receiver = "(" + receiver + ")"
	}
	return receiver + "." + d.Name.Name
}

func usedPackages(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, is := n.(*ast.SelectorExpr); is {
			if name, is := selector.X.(*ast.Ident); is {
				names[name.Name] = true
			}
		}
		return true
	})
	return names
}

// importedAs takes the name from the path. If that is wrong, the compiler reports an unused import.
func importedAs(spec *ast.ImportSpec) (name, imported string) {
	imported, _ = strconv.Unquote(spec.Path.Value) // The parser has read it.
	if spec.Name != nil {
		return spec.Name.Name, imported
	}
	return path.Base(imported), imported
}
