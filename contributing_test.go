package elicitform_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sentence ends with a full stop before a blank or the end.
var sentence = regexp.MustCompile(`[.:](?:\s|$)`)

// says lists what is missing in the comment of a package: what it is called, and three sentences on
// what it decides, what it is given and gives, and what it does not do.
func says(folder, name, comment string) (missing []string) {
	begin := "Package " + name + " "
	if name == "main" {
		begin = "Command " + path.Base(folder) + " "
	}
	if !strings.HasPrefix(comment, begin) {
		missing = append(missing, "a beginning with "+begin)
	}
	if n := len(sentence.FindAllString(comment, -1)); n < 3 {
		missing = append(missing, "three sentences")
	}
	return missing
}

// TestEveryPackageSaysWhatItIsFor: a comment of three sentences in one of its files. The programs of
// examples are to be copied, and say what they are in their README.md; that of .ci is in no package.
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	comments, names := map[string][]string{}, map[string]string{}
	sources(t, []string{".go"}, func(name string, content []byte) {
		folder := path.Dir(name)
		if within(folder, "examples", ".ci") && folder != "examples" {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Error(err)
			return
		}
		if names[folder] == "" || !strings.HasSuffix(name, "_test.go") {
			names[folder] = file.Name.Name
		}
		if file.Doc != nil && !ast.IsGenerated(file) {
			comments[folder] = append(comments[folder], file.Doc.Text())
		}
	})
	for folder, name := range names {
		all := comments[folder]
		if len(all) != 1 {
			t.Errorf("package %s has %d comments, and needs one", folder, len(all))
			continue
		}
		for _, missing := range says(folder, name, all[0]) {
			t.Errorf("the comment of package %s needs %s", folder, missing)
		}
	}
	if len(names) < 50 {
		t.Errorf("only %d packages were looked at", len(names))
	}
	for comment, want := range map[string]int{"Package x is. It is. No.\n": 0, "Package x is it.\n": 1, "X is.\n": 2, "Package y is. It is. No.": 1} {
		if got := says("a/x", "x", comment); len(got) != want {
			t.Errorf("%q needs %q", comment, got)
		}
	}
}

// TestEveryFolderOfScriptsSaysWhatItIsFor in a README.md that is read at a glance.
func TestEveryFolderOfScriptsSaysWhatItIsFor(t *testing.T) {
	folders := map[string]bool{}
	sources(t, []string{".ts"}, func(name string, _ []byte) {
		if folder := path.Dir(name); within(folder, "bridge", "web") && path.Base(folder) != "test" {
			folders[folder] = true
		}
	})
	for folder := range folders {
		content, err := os.ReadFile(folder + "/README.md")
		text := string(content)
		if lines := strings.Count(text, "\n"); err != nil || lines > 12 || len(sentence.FindAllString(text, -1)) < 3 {
			t.Errorf("%s/README.md needs three sentences in at most 12 lines, and has %d lines (%v)", folder, lines, err)
		}
	}
	if len(folders) < 15 {
		t.Errorf("only %d folders were looked at", len(folders))
	}
}

// TestFirstChangeIsThere: CONTRIBUTING.md has everybody change a sentence first. It quotes the
// sentence before and after, names the example that shows it, and no other test looks for it.
func TestFirstChangeIsThere(t *testing.T) {
	const key, example = "caution-local", "Open a page on this machine"
	document := strings.Join(strings.Fields(text(t, "CONTRIBUTING.md")), " ")
	found := regexp.MustCompile(`"` + key + `": "([^"]+)"`).FindStringSubmatch(text(t, "internal/wording/words/en.json"))
	if found == nil {
		t.Fatalf("internal/wording/words/en.json has no %s", key)
	}
	for _, quoted := range []string{found[1], `the example "` + example + `"`, "`" + key + "`"} {
		if !strings.Contains(document, quoted) {
			t.Errorf("CONTRIBUTING.md does not say %q", quoted)
		}
	}
	if !strings.Contains(text(t, "web/standalone/examples.json"), `"`+example+`"`) {
		t.Errorf("the standalone page has no example %q", example)
	}
	sources(t, []string{".go", ".ts", ".json", ".mjs"}, func(name string, content []byte) {
		if name != "internal/wording/words/en.json" && strings.Contains(string(content), found[1]) {
			t.Errorf("%s looks for %q: everybody's first change breaks it", name, found[1])
		}
	})
}

var (
	stepDrawn  = regexp.MustCompile(`<text class="number"[^>]*>(\d+)</text>`)
	stepListed = regexp.MustCompile(`(?m)^(\d+)\. `)
	methodIn   = regexp.MustCompile(`elicitform/[a-z-]+`)
)

// TestRequestIsDrawnAsItIsTold: the numbers in the drawing are those of the list below it, and its
// methods are those of the protocol.
func TestRequestIsDrawnAsItIsTold(t *testing.T) {
	svg := text(t, "docs/request.svg")
	_, told, _ := strings.Cut(text(t, "docs/architecture.md"), "(request.svg)")
	told, _, _ = strings.Cut(told, "\n## ")
	numbers := func(found [][]string) (all []string) {
		for _, match := range found {
			all = append(all, match[1])
		}
		return slices.Compact(all)
	}
	drawn, listed := numbers(stepDrawn.FindAllStringSubmatch(svg, -1)), numbers(stepListed.FindAllStringSubmatch(told, -1))
	if len(listed) < 10 || !slices.Equal(drawn, listed) {
		t.Errorf("the drawing has the steps %q, and the list %q", drawn, listed)
	}
	protocol := text(t, "bridge/message/protocol.json")
	for _, method := range methodIn.FindAllString(svg, -1) {
		if !strings.Contains(protocol, `"`+method+`"`) || !strings.Contains(told, method) {
			t.Errorf("%s is in the drawing, and not in protocol.json or in the list", method)
		}
	}
}
