// Command elicitform-server asks people, for agents in any language: one program with an HTTP interface for askers
// (/v1), the relay for pages (/relay), and what these pages load (/elicitform/). It reads its settings, listens, and
// ends in order. Everything else is in the packages below it.
//
//	make server && build/elicitform-server
//
// docs/server.md has all settings.
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

	// Certificates of the web, for a container without any.
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

// run serves until the context ends, and then until open requests have ended, or their time is over.
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
		logger.Warn("this variable is no setting", "name", name)
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
		other, err := net.Listen("tcp", c.MetricsListen)
		if err != nil {
			return errors.Join(err, s.Close())
		}
		defer other.Close()
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", s.Metrics())
		listeners[other] = mux
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

// serve serves on listeners until the context ends.
func serve(ctx context.Context, s *server.Server, listeners map[net.Listener]http.Handler, grace time.Duration, logger *slog.Logger) error {
	background, end := context.WithCancel(context.Background())
	var running sync.WaitGroup
	defer running.Wait()
	defer end()
	running.Go(func() { s.Run(background) })

	failed := make(chan error, len(listeners))
	var servers []*http.Server
	for listener, handler := range listeners {
		one := bounds.Default.Server(handler)
		one.ErrorLog = slog.NewLogLogger(logger.Handler(), slog.LevelWarn)
		servers = append(servers, one)
		go func() { failed <- one.Serve(listener) }()
	}
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	logger.Info("ending")
	s.End()
	// What is being answered is answered to its end.
	deadline, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	for _, one := range servers {
		if late := one.Shutdown(deadline); late != nil {
			logger.Warn("some requests were cut off", "error", late)
			_ = one.Close()
		}
	}
	return err
}
