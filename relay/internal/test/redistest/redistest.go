// Package redistest starts a Redis server of a test's own.
package redistest

import (
	"bufio"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"testing"
)

// Start runs redis-server on a free port of this machine until the test ends. It keeps
// nothing on the disk. The test fails where Redis is not installed: .ci/setup redis does
// that.
func Start(t testing.TB) (address string) {
	t.Helper()
	// Another program may take the port that was found free, so this is tried again.
	for range 5 {
		port := freePort(t)
		if run(t, port) {
			return fmt.Sprintf("127.0.0.1:%d", port)
		}
	}
	t.Fatal("redis-server does not start")
	return ""
}

func run(t testing.TB, port int) bool {
	// The server ends with its standard input, which the system closes when a test crashes.
	server := exec.Command("sh", "-c", `redis-server "$@" & read -r _; kill -9 $!; wait`, "sh", "--bind", "127.0.0.1", "--port", fmt.Sprint(port),
		"--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction", "--dir", t.TempDir())
	input, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatalf("%v (.ci/setup redis installs it)", err)
	}
	ready := make(chan bool, 3)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		lines := bufio.NewScanner(output)
		for lines.Scan() {
			if strings.Contains(lines.Text(), "Ready to accept connections") {
				ready <- true
			} else if strings.Contains(lines.Text(), "Failed listening") {
				ready <- false
			}
		}
		_ = server.Wait()
		ready <- false
	}()
	stop := func() {
		_ = input.Close()
		<-ended
	}
	up := <-ready
	if up {
		t.Cleanup(stop)
	} else {
		stop()
	}
	return up
}

func freePort(t testing.TB) int {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
