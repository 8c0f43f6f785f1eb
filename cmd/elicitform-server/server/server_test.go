package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/elicitform/elicitform/cmd/elicitform-server/config"
	"github.com/elicitform/elicitform/internal/test/pipe"
	"github.com/elicitform/elicitform/internal/test/redistest"
)

// site has a few of the files that "make server" embeds.
var site = fstest.MapFS{
	"page.js": {Data: []byte("export {}")}, "page.js.br": {Data: []byte("BR")}, "try.html": {Data: []byte("<!doctype html>try")},
	"frame/index.html": {Data: []byte("<!doctype html>frame")}, "frame/a.0123456789abcdef.wasm": {Data: []byte("wasm")},
}

var address = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8787}

func development(t *testing.T, arguments ...string) *Server {
	t.Helper()
	return serverWith(t, arguments, nil)
}

func serverWith(t *testing.T, arguments, environment []string) *Server {
	t.Helper()
	c, err := config.Read(arguments, environment, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(c, address, site, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func get(s http.Handler, target string, headers ...string) *http.Response {
	request := httptest.NewRequest("GET", "http://127.0.0.1:8787"+target, nil)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
	}
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, request)
	return recorder.Result()
}

var production = []string{"--public-url", "https://ask.example", "--ask-key", "agent:0123456789abcdef"}

// inProduction makes a server that other machines can reach.
func inProduction(t *testing.T, more ...string) *Server {
	t.Helper()
	t.Setenv("ELICITFORM_SECRET", "0123456789abcdef")
	return serverWith(t, append(production, more...), os.Environ())
}

func TestRoutes(t *testing.T) {
	dev, prod, split := development(t), inProduction(t, "--origin", "https://chat.example"), development(t, "--metrics-listen", "127.0.0.1:0")
	for _, c := range []struct {
		server *Server
		target string
		status int
		kind   string
	}{
		{dev, "/healthz", 200, "text/plain; charset=utf-8"}, {dev, "/readyz", 200, "text/plain; charset=utf-8"}, {dev, "/metrics", 200, "text/plain; version=0.0.4; charset=utf-8; escaping=underscores"},
		{dev, "/elicitform/page.js", 200, "text/javascript; charset=utf-8"}, {dev, "/elicitform/frame/index.html", 200, "text/html; charset=utf-8"},
		{dev, "/elicitform/", 404, "text/plain; charset=utf-8"}, {dev, "/elicitform/page.js.br", 404, "text/plain; charset=utf-8"}, {dev, "/elicitform/missing", 404, "text/plain; charset=utf-8"},
		{dev, "/try", 200, "text/html; charset=utf-8"}, {dev, "/", 307, "text/html; charset=utf-8"}, {dev, "/else", 404, "text/plain; charset=utf-8"},
		{dev, "/v1/questions/x", 401, "application/problem+json"}, {dev, "/relay", 401, "application/json; charset=utf-8"},
		{prod, "/try", 404, "text/plain; charset=utf-8"}, {prod, "/", 404, "text/plain; charset=utf-8"}, {prod, "/elicitform/page.js", 200, "text/javascript; charset=utf-8"},
		{split, "/metrics", 404, "text/plain; charset=utf-8"},
	} {
		response := get(c.server, c.target)
		if kind := response.Header.Get("Content-Type"); response.StatusCode != c.status || kind != c.kind {
			t.Errorf("%s: %d %q, want %d %q", c.target, response.StatusCode, kind, c.status, c.kind)
		}
	}
	// The headers of docs/csp.md.
	frame := get(prod, "/elicitform/frame/index.html").Header
	for name, want := range map[string]string{
		"Content-Security-Policy": "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self' https://chat.example", "Cache-Control": "no-cache",
		"Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "cross-origin",
	} {
		if !strings.HasSuffix(frame.Get(name), want) {
			t.Errorf("%s: %q", name, frame.Get(name))
		}
	}
	if cache := get(prod, "/elicitform/frame/a.0123456789abcdef.wasm").Header.Get("Cache-Control"); !strings.Contains(cache, "immutable") {
		t.Errorf("Cache-Control %q", cache)
	}
	if response := get(prod, "/elicitform/page.js", "Accept-Encoding: br"); response.Header.Get("Content-Encoding") != "br" || response.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%v", response.Header)
	}
	if policy := get(dev, "/try").Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self';") {
		t.Errorf("policy %q", policy)
	}
}

