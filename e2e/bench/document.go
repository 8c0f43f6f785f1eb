package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// method is the part of the document that says what is measured and how.
//
//go:embed method.md
var method string

// document is docs/benchmarks.md.
func (res *results) document(about string) string {
	var b strings.Builder
	b.WriteString("# Benchmarks\n\n`make bench` writes this page. Do not edit it: the words are in `e2e/bench`.\n\n" + about)
	targets := res.targets()
	missed := len(slices.DeleteFunc(slices.Clone(targets), target.met))
	fmt.Fprintf(&b, "\n## What is wanted\n\n%d of %d targets are missed.\n", missed, len(targets))
	b.WriteString("\n| | at most | measured | |\n|---|---:|---:|---|\n")
	for _, t := range targets {
		verdict := map[bool]string{true: "met", false: "**missed**"}[t.met()]
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", t.What, t.number(t.Most), t.number(t.Value), verdict)
	}
	b.WriteString("\n## Figures\n\nMedians, and in brackets where the middle half of the values is. " +
		"The last columns are our figure divided by the other one: the median of the ratios of all rounds.\n")
	for _, t := range tables {
		head, line := "\n### "+t.title+"\n\n| |", "\n|---|"
		for _, r := range res.Rivals {
			head, line = head+" "+r.Label+" |", line+"---:|"
		}
		for _, r := range res.Rivals[1:] {
			head, line = head+" to "+r.Label+" |", line+"---:|"
		}
		b.WriteString(head + line + "\n")
		for _, m := range t.measures {
			for _, row := range res.rows(m) {
				b.WriteString("| " + strings.Join(row, " | ") + " |\n")
			}
		}
	}
	b.WriteString("\n" + strings.TrimSpace(method) + "\n")
	return b.String()
}

// about says where, when and with what a run was made.
func (b *bench) about(browser context.Context, s settings, began time.Time, before string) (string, error) {
	version, err := chromedp.CallBrowser(browser, cdpbrowser.GetVersion, struct{}{})
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("Made at commit %s, %s, in %d rounds that took %s.\n",
		output(b.root, "git", "describe", "--always", "--dirty"), began.UTC().Format("2006-01-02 15:04 MST"),
		s.rounds, time.Since(began).Round(time.Second))
	text += fmt.Sprintf("%s/%s, %d cores; %s; bundled with %s and Node %s. Load of the machine in the minute before: %s.\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), version.Product, runtime.Version(), output(b.root, "node", "--version"), before)
	const busy = 1.0
	if n, err := strconv.ParseFloat(before, 64); err == nil && n > busy {
		text += "\n**The machine was busy with other things.** Times until something is painted are too long, and longest\n" +
			"where two processes take part; only the processor times can be relied on.\n"
	}
	return text, nil
}

// output is what a command prints, or nothing if it cannot be run.
func output(dir, name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	text, _ := cmd.Output()
	return strings.TrimSpace(string(text))
}

// load is how many processes have wanted the processor at the same time, on average of
// the last minute.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
