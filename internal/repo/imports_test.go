package repo

import (
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/elicitform/elicitform/"

// owners are the only packages that may import something big or something that ties them
// to one platform.
var owners = map[string][]string{
	"github.com/maxence-charriere/go-app/v10":  {"bridge/page", "component", "web/build/trees"},
	"github.com/santhosh-tekuri/jsonschema/v6": {"internal/validate"},
	"syscall/js":                             {"web/build/trees", "web/demo/worker"},
	"net/http":                               {"ask", "web", "e2e", "relay", "examples/go", "cmd", "internal/test"},
	"github.com/andybalholm/brotli":          {"web", "e2e"},
	"github.com/modelcontextprotocol/go-sdk": {"ask", "web", "e2e", "relay", "examples/go"},
	"github.com/redis/go-redis":              {"relay/redisstore", "cmd/elicitform-server", "internal/test"},
	"github.com/prometheus":                  {"cmd/elicitform-server/metrics"},
	"github.com/pb33f":                       {"cmd/elicitform-server/internal/test/contract"},
	"github.com/go-json-experiment/json":     {"cmd/elicitform-server/api"},
	"github.com/chromedp":                    {"e2e"},
	"golang.org/x/text":                      {"internal/safetext/test"},
	"html/template":                          {"web", "cmd/elicitform-server/links"},
	"text/template":                          {"web", "e2e"},
	"encoding/gob":                           {},
}

// drawing is docs/packages.svg, the drawing of the packages in docs/architecture.md: for each
// drawn folder, the folders that its arrows point at. A folder that is not drawn belongs to the
// drawn one above it.
type drawing map[string][]string

var (
	drawnBox = regexp.MustCompile(`<rect class="\w+" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx="4"/><text [^>]*>([^<]+)</text>`)
	arrow    = regexp.MustCompile(`<path marker-end="url\(#tip\)" d="M(\d+) (\d+) .*?L(\d+) (\d+)"><title>(\S+) imports (\S+)</title></path>`)
	// relative is a script's import of another file of this project, of types too.
	relative = regexp.MustCompile(`(?m)^[^/*\n]*?(?:from|import)\s*\(?\s*"(\.{1,2}/[^"]+)\.js"`)
)

// numbers returns the four numbers at the start of a match of drawnBox or arrow.
func numbers(match []string) (n [4]int) {
	for i := range n {
		n[i], _ = strconv.Atoi(match[i+1])
	}
	return n
}

// readDrawing reads boxes and arrows. An arrow leads from the lower border of a box to the upper
// one of another.
func readDrawing(t *testing.T, svg string) drawing {
	d, places := drawing{}, map[string][4]int{}
	for _, box := range drawnBox.FindAllStringSubmatch(svg, -1) {
		places[box[5]], d[box[5]] = numbers(box), nil
	}
	for _, found := range arrow.FindAllStringSubmatch(svg, -1) {
		from, to := places[found[5]], places[found[6]]
		at := numbers(found)
		begins := at[0] >= from[0] && at[0] <= from[0]+from[2] && at[1] == from[1]+from[3]
		ends := at[2] >= to[0] && at[2] <= to[0]+to[2] && at[3] == to[1]
		if !begins || !ends {
			t.Errorf("the arrow %q does not lead from one box to the other", found[5]+" imports "+found[6])
		}
		d[found[5]] = append(d[found[5]], found[6])
	}
	if arrows := strings.Count(svg, `<path marker-end="url(#tip)"`); len(d) < 20 || arrows != len(arrow.FindAllString(svg, -1)) {
		t.Errorf("the drawing has %d boxes, and %d arrows of which some have no title", len(d), arrows)
	}
	return d
}

// box returns the drawn folder that contains a folder; empty if no drawn folder does.
func (d drawing) box(folder string) string {
	for ; folder != "."; folder = path.Dir(folder) {
		if _, found := d[folder]; found {
			return folder
		}
	}
	return ""
}

// leads reports whether a way along arrows leads from one box to another.
func (d drawing) leads(from, to string) bool {
	return slices.ContainsFunc(d[from], func(next string) bool { return next == to || d.leads(next, to) })
}

// within reports whether a path is one of some folders or lies in one of them.
func within(path string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") })
}

// importsOf lists what a file imports: folders of this project relative to its root, other
// packages by their paths, and of a script the files.
func importsOf(t *testing.T, name string, content []byte) (folders, others, scripts []string) {
	if path.Ext(name) == ".ts" {
		for _, found := range relative.FindAllSubmatch(content, -1) {
			script := path.Join(path.Dir(name), string(found[1])+".ts")
			folders, scripts = append(folders, path.Dir(script)), append(scripts, script)
		}
		return folders, nil, scripts
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return nil, nil, nil
	}
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		if folder, ours := strings.CutPrefix(imported, module); ours {
			folders = append(folders, folder)
		} else {
			others = append(others, imported)
		}
	}
	return folders, others, nil
}

// breaches lists what one file of a folder may not import.
func (d drawing) breaches(folder string, folders, others []string) []string {
	var found []string
	from := d.box(folder)
	for _, imported := range folders {
		if to := d.box(imported); from == "" || to == "" || from != to && !d.leads(from, to) {
			found = append(found, imported+", and no arrow leads there")
		}
	}
	for _, imported := range others {
		for owned, allowed := range owners {
			if within(imported, owned) && !within(folder, allowed...) {
				found = append(found, imported+", which is for others")
			}
		}
	}
	return found
}

