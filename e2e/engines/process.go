package engines

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// startTimeout is how long a browser may take to start. Only one that fails to takes
// this long.
const startTimeout = 60 * time.Second

// process is a program that was started: a browser, or what one needs.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}

	mu    sync.Mutex
	lines []string
	said  chan struct{} // A value each time that a line has come.
}

// start starts a program and reads what it prints.
func start(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, ended: make(chan struct{}), said: make(chan struct{}, 1)}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = write, write
	endWithTests(cmd)
	err = cmd.Start()
	write.Close()
	if err != nil {
		read.Close()
		return nil, err
	}
	go p.read(read)
	go func() {
		_ = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// keptLines is how much of the output is kept for the message of a failure.
const keptLines = 200

func (p *process) read(from io.ReadCloser) {
	defer from.Close()
	for lines := bufio.NewScanner(from); lines.Scan(); {
		p.mu.Lock()
		if len(p.lines) < keptLines {
			p.lines = append(p.lines, lines.Text())
		}
		p.mu.Unlock()
		select {
		case p.said <- struct{}{}:
		default:
		}
	}
}

func (p *process) output() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lines[:len(p.lines):len(p.lines)]
}

// await waits for a line that matches, and returns its first group.
func (p *process) await(line *regexp.Regexp) (string, error) {
	patience := time.After(startTimeout)
	for {
		for _, said := range p.output() {
			if groups := line.FindStringSubmatch(said); groups != nil {
				return groups[1], nil
			}
		}
		select {
		case <-p.said:
		case <-p.ended:
			return "", p.failure("ended")
		case <-patience:
			return "", p.failure("did not start in time")
		}
	}
}

func (p *process) failure(what string) error {
	return fmt.Errorf("%s %s; it printed:\n%s", p.cmd.Path, what, strings.Join(p.output(), "\n"))
}

// stop ends the program, and everything that it has started.
func (p *process) stop() {
	if p == nil {
		return
	}
	endGroup(p.cmd)
	<-p.ended
}

// find returns the path of the first of these programs that is installed. The
// environment variable can name another one.
func find(variable string, names ...string) (string, error) {
	if name := os.Getenv(variable); name != "" {
		return exec.LookPath(name)
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is missing: .ci/setup engines installs it, and %s can name another program", names[0], variable)
}
