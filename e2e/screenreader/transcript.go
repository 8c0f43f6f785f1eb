package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// step is what a person did, and what was said about it.
type step struct {
	did  string
	said []string
}

// noise is what differs from one run to the next although the same was said: the port of
// the site, how much memory Chromium says a tab takes, the time of day at which a request
// ended, how a new tab is called before the browser knows the title of its page, and what Orca adds
// in one session of Chromium and not in the next: landmarks, the role of a group, and that
// something can be clicked.
var noise = []struct {
	found *regexp.Regexp
	shown string
}{
	{regexp.MustCompile(`localhost:\d+`), "localhost:{port}"},
	{regexp.MustCompile(` - Memory usage - [\d.,]+ [KMG]B`), ""},
	{regexp.MustCompile(`^(leaving )?(main content|panel)\.?$|^clickable\.$`), ""},
	{regexp.MustCompile(`( panel)?( clickable)?\.$`), "."},
	{regexp.MustCompile(`^(Untitled|Airline) page tab\.`), "Airline page tab."},
	{regexp.MustCompile(`\d{1,2}:\d{2}([ \x{202f}](AM|PM|ص|م))?`), "{time}"},
}

// masked is a spoken text without noise.
func masked(text string) string {
	for _, n := range noise {
		text = n.found.ReplaceAllString(text, n.shown)
	}
	return text
}

// format writes a transcript: what the person did at the beginning of a line, and below
// it, each on a line, what was said.
func format(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString(s.did + "\n")
		heard := false
		for _, text := range s.said {
			for line := range strings.Lines(masked(text)) {
				b.WriteString("    " + strings.TrimRight(line, "\n ") + "\n")
				heard = true
			}
		}
		if !heard {
			b.WriteString("    (silence)\n")
		}
	}
	return b.String()
}

// settle writes a transcript where it belongs, or compares it with the one that is there.
func (r recorder) settle(name, heard string) (same bool, err error) {
	file := filepath.Join(r.folder, name)
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if string(before) == heard {
		fmt.Println("  as before")
		return true, nil
	}
	fmt.Print(difference(string(before), heard))
	if !r.update {
		return false, nil
	}
	if err := os.MkdirAll(r.folder, 0o755); err != nil {
		return false, err
	}
	return true, os.WriteFile(file, []byte(heard), 0o644)
}

// difference lists the lines of two transcripts that only one of them has, each with what
// was done before it.
func difference(before, after string) string {
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	// common[i][j] is how many lines was[i:] and is[j:] have in common.
	common := make([][]int, len(was)+1)
	for i := range common {
		common[i] = make([]int, len(is)+1)
	}
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(is) - 1; j >= 0; j-- {
			if was[i] == is[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var b strings.Builder
	did, told := "", ""
	line := func(sign, text string) {
		if did != told && strings.HasPrefix(text, " ") {
			fmt.Fprintf(&b, "    %s\n", did)
			told = did
		}
		fmt.Fprintf(&b, "  %s %s\n", sign, text)
	}
	for i, j := 0, 0; i < len(was) || j < len(is); {
		switch {
		case i < len(was) && j < len(is) && was[i] == is[j]:
			if !strings.HasPrefix(is[j], " ") {
				did = is[j]
			}
			i, j = i+1, j+1
		case j == len(is) || i < len(was) && common[i+1][j] >= common[i][j+1]:
			line("-", was[i])
			i++
		default:
			line("+", is[j])
			j++
		}
	}
	return b.String()
}
