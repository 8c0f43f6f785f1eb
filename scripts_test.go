package elicitform_test

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// relative is a script's import of another file of this project. Imports of types
// count like all others.
var relative = regexp.MustCompile(`(?m)^[^/*\n]*?(?:from|import)\s*\(?\s*"(\.{1,2}/[^"]+\.js)"`)

// scriptImports lists the files that a script imports, by their names relative
// to the root.
func scriptImports(name string, content []byte) []string {
	var files []string
	for _, m := range relative.FindAllSubmatch(content, -1) {
		file := path.Join(path.Dir(name), string(m[1]))
		files = append(files, strings.TrimSuffix(file, ".js")+".ts")
	}
	return files
}

// circle is a list of scripts of which each imports the next and the last the
// first; nil when there is none.
func circle(imports map[string][]string) []string {
	const open, closed = 1, 2
	state := map[string]int{}
	var way []string
	var visit func(name string) []string
	visit = func(name string) []string {
		state[name] = open
		way = append(way, name)
		for _, next := range imports[name] {
			if state[next] == open {
				return slices.Clone(way[slices.Index(way, next):])
			}
			if state[next] != closed {
				if found := visit(next); found != nil {
					return found
				}
			}
		}
		way = way[:len(way)-1]
		state[name] = closed
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		if state[name] == 0 {
			if found := visit(name); found != nil {
				return found
			}
		}
	}
	return nil
}

// TestScriptsImportInNoCircle holds for scripts what the Go compiler holds for
// packages, and counts imports of types.
func TestScriptsImportInNoCircle(t *testing.T) {
	imports := map[string][]string{}
	sources(t, []string{".ts"}, func(name string, content []byte) { imports[name] = scriptImports(name, content) })
	if len(imports) < 100 {
		t.Errorf("only %d scripts were looked at", len(imports))
	}
	if found := circle(imports); found != nil {
		t.Errorf("these import each other in a circle: %q", found)
	}
	if found := circle(map[string][]string{"a": {"b"}, "b": {"c", "d"}, "c": {"d"}, "d": {"b"}}); len(found) != 3 {
		t.Errorf("a circle of three was found as %q", found)
	}
}

// insideHost reports whether a page imports what the host package does not offer
// to everybody.
func insideHost(name, imported string) bool {
	return strings.HasPrefix(name, "web/") && strings.HasPrefix(imported, "bridge/host/") && imported != "bridge/host/index.ts"
}

// TestPagesUseThePublicEntry: what the pages of this project need, every chat
// client has as well.
func TestPagesUseThePublicEntry(t *testing.T) {
	sources(t, []string{".ts"}, func(name string, content []byte) {
		for _, imported := range scriptImports(name, content) {
			if insideHost(name, imported) {
				t.Errorf("%s imports %s, which is no entry of the host package", name, imported)
			}
		}
	})
	if !insideHost("web/demo/a.ts", "bridge/host/host.ts") || insideHost("web/demo/a.ts", "bridge/host/index.ts") || insideHost("bridge/host/cli/a.ts", "bridge/host/host.ts") {
		t.Error("what is inside the host package is not told from its entry")
	}
}
