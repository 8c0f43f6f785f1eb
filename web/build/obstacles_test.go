package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestObstaclesAreOneSentence has output of npm 11 and Go 1.26.
func TestObstaclesAreOneSentence(t *testing.T) {
	npm, goBuild, download := []string{"npm", "ci", "--no-audit"}, []string{"go", "build", "-o", "x"}, []string{"go", "mod", "download"}
	for _, c := range []struct {
		command []string
		printed string
		want    string
	}{
		{npm, "npm error code ECONNREFUSED\nnpm error FetchError: request to http://127.0.0.1:1/zod failed, reason: connect ECONNREFUSED 127.0.0.1:1\n",
			"npm does not reach its registry: check the network"},
		{npm, "npm error code ENOTFOUND\nnpm error network request to https://no.invalid/zod failed, reason: getaddrinfo ENOTFOUND no.invalid\n",
			"npm does not reach its registry: check the network"},
		{npm, "npm error code E403\nnpm error 403 403 Forbidden - GET http://127.0.0.1:18999/zod-to-json-schema\n",
			"the registry does not give npm the package that is named above: name another registry"},
		{npm, "npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write\n", "no space is left on a disk: a first build needs"},
		{npm, "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /root/.npm/_cacache\n", "npm may not write the file that is named above: give"},
		{npm, "npm error code EUSAGE\n", "npm ci failed, and says above why (exit status 1)"},
		{goBuild, `web/a.go:15:2: golang.org/x/mod@v0.43.0: Get "http://127.0.0.1:1/golang.org/x/mod/@v/v0.43.0.zip": dial tcp 127.0.0.1:1: connect: connection refused`,
			"Go does not reach its module proxy: check the network"},
		{goBuild, "web/build/compress.go:15:2: module lookup disabled by GOPROXY=off\n", "Go does not reach its module proxy: check the network"},
		{download, `go-app/v10@v10.1.11: Get "http://no.invalid/x.info": dial tcp: lookup no.invalid on 10.0.0.1:53: no such host`,
			"Go does not reach its module proxy: check the network"},
		{download, "golang.org/x/mod@v0.43.0: reading http://127.0.0.1:18999/golang.org/x/mod/@v/v0.43.0.zip: 403 Forbidden",
			"the module proxy does not give Go the module that is named above: name another proxy"},
		{goBuild, "# runtime\ncompile: writing output: write $WORK/b009/_pkg_.a: no space left on device\n", "no space is left on a disk: a first build needs"},
		{goBuild, "web/server/main.go:3:1: syntax error\n", "go build failed, and says above why (exit status 1)"},
		{[]string{"node", "web/bundle.mjs"}, "Error: ENOSPC: no space left on device, write\n", "no space is left on a disk: a first build needs"},
	} {
		err := failure(c.command, c.printed, errors.New("exit status 1"))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s printed %q: %v", c.command, c.printed, err)
		}
	}
	if err := failure(npm, "", &exec.Error{Name: "npm", Err: exec.ErrNotFound}); err.Error() != "npm is missing: .ci/setup says where it comes from" {
		t.Error(err)
	}
	if err := failure(npm, "ECONNREFUSED, and then an answer", nil); err != nil {
		t.Errorf("a command that succeeded: %v", err)
	}
}

func TestObstaclesAreFoundInTheOutputOfCommands(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	for script, want := range map[string]string{
		"echo 'write: no space left on device' >&2; exit 1": diskFull.Error(),
		"echo 'something else' >&2; exit 1":                 "sh -c failed, and says above why (exit status 1)",
		"echo 'no space left on device' >&2":                "",
	} {
		cmd := b.command(t.Context(), "sh", "-c", script)
		cmd.Stderr = io.Discard
		if err := execute(cmd); fmt.Sprint(err) != cmp.Or(want, "<nil>") {
			t.Errorf("%s: %v", script, err)
		}
	}
}

func TestObstaclesAreExplainedWithoutTheirOperation(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	full := &os.PathError{Op: "write", Path: "build/site/index.html", Err: syscall.ENOSPC}
	for err, want := range map[error]string{
		fmt.Errorf("slim copy of x: %w", obstacle("No network: check it.")): "No network: check it.",
		fmt.Errorf("compress x: %w", full):                                  diskFull.Error(),
		errors.New("the page has no {{style}}"):                             "the page has no {{style}}",
	} {
		if got := b.explain(err).Error(); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

// event is closed by the first write.
type event chan struct{}

func (e event) Write(text []byte) (int, error) {
	close(e)
	return len(text), nil
}

// TestAFailedPartEndsTheOthers: the error of the failed part is the result.
func TestAFailedPartEndsTheOthers(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	started := make(event)
	err := together(t.Context(), func(ctx context.Context) error {
		cmd := b.command(ctx, "sh", "-c", "echo begun; exec sleep 600")
		cmd.Stdout = started
		return execute(cmd)
	}, func(context.Context) error {
		<-started
		return obstacle("nothing works")
	})
	if !errors.Is(err, obstacle("nothing works")) {
		t.Errorf("error %v", err)
	}
}

func TestPartsSayWhatTheyDo(t *testing.T) {
	var log strings.Builder
	b := &builder{log: &log}
	if err := b.part("site", "writing", func(*progress) error { return nil }); err != nil || log.String() != "site: writing\nsite: done in 0 s\n" {
		t.Errorf("%q, %v", log.String(), err)
	}
	log.Reset()
	if err := b.part("site", "writing", func(*progress) error { return os.ErrPermission }); err == nil || log.String() != "site: writing\n" {
		t.Errorf("%q, %v", log.String(), err)
	}
}
