package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/elicitform/elicitform/internal/test/pipe"
)

func siteDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("<!doctype html>demo"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestPagesAndServerShareOneOrigin(t *testing.T) {
	handler, err := routes(siteDir(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()

	page, err := http.Get(server.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	page.Body.Close()
	if page.StatusCode != 200 || page.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("page: status %d, policy %q", page.StatusCode, page.Header.Get("Content-Security-Policy"))
	}
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	req, err := http.NewRequest("POST", server.URL+"/mcp", strings.NewReader(initialize))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 200 || answer.Header.Get("Mcp-Session-Id") == "" {
		t.Errorf("mcp: status %d, session %q", answer.StatusCode, answer.Header.Get("Mcp-Session-Id"))
	}
	if got := answer.Header.Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("mcp is open to other origins: %q", got)
	}
}

func TestAMissingSiteSaysHowToBuildIt(t *testing.T) {
	if _, err := routes(t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "go run ./web/build") {
		t.Errorf("error %v", err)
	}
}

func TestAPortThatCannotBeUsedSaysTheWayOut(t *testing.T) {
	occupied, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer occupied.Close()
	number := occupied.Addr().(*net.TCPAddr).Port
	used := strconv.Itoa(number)
	for port, want := range map[string]string{
		used:    fmt.Sprintf("port %d is in use: choose another, as in PORT=%d make run", number, number+1),
		"65536": `PORT is "65536": choose a number from 1 to 65535, as in PORT=8080 make run`,
		"chat":  `PORT is "chat": choose a number from 1 to 65535, as in PORT=8080 make run`,
	} {
		t.Setenv("PORT", port)
		err := run(t.Context(), siteDir(t), nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("port %s: %v", port, err)
		}
	}
}

func TestServerStopsWhenAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		listener, stopped := pipe.Listen(), make(chan error, 1)
		go func() { stopped <- serve(ctx, listener, http.NotFoundHandler()) }()
		answer, err := listener.Client().Get("http://x/")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		cancel()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		if _, err := listener.Dial(); err == nil {
			t.Error("the server takes a connection after its end")
		}
	})
}
