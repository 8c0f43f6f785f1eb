package elicitform_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The most words of a paragraph, an item of a list or a cell of a table, and the most lines
// of the two documents that are read first.
const mostWords = 90

var mostLines = map[string]int{"README.md": 150, "CONTRIBUTING.md": 100}

var (
	fence      = regexp.MustCompile("^ *(```+|~~~+)")
	listItem   = regexp.MustCompile(`^ *(?:[*+-]|\d+\.) `)
	linkTarget = regexp.MustCompile(`\]\([^)\s]*\)`)
	comment    = regexp.MustCompile(`(?s)<!--.*?-->`)
	htmlTag    = regexp.MustCompile(`<[a-zA-Z/][^<>]*>`)
)

// A passage is what a reader takes in at once: a paragraph, an item of a list or a cell of a table.
type passage struct {
	line int
	text string
}

// passages takes a document apart. Headings and code are none.
func passages(document string) (found []passage) {
	open, fenced := false, ""
	for i, line := range strings.Split(comment.ReplaceAllString(document, ""), "\n") {
		if mark := fence.FindStringSubmatch(line); mark != nil && (fenced == "" || strings.HasPrefix(mark[1], fenced)) {
			if fenced == "" {
				fenced = mark[1]
			} else {
				fenced = ""
			}
			open = false
			continue
		}
		trimmed := strings.TrimSpace(line)
		switch {
		case fenced != "":
		case trimmed == "" || strings.HasPrefix(line, "#"):
			open = false
		case strings.HasPrefix(trimmed, "|"):
			open = false
			for cell := range strings.SplitSeq(strings.ReplaceAll(trimmed, `\|`, ""), "|") {
				found = append(found, passage{i + 1, cell})
			}
		case open && !listItem.MatchString(line):
			found[len(found)-1].text += "\n" + line
		default:
			open = true
			found = append(found, passage{i + 1, line})
		}
	}
	return found
}

// words counts the words of a passage. Tags of HTML and the addresses behind links are none.
func words(text string) int {
	return len(strings.Fields(htmlTag.ReplaceAllString(linkTarget.ReplaceAllString(text, "]"), "")))
}

// tooLong lists what of a document is longer than it may be.
func tooLong(name, document string) (found []string) {
	if lines := strings.Count(document, "\n"); mostLines[name] > 0 && lines > mostLines[name] {
		found = append(found, fmt.Sprintf("has %d lines, and may have %d", lines, mostLines[name]))
	}
	for _, p := range passages(document) {
		if n := words(p.text); n > mostWords {
			found = append(found, fmt.Sprintf("line %d begins a passage of %d words: %.60s…", p.line, n, strings.TrimSpace(p.text)))
		}
	}
	return found
}

// TestDocumentsAreShort: nobody reads long paragraphs, and the first documents are read whole.
func TestDocumentsAreShort(t *testing.T) {
	looked := 0
	sources(t, []string{".md"}, func(name string, content []byte) {
		first := slices.Contains([]string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"}, name)
		if !first && !strings.HasPrefix(name, "docs/") || strings.HasPrefix(name, "docs/reference/api/") {
			return
		}
		looked++
		for _, why := range tooLong(name, string(content)) {
			t.Errorf("%s: %s", name, why)
		}
	})
	if looked < 20 {
		t.Errorf("only %d documents were looked at", looked)
	}
	long := strings.Repeat("word ", mostWords)
	for document, want := range map[string]int{
		long: 0, long + "more": 1, "# " + long + "more": 0, "```\n" + long + "more\n```\n" + long: 0, "* " + long: 1, "* a\n" + long: 1,
		"* " + long[5:] + "\n* more\n": 0, "| a | " + long + "more |": 1, "| " + long + " | " + long + " |": 0, long + "\n\nmore": 0,
		strings.Repeat("line\n\n", 100): 1,
	} {
		name := ""
		if strings.HasPrefix(document, "line") {
			name = "README.md"
		}
		if found := tooLong(name, document); len(found) != want {
			t.Errorf("%.20q…: found %q", document, found)
		}
	}
}
