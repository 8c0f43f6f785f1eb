package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// reportInterval is the time between two lines about a part of the build.
const reportInterval = 10 * time.Second

// progress counts what a part of the build has done. Without a count the part only prints its time.
type progress struct {
	done atomic.Int64
	noun string // of what is counted: "packages"
	// total returns the largest possible count. It may be slow, so it is called only when a part takes long.
	total func() int
}

// report prints a line at each interval until the returned function is called.
func (p *progress) report(log io.Writer, name string, interval time.Duration) (stop func()) {
	begin, ticker, ended := time.Now(), time.NewTicker(interval), make(chan struct{})
	go func() {
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
				line := fmt.Sprintf("%s: %s after %.0f s\n", name, p, time.Since(begin).Seconds())
				select {
				case <-ended: // The total took so long.
				default:
					_, _ = io.WriteString(log, line)
				}
			}
		}
	}()
	return func() { close(ended) }
}

func (p *progress) String() string {
	done := p.done.Load()
	if p.total == nil {
		return "at work"
	}
	if total := p.total(); int64(total) >= done {
		return fmt.Sprintf("%d of at most %d %s", done, total, p.noun)
	}
	return fmt.Sprintf("%d %s", done, p.noun)
}

var (
	// "go build -v" prints the path of each package that it compiles.
	goPackage = regexp.MustCompile(`^[\w.~/-]+\n$`)
	// With --loglevel=http npm prints a line for each file that it has: first the versions of a package, then the package.
	npmFile   = regexp.MustCompile(`^npm http (?:fetch GET (?:200|304)|cache) `)
	npmDetail = regexp.MustCompile(`^npm (?:http|warn|notice|info)\b`)
)

// execute runs a command, and counts the lines of its errors that match a pattern. These and the details are not passed on.
func (p *progress) execute(cmd *exec.Cmd, counted, detail *regexp.Regexp) error {
	to := cmd.Stderr
	lines := &lineWriter{to: to, drop: func(line []byte) bool {
		if counted.Match(line) {
			p.done.Add(1)
			return true
		}
		return detail != nil && detail.Match(line)
	}}
	cmd.Stderr = lines
	err := execute(cmd)
	if len(lines.rest) > 0 {
		_, _ = to.Write(lines.rest)
	}
	return err
}

// goBuild runs "go build" and counts the packages that it compiles.
func (b *builder) goBuild(p *progress, cmd *exec.Cmd) error {
	args := cmd.Args[2:]
	list := b.command(context.Background(), "go", append([]string{"list", "-deps"}, args...)...)
	if output := slices.Index(list.Args, "-o"); output > 0 {
		list.Args = slices.Delete(list.Args, output, output+2)
	}
	list.Env, list.Stdout, list.Stderr = cmd.Env, nil, nil
	p.noun = "packages"
	p.total = sync.OnceValue(func() int {
		names, _ := list.Output() // Without the names the count has no total.
		return bytes.Count(names, []byte("\n"))
	})
	cmd.Args = append([]string{"go", "build", "-v"}, args...)
	return p.execute(cmd, goPackage, nil)
}

// lineWriter passes whole lines on, except for those that it drops.
type lineWriter struct {
	to   io.Writer
	rest []byte
	drop func(line []byte) bool
}

func (w *lineWriter) Write(text []byte) (int, error) {
	w.rest = append(w.rest, text...)
	for {
		end := bytes.IndexByte(w.rest, '\n') + 1
		if end == 0 {
			return len(text), nil
		}
		line := w.rest[:end]
		w.rest = w.rest[end:]
		if w.drop(line) {
			continue
		}
		if _, err := w.to.Write(line); err != nil {
			return 0, err
		}
	}
}