// The relay accepts the server's own origins and the configured ones.
func TestOrigins(t *testing.T) {
	for _, c := range []struct {
		server  *Server
		origins map[string]bool
	}{
		{development(t), map[string]bool{"http://127.0.0.1:8787": true, "http://localhost:8787": true, "http://127.0.0.1:80": false, "http://evil.example": false, "null": false}},
		{development(t, "--origin", "http://localhost:5173"), map[string]bool{"http://127.0.0.1:8787": true, "http://localhost:5173": true, "http://localhost:5174": false}},
		{inProduction(t, "--origin", "https://chat.example"), map[string]bool{
			"https://ask.example": true, "https://chat.example": true, "http://ask.example": false, "http://127.0.0.1:8787": false, "https://chat.example.evil.test": false,
		}},
	} {
		for origin, isAllowed := range c.origins {
			response := get(c.server, "/relay", "Origin: "+origin)
			if (response.StatusCode == http.StatusUnauthorized) != isAllowed || (response.StatusCode == http.StatusForbidden) == isAllowed {
				t.Errorf("%s gets %d, allowed: %v", origin, response.StatusCode, isAllowed)
			}
		}
	}
}

func TestStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := development(t, "--max-streams", "2")
		client := pipe.Serve(t, &http.Server{Handler: s}).Client()
		token := s.relay.Token(s.config.Ring.Tag("a"), 0)
		ctx, cancel := context.WithCancel(t.Context())
		stream := func() *http.Response {
			t.Helper()
			request, _ := http.NewRequestWithContext(ctx, "GET", "http://127.0.0.1:8787/relay", nil)
			request.Header.Set("Authorization", "Bearer "+token)
			request.Header.Set("Accept", "text/event-stream")
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { response.Body.Close() })
			return response
		}
		for range 2 {
			if response := stream(); response.StatusCode != 200 {
				t.Fatalf("status %d", response.StatusCode)
			}
		}
		if response := stream(); response.StatusCode != 503 || response.Header.Get("Retry-After") == "" {
			t.Errorf("a third stream gets %d, want 503 with Retry-After", response.StatusCode)
		}
		checkStreams := func(n string) {
			t.Helper()
			synctest.Wait()
			text, _ := io.ReadAll(get(s, "/metrics").Body)
			if !strings.Contains(string(text), "\nelicitform_streams "+n+"\n") {
				t.Errorf("/metrics has not %s streams: %s", n, text)
			}
		}
		checkStreams("2")
		cancel()
		checkStreams("0")
	})
}

// An ask key cannot fill the memory by asking in many sessions.
func TestMemoryIsBounded(t *testing.T) {
	s := development(t, "--max-open", "3")
	ask := func(n int) (int, string) {
		body := fmt.Sprintf(`{"session":"%d","server":"w","params":{},"parked":true}`, n)
		request := httptest.NewRequest("POST", "/v1/questions", strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+s.config.AskKey)
		request.Header.Set("Content-Type", "application/json")
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, request)
		return recorder.Code, recorder.Body.String()
	}
	for n := range 3 {
		if status, text := ask(n); status != 201 {
			t.Fatalf("%d %s", status, text)
		}
	}
	if status, text := ask(3); status != 429 || !strings.Contains(text, "too-many-questions") {
		t.Errorf("%d %s", status, text)
	}
}

