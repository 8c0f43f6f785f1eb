// Package server connects the packages of elicitform-server: routes, background work and an orderly end.
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

	"github.com/elicitform/elicitform/cmd/elicitform-server/admission"
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

// Version is the version of the program and of package.json. A build can set it:
//
//	go build -ldflags "-X github.com/elicitform/elicitform/cmd/elicitform-server/server.Version=0.1.1"
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
	streams *admission.Semaphore
	ledger  *metrics.Ledger
	client  redis.UniversalClient
	mux     *http.ServeMux

	notifying sync.WaitGroup
	isEnding  atomic.Bool
	readyLock sync.Mutex
	readyAt   time.Time
	readiness error
}

// New makes a server for the address of its listener. The site has the files that pages load, or is nil.
func New(c config.Config, listener net.Addr, site fs.FS, logger *slog.Logger) (*Server, error) {
	s := &Server{config: c, logger: logger, metrics: metrics.New(Version), mux: http.NewServeMux()}
	queue := hooks.NewMemoryQueue()
	store := relay.NewMemoryStore()
	if s.client = connect(c); s.client != nil {
		redis.SetLogger(redisLog{logger})
		store = redisstore.New(s.client, redisstore.Options{Prefix: c.RedisPrefix})
		queue = hooks.NewRedisQueue(s.client, c.RedisPrefix)
	}
	s.ledger = metrics.NewLedger(store, s.client, c.RedisPrefix)
	s.metrics.OpenQuestions(s.ledger)

	s.streams = admission.NewSemaphore(c.MaxStreams, c.MaxStreams, func(used int) { s.metrics.Streams.Set(float64(used)) })
	waits := admission.NewSemaphore(c.MaxWaits, c.Share.Of(c.MaxWaits), func(used int) { s.metrics.Waits.Set(float64(used)) })
	store = s.guard(store)
	var err error
	s.relay, err = relay.New(relay.Options{
		Store: store, Secret: c.Ring.Secret(), Origins: origins(c, listener),
		Limits: c.Limits, Logger: logger,
	})
	if err != nil {
		return nil, err
	}
	s.hooks = hooks.New(hooks.Options{
		Queue: queue, Policy: c.Webhooks, Roots: c.Roots, Ring: c.Ring, Share: c.Share, MaxWaiting: c.Share.Of(c.ProcessLimits.Questions),
		Peek: s.relay.Peek, Body: api.WebhookBody(c.Ring),
		OnAttempt: s.metrics.Webhook, Agent: "elicitform-server/" + Version, Logger: logger,
	})
	s.metrics.WaitingWebhooks(s.hooks.Waiting)
	s.metrics.StoredLinks(func() (int, bool) { return s.links.Stored() })
	s.links = s.newLinks(listener, site, store)
	s.api = api.New(api.Options{
		Relay: s.relay, Ring: c.Ring, Hooks: s.hooks, Links: s.links, Review: c.Review,
		AcquireWait: waits.Acquire, OnResponse: s.metrics.Request, Logger: logger,
	})
	return s, s.route(site)
}

func (s *Server) guard(store relay.Store) relay.Store {
	quota := admission.NewQuota(store, s.client, s.config.RedisPrefix, s.config.ProcessLimits, s.config.Share)
	return quota.Guard(s.metrics.Observe(store, s.ledger, s.notifyEnd), func(q keys.Question) {
		s.ledger.Remove(q)
		s.notifyEnd(q)
	})
}

func (s *Server) newLinks(listener net.Addr, site fs.FS, rounds relay.Store) *links.Links {
	store := links.NewMemoryStore()
	if s.client != nil {
		store = links.NewRedisStore(s.client, s.config.RedisPrefix)
	}
	base := s.config.PublicURL
	if base == "" && !s.config.Production {
		base = "http://" + listener.String()
	}
	ownOrigins := s.config
	ownOrigins.Origins = nil // Only the server's own pages show the form of a link.
	return links.New(links.Options{
		Store: store, Rounds: rounds, Relay: s.relay, Ring: s.config.Ring, Base: base, Origins: origins(ownOrigins, listener),
		Identity: s.config.Identity, Review: s.config.Review, Site: site, Max: 20 * s.config.ProcessLimits.Questions, Logger: s.logger,
	})
}

