package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// linkIn matches the target of a link or a picture, as Markdown or as HTML.
var linkIn = regexp.MustCompile(`(?:\]\(|(?:src|srcset|href)=")([^)"\s]*)`)

// leads returns the faults of the links of a document, and the number of links. read returns the text of
// another document, and reports whether there is such a file or folder.
func leads(name, text string, read func(name string) (string, bool)) (wrong []string, followed int) {
	for _, match := range linkIn.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		target, place, has := strings.Cut(match[1], "#")
		if strings.Contains(target, ":") {
			continue
		}
		followed++
		linked, to := name, text
		if target != "" {
			linked = path.Join(path.Dir(name), target)
			var there bool
			if to, there = read(linked); !there {
				wrong = append(wrong, name+" links to "+linked+", which is not there")
				continue
			}
		}
		if has && !places(to)[place] {
			wrong = append(wrong, name+" links to the heading #"+place+" of "+linked+", which is not there")
		}
	}
	return wrong, followed
}

// places returns the anchors of the headings of a document. A repeated heading gets a number.
func places(text string) map[string]bool {
	found := map[string]bool{}
	for _, h := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		first := headingPlace(plainHeading.ReplaceAllString(h[1], "$1"))
		name := first
		for n := 1; found[name]; n++ {
			name = first + "-" + strconv.Itoa(n)
		}
		found[name] = true
	}
	return found
}

// plainHeading matches a link in a heading: only its text counts.
var plainHeading = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// TestDocumentsLead: every link of the project's documents leads to a file of the project,
// and to a heading in it if it names one.
func TestDocumentsLead(t *testing.T) {
	root, err := projectRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) (string, bool) {
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil || info.IsDir() {
			return "", err == nil
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		return string(text), err == nil
	}
	documents, links := 0, 0
	err = filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, file)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata" || name == "build" || name == "dist" || name == ".git"),
			// These pages are generated, with their own anchors, and make test-site follows their links.
			name == "docs/reference/api":
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		name = filepath.ToSlash(name)
		text, _ := read(name)
		wrong, followed := leads(name, text, read)
		for _, each := range wrong {
			t.Error(each)
		}
		documents++
		links += followed
		return nil
	})
	if err != nil || documents < 20 || links < 100 {
		t.Errorf("%d links of %d documents were followed, %v", links, documents, err)
	}
}

func TestLeadsFindsWhatIsWrong(t *testing.T) {
	documents := map[string]string{"docs/b.md": "# One\n## One\n", "docs": "", "i.png": ""}
	read := func(name string) (string, bool) { text, there := documents[name]; return text, there }
	const text = "# A *b*, `c`\n[1](b.md#one-1) [2](#a-b-c) ![3](../i.png) [4](https://x.example) [5](../docs)\n```\n[no](no.md)\n```\n" +
		"[6](c.md) [7](b.md#two) <img src=\"j.png\">\n"
	wrong, followed := leads("docs/a.md", text, read)
	want := "docs/a.md links to docs/c.md, which is not there\ndocs/a.md links to the heading #two of docs/b.md, which is not there\n" +
		"docs/a.md links to docs/j.png, which is not there"
	if got := strings.Join(wrong, "\n"); got != want || followed != 7 {
		t.Errorf("%d links were followed, and found:\n%s", followed, got)
	}
}
