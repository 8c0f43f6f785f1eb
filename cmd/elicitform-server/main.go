// Command elicitform-server asks people, for agents in any language. It serves askers (/v1), pages (/relay) and their
// files (/elicitform/). docs/server.md has all settings.
//
//	make server && build/elicitform-server
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	// Root certificates for containers.
	_ "golang.org/x/crypto/x509roots/fallback"

	"github.com/elicitform/elicitform/cmd/elicitform-server/config"
	"github.com/elicitform/elicitform/cmd/elicitform-server/files"
	"github.com/elicitform/elicitform/cmd/elicitform-server/server"
	"github.com/elicitform/elicitform/web/server/bounds"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch err := run(ctx, os.Args[1:], os.Environ(), files.Embedded(), os.Stdout, os.Stderr); {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "elicitform-server:", err)
		os.Exit(1)
	}
}

// run gives open requests a grace period after the end of the context.
func run(ctx context.Context, arguments, environment []string, site fs.FS, out, log io.Writer) error {
	c, err := config.Read(arguments, environment, os.ReadFile)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(out, config.Usage())
	}
	if err != nil {
		return err
	}
	logger := newLogger(c, log)
	for _, name := range c.Unknown {
		logger.Warn("unknown setting", "name", name)
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	s, err := server.New(c, listener.Addr(), site, logger)
	if err != nil {
		return err
	}
	listeners := map[net.Listener]http.Handler{listener: s}
	if c.MetricsListen != "" {
		metricsListener, err := net.Listen("tcp", c.MetricsListen)
		if err != nil {
			return errors.Join(err, s.Close())
		}
		defer metricsListener.Close()
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", s.Metrics())
		listeners[metricsListener] = mux
	}
	s.CheckRedis(ctx)
	fmt.Fprint(out, s.Welcome(listener.Addr(), site != nil))
	return errors.Join(serve(ctx, s, listeners, c.Grace, logger), s.Close())
}

func newLogger(c config.Config, log io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(log, options))
	}
	return slog.New(slog.NewTextHandler(log, options))
}

func serve(ctx context.Context, s *server.Server, listeners map[net.Listener]http.Handler, grace time.Duration, logger *slog.Logger) error {
	background, end := context.WithCancel(context.Background())
	var running sync.WaitGroup
	defer running.Wait()
	defer end()
	running.Go(func() { s.Run(background) })

	failed := make(chan error, len(listeners))
	var servers []*http.Server
	for listener, handler := range listeners {
		server := bounds.Default.Server(handler)
		server.ErrorLog = slog.NewLogLogger(logger.Handler(), slog.LevelWarn)
		servers = append(servers, server)
		go func() { failed <- server.Serve(listener) }()
	}
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	logger.Info("shutting down")
	s.End()
	deadline, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	for _, server := range servers {
		if late := server.Shutdown(deadline); late != nil {
			logger.Warn("some requests were cut off", "error", late)
			_ = server.Close()
		}
	}
	return err
}
