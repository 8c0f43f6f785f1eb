package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// step is an act of the person, with the lines that the screen reader says then.
type step struct {
	did    string
	speech []string
}

// noise lists texts that differ between runs: port, memory, time of day and the title of a new tab. Orca also adds
// some lines in one session only: landmarks, groups, "clickable", "leaving …", the mode of the arrow keys.
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

// lines splits a spoken text into lines, without noise.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(masked(text)) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// A transcript indents the speech below its act. An act without speech has the line silent.
const (
	indent = "    "
	silent = "(silence)"
)

// format writes a transcript, which parse reads.
func format(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString(s.did + "\n")
		for _, line := range s.speech {
			b.WriteString(indent + line + "\n")
		}
		if len(s.speech) == 0 {
			b.WriteString(indent + silent + "\n")
		}
	}
	return b.String()
}

func parse(transcript string) []step {
	var steps []step
	for line := range strings.Lines(transcript) {
		line = strings.TrimRight(line, "\n")
		switch text, isSpeech := strings.CutPrefix(line, indent); {
		case !isSpeech:
			steps = append(steps, step{did: line})
		case text != silent && len(steps) > 0:
			last := &steps[len(steps)-1]
			last.speech = append(last.speech, text)
		}
	}
	return steps
}

// acts joins steps with the same key, because the number of Tabs until a control is spoken differs between sessions.
func acts(steps []step) []step {
	var joined []step
	for _, s := range steps {
		if last := len(joined) - 1; last >= 0 && joined[last].did == s.did {
			joined[last].speech = slices.Concat(joined[last].speech, s.speech)
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}

// missing lists the lines of a transcript that a session did not say in their order, with their acts. A session may
// say more: landmarks, hints, a heading twice.
func missing(transcript, session []step) string {
	var b strings.Builder
	got := acts(session)
	for i, want := range acts(transcript) {
		if i >= len(got) || got[i].did != want.did {
			fmt.Fprintf(&b, "    %s\n  - %s(this act is missing)\n", want.did, indent)
			break
		}
		_, unspoken := split(want.speech, got[i].speech)
		if len(unspoken) == 0 {
			continue
		}
		fmt.Fprintf(&b, "    %s\n", want.did)
		for _, line := range unspoken {
			fmt.Fprintf(&b, "  - %s%s\n", indent, line)
		}
		for _, line := range got[i].speech {
			fmt.Fprintf(&b, "    %s%s\n", indent, line)
		}
	}
	return b.String()
}

// common returns the speech that two sessions share, up to the first act in which they differ.
func common(a, b []step) []step {
	a, b = acts(a), acts(b)
	var both []step
	for i := 0; i < min(len(a), len(b)) && a[i].did == b[i].did; i++ {
		shared, _ := split(a[i].speech, b[i].speech)
		both = append(both, step{did: a[i].did, speech: shared})
	}
	return both
}

// split splits lines into those that the speech has in the same order, and the rest.
func split(lines, speech []string) (spoken, unspoken []string) {
	for _, line := range lines {
		if at := slices.Index(speech, line); at >= 0 {
			spoken, speech = append(spoken, line), speech[at+1:]
		} else {
			unspoken = append(unspoken, line)
		}
	}
	return spoken, unspoken
}
