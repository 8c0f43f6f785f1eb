package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// capitalised matches the keys without a code: words joined by their capitals.
var capitalised = regexp.MustCompile(`^[A-Z][a-z]+([A-Z][a-z]+)*$`)

// families are the beginnings of keys that consist of a family and a code.
var families = []string{
	"problem-", "problem-empty-", "remark-", "obstacle-", "block-", "caution-", "rejected-", "hint-", "hint-value-", "hint-length-", "hint-select-", "hint-entries-",
}

// TestCatalogues_HoldNoTextThatNobodyUses reads the keys in the source code, because an unused
// text would be translated ten times for nothing. The code has the whole key of a text, or its
// family and the code of a fact.
func TestCatalogues_HoldNoTextThatNobodyUses(t *testing.T) {
	used := map[string]bool{}
	for _, dir := range []string{".", "../flow", "../../component", "../../bridge/port"} {
		for _, file := range sources(t, dir) {
			markUsed(t, used, file, nil)
		}
	}
	for name := range used {
		t.Run(name, func(t *testing.T) {
			if !english().texts[Key(name)].Exists() && capitalised.MatchString(name) && !slices.Contains(properNames, name) {
				t.Errorf("there is no text %s", name)
			}
		})
	}
	for _, dir := range []string{"../validate", "../schema", "../urlcheck", "../request"} {
		for _, file := range sources(t, dir) {
			for _, typed := range []string{"Code", "Remark", "Obstacle", "Block", "Caution", "Reason"} {
				_, codes := constants(t, file, typed)
				for _, code := range codes {
					used[code] = true
				}
			}
		}
	}
	script, err := os.ReadFile("../../web/frame/catalogues.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile(`"(\w+)"`).FindAllSubmatch(script, -1) {
		used[string(match[1])] = true
	}
	for key := range english().texts {
		name := string(key)
		found := used[name]
		for _, family := range families {
			if code, of := strings.CutPrefix(name, family); of && used[family] {
				// The text for two equal bounds.
				one, _ := strings.CutSuffix(code, "exact")
				found = found || used[code] || used[one+"between"]
			}
		}
		if !found {
			t.Errorf("no code uses %s: remove it from the catalogues and their golden files", name)
		}
	}
	for name := range used {
		t.Run(name, func(t *testing.T) {
			family, code, _ := strings.Cut(name, "-")
			if slices.Contains(families, family+"-") && code != "" && !strings.HasSuffix(code, "-") && !english().texts[Key(name)].Exists() {
				t.Errorf("there is no text %s", name)
			}
		})
	}
}

// properNames are the capitalised words in the code of the program that name no text: keys
// of the keyboard and objects of the browser.
var properNames = strings.Fields(`Arrow ArrowDown ArrowLeft ArrowRight ArrowUp End Enter Escape Home PageDown PageUp Tab
	Array Date DateTimeFormat Intl MessageChannel Reflect ResizeObserver`)

func TestMarkUsed_LooksAtKeysInCodeOnly(t *testing.T) {
	used := map[string]bool{}
	markUsed(t, used, "elsewhere.go", `package flow
		// "Site" is in a comment.
		const here wording.Key = "Close"
		var Yes = 1
		func f(w *wording.Words) string { return w.Text("No") }`)
	markUsed(t, used, "here.go", `package wording
		var remarks = map[int]Key{1: "remark-untyped"}`)
	for name, want := range map[string]bool{"remark-untyped": true, "Close": true, "No": true, "Site": false, "Yes": false} {
		t.Run(name, func(t *testing.T) {
			if used[name] != want {
				t.Errorf("%s: used is %v, want %v", name, used[name], want)
			}
		})
	}
}

// sources returns the files of a package that can use a key.
func sources(t *testing.T, dir string) (files []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(all) == 0 {
		t.Fatalf("no source files in %s: %v", dir, err)
	}
	return slices.DeleteFunc(all, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
}

// markUsed marks the string literals of a file as possible keys. It reads the file if source is
// nil.
func markUsed(t *testing.T, used map[string]bool, file string, source any) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			used[text] = true
		}
		return true
	})
}
