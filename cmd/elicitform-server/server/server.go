// Package server puts elicitform-server together: what it serves, what it does in the background, and how it ends. It is
// given the settings of package config and gives a handler. It decides nothing about a question: the packages beside it do.
package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
	"github.com/elicitform/elicitform/cmd/elicitform-server/config"
	"github.com/elicitform/elicitform/cmd/elicitform-server/files"
	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/cmd/elicitform-server/links"
	"github.com/elicitform/elicitform/cmd/elicitform-server/metrics"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/redisstore"
)

// Version is the one of the program, and of package.json. It is a variable so that a build can be given another one:
// go build -ldflags "-X github.com/elicitform/elicitform/cmd/elicitform-server/server.Version=0.1.1".
var Version = "0.1.0"

// Server is elicitform-server without its listeners.
type Server struct {
	config  config.Config
	logger  *slog.Logger
	relay   *relay.Relay
	api     *api.API
	hooks   *hooks.Sender
	links   *links.Links
	metrics *metrics.Metrics
	ledger  *metrics.Ledger
	client  redis.UniversalClient
	mux     *http.ServeMux

	// telling are the calls that let the queue of webhooks know what has ended.
	telling sync.WaitGroup
	ending  atomic.Bool
	// ready is when the store was asked last, and what it said.
	readyLock sync.Mutex
	readyAt   time.Time
	ready     error
}

// New makes a server that listens at an address, as it was asked for and as it is. Files are what pages load; nil for none.
func New(c config.Config, listener net.Addr, site fs.FS, logger *slog.Logger) (*Server, error) {
	s := &Server{config: c, logger: logger, metrics: metrics.New(Version, c.MaxStreams, c.MaxWaits, c.Share), mux: http.NewServeMux()}
	queue := hooks.NewMemoryQueue()
	store := relay.NewMemoryStore()
	if s.client = connect(c); s.client != nil {
		redis.SetLogger(redisLog{logger})
		store = redisstore.New(s.client, redisstore.Options{Prefix: c.RedisPrefix})
		queue = hooks.NewRedisQueue(s.client, c.RedisPrefix)
	}
	s.ledger = metrics.NewLedger(store, s.client, c.RedisPrefix)
	s.metrics.OpenQuestions(s.ledger)

	quota := metrics.NewQuota(store, s.client, c.RedisPrefix, c.Room, c.Share)
	observed := s.metrics.Observe(store, s.ledger, quota, s.ended)
	var err error
	s.relay, err = relay.New(relay.Options{
		Store: observed, Secret: c.Ring.Secret(), Origins: origins(c, listener),
		Limits: c.Limits, Logger: logger,
	})
	if err != nil {
		return nil, err
	}
	s.hooks = hooks.New(hooks.Options{
		Queue: queue, Policy: c.Webhooks, Roots: c.Roots, Ring: c.Ring, Share: c.Share, MaxWaiting: c.Share.Of(c.Room.Questions),
		Peek: s.relay.Peek, Body: api.WebhookBody(c.Ring),
		Told: s.metrics.Webhook, Agent: "elicitform-server/" + Version, Logger: logger,
	})
	s.metrics.WaitingWebhooks(s.hooks.Waiting)
	s.metrics.KeptLinks(func() (int, bool) { return s.links.Kept() })
	s.links = s.newLinks(listener, site, observed)
	s.api = api.New(api.Options{
		Relay: s.relay, Ring: c.Ring, Hooks: s.hooks, Links: s.links, Review: c.Review,
		Wait: s.metrics.Waits.Take, Done: s.metrics.Request, Logger: logger,
	})
	return s, s.route(site)
}

// newLinks makes what serves questions by link. They are kept where the questions are.
func (s *Server) newLinks(listener net.Addr, site fs.FS, rounds relay.Store) *links.Links {
	store := links.NewMemoryStore()
	if s.client != nil {
		store = links.NewRedisStore(s.client, s.config.RedisPrefix)
	}
	base := s.config.PublicURL
	if base == "" && !s.config.Production {
		base = "http://" + listener.String()
	}
	alone := s.config
	alone.Origins = nil // Only the server's own pages have the form of a link.
	return links.New(links.Options{
		Store: store, Rounds: rounds, Relay: s.relay, Ring: s.config.Ring, Base: base, Origins: origins(alone, listener),
		Identity: s.config.Identity, Review: s.config.Review, Site: site, Max: 20 * s.config.Room.Questions, Logger: s.logger,
	})
}

// redisLog writes what the client of Redis says into the log of the server.
type redisLog struct{ logger *slog.Logger }

func (l redisLog) Printf(ctx context.Context, format string, v ...any) {
	l.logger.DebugContext(ctx, "redis: "+fmt.Sprintf(format, v...))
}

// topology is how often a client of a cluster asks which of its servers has what. Without it, a replica that has taken the
// place of its master would be known after a minute.
const topology = 2 * time.Second

