package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProgressCounts has output of npm 11 and of Go 1.26.
func TestProgressCounts(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	for _, c := range []struct{ name, printed, passed, want string }{
		{"npm", "npm http fetch GET 200 https://npm.example/vary 4861ms (cache updated)\n" +
			"npm http fetch GET 200 https://npm.example/zod/-/zod-4.6.7.tgz 340ms (cache miss)\n" +
			"npm http fetch GET 200 https://npm.example/a/-/a-1.0.0.tgz 3ms (cache hit)\n" +
			"npm warn deprecated a@1.0.0: no longer kept\nnpm error code ENOTFOUND\n",
			"npm error code ENOTFOUND\n", "3 of at most 9 files"},
		{"go", "go: downloading golang.org/x/mod v0.43.0\ninternal/abi\ngithub.com/a/b-c.d/v10\n# example.com/x\nx.go:3:1: syntax error\nno end of line",
			"go: downloading golang.org/x/mod v0.43.0\n# example.com/x\nx.go:3:1: syntax error\nno end of line", "2 of at most 9 packages"},
	} {
		var passed strings.Builder
		p := &progress{noun: map[string]string{"npm": "files", "go": "packages"}[c.name], total: func() int { return 9 }}
		file := filepath.Join(b.root, c.name)
		if err := os.WriteFile(file, []byte(c.printed), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := b.command(t.Context(), "sh", "-c", `cat "$0" >&2`, file)
		cmd.Stderr = &passed
		counted, detail := goPackage, npmDetail
		if c.name == "npm" {
			counted = npmFile
		}
		if err := p.execute(cmd, counted, detail); err != nil || passed.String() != c.passed || p.String() != c.want {
			t.Errorf("%s: %v, passed on %q, and counted %s", c.name, err, passed.String(), p)
		}
	}
}

func TestProgressIsReportedUntilAPartEnds(t *testing.T) {
	lines := make(chan string, 100)
	p := &progress{}
	stop := p.report(lineLog(lines), "program", time.Millisecond)
	if first := <-lines; first != "program: at work after 0 s\n" {
		t.Errorf("the first line is %q", first)
	}
	stop()
	unknown := &progress{noun: "packages", total: func() int { return 0 }}
	unknown.done.Store(3)
	if unknown.String() != "3 packages" {
		t.Errorf("without a total: %s", unknown)
	}
}

type lineLog chan string

func (l lineLog) Write(line []byte) (int, error) {
	select {
	case l <- string(line):
	default:
	}
	return len(line), nil
}
