package main

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestPackedDocuments(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	files := map[string]string{
		"README.md": "[a](docs/a.md#b) [c](CONTRIBUTING.md#d) [e](examples) [f](https://f.example/) [g](#h)\n" +
			"<img src=\"docs/i.png\"> ![k](docs/i.png)\n```js\nl[m](n)\n```\n",
		"docs/a.md": "[up](../README.md) [b](b.md) [code](../web/x.go)\n", "docs/b.md": "[d](contributing/d.md)\n", "docs/contributing/d.md": "", "docs/alone.md": "nobody links here\n",
		"CONTRIBUTING.md": "", "examples/README.md": "", "docs/i.png": "", "web/x.go": "",
	}
	for name, content := range files {
		if err := writeFile(b.path(name), []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	pack := tree{}
	if err := b.documents(pack, "1.2.3"); err != nil {
		t.Fatal(err)
	}
	const at = "https://github.com/elicitform/elicitform/"
	want := map[string]string{
		"README.md": "[a](docs/a.md#b) [c](" + at + "blob/v1.2.3/CONTRIBUTING.md#d) [e](" + at + "blob/v1.2.3/examples) [f](https://f.example/) [g](#h)\n" +
			"<img src=\"" + at + "raw/v1.2.3/docs/i.png\"> ![k](" + at + "raw/v1.2.3/docs/i.png)\n```js\nl[m](n)\n```\n",
		"docs/a.md": "[up](../README.md) [b](b.md) [code](" + at + "blob/v1.2.3/web/x.go)\n",
		"docs/b.md": "[d](" + at + "blob/v1.2.3/docs/contributing/d.md)\n",
	}
	if len(pack) != len(want) {
		t.Errorf("packed %q", pack.names())
	}
	for name, text := range want {
		if string(pack[name]) != text {
			t.Errorf("%s is\n%s, want\n%s", name, pack[name], text)
		}
	}
	if err := writeFile(b.path("docs/b.md"), []byte("[gone](c.md)")); err != nil {
		t.Fatal(err)
	}
	if err := b.documents(tree{}, "1.2.3"); err == nil || !strings.Contains(err.Error(), "docs/b.md links to docs/c.md") {
		t.Errorf("a link that leads nowhere: %v", err)
	}
}

var (
	heading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInPlace = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	codeBlock  = regexp.MustCompile("(?ms)^```.*?^```")
)

// headingPlace returns the anchor of a heading on the forge and on npm.
func headingPlace(text string) string {
	return strings.ReplaceAll(notInPlace.ReplaceAllString(strings.ToLower(text), ""), " ", "-")
}

// TestLinksInThePackageLead: every link of a document in the package leads to a file of the
// package, and to a heading in it if it names one.
func TestLinksInThePackageLead(t *testing.T) {
	c := newConsumer(t)
	pack := filepath.Join(c.dir, "node_modules", "elicitform")
	documents, links := 0, 0
	err := filepath.WalkDir(pack, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".md" {
			return err
		}
		name, err := filepath.Rel(pack, file)
		if err != nil {
			return err
		}
		documents++
		read := func(name string) (string, bool) {
			info, err := os.Stat(filepath.Join(pack, filepath.FromSlash(name)))
			if err != nil || info.IsDir() {
				return "", err == nil
			}
			return c.read("node_modules/elicitform/" + name), true
		}
		text, _ := read(filepath.ToSlash(name))
		wrong, followed := leads(filepath.ToSlash(name), text, read)
		for _, each := range wrong {
			t.Error(each)
		}
		links += followed
		return nil
	})
	if err != nil || documents < 5 || links < 10 {
		t.Errorf("%d links of %d documents were followed, %v", links, documents, err)
	}
}
