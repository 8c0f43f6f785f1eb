package e2e

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// child is a program that runs beside the tests and that nobody here wrote,
// such as an MCP server. It ends with the tests, even if they crash: its
// standard input is a pipe that the system then closes, and
// e2e/official/child.mjs ends the program when that happens.
type child struct {
	cmd       *exec.Cmd
	stdin     io.Closer
	listening chan struct{} // Closed when port is known.
	ended     chan struct{} // Closed when err is known.
	err       error

	mu     sync.Mutex
	output strings.Builder
	port   string
}

// startNode starts a script with a Node program. env is added to the
// environment of the tests.
func startNode(node, script string, args []string, env ...string) (*child, error) {
	args = append([]string{"--import", projectFile("e2e", "official", "child.mjs"), script}, args...)
	c := &child{cmd: exec.Command(node, args...), listening: make(chan struct{}), ended: make(chan struct{})}
	c.cmd.Dir = projectFile()
	c.cmd.Env = append(os.Environ(), env...)
	c.cmd.Stdout, c.cmd.Stderr = c, c
	stdin, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	c.stdin = stdin
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		c.err = c.cmd.Wait()
		close(c.ended)
	}()
	return c, nil
}

// listeningOn is what child.mjs prints when the program accepts connections.
var listeningOn = regexp.MustCompile(`(?m)^child: listening on (\d+)$`)

// Write receives what the child prints.
func (c *child) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.output.Write(p)
	if c.port == "" {
		if match := listeningOn.FindStringSubmatch(c.output.String()); match != nil {
			c.port = match[1]
			close(c.listening)
		}
	}
	return len(p), nil
}

// log returns what the child has printed so far.
func (c *child) log() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.output.String()
}

// stop ends the child and waits until it is gone.
func (c *child) stop() {
	_ = c.stdin.Close()
	<-c.ended
}

// endpoint waits until the child listens and returns the address of its MCP
// endpoint.
func (c *child) endpoint() (string, error) {
	select {
	case <-c.listening:
		c.mu.Lock()
		defer c.mu.Unlock()
		return "http://127.0.0.1:" + c.port + "/mcp", nil
	case <-c.ended:
		return "", fmt.Errorf("%s ended: %w\n%s", c.cmd, c.err, c.log())
	case <-time.After(waitTimeout):
		return "", fmt.Errorf("%s does not listen\n%s", c.cmd, c.log())
	}
}
