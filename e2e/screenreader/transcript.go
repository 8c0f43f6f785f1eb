package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// step is what a person did, and the lines that were said about it.
type step struct {
	did  string
	said []string
}

// noise differs between runs: port, memory, time of day, the title of a new tab, and what Orca adds in one session
// only: landmarks, groups, "clickable", what the focus has left, the mode of the arrow keys.
var noise = []struct {
	found *regexp.Regexp
	shown string
}{
	{regexp.MustCompile(`localhost:\d+`), "localhost:{port}"},
	{regexp.MustCompile(` - Memory usage - [\d.,]+ [KMG]B`), ""},
	{regexp.MustCompile(`^(main content|panel)\.?$|^clickable\.$|^leaving .*\.$|^(Browse|Focus) mode$`), ""},
	{regexp.MustCompile(`( panel)?( clickable)?\.$`), "."},
	{regexp.MustCompile(`^(Untitled|Airline) page tab\.`), "Airline page tab."},
	{regexp.MustCompile(`\d{1,2}:\d{2}([ \x{202f}](AM|PM|ص|م))?`), "{time}"},
}

func masked(text string) string {
	for _, n := range noise {
		text = n.found.ReplaceAllString(text, n.shown)
	}
	return text
}

// lines are the lines of a spoken text without noise.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(masked(text)) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// What was said is indented. An act without speech has the line silent below it.
const (
	indent = "    "
	silent = "(silence)"
)

// format writes each act and, below it, what was said.
func format(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString(s.did + "\n")
		for _, line := range s.said {
			b.WriteString(indent + line + "\n")
		}
		if len(s.said) == 0 {
			b.WriteString(indent + silent + "\n")
		}
	}
	return b.String()
}

func parse(transcript string) []step {
	var steps []step
	for line := range strings.Lines(transcript) {
		line = strings.TrimRight(line, "\n")
		switch text, said := strings.CutPrefix(line, indent); {
		case !said:
			steps = append(steps, step{did: line})
		case text != silent && len(steps) > 0:
			last := &steps[len(steps)-1]
			last.said = append(last.said, text)
		}
	}
	return steps
}

// acts joins steps with the same key: how often Tab is pressed until a control is said differs between sessions.
func acts(steps []step) []step {
	var joined []step
	for _, s := range steps {
		if last := len(joined) - 1; last >= 0 && joined[last].did == s.did {
			joined[last].said = slices.Concat(joined[last].said, s.said)
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}

// missing lists the lines of a transcript that a session did not say in their order, with their acts. It may say
// more: landmarks, hints, a heading twice.
func missing(transcript, session []step) string {
	var b strings.Builder
	heard := acts(session)
	for i, want := range acts(transcript) {
		if i >= len(heard) || heard[i].did != want.did {
			fmt.Fprintf(&b, "    %s\n  - %s(this act is missing)\n", want.did, indent)
			break
		}
		_, unsaid := split(want.said, heard[i].said)
		if len(unsaid) == 0 {
			continue
		}
		fmt.Fprintf(&b, "    %s\n", want.did)
		for _, line := range unsaid {
			fmt.Fprintf(&b, "  - %s%s\n", indent, line)
		}
		for _, line := range heard[i].said {
			fmt.Fprintf(&b, "    %s%s\n", indent, line)
		}
	}
	return b.String()
}

// common is what two sessions both say in this order, as far as they went the same way.
func common(a, b []step) []step {
	a, b = acts(a), acts(b)
	var both []step
	for i := 0; i < min(len(a), len(b)) && a[i].did == b[i].did; i++ {
		said, _ := split(a[i].said, b[i].said)
		both = append(both, step{did: a[i].did, said: said})
	}
	return both
}

// split splits lines into those that were heard, in their order, and the others.
func split(lines, heard []string) (said, unsaid []string) {
	for _, line := range lines {
		if at := slices.Index(heard, line); at >= 0 {
			said, heard = append(said, line), heard[at+1:]
		} else {
			unsaid = append(unsaid, line)
		}
	}
	return said, unsaid
}
