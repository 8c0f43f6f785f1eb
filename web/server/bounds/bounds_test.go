package bounds

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/internal/test/pipe"
)

// inBubble serves a handler with the default bounds on the clock of a bubble.
func inBubble(t *testing.T, handler http.HandlerFunc, test func(t *testing.T, listener *pipe.Listener)) {
	synctest.Test(t, func(t *testing.T) { test(t, pipe.Serve(t, Default.Server(handler))) })
}

// dial opens a connection and sends the beginning of a request.
func dial(t *testing.T, listener *pipe.Listener, text string) net.Conn {
	t.Helper()
	conn, err := listener.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

// closes fails unless the server closes the connection within a second after the bound, and returns the server's answer.
func closes(t *testing.T, conn net.Conn, bound time.Duration) string {
	t.Helper()
	start := time.Now()
	if err := conn.SetReadDeadline(start.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(conn)
	if took := time.Since(start); err != nil || took < bound || took > bound+time.Second {
		t.Errorf("the connection ends after %v with %v, want %v", took, err, bound)
	}
	return string(text)
}

const slowPost = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"

// readBody answers with the error of the body.
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
	for name, handler := range map[string]http.HandlerFunc{
		"read":   readBody,
		"unread": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, handler, func(t *testing.T, listener *pipe.Listener) {
				conn := dial(t, listener, slowPost)
				var writer sync.WaitGroup
				writer.Go(func() {
					for err := error(nil); err == nil; _, err = io.WriteString(conn, " ") {
						time.Sleep(time.Second)
					}
				})
				if text := closes(t, conn, Default.Body); name == "read" && !strings.Contains(text, "400 Bad Request") {
					t.Errorf("answered %q", text)
				}
				writer.Wait()
			})
		})
	}
}

func TestSlowHeadersAndIdleConnectionsAreGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		bound time.Duration
		text  string
	}{"headers": {Default.Headers, "GET / HTTP/1.1\r\nHost:"}, "idle": {Default.Idle, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, readBody, func(t *testing.T, listener *pipe.Listener) { closes(t, dial(t, listener, c.text), c.bound) })
		})
	}
}

func TestLargeBodiesAreDenied(t *testing.T) {
	inBubble(t, readBody, func(t *testing.T, listener *pipe.Listener) {
		res, err := listener.Client().Post("http://x/", "text/plain", strings.NewReader(strings.Repeat("x", int(Default.Bytes)+1)))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if text, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), "too large") {
			t.Errorf("status %d, %s", res.StatusCode, text)
		}
	})
}

// TestStreamsOutliveTheBodysTime: the time of the answer is unlimited, and the connection serves a
// second request.
func TestStreamsOutliveTheBodysTime(t *testing.T) {
	inBubble(t, func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(time.Hour):
			fmt.Fprint(w, "said after all")
		case <-r.Context().Done():
			t.Errorf("the stream was ended: %v", r.Context().Err())
		}
	}, func(t *testing.T, listener *pipe.Listener) {
		const post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
		conn := dial(t, listener, post)
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
			if n == 0 {
				if _, err := io.WriteString(conn, post); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestTheDemosBounds(t *testing.T) {
	b := Default
	for _, d := range []time.Duration{b.Headers, b.Body, b.Idle} {
		if d <= 0 || d > 5*time.Minute {
			t.Errorf("%+v", b)
		}
	}
}
