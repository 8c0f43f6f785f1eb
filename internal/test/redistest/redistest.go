// Package redistest starts Redis servers for one test: a single server, one with a clock that the test sets, or a cluster of
// three masters, each with a replica. A test can kill each server. All of them end with the test and store nothing.
package redistest

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Node is a Redis server that runs until the test ends.
type Node struct {
	// Address is the host and port of the server.
	Address string
	stop    func()
}

// Kill ends the server at once, without a shutdown.
func (n Node) Kill() { n.stop() }

// Start runs a server without files. The test fails if Redis is not installed: .ci/setup redis installs it.
func Start(t testing.TB) Node {
	t.Helper()
	return start(t, []string{"redis-server"})
}

// StartWithClock is [Start] with a clock that the test sets ahead, for Redis alone.
func StartWithClock(t testing.TB) (node Node, setAhead func(time.Duration)) {
	t.Helper()
	node, set := startWithClock(t, "+0")
	return node, func(ahead time.Duration) {
		t.Helper()
		set(fmt.Sprintf("+%d", int64(ahead.Seconds())))
	}
}

// StartWithStoppedClock is [Start] with a stopped clock: limits by the minute stay the same during a test.
func StartWithStoppedClock(t testing.TB) Node {
	t.Helper()
	node, _ := startWithClock(t, time.Now().Format(time.DateTime))
	return node
}

// startWithClock runs a server with the clock of libfaketime, which understands an offset such as "+60" and a date.
func startWithClock(t testing.TB, clock string) (node Node, set func(clock string)) {
	t.Helper()
	// The C library is preloaded for its malloc: jemalloc asks for the time before libfaketime is ready.
	var preload []string
	for _, pattern := range []string{"/usr/lib/*/faketime/libfaketime.so.1", "/lib/*/libc.so.6"} {
		found, _ := filepath.Glob(pattern)
		if len(found) == 0 {
			t.Fatal("libfaketime is not installed (.ci/setup redis installs it)")
		}
		preload = append(preload, found[0])
	}
	file := filepath.Join(t.TempDir(), "clock")
	set = func(clock string) {
		t.Helper()
		// Redis reads the file with each look at the clock, so the file is replaced as a whole.
		if err := os.WriteFile(file+".new", []byte(clock+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(file+".new", file); err != nil {
			t.Fatal(err)
		}
	}
	set(clock)
	environment := []string{"LD_PRELOAD=" + strings.Join(preload, " "), "FAKETIME_TIMESTAMP_FILE=" + file, "FAKETIME_NO_CACHE=1"}
	return start(t, slices.Concat([]string{"env"}, environment, []string{"redis-server"})), set
}

func start(t testing.TB, command []string, more ...string) Node {
	t.Helper()
	// Another program may take the free port, so there are several attempts.
	for range 5 {
		port := freePort(t)
		options := append([]string{"--bind", "127.0.0.1", "--port", fmt.Sprint(port),
			"--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction", "--dir", t.TempDir()}, more...)
		if stop := run(t, slices.Concat(command, options)); stop != nil {
			t.Cleanup(stop)
			return Node{fmt.Sprintf("127.0.0.1:%d", port), stop}
		}
	}
	t.Fatal("redis-server does not start")
	return Node{}
}

func run(t testing.TB, command []string) (stop func()) {
	// The server ends with its standard input, which the system closes when a test crashes.
	server := exec.Command("sh", append([]string{"-c", `"$@" & read -r _; kill -9 $!; wait`, "sh"}, command...)...)
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
	// A replica may report more than once that it is ready.
	ready, ended := make(chan bool, 1), make(chan struct{})
	report := func(is bool) {
		select {
		case ready <- is:
		default:
		}
	}
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			switch line := lines.Text(); {
			case strings.Contains(line, "Ready to accept connections"):
				report(true)
			case strings.Contains(line, "Failed listening"):
				report(false)
			}
		}
		_ = server.Wait()
		report(false)
	}()
	stop = func() {
		_ = input.Close()
		<-ended
	}
	if !<-ready {
		stop()
		return nil
	}
	return stop
}

// freePort returns a free port whose cluster bus, 10,000 ports higher, is also free.
func freePort(t testing.TB) int {
	t.Helper()
	for {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		port := listener.Addr().(*net.TCPAddr).Port
		listener.Close()
		if port < 55_000 {
			if bus, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port+10_000)); err == nil {
				bus.Close()
				return port
			}
		}
	}
}

