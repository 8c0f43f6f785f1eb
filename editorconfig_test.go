package elicitform_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// style is a section of .editorconfig: which files it is for, and what it says.
type style struct {
	files  *regexp.Regexp
	values map[string]string
}

// readEditorConfig reads the sections in their order. A later one counts more.
func readEditorConfig(text string) ([]style, error) {
	var styles []style
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch key, value, pair := strings.Cut(line, "="); {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			files, err := regexp.Compile(editorGlob(strings.Trim(line, "[]")))
			if err != nil {
				return nil, err
			}
			styles = append(styles, style{files, map[string]string{}})
		case !pair:
			return nil, fmt.Errorf("%q says nothing", line)
		case len(styles) > 0:
			styles[len(styles)-1].values[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return styles, nil
}

// editorGlob writes a pattern as a regular expression. Without a slash it is for the
// name of a file in any folder.
func editorGlob(pattern string) string {
	expression := strings.NewReplacer("**", ".*", "*", "[^/]*", "{", "(", "}", ")", ",", "|", ".", `\.`).Replace(pattern)
	if !strings.Contains(pattern, "/") {
		expression = "(.*/)?" + expression
	}
	return "^(" + expression + ")$"
}

// styleOf is what counts for one file.
func styleOf(styles []style, name string) map[string]string {
	values := map[string]string{}
	for _, s := range styles {
		if s.files.MatchString(name) {
			for key, value := range s.values {
				values[key] = value
			}
		}
	}
	return values
}

var (
	trailing = regexp.MustCompile(`(?m)[ \t]+$`)
	tabbed   = regexp.MustCompile(`(?m)^ *\t`)
)

// outOfStyle says what an editor would change in a file; "" when nothing.
func outOfStyle(values map[string]string, content []byte) string {
	switch {
	case values["end_of_line"] == "lf" && bytes.Contains(content, []byte("\r\n")):
		return "has lines that end in CR LF"
	case values["insert_final_newline"] == "true" && len(content) > 0 && !bytes.HasSuffix(content, []byte("\n")):
		return "does not end with a line break"
	case values["trim_trailing_whitespace"] == "true" && trailing.Match(content):
		return "has space at the end of a line"
	case values["indent_style"] == "space" && tabbed.Match(content):
		return "is indented with tabs"
	}
	return ""
}

// TestEditorsWriteWhatIsHere: who saves a file with an editor that follows
// .editorconfig changes nothing else in it, and gofmt agrees.
func TestEditorsWriteWhatIsHere(t *testing.T) {
	text, err := os.ReadFile(".editorconfig")
	if err != nil {
		t.Fatal(err)
	}
	styles, err := readEditorConfig(string(text))
	if err != nil {
		t.Fatal(err)
	}
	root, files := os.DirFS("."), 0
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if made(name) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		content, err := fs.ReadFile(root, name)
		if err != nil || bytes.IndexByte(content, 0) >= 0 {
			return err
		}
		files++
		values := styleOf(styles, name)
		if path.Ext(name) == ".go" && !strings.Contains(name, "testdata/") && values["indent_style"] != "tab" {
			t.Errorf("%s: gofmt indents it with tabs, and editors with %s", name, values["indent_style"])
		}
		if why := outOfStyle(values, content); why != "" {
			t.Errorf("%s %s", name, why)
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Errorf("%d files were looked at, %v", files, err)
	}
	all := styleOf(styles, "a.ts")
	for _, content := range []string{"a\r\n", "a", "a \n", "\ta\n"} {
		if outOfStyle(all, []byte(content)) == "" {
			t.Errorf("nothing is wrong with %q", content)
		}
	}
	if why := outOfStyle(all, []byte("a\n  b\n")); why != "" {
		t.Errorf("a file in style %s", why)
	}
}
