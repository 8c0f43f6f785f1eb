// Package redistest starts a Redis server of a test's own. It gives its address. The server ends with the test, and keeps
// nothing on the disk.
package redistest

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Start runs redis-server on a free port of this machine until the test ends. It keeps
// nothing on the disk. The test fails where Redis is not installed: .ci/setup redis does
// that.
func Start(t testing.TB) (address string) {
	t.Helper()
	return start(t, "redis-server")
}

// StartWithClock is [Start] with a clock that the test sets ahead, in Redis only: the program under test keeps the
// time of the machine. The test is skipped where libfaketime is not installed: .ci/setup redis installs the package
// faketime.
func StartWithClock(t testing.TB) (address string, setAhead func(time.Duration)) {
	t.Helper()
	// Of the library of C too, so that its malloc is taken: the one of jemalloc asks for the time before libfaketime is ready.
	var preload []string
	for _, pattern := range []string{"/usr/lib/*/faketime/libfaketime.so.1", "/lib/*/libc.so.6"} {
		found, _ := filepath.Glob(pattern)
		if len(found) == 0 {
			t.Skip("libfaketime is not installed")
		}
		preload = append(preload, found[0])
	}
	file := filepath.Join(t.TempDir(), "ahead")
	setAhead = func(ahead time.Duration) {
		t.Helper()
		// Redis reads the file with each look at the clock, and must not find half of it.
		if err := os.WriteFile(file+".new", fmt.Appendf(nil, "+%d\n", int64(ahead.Seconds())), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(file+".new", file); err != nil {
			t.Fatal(err)
		}
	}
	setAhead(0)
	return start(t, "env", "LD_PRELOAD="+strings.Join(preload, " "), "FAKETIME_TIMESTAMP_FILE="+file, "FAKETIME_NO_CACHE=1", "redis-server"), setAhead
}

// start runs redis-server by a command that takes its options.
func start(t testing.TB, command ...string) (address string) {
	t.Helper()
	// Another program may take the port that was found free, so this is tried again.
	for range 5 {
		port := freePort(t)
		if run(t, port, command) {
			return fmt.Sprintf("127.0.0.1:%d", port)
		}
	}
	t.Fatal("redis-server does not start")
	return ""
}

func run(t testing.TB, port int, command []string) bool {
	// The server ends with its standard input, which the system closes when a test crashes.
	options := []string{"--bind", "127.0.0.1", "--port", fmt.Sprint(port),
		"--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction", "--dir", t.TempDir()}
	server := exec.Command("sh", slices.Concat([]string{"-c", `"$@" & read -r _; kill -9 $!; wait`, "sh"}, command, options)...)
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