// Cluster is a cluster of three masters with a replica each. Replicas[i] belongs to Masters[i].
type Cluster struct{ Masters, Replicas []Node }

func (c Cluster) nodes() []Node { return slices.Concat(c.Masters, c.Replicas) }

// Address returns the addresses of all servers as the part of a URL after "redis://".
func (c Cluster) Address() string {
	var all []string
	for _, node := range c.nodes() {
		all = append(all, node.Address)
	}
	return strings.Replace(strings.Join(all, "&addr="), "&", "?", 1)
}

func (n Node) do(t testing.TB, arguments ...any) string {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: n.Address})
	defer client.Close()
	reply, err := client.Do(t.Context(), arguments...).Text()
	if err != nil {
		t.Fatalf("%v: %v", arguments, err)
	}
	return reply
}

// StartCluster runs a cluster. The servers never declare a slow server dead: only Replace replaces a master.
func StartCluster(t testing.TB) Cluster {
	t.Helper()
	var c Cluster
	for range 3 {
		for _, list := range []*[]Node{&c.Masters, &c.Replicas} {
			*list = append(*list, start(t, []string{"redis-server"}, "--cluster-enabled", "yes", "--cluster-node-timeout", "600000",
				"--cluster-config-file", "nodes.conf", "--repl-diskless-sync-delay", "0"))
		}
	}
	for i, master := range c.Masters {
		master.do(t, "CLUSTER", "ADDSLOTSRANGE", i*16384/3, (i+1)*16384/3-1)
		master.do(t, "CLUSTER", "SET-CONFIG-EPOCH", i+1)
	}
	host, port, _ := net.SplitHostPort(c.Masters[0].Address)
	for _, node := range append(c.Masters[1:], c.Replicas...) {
		node.do(t, "CLUSTER", "MEET", host, port)
	}
	all := c.nodes()
	Until(t, func() bool {
		for _, node := range all {
			if strings.Count(node.do(t, "CLUSTER", "NODES"), "connected") != len(all) {
				return false
			}
		}
		return true
	})
	for i, replica := range c.Replicas {
		replica.do(t, "CLUSTER", "REPLICATE", c.Masters[i].do(t, "CLUSTER", "MYID"))
	}
	Until(t, func() bool {
		for i, node := range all {
			if !strings.Contains(node.do(t, "CLUSTER", "INFO"), "cluster_state:ok") {
				return false
			}
			if i >= len(c.Masters) && !strings.Contains(node.do(t, "INFO", "replication"), "master_link_status:up") {
				return false
			}
		}
		return true
	})
	return c
}

// Replace makes the replica of a killed master the master.
func (c Cluster) Replace(t testing.TB, master int) {
	t.Helper()
	c.Replicas[master].do(t, "CLUSTER", "FAILOVER", "TAKEOVER")
}

// Until waits until a condition holds.
func Until(t testing.TB, is func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for !is() {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			t.Fatal("the condition does not become true within two minutes")
		}
	}
}

// AwaitReplicas waits until the replicas have all data of their masters.
func (c Cluster) AwaitReplicas(t testing.TB) {
	t.Helper()
	offset := func(node Node, field string) string {
		client := redis.NewClient(&redis.Options{Addr: node.Address})
		defer client.Close()
		info, err := client.Info(t.Context(), "replication").Result()
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(info, field+":")
		value, _, _ := strings.Cut(rest, "\r\n")
		return value
	}
	for i := range c.Masters {
		Until(t, func() bool {
			return offset(c.Masters[i], "master_repl_offset") == offset(c.Replicas[i], "slave_repl_offset")
		})
	}
}

// Dump returns the keys of a server with their times to live, where "-1ns" means forever, and the contents of hashes and texts.
func (n Node) Dump(t testing.TB) string {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: n.Address})
	defer client.Close()
	var text strings.Builder
	for keys := client.Scan(t.Context(), 0, "*", 1000).Iterator(); keys.Next(t.Context()); {
		key := keys.Val()
		hash, _ := client.HGetAll(t.Context(), key).Result() // It is empty for keys of other kinds.
		value, _ := client.Get(t.Context(), key).Result()
		fmt.Fprintf(&text, "%s ttl=%v %q %q\n", key, client.TTL(t.Context(), key).Val(), hash, value)
	}
	return text.String()
}
