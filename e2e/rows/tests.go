package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// files is the project, or a small one in a test.
type files = fs.FS

// test is a test, a subtest or a case whose name contains the id of a row.
type test struct{ file, name string }

// rowID matches an id of the checklists: accessibility (G F T E R C U W D),
// features (P N) and bad inputs (B).
var rowID = regexp.MustCompile(`^[GFTERCUWDPNB][0-9]{1,2}$`)

// idsIn returns the ids of rows in the name of a test.
func idsIn(name string) []string {
	words := strings.FieldsFunc(name, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
	})
	return slices.DeleteFunc(words, func(word string) bool { return !rowID.MatchString(word) })
}

// testedRows returns the tests for each row that tests of the project name.
func testedRows(project files) (map[string][]test, error) {
	found := map[string][]test{}
	err := fs.WalkDir(project, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if base := entry.Name(); name == "build" || name == "dist" || base == "node_modules" || base == ".git" || base == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		namesIn := namesInScript
		switch {
		case strings.HasSuffix(name, "_test.go"):
			namesIn = namesInGo
		case !strings.HasSuffix(name, ".test.ts"):
			return nil
		}
		source, err := fs.ReadFile(project, name)
		if err != nil {
			return err
		}
		names, err := namesIn(source)
		for _, n := range names {
			for _, id := range idsIn(n) {
				if t := (test{name, n}); !slices.Contains(found[id], t) {
					found[id] = append(found[id], t)
				}
			}
		}
		return err
	})
	return found, err
}

// scriptTest matches the name of a test in a script. A skipped test has
// something between "test" and its name.
var scriptTest = regexp.MustCompile(`(?m)^\s*(?:await )?(?:t\.)?test\((?:"([^"]*)"|` + "`([^`]*)`" + `)`)

func namesInScript(source []byte) (names []string, err error) {
	for _, match := range scriptTest.FindAllSubmatch(source, -1) {
		names = append(names, string(match[1])+string(match[2]))
	}
	return names, nil
}

// namesInGo returns the names of tests, of their subtests, and of the cases of
// those that run cases. A test that can be skipped does not count.
func namesInGo(source []byte) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Recv != nil || !testName(function.Name.Name) {
			continue
		}
		body := inspect(function.Body)
		if body.skips {
			continue
		}
		names = append(names, function.Name.Name)
		for _, name := range body.subtests {
			names = append(names, function.Name.Name+"/"+name)
		}
		if body.runsCases {
			for _, name := range body.cases {
				names = append(names, function.Name.Name+"/"+name)
			}
		}
	}
	return names, nil
}

func testName(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz")
}

// testBody is what the body of a test says about names.
type testBody struct {
	subtests, cases  []string
	runsCases, skips bool
}

func inspect(body *ast.BlockStmt) testBody {
	var b testBody
	ast.Inspect(body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CallExpr:
			b.call(n)
		case *ast.CompositeLit:
			if name, ok := nameOfCase(n); ok {
				b.cases = append(b.cases, name)
			}
		}
		return true
	})
	return b
}

// call looks for t.Run with a name, t.Run with the name of a case, and t.Skip.
func (b *testBody) call(call *ast.CallExpr) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	if receiver, ok := selector.X.(*ast.Ident); !ok || receiver.Name != "t" && receiver.Name != "f" {
		return
	}
	switch selector.Sel.Name {
	case "Skip", "Skipf", "SkipNow":
		b.skips = true
	case "Run":
		if name, ok := text(call.Args[0]); ok {
			b.subtests = append(b.subtests, name)
		} else {
			b.runsCases = true
		}
	}
}

// nameOfCase returns the name of a case in a table: its field "name", or its
// first value if that is a text.
func nameOfCase(c *ast.CompositeLit) (string, bool) {
	for _, element := range c.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return text(c.Elts[0])
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "name" {
			return text(pair.Value)
		}
	}
	return "", false
}

func text(e ast.Expr) (string, bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(literal.Value)
	return value, err == nil
}
