// Command server serves the built site on 127.0.0.1, with the demo's MCP servers behind /mcp. It is for this machine:
// elicitform-server is for other machines.
//
// PORT=8080 go run ./web/server -frame-ancestors "'self' https://chat.example"
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/elicitform/elicitform/web/demo/servers"
	"github.com/elicitform/elicitform/web/server/bounds"
	"github.com/elicitform/elicitform/web/server/site"
)

func main() {
	dir := flag.String("site", "build/site", "folder of the built site")
	ancestors := flag.String("frame-ancestors", "'self'", "who may embed the frame: CSP sources, separated by spaces")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *dir, strings.Fields(*ancestors)); err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir string, ancestors []string) error {
	handler, err := routes(dir, ancestors)
	if err != nil {
		return err
	}
	listener, err := listen(cmp.Or(os.Getenv("PORT"), "8080"))
	if err != nil {
		return err
	}
	fmt.Printf("serving http://%s/ and http://%[1]s/standalone.html\n", listener.Addr())
	return serve(ctx, listener, handler)
}

func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := bounds.Default.Server(handler)
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func listen(port string) (net.Listener, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		number, _ := strconv.Atoi(port)
		return nil, fmt.Errorf("port %s is in use: choose another, as in PORT=%d make run", port, number+1)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %s is for root alone: choose another, as in PORT=8080 make run", port)
	case err != nil:
		return nil, fmt.Errorf("PORT is %q: choose a number from 1 to 65535, as in PORT=8080 make run (%w)", port, err)
	}
	return listener, nil
}

// The demo page may call servers of its own origin without cross-origin headers.
func routes(dir string, ancestors []string) (http.Handler, error) {
	pages, err := site.Handler(os.DirFS(dir), ancestors...)
	if err != nil {
		return nil, fmt.Errorf("%w (build it with: go run ./web/build)", err)
	}
	mux := http.NewServeMux()
	servers.Mount(mux, servers.DefaultPatience, "")
	mux.Handle("/", pages)
	return mux, nil
}
