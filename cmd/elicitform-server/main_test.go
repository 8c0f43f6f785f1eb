package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/config"
	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/contract"
	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/person"
	"github.com/elicitform/elicitform/cmd/elicitform-server/server"
	"github.com/elicitform/elicitform/internal/test/pipe"
	"github.com/elicitform/elicitform/internal/test/redistest"
)

const (
	secret = "0123456789abcdef-the-server"
	askKey = "0123456789abcdef-the-agent"
)

var site = fstest.MapFS{"page.js": {Data: []byte("export {}")}, "try.html": {Data: []byte("<!doctype html>try")}}

// process is a server within the test's process.
type process struct {
	url string
	// transport is nil for the network.
	transport http.RoundTripper
	welcome   string
	log       *lockedBuffer
	stop      func() error
}

type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

var serves = regexp.MustCompile(` serves (\S+), `)

// start runs a server until the test ends, or until stop, which returns the server's error.
func start(t *testing.T, environment []string) *process {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, welcome := io.Pipe()
	p := &process{log: &lockedBuffer{}}
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, []string{"--listen", "127.0.0.1:0"}, environment, site, welcome, p.log)
		welcome.CloseWithError(io.EOF)
		ended <- err
	}()
	p.stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() {
		if err := p.stop(); err != nil {
			t.Error(err)
		}
		for _, word := range []string{secret, askKey, "session of a person", "answer of a person"} {
			if strings.Contains(p.log.String(), word) {
				t.Errorf("the log contains %q", word)
			}
		}
	})
	reader := bufio.NewReader(out)
	line, err := reader.ReadString('\n')
	if err != nil {
		t.Fatalf("the server does not start: %v, %v\n%s", err, p.stop(), p.log)
	}
	p.url = serves.FindStringSubmatch(line)[1]
	rest := make(chan string, 1)
	go func() {
		text := line
		for {
			more, err := reader.ReadString('\n')
			if text += more; err != nil || strings.Contains(more, "ELICITFORM_ASK_KEYS") {
				rest <- text
				_, _ = io.Copy(io.Discard, reader)
				return
			}
		}
	}()
	if strings.Contains(strings.Join(environment, " "), "ASK_KEYS") {
		return p
	}
	p.welcome = <-rest
	return p
}

// inBubble runs a server in memory that listens to pipes, on the clock of a synctest bubble.
func inBubble(t *testing.T, test func(t *testing.T, p *process, listener *pipe.Listener)) {
	// The contract is read once for all tests, outside of any bubble.
	if _, err := contract.Document(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		c, err := config.Read(nil, []string{"ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=agent:" + askKey}, os.ReadFile)
		if err != nil {
			t.Fatal(err)
		}
		p, listener := &process{url: "http://127.0.0.1:8787", log: &lockedBuffer{}}, pipe.Listen()
		logger := newLogger(c, p.log)
		s, err := server.New(c, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8787}, site, logger)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- errors.Join(serve(ctx, s, map[net.Listener]http.Handler{listener: s}, c.Grace, logger), s.Close())
		}()
		p.transport = listener.Client().Transport
		p.stop = sync.OnceValue(func() error {
			cancel()
			return <-ended
		})
		test(t, p, listener)
		if err := p.stop(); err != nil {
			t.Error(err)
		}
	})
}

func (p *process) remote(t *testing.T) http.Handler {
	t.Helper()
	target, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Transport = p.transport
	return proxy
}

func (p *process) do(t *testing.T, method, target, body string) (status int, reply map[string]any) {
	t.Helper()
	handler := contract.Check(t, p.remote(t))
	request := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+askKey)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	if recorder.Body.Len() > 0 {
		if err := json.Unmarshal(recorder.Body.Bytes(), &reply); err != nil {
			t.Errorf("%s %s: %v", method, target, err)
		}
	}
	return recorder.Code, reply
}

func (p *process) page(t *testing.T, session string) person.Person {
	t.Helper()
	status, reply := p.do(t, "POST", "/v1/sessions/"+url.PathEscape(session)+"/tokens", "")
	if status != 201 {
		t.Fatalf("no token: %d %v", status, reply)
	}
	return person.Person{Relay: p.remote(t), Token: reply["token"].(string)}
}

const order = `{"session":"session of a person","server":"weather.example","parked":true,"params":{"message":"Which?",` +
	`"requestedSchema":{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}}%s}`

const answer = `{"action":"accept","content":{"n":"answer of a person"}}`