// connect makes the client of Redis, which connects when it is first needed; nil where questions are kept in memory.
func connect(c config.Config) redis.UniversalClient {
	switch {
	case c.RedisCluster != nil:
		c.RedisCluster.ClusterStateReloadInterval = topology
		return redis.NewClusterClient(c.RedisCluster)
	case c.Redis != nil:
		return redis.NewClient(c.Redis)
	}
	return nil
}

// origins are those of pages that may use the relay: the server's own, under each of its names, and the given ones.
func origins(c config.Config, listener net.Addr) []string {
	if c.PublicURL != "" {
		return append([]string{c.PublicURL}, c.Origins...)
	}
	if c.Production && len(c.Origins) == 0 {
		// The one by which a request names the server.
		return nil
	}
	own := []string{"http://" + listener.String()}
	if _, port, err := net.SplitHostPort(listener.String()); err == nil && !c.Production {
		own = append(own, "http://localhost:"+port)
	}
	return append(own, c.Origins...)
}

// route says what is served where.
func (s *Server) route(site fs.FS) error {
	s.mux.Handle("/v1/", s.api)
	s.mux.Handle("/relay", s.bounded(s.relay))
	s.mux.Handle(links.Prefix, s.bounded(s.links))
	s.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") })
	s.mux.HandleFunc("GET /readyz", s.serveReady)
	if s.config.MetricsListen == "" {
		s.mux.Handle("GET /metrics", s.metrics.Handler())
	}
	if site == nil {
		return nil
	}
	handler, err := files.Handler(site, s.config.Origins)
	if err != nil {
		return err
	}
	s.mux.Handle(files.Prefix, handler)
	if !s.config.Production {
		s.mux.Handle("GET /try", files.Page(handler, "try.html"))
		s.mux.Handle("GET /{$}", http.RedirectHandler("/try", http.StatusTemporaryRedirect))
	}
	return nil
}

// Metrics is /metrics, for a listener of its own.
func (s *Server) Metrics() http.Handler { return s.metrics.Handler() }

// ServeHTTP serves everything but metrics that have a listener of their own.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.config.Identity.Clean(r)
	s.mux.ServeHTTP(w, r)
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}

// bounded limits the streams to pages in this process.
func (s *Server) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
			leave, ok := s.metrics.Streams.Take("")
			if !ok {
				w.Header().Set("Retry-After", "5")
				say(w, http.StatusServiceUnavailable, "too many streams")
				return
			}
			defer leave()
		}
		next.ServeHTTP(w, r)
	})
}

// readyFor is for how long what the store has said of itself is believed: whoever asks often costs nothing.
const readyFor = time.Second

func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.ending.Load():
		say(w, http.StatusServiceUnavailable, "ending")
	case s.unready(r.Context()) != nil:
		say(w, http.StatusServiceUnavailable, "the store does not answer")
	default:
		say(w, http.StatusOK, "ok")
	}
}

// unready says why the store does not answer; nil where it does.
func (s *Server) unready(ctx context.Context) error {
	if s.client == nil {
		return nil
	}
	s.readyLock.Lock()
	defer s.readyLock.Unlock()
	if time.Since(s.readyAt) > readyFor {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		s.ready, s.readyAt = s.client.Ping(ctx).Err(), time.Now()
	}
	return s.ready
}

// CheckRedis warns of a Redis that would lose questions.
func (s *Server) CheckRedis(ctx context.Context) {
	if s.client == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := s.client.Ping(ctx).Err(); err != nil {
		s.logger.Warn("redis does not answer yet", "error", err)
		return
	}
	// Not every Redis lets its clients read its settings.
	settings, err := s.client.ConfigGet(ctx, "maxmemory-policy").Result()
	if policy := settings["maxmemory-policy"]; err == nil && policy != "noeviction" {
		s.logger.Warn("redis may drop questions that are open: set its maxmemory-policy to noeviction", "policy", policy)
	}
}

// ended sends the webhook of a question that has ended by this process. It does not hold up the answer that has ended it.
func (s *Server) ended(q keys.Question) {
	inMemory := s.client == nil
	if inMemory {
		// That takes no time, and the next link finds room.
		s.links.Ended(context.Background(), q)
	}
	s.telling.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if !inMemory {
			s.links.Ended(ctx, q)
		}
		s.hooks.Ended(ctx, q)
	})
}

// Run does what is to be done in the background, until the context ends.
func (s *Server) Run(ctx context.Context) {
	var running sync.WaitGroup
	running.Go(func() { s.ledger.Run(ctx) })
	running.Go(func() { s.hooks.Run(ctx) })
	running.Wait()
}

// End says that the process is about to end: /readyz says so, requests that wait are told that there is no answer yet, new
// questions are rejected, and streams end, so that pages come again to another process.
func (s *Server) End() {
	s.ending.Store(true)
	s.api.End()
	s.relay.Close()
}

// Close frees what the server holds, when nothing is served any more.
func (s *Server) Close() error {
	s.relay.Close()
	s.telling.Wait()
	if s.client == nil {
		return nil
	}
	if err := s.client.Close(); err != nil && !errors.Is(err, redis.ErrClosed) {
		return err
	}
	return nil
}
