package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// about is where and when a run was made.
type about struct {
	Commit  string `json:"commit"`
	Base    string `json:"base,omitempty"`
	Rounds  int    `json:"rounds"`
	Began   string `json:"began"`
	Took    string `json:"took"`
	Browser string `json:"browser"`
	Go      string `json:"go"`
	Node    string `json:"node"`
	Machine string `json:"machine"`
	Load    string `json:"load"` // of the machine, when the run ended
}

func (b *bench) about(browser context.Context, s settings, began time.Time) (about, error) {
	version, err := chromedp.CallBrowser(browser, cdpbrowser.GetVersion, struct{}{})
	if err != nil {
		return about{}, err
	}
	a := about{
		Commit: b.commit(), Rounds: s.rounds, Began: began.UTC().Format("2006-01-02 15:04 MST"), Browser: version.Product,
		Go: runtime.Version(), Node: output(b.root, "node", "--version"), Machine: machine(), Load: b.load,
	}
	if s.base != "" {
		a.Base = s.baseName
	}
	return a, nil
}

// commit is the revision that is measured. Results are not those of a commit when files
// were changed after it; the document that a run writes does not count.
func (b *bench) commit() string {
	name := output(b.root, "git", "rev-parse", "--short", "HEAD")
	if name == "" {
		return "no repository"
	}
	for line := range strings.Lines(output(b.root, "git", "status", "--porcelain")) {
		if !strings.Contains(line, "docs/benchmarks.") {
			return name + " with changes"
		}
	}
	return name
}

// output is what a command prints, or nothing if it cannot be run.
func output(dir, name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	text, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(text), "\n")
}

// machine describes the processor and the memory, as far as the system tells.
func machine() string {
	model := valueIn("/proc/cpuinfo", "model name")
	if model == "" {
		model = runtime.GOARCH
	}
	var kilobytes int
	_, _ = fmt.Sscan(valueIn("/proc/meminfo", "MemTotal"), &kilobytes)
	text := fmt.Sprintf("%s, %d cores", model, runtime.NumCPU())
	if kilobytes > 0 {
		text += fmt.Sprintf(", %d GB", (kilobytes+1<<19)>>20)
	}
	return text + ", " + runtime.GOOS
}

// valueIn is the first value of that name in a file of lines like "name: value".
func valueIn(file, name string) string {
	f, err := os.Open(filepath.FromSlash(file))
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// busyLoad is a load before a run at which its figures are those of a busy machine.
const busyLoad = 1.0

// busy reports whether the machine had other things to do.
func (a about) busy() bool {
	load, err := strconv.ParseFloat(a.Load, 64)
	return err == nil && load > busyLoad
}

// load is how many processes have wanted the processor at the same time, on average of
// the last minute.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