type redisLog struct{ logger *slog.Logger }

func (l redisLog) Printf(ctx context.Context, format string, v ...any) {
	l.logger.DebugContext(ctx, "redis: "+fmt.Sprintf(format, v...))
}

// topologyInterval makes a failover of a cluster noticeable. By default a client asks for the topology once a minute.
const topologyInterval = 2 * time.Second

func connect(c config.Config) redis.UniversalClient {
	switch {
	case c.RedisCluster != nil:
		c.RedisCluster.ClusterStateReloadInterval = topologyInterval
		return redis.NewClusterClient(c.RedisCluster)
	case c.Redis != nil:
		return redis.NewClient(c.Redis)
	}
	return nil
}

func origins(c config.Config, listener net.Addr) []string {
	if c.PublicURL != "" {
		return append([]string{c.PublicURL}, c.Origins...)
	}
	if c.Production && len(c.Origins) == 0 {
		// nil makes the relay compare with the Host header.
		return nil
	}
	own := []string{"http://" + listener.String()}
	if _, port, err := net.SplitHostPort(listener.String()); err == nil && !c.Production {
		own = append(own, "http://localhost:"+port)
	}
	return append(own, c.Origins...)
}

func (s *Server) route(site fs.FS) error {
	s.mux.Handle("/v1/", s.api)
	s.mux.Handle("/relay", s.limitStreams(s.relay))
	s.mux.Handle(links.Prefix, s.limitStreams(s.links))
	s.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { writeText(w, http.StatusOK, "ok") })
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

// Metrics serves /metrics on a listener of its own.
func (s *Server) Metrics() http.Handler { return s.metrics.Handler() }

// ServeHTTP serves everything, except metrics that have a listener of their own.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.config.Identity.Clean(r)
	s.mux.ServeHTTP(w, r)
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}

func (s *Server) limitStreams(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
			release, ok := s.streams.Acquire("")
			if !ok {
				w.Header().Set("Retry-After", "5")
				writeText(w, http.StatusServiceUnavailable, "too many streams")
				return
			}
			defer release()
		}
		next.ServeHTTP(w, r)
	})
}

// readinessTTL caches the reply to a ping, so that frequent probes cost nothing.
const readinessTTL = time.Second

func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.isEnding.Load():
		writeText(w, http.StatusServiceUnavailable, "ending")
	case s.pingStore(r.Context()) != nil:
		writeText(w, http.StatusServiceUnavailable, "the store does not answer")
	default:
		writeText(w, http.StatusOK, "ok")
	}
}

func (s *Server) pingStore(ctx context.Context) error {
	if s.client == nil {
		return nil
	}
	s.readyLock.Lock()
	defer s.readyLock.Unlock()
	if time.Since(s.readyAt) > readinessTTL {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		s.readiness, s.readyAt = s.client.Ping(ctx).Err(), time.Now()
	}
	return s.readiness
}

// CheckRedis warns if Redis does not answer, or could drop open questions.
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
		s.logger.Warn("redis may drop open questions: set its maxmemory-policy to noeviction", "policy", policy)
	}
}

// notifyEnd ends the links of a question and sends its webhook in the background, so that the answer does not wait.
func (s *Server) notifyEnd(q keys.Question) {
	inMemory := s.client == nil
	if inMemory {
		s.links.End(context.Background(), q)
	}
	s.notifying.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if !inMemory {
			s.links.End(ctx, q)
		}
		s.hooks.Send(ctx, q)
	})
}

// Run does the background work until the context ends.
func (s *Server) Run(ctx context.Context) {
	var running sync.WaitGroup
	running.Go(func() { s.ledger.Run(ctx) })
	running.Go(func() { s.hooks.Run(ctx) })
	running.Wait()
}

// End prepares the end of the process: /readyz fails, requests stop waiting, and streams end, so that pages reconnect.
func (s *Server) End() {
	s.isEnding.Store(true)
	s.api.End()
	s.relay.Close()
}

// Close frees the server's resources, after the last request.
func (s *Server) Close() error {
	s.relay.Close()
	s.notifying.Wait()
	if s.client == nil {
		return nil
	}
	if err := s.client.Close(); err != nil && !errors.Is(err, redis.ErrClosed) {
		return err
	}
	return nil
}
