package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// method is the part of the document that says what is measured and how.
//
//go:embed method.md
var method string

// document is docs/benchmarks.md.
func (res *results) document() string {
	var b strings.Builder
	a := res.About
	missed := 0
	for _, t := range res.Targets {
		if !t.Met {
			missed++
		}
	}
	fmt.Fprintf(&b, `# Benchmarks

`+"`make bench`"+` writes this page. Do not edit it: the words are in `+"`e2e/bench`"+`.

![How long forms take, here and elsewhere](benchmarks.svg)

Made at commit %s, %s, in %d rounds that took %s.
%s; %s; bundled with %s and Node %s. Load of the machine in the minute before: %s.
`, a.Commit, a.Began, a.Rounds, a.Took, a.Machine, a.Browser, a.Go, a.Node, a.Load)
	if a.busy() {
		b.WriteString("\n**The machine was busy with other things.** Times until something is painted are too long, and longest where two processes take part; only the\nprocessor times can be relied on.\n")
	}

	fmt.Fprintf(&b, "\n## What is wanted\n\n")
	if missed == 0 {
		fmt.Fprintf(&b, "All %d targets are met.\n", len(res.Targets))
	} else {
		fmt.Fprintf(&b, "%d of %d targets are missed. [What the time goes into](#where-the-time-goes) is at the end.\n", missed, len(res.Targets))
	}
	b.WriteString("\n| | at most | measured | |\n|---|---:|---:|---|\n")
	for _, t := range res.Targets {
		verdict := "met"
		if !t.Met {
			verdict = "**missed**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", t.What, t.number(t.Most), t.number(t.Value), verdict)
	}

	b.WriteString("\n## Figures\n\nMedians, and in brackets where the middle half of the values is. The last columns are our figure divided by the other one: the median of the ratios of all rounds.\n")
	b.WriteString(res.table("A request, in a page in which some were answered before", warmFirst, warmAll, warmCPU, warmScript))
	b.WriteString(res.table("A key press in a text", keyPaint, keyCPU, keyScript))
	b.WriteString(res.table("Continue, or submit", review, reviewAll, reviewCPU))
	b.WriteString(res.table("A page that has just been opened", coldAll, slowAll, coldShell, laterAll))
	b.WriteString(res.table("What it weighs", bytesAll, bytesFrame, memory1, memory200, longTasks))
	b.WriteString(res.drawnNote())
	b.WriteString("\n" + strings.TrimSpace(method) + "\n")
	b.WriteString(res.profilesSection())
	return b.String()
}

// drawnNote says which forms are not drawn to their end before somebody wants to see
// more.
func (res *results) drawnNote() string {
	var parts []string
	for _, f := range res.Forms {
		for _, r := range res.Rivals {
			if n := f.Drawn[r.Name]; n > 0 && n < f.Fields {
				parts = append(parts, fmt.Sprintf("%s draws %d of %s", r.Label, n, f.Label))
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "\nNot all fields are drawn before somebody wants to see them: " + strings.Join(parts, "; ") + ". \"All fields\" are those.\n"
}