// A process that is about to end, or whose store does not answer, is alive and not ready.
func TestReady(t *testing.T) {
	s := development(t)
	s.End()
	if ready, alive := get(s, "/readyz").StatusCode, get(s, "/healthz").StatusCode; ready != 503 || alive != 200 {
		t.Errorf("ready %d, alive %d", ready, alive)
	}
	node := redistest.Start(t)
	s = inProduction(t, "--redis", "redis://"+node.Address+"?dial_timeout=1s")
	redistest.Until(t, func() bool { return get(s, "/readyz").StatusCode == 200 })
	node.Kill()
	redistest.Until(t, func() bool { return get(s, "/readyz").StatusCode == 503 })
	if alive := get(s, "/healthz").StatusCode; alive != 200 {
		t.Errorf("alive %d", alive)
	}
}

func TestWelcome(t *testing.T) {
	dev := development(t)
	text := dev.Welcome(address, true)
	if !regexp.MustCompile(`(?m)^  http://127\.0\.0\.1:8787/try#v1\.\S+$`).MatchString(text) || !strings.Contains(text, "  curl http://127.0.0.1:8787/v1/questions ") {
		t.Error(text)
	}
	if text := dev.Welcome(address, false); strings.Contains(text, "/try") || !strings.Contains(text, "make server") {
		t.Error(text)
	}
	prod := inProduction(t)
	if text := prod.Welcome(address, true); strings.Contains(text, "Bearer") || strings.Contains(text, "#v1.") || !strings.Contains(text, "https://ask.example") {
		t.Error(text)
	}
}

func TestVersion(t *testing.T) {
	manifest, err := os.ReadFile("../../../package.json")
	if err != nil || !strings.Contains(string(manifest), `"version": "`+Version+`"`) {
		t.Errorf("package.json has not the version %s; %v", Version, err)
	}
}

// One of several ask keys cannot fill the memory, or the places of waiting requests.
func TestSharesOfKeys(t *testing.T) {
	const greedy, modest = "0123456789abcdef-greedy", "0123456789abcdef-modest"
	s := development(t, "--max-open", "12", "--max-waits", "8", "--ask-key", "greedy:"+greedy, "--ask-key", "modest:"+modest)
	send := func(ctx context.Context, key, method, target, body string) (int, string) {
		request := httptest.NewRequestWithContext(ctx, method, target, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+key)
		request.Header.Set("Content-Type", "application/json")
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, request)
		return recorder.Code, recorder.Body.String()
	}
	var ids []string
	ask := func(key string, n int) (int, string) {
		status, text := send(t.Context(), key, "POST", "/v1/questions", fmt.Sprintf(`{"session":"%s %d","server":"w%d","params":{},"parked":true}`, key, n, n))
		var reply struct{ ID string }
		if err := json.Unmarshal([]byte(text), &reply); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, reply.ID)
		return status, text
	}
	for n := range 3 {
		if status, text := ask(greedy, n); status != 201 {
			t.Fatalf("%d %s", status, text)
		}
	}
	if status, text := ask(greedy, 3); status != 429 || !strings.Contains(text, "too-many-questions-of-asker") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := ask(modest, 0); status != 201 {
		t.Errorf("%d %s", status, text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	refused := make(chan int, 20)
	for range 20 {
		go func() {
			if status, _ := send(ctx, greedy, "GET", "/v1/questions/"+ids[0]+"?wait=60", ""); status == 429 {
				refused <- status
			}
		}()
	}
	for range 18 {
		<-refused
	}
	answered := make(chan string, 1)
	go func() {
		_, text := send(t.Context(), modest, "GET", "/v1/questions/"+ids[4]+"?wait=60", "")
		answered <- text
	}()
	if status, text := send(t.Context(), modest, "DELETE", "/v1/questions/"+ids[4], ""); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	if text := <-answered; !strings.Contains(text, "withdrawn") {
		t.Errorf("the other key gets %s, want withdrawn", text)
	}
}
