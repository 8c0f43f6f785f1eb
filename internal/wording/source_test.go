package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

// constants returns the names of the constants in a file with a declared type, in order, and
// their strings. A constant without a value has the type of the constant above it.
func constants(t *testing.T, file, typed string) (names []string, texts map[string]string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	texts = map[string]string{}
	for _, declaration := range parsed.Decls {
		block, ok := declaration.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		current := ""
		for _, spec := range block.Specs {
			value := spec.(*ast.ValueSpec)
			if ident, ok := value.Type.(*ast.Ident); ok {
				current = ident.Name
			} else if len(value.Values) > 0 {
				current = ""
			}
			if current != typed {
				continue
			}
			for i, name := range value.Names {
				names = append(names, name.Name)
				if i < len(value.Values) {
					if literal, ok := value.Values[i].(*ast.BasicLit); ok && literal.Kind == token.STRING {
						texts[name.Name], _ = strconv.Unquote(literal.Value)
					}
				}
			}
		}
	}
	return names, texts
}
