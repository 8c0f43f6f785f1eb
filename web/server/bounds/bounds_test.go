package bounds

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// patient is as long as anything may take in these tests before they fail.
const patient = 60 * time.Second

// listen serves with the bounds and returns the address.
func listen(t *testing.T, b Bounds, handler http.HandlerFunc) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := b.Server(handler)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String()
}

// dial opens a connection and sends the beginning of a request.
func dial(t *testing.T, address, text string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patient)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

// loose are bounds that only the size of a body can break. A test makes the bound short that it
// waits for: a slow machine may need longer for all others.
var loose = Bounds{Headers: patient, Body: patient, Idle: patient, Bytes: 1000}

const short = 50 * time.Millisecond

const slowPost = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"

// readBody answers with what was wrong with the body.
func readBody(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, "%d bytes", len(body))
}

// TestSlowBodiesAreGivenUp: a client that sends its body byte by byte, or not at
// all, holds neither a handler nor a connection, whether or not the body is read.
func TestSlowBodiesAreGivenUp(t *testing.T) {
	quick := loose
	quick.Body = short
	for name, handler := range map[string]http.HandlerFunc{
		"read":   readBody,
		"unread": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) },
	} {
		conn := dial(t, listen(t, quick, handler), slowPost)
		go func() {
			for range 50 {
				time.Sleep(5 * time.Millisecond)
				if _, err := io.WriteString(conn, " "); err != nil {
					return
				}
			}
		}()
		rest, err := io.ReadAll(conn)
		if e, slow := err.(net.Error); slow && e.Timeout() {
			t.Errorf("%s: the connection stays open: %q", name, rest)
		}
		if name == "read" && !strings.Contains(string(rest), "400 Bad Request") {
			t.Errorf("answered %q", rest)
		}
	}
}

func TestSlowHeadersAndIdleConnectionsAreGivenUp(t *testing.T) {
	slow, unused := loose, loose
	slow.Headers, unused.Idle = short, short
	for name, c := range map[string]struct {
		bounds Bounds
		text   string
	}{"headers": {slow, "GET / HTTP/1.1\r\nHost:"}, "idle": {unused, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"}} {
		conn := dial(t, listen(t, c.bounds, readBody), c.text)
		if rest, err := io.ReadAll(conn); err != nil && !strings.Contains(err.Error(), "reset") {
			t.Errorf("%s: the connection stays open: %q, %v", name, rest, err)
		}
	}
}

func TestLargeBodiesAreDenied(t *testing.T) {
	res, err := http.Post("http://"+listen(t, loose, readBody), "text/plain", strings.NewReader(strings.Repeat("x", 2000)))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if text, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), "too large") {
		t.Errorf("status %d, %s", res.StatusCode, text)
	}
}

// TestStreamsOutliveTheBodysTime: the answer may take as long as it likes, and
// the connection serves the next request after it.
func TestStreamsOutliveTheBodysTime(t *testing.T) {
	quick := loose
	quick.Body = time.Second
	done := make(chan error, 2)
	address := listen(t, quick, func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(quick.Body + short):
			done <- nil
		case <-r.Context().Done():
			done <- r.Context().Err()
		}
		fmt.Fprint(w, "said after all")
	})
	const post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
	conn := dial(t, address, post)
	reader := bufio.NewReader(conn)
	for n := range 2 {
		res, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		if string(text) != "said after all" || err != nil {
			t.Errorf("answer %d: %q, %v", n+1, text, err)
		}
		if err := <-done; err != nil {
			t.Errorf("answer %d: the stream was ended: %v", n+1, err)
		}
		if n == 0 {
			if _, err := io.WriteString(conn, post); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestTheDemosBounds(t *testing.T) {
	b := Default
	for _, d := range []time.Duration{b.Headers, b.Body, b.Idle} {
		if d <= 0 || d > 5*time.Minute {
			t.Errorf("%+v", b)
		}
	}
}
