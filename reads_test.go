package elicitform_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// readers are the files that read what the page gives, one in each package
// that touches the page. Everything else reads through them.
var readers = map[string]string{"component": "event.go", "bridge/port": "value.go"}

// risky are the methods of a value of the page that panic, or let an exception
// pass, when the value is not what was expected.
var risky = []string{
	"Bool", "Call", "Delete", "Float", "GetElementByID", "Int", "Invoke", "Length", "New", "PreventDefault",
	"Set", "SetIndex", "StopImmediatePropagation", "Then",
}

// unsafeReads lists the calls in one file that read the page directly.
func unsafeReads(name string, content []byte) ([]string, error) {
	reader, touches := readers[path.Dir(name)]
	if !touches || path.Base(name) == reader || strings.HasSuffix(name, "_test.go") {
		return nil, nil
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, content, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	packages := map[string]bool{}
	for _, spec := range file.Imports {
		packages[path.Base(strings.Trim(spec.Path.Value, `"`))] = true
	}
	var found []string
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		root := rootOf(method.X)
		// A function of a package, such as strings.Index, is no method.
		_, direct := method.X.(*ast.Ident)
		function := direct && packages[root]
		// A message of the host has members too, and no page behind it.
		if !function && (slices.Contains(risky, method.Sel.Name) || method.Sel.Name == "Get" && root != "message") {
			found = append(found, fmt.Sprintf("%s: %s reads the page directly; use what %s has", files.Position(call.Pos()), method.Sel.Name, reader))
		}
		return true
	})
	return found, nil
}

// rootOf is the name that an expression begins with.
func rootOf(expression ast.Expr) string {
	for {
		switch e := expression.(type) {
		case *ast.Ident:
			return e.Name
		case *ast.SelectorExpr:
			expression = e.X
		case *ast.CallExpr:
			expression = e.Fun
		case *ast.IndexExpr:
			expression = e.X
		default:
			return ""
		}
	}
}

func TestThePageIsReadThroughTheReaders(t *testing.T) {
	looked := map[string]bool{}
	sources(t, []string{".go"}, func(name string, content []byte) {
		found, err := unsafeReads(name, content)
		if err != nil {
			t.Error(err)
		}
		for _, why := range found {
			t.Error(why)
		}
		if reader, ok := readers[path.Dir(name)]; ok && path.Base(name) == reader {
			looked[path.Dir(name)] = true
		}
	})
	if len(looked) != len(readers) {
		t.Errorf("readers were found in %v only", looked)
	}
}

func TestUnsafeReadsAreFound(t *testing.T) {
	for _, c := range []struct {
		name, file, code string
		want             bool
	}{
		{"a flag of an event", "component/a.go", `e.Get("isComposing").Bool()`, true},
		{"text of an event", "component/a.go", `e.Get("key").String()`, true},
		{"a call", "component/a.go", `e.Call("stopPropagation")`, true},
		{"the default action", "component/a.go", `e.PreventDefault()`, true},
		{"an element", "component/a.go", `app.Window().GetElementByID("x")`, true},
		{"something of the browser", "bridge/port/a.go", `js.Global().Get("Intl")`, true},
		{"a number of the browser", "bridge/port/a.go", `date.Float()`, true},
		{"a constructor", "bridge/port/a.go", `date.New()`, true},
		{"a message", "bridge/port/a.go", `message.Params.Get("requestId")`, false},
		{"a function of a package", "component/a.go", `strings.Index("a", "b")`, false},
		{"the readers", "component/a.go", `flagOf(e, "isComposing")`, false},
		{"inside the readers", "component/event.go", `v.Bool()`, false},
		{"elsewhere", "internal/flow/a.go", `v.Bool()`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := unsafeReads(c.file, []byte("package p\n\nimport (\n\"strings\"\n\"syscall/js\"\n)\n\nfunc f() { "+c.code+" }\n"))
			if err != nil {
				t.Fatal(err)
			}
			if (len(found) > 0) != c.want {
				t.Errorf("found %q, want something: %v", found, c.want)
			}
		})
	}
}
