// Package process starts the browsers and servers of tests. It returns their output, waits for a line of it, and ends each
// program together with its child processes.
package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// patience bounds the start of a program; only a failure reaches it.
const patience = 60 * time.Second

// Process ends with the tests, even if they crash: the system kills it, or closes its standard input, which
// e2e/official/child.mjs waits for.
type Process struct {
	cmd   *exec.Cmd
	stdin io.Closer
	// Ended is closed after the program has ended. Err is valid from then on.
	Ended chan struct{}
	Err   error

	mu     sync.Mutex
	output strings.Builder
}

// Start starts a program and records its output.
func Start(cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd, Ended: make(chan struct{})}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	p.stdin, cmd.Stdout, cmd.Stderr = stdin, p, p
	// Child processes may hold the pipe for longer.
	cmd.WaitDelay = time.Second
	endWithTests(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		if p.Err = cmd.Wait(); errors.Is(p.Err, exec.ErrWaitDelay) {
			p.Err = nil
		}
		close(p.Ended)
	}()
	return p, nil
}

func (p *Process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.output.Write(text)
}

// ID returns the id of the program, which is the id of its process group too.
func (p *Process) ID() int { return p.cmd.Process.Pid }

// Output returns the output of the program so far.
func (p *Process) Output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.output.String()
}

// Await waits until the output matches, and returns the first group of the match.
func (p *Process) Await(line *regexp.Regexp) (string, error) {
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		whole := p.Output()
		whole = whole[:strings.LastIndexByte(whole, '\n')+1] // The last line may still be printed.
		if groups := line.FindStringSubmatch(whole); groups != nil {
			return groups[1], nil
		}
		select {
		case <-p.Ended:
			return "", p.Failure("ended")
		default:
		}
		if time.Now().After(end) {
			return "", p.Failure("did not start in time")
		}
	}
}

// Failure returns an error with the program, what happened to it, and its output.
func (p *Process) Failure(what string) error {
	return fmt.Errorf("%s %s; it printed:\n%s", p.cmd, what, p.Output())
}

// Stop ends the program and its child processes.
func (p *Process) Stop() {
	if p == nil {
		return
	}
	_ = p.stdin.Close()
	endGroup(p.cmd)
	<-p.Ended
}

// Find returns the path of the program that the environment variable names, or else of the first installed program.
func Find(variable string, names ...string) (string, error) {
	if name := os.Getenv(variable); name != "" {
		return exec.LookPath(name)
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is missing: .ci/setup installs it, and %s can name another program", names[0], variable)
}
