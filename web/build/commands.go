package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// command runs in the project's folder, and is interrupted when the context ends.
func (b *builder) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = b.root
	cmd.Stdout, cmd.Stderr = b.log, os.Stderr
	// The go command removes its folder in /tmp when it is interrupted, and npm ends the scripts of packages.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// execute runs a command. If the output has the sign of a known obstacle, the error names the way out.
func execute(cmd *exec.Cmd) error {
	var printed bytes.Buffer
	cmd.Stderr = io.MultiWriter(cmd.Stderr, &printed)
	err := cmd.Run()
	return failure(cmd.Args, printed.String(), err)
}

func (b *builder) output(ctx context.Context, name string, args ...string) ([]byte, error) {
	var out bytes.Buffer
	cmd := b.command(ctx, name, args...)
	cmd.Stdout = &out
	err := execute(cmd)
	return out.Bytes(), err
}

func (b *builder) goEnv(ctx context.Context, name string) (string, error) {
	out, err := b.output(ctx, "go", "env", name)
	return strings.TrimSpace(string(out)), err
}

// together runs parts of the build that do not need each other. When one fails, the others are interrupted.
func together(ctx context.Context, parts ...func(context.Context) error) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		group.Go(func() error { return part(ctx) })
	}
	return group.Wait()
}

// part prints the name of a long part of the build, how far it is, and then its time. .ci/fresh reads these lines.
func (b *builder) part(name, what string, work func(*progress) error) error {
	begin := time.Now()
	fmt.Fprintf(b.log, "%s: %s\n", name, what)
	p := &progress{}
	stop := p.report(b.log, name, reportInterval)
	err := work(p)
	stop()
	if err == nil {
		fmt.Fprintf(b.log, "%s: done in %.0f s\n", name, time.Since(begin).Seconds())
	}
	return err
}