// TestImportsFollowTheDrawing: imports point one way, from what draws and transports down
// to what knows the facts; an arrow that no import needs fails as well.
func TestImportsFollowTheDrawing(t *testing.T) {
	d := readDrawing(t, text(t, "docs/packages.svg"))
	used, filled := map[string]bool{}, map[string]bool{}
	sources(t, []string{".go", ".ts"}, func(name string, content []byte) {
		folder := path.Dir(name)
		// The tests here and the scripts of .ci belong to no package.
		if folder == "internal/repo" || strings.HasPrefix(name, ".") {
			return
		}
		folders, others, _ := importsOf(t, name, content)
		isTest := strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".test.ts")
		if isTest {
			// Tests of every package may import internal/test: the drawing leaves out arrows to it.
			folders = slices.DeleteFunc(folders, func(folder string) bool { return within(folder, "internal/test") })
		}
		for _, why := range d.breaches(folder, folders, others) {
			t.Errorf("%s imports %s", name, why)
		}
		from := d.box(folder)
		filled[from] = true
		for _, imported := range folders {
			if !isTest || from == "e2e" {
				used[from+" --> "+d.box(imported)] = true
			}
		}
	})
	for from, all := range d {
		if !filled[from] || d.leads(from, from) {
			t.Errorf("%s holds no code, or its arrows lead back to it", from)
		}
		for _, to := range all {
			if !used[from+" --> "+to] {
				t.Errorf("an arrow leads from %s to %s, and nothing is imported that way", from, to)
			}
		}
	}
	for _, c := range []struct {
		folder, imports, other string
		breach                 bool
	}{
		{"component", "internal/flow", "strings", false}, {"internal/flow", "component", "", true}, {"internal/safetext", "internal/request", "", true},
		{"internal/validate/pattern", "internal/wording", "", true}, {"tools", "internal/safetext", "", true}, {"internal/request", "internal/untrusteder", "", true},
		{"component", "internal/flow", "syscall/js", true}, {"internal/validate", "internal/answer", "github.com/santhosh-tekuri/jsonschema/v6/kind", false},
	} {
		if found := d.breaches(c.folder, []string{c.imports}, []string{c.other}); (len(found) > 0) != c.breach {
			t.Errorf("%+v: %q", c, found)
		}
	}
}

// TestScriptsImportInNoCircle finds cycles of scripts, as the Go compiler does for packages. The
// pages of this project import from the host package only what every chat client can import. The
// standalone page imports more, because chat clients cannot show findings.
func TestScriptsImportInNoCircle(t *testing.T) {
	imports := map[string][]string{}
	sources(t, []string{".ts"}, func(name string, content []byte) {
		_, _, imports[name] = importsOf(t, name, content)
		for _, imported := range imports[name] {
			inside := within(imported, "bridge/host") && imported != "bridge/host/index.ts"
			if within(name, "web") && inside && name != "web/standalone/standalone.ts" {
				t.Errorf("%s imports %s, which is no entry of the host package", name, imported)
			}
		}
	})
	if len(imports) < 100 {
		t.Errorf("only %d scripts were looked at", len(imports))
	}
	// This removes the scripts that import none of the others, again and again. Scripts of a circle stay.
	for removed := true; removed; {
		removed = false
		for name, list := range imports {
			if !slices.ContainsFunc(list, func(imported string) bool { return imports[imported] != nil }) {
				delete(imports, name)
				removed = true
			}
		}
	}
	for name := range imports {
		t.Errorf("%s is in a circle of imports, or imports one that is", name)
	}
}

// risky is a call of a method of a value of the page that panics, or lets an exception pass, when
// the value is unexpected. A message of the host and a control in JSON have members, and no page
// behind them.
var risky = regexp.MustCompile(`(\w+)[\w.()"]*\.(Bool|Call|Delete|Float|Get|GetElementByID|Int|Invoke|Length|New|PreventDefault|Set|SetIndex|StopImmediatePropagation|Then)\(`)

// readsThePage lists the calls by which a file reads the page directly.
func readsThePage(code string) []string {
	return slices.DeleteFunc(risky.FindAllString(strings.ReplaceAll(code, "page.", ""), -1), func(call string) bool {
		return strings.HasPrefix(call, "message.") || strings.HasPrefix(call, "control.") || strings.HasPrefix(call, "errors.") || strings.HasPrefix(call, "slices.")
	})
}

// TestThePageIsReadThroughTheReaders of bridge/page, in the packages that touch the page.
func TestThePageIsReadThroughTheReaders(t *testing.T) {
	sources(t, []string{".go"}, func(name string, content []byte) {
		if within(path.Dir(name), "component", "bridge/port") && !strings.HasSuffix(name, "_test.go") {
			for _, read := range readsThePage(string(content)) {
				t.Errorf("%s: %s reads the page directly; use what bridge/page has", name, read)
			}
		}
	})
	for code, want := range map[string]bool{
		`e.Get("isComposing").Bool()`: true, `app.Window().GetElementByID("x")`: true, `js.Global().Get("Intl")`: true, `e.PreventDefault()`: true,
		`message.Params.Get("requestId")`: false, `strings.Index("a", "b")`: false, `page.Flag(page.Get(e, "target"), "isComposing")`: false,
	} {
		if found := readsThePage(code); (len(found) > 0) != want {
			t.Errorf("%s: found %q", code, found)
		}
	}
}