// The page of the welcome shows the question of its curl line.
func TestPrintedLines(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	p := start(t, nil)
	line := regexp.MustCompile(`(?m)^  (curl .*)$`).FindStringSubmatch(p.welcome)
	page := regexp.MustCompile(`(?m)^  (http://127\.0\.0\.1:\d+/try)#(v1\.\S+)$`).FindStringSubmatch(p.welcome)
	if line == nil || page == nil {
		t.Fatalf("the welcome has no curl line or no page: %s", p.welcome)
	}
	response, err := http.Get(page[1])
	if err != nil || response.StatusCode != 200 {
		t.Fatal(response, err)
	}
	response.Body.Close()
	curl := exec.Command("sh", "-c", strings.Replace(line[1], "curl ", "curl --silent --show-error ", 1))
	var output bytes.Buffer
	curl.Stdout, curl.Stderr = &output, &output
	if err := curl.Start(); err != nil {
		t.Fatal(err)
	}
	visitor := person.Person{Relay: p.remote(t), Token: page[2]}
	redistest.Until(t, func() bool { return len(visitor.Open(t)) == 1 })
	visitor.AnswerAll(t, `{"action":"accept","content":{"guests":4,"seat":"Terrace"}}`)
	if err := curl.Wait(); err != nil || !strings.Contains(output.String(), `"result":{"action":"accept","content":{"guests":4,"seat":"Terrace"}}`) {
		t.Errorf("%v: %s", err, output.String())
	}
}

// The end of the process answers waiting requests, and ends streams.
func TestEnd(t *testing.T) {
	inBubble(t, func(t *testing.T, p *process, listener *pipe.Listener) {
		_, question := p.do(t, "POST", "/v1/questions", fmt.Sprintf(order, ""))
		page := p.page(t, "session of a person")
		request, _ := http.NewRequestWithContext(t.Context(), "GET", p.url+"/relay", nil)
		request.Header.Set("Authorization", "Bearer "+page.Token)
		request.Header.Set("Accept", "text/event-stream")
		stream, err := listener.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Body.Close()
		streamed := make(chan error, 1)
		go func() {
			_, err := io.Copy(io.Discard, stream.Body)
			streamed <- err
		}()
		waiting := make(chan int, 1)
		go func() {
			status, _ := p.do(t, "GET", "/v1/questions/"+question["id"].(string)+"?wait=60", "")
			waiting <- status
		}()
		synctest.Wait()
		start := time.Now()
		if err := p.stop(); err != nil {
			t.Error(err)
		}
		if status := <-waiting; status != 202 {
			t.Errorf("the waiting request gets %d, want 202", status)
		}
		if err := <-streamed; err != nil {
			t.Errorf("the stream was cut off: %v", err)
		}
		if elapsed := time.Since(start); elapsed > time.Second || strings.Contains(p.log.String(), "cut off") {
			t.Errorf("the end took %v: %s", elapsed, p.log)
		}
		if _, err := listener.Dial(); err == nil {
			t.Error("the server still listens")
		}
	})
}

// Slow or malformed requests do not hold a connection.
func TestSlowClients(t *testing.T) {
	inBubble(t, func(t *testing.T, _ *process, listener *pipe.Listener) {
		for name, c := range map[string]struct{ text, want string }{
			"a body":      {"POST /v1/questions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + askKey + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", " 400 "},
			"headers":     {"GET /v1/questions/x HTTP/1.1\r\nHost:", ""},
			"two lengths": {"POST /v1/questions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}", " 400 "},
			"a smuggled request": {"POST /v1/questions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n",
				" 501 "},
			"long headers":          {"GET /v1/questions/x HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 1<<17) + "\r\n\r\n", " 431 "},
			"NUL in a header":       {"GET /v1/questions/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \x00\r\n\r\n", " 400 "},
			"a line in the address": {"GET /v1/questions/x\r\nX-Evil: 1 HTTP/1.1\r\nHost: x\r\n\r\n", " 400 "},
		} {
			conn, err := listener.Dial()
			if err != nil {
				t.Fatal(err)
			}
			_ = conn.SetDeadline(time.Now().Add(time.Minute))
			go func() { _, _ = io.WriteString(conn, c.text) }()
			reply, err := io.ReadAll(conn)
			if err != nil || !strings.Contains(string(reply), c.want) || strings.Contains(string(reply), "elicitform_") {
				t.Errorf("%s: %v, %.300q, want %q", name, err, reply, c.want)
			}
			conn.Close()
		}
	})
}

func TestStartErrors(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for want, arguments := range map[string][]string{
		"address already in use": {"--listen", busy.Addr().String()},
		"in use":                 {"--listen", "127.0.0.1:0", "--metrics-listen", busy.Addr().String()},
		"ELICITFORM_SECRET":      {"--listen", "0.0.0.0:0"},
	} {
		if err := run(t.Context(), arguments, nil, site, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", arguments, err, want)
		}
	}
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-h"}, nil, nil, &out, io.Discard); err == nil || !strings.Contains(out.String(), "--webhook-allow") {
		t.Errorf("%v, %s", err, out.String())
	}
}
