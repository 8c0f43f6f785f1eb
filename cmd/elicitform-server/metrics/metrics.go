// Package metrics counts what the server does, for Prometheus. It is told of requests, questions and webhooks, and gives a
// handler with the figures. No name of a session, of a question or of an ask key is among what it tells.
package metrics

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

// Metrics are those of one process.
type Metrics struct {
	// Streams are places of pages that hear of their questions, and Waits of requests that wait for an answer.
	Streams, Waits *Places

	registry *prometheus.Registry
	// own is where our metrics are added, whose names begin with the one of the program.
	own prometheus.Registerer

	asked    prometheus.Counter
	ended    *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	failures *prometheus.CounterVec
	requests *prometheus.CounterVec
	webhooks *prometheus.CounterVec
}

// finals are the states in which a question ends.
var finals = []relay.State{relay.Answered, relay.Rejected, relay.Withdrawn, relay.Expired, relay.Orphaned}

// New makes the metrics of a process, with places for streams and for requests that wait, of which an asker has a share. Version is
// the one of the program.
func New(version string, streams, waits int, share keys.Share) *Metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	own := prometheus.WrapRegistererWithPrefix("elicitform_", registry)
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return promauto.With(own).NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	places := func(most int, share keys.Share, name, help string) *Places {
		gauge := promauto.With(own).NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
		return &Places{most: most, own: share.Of(most), askers: map[string]int{}, gauge: gauge}
	}
	m := &Metrics{
		registry: registry, own: own,
		asked: promauto.With(own).NewCounter(prometheus.CounterOpts{
			Name: "questions_asked_total", Help: "Questions that this process has asked.",
		}),
		ended: counters("questions_ended_total",
			"Questions that this process has ended, by how: answered, rejected, withdrawn, expired or orphaned.", "state"),
		Streams: places(streams, 100, "streams", "Streams to pages that are open in this process."),
		Waits:   places(waits, share, "waits", "Requests in this process that wait for an answer."),
		latency: promauto.With(own).NewHistogramVec(prometheus.HistogramOpts{
			Name: "store_seconds", Help: "How long calls of the store take.", Buckets: prometheus.ExponentialBuckets(0.0001, 4, 9),
		}, []string{"call"}),
		failures: counters("store_failures_total", "Calls of the store that failed.", "call"),
		requests: counters("requests_total", "Requests of /v1, by endpoint and status.", "endpoint", "status"),
		webhooks: counters("webhooks_total", "Attempts to send a webhook: delivered, retried, or failed for good.", "result"),
	}
	for _, state := range finals {
		m.ended.WithLabelValues(string(state))
	}
	for _, how := range []string{"delivered", "retried", "failed"} {
		m.webhooks.WithLabelValues(how)
	}
	build := prometheus.GaugeOpts{
		Name: "build_info", Help: "The version of the program; always 1.", ConstLabels: prometheus.Labels{"version": version},
	}
	promauto.With(own).NewGauge(build).Set(1)
	return m
}

// Handler is /metrics.
func (m *Metrics) Handler() http.Handler {
	// Two at once are enough for whoever may ask.
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 2, Timeout: 10 * time.Second})
}

// Places are those of what may go on at the same time in this process.
type Places struct {
	// most is how many there are, and own how many one asker may have.
	most, own int
	gauge     prometheus.Gauge

	mu    sync.Mutex
	taken int
	// askers have so many of them.
	askers map[string]int
}

// Take takes a place for an asker, or for nobody in particular, which leave gives back. It reports false where none is free for it.
func (p *Places) Take(asker string) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= p.most || asker != "" && p.askers[asker] >= p.own {
		return nil, false
	}
	p.change(asker, 1)
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.change(asker, -1)
	}), true
}

// change notes that an asker has more or fewer places.
func (p *Places) change(asker string, more int) {
	p.taken += more
	p.gauge.Set(float64(p.taken))
	if p.askers[asker] += more; p.askers[asker] == 0 {
		delete(p.askers, asker)
	}
}

// Request counts a request of /v1. The endpoint is a pattern and never an address.
func (m *Metrics) Request(endpoint, status string) {
	m.requests.WithLabelValues(endpoint, status).Inc()
}

// Webhook counts an attempt to send a webhook.
func (m *Metrics) Webhook(how string) { m.webhooks.WithLabelValues(how).Inc() }

// WaitingWebhooks adds a gauge of the webhooks that are queued.
func (m *Metrics) WaitingWebhooks(count func(context.Context) (int, error)) {
	m.own.MustRegister(gauges(func(ctx context.Context, tell func(name, help string, value float64)) {
		if n, err := count(ctx); err == nil {
			tell("webhooks_waiting", "Webhooks of all processes that were not sent yet, those of open questions included.", float64(n))
		}
	}))
}

// KeptLinks adds a gauge of the links that are kept, where they are counted.
func (m *Metrics) KeptLinks(count func() (n int, ok bool)) {
	m.own.MustRegister(gauges(func(_ context.Context, tell func(name, help string, value float64)) {
		if n, ok := count(); ok {
			tell("links_kept", "Links to questions in the memory of this process.", float64(n))
		}
	}))
}

// OpenQuestions adds gauges of what a ledger knows.
func (m *Metrics) OpenQuestions(l *Ledger) {
	m.own.MustRegister(gauges(func(ctx context.Context, tell func(name, help string, value float64)) {
		if open, oldest, err := l.look(ctx); err == nil {
			tell("questions_open", "Open questions of all processes.", float64(open))
			tell("questions_oldest_seconds", "For how long the oldest of them has been open; 0 without any.", oldest.Seconds())
		}
		if n, err := l.keptAnswers(ctx); err == nil {
			tell("answers_kept", "Answers of all processes that no asker has acknowledged.", float64(n))
		}
		if kept, ok := l.kept(); ok {
			tell("ends_kept", "Ends without an answer that are remembered in the memory of this process.", float64(kept.Ended))
		}
	}))
}

// gauges are read when somebody asks for them. They are missing while the store does not answer, so none is described before.
type gauges func(ctx context.Context, tell func(name, help string, value float64))

func (gauges) Describe(chan<- *prometheus.Desc) {}

func (g gauges) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	g(ctx, func(name, help string, value float64) {
		metrics <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, nil, nil), prometheus.GaugeValue, value)
	})
}

// store measures and counts what is done in another store.
type store struct {
	relay.Store
	m      *Metrics
	ledger *Ledger
	quota  *Quota
	ended  func(keys.Question)
	recent recent
}

// Observe wraps a store, and lets it have no more than a quota allows. Ended, which must not block for long, is called
// when a question has ended by this process, or when this process finds that it has.
func (m *Metrics) Observe(s relay.Store, ledger *Ledger, quota *Quota, ended func(keys.Question)) relay.Store {
	quota.ended = func(q keys.Question) {
		ledger.ended(q)
		ended(q)
	}
	return &store{Store: s, m: m, ledger: ledger, quota: quota, ended: ended, recent: recent{ended: map[keys.Question]bool{}}}
}

// measure notes how long a call takes, and whether it fails.
func measure[T any](s *store, name string, call func() (T, error)) (T, error) {
	start := time.Now()
	reply, err := call()
	s.m.latency.WithLabelValues(name).Observe(time.Since(start).Seconds())
	if err != nil {
		s.m.failures.WithLabelValues(name).Inc()
	}
	return reply, err
}

func (s *store) Ask(ctx context.Context, session string, ask relay.AskRecord) (relay.Verdict, error) {
	p := place{session, ask.ID, ask.Fingerprint}
	isNew, full, err := s.quota.reserve(ctx, ask.Asker, p, len(ask.Body)+len(ask.Call))
	if err != nil {
		return relay.Verdict{}, err
	}
	if full != "" {
		// One that is there can be joined all the same, or has an answer to be fetched.
		known, err := s.Store.Peek(ctx, session, ask.RoundRef, 0, 0)
		if err != nil || known.State == relay.Unknown || known.State == relay.Conflict || known.State == relay.Orphaned {
			return relay.Verdict{State: relay.Full, Result: full, Deadline: ask.Deadline}, err
		}
	}
	v, err := measure(s, "ask", func() (relay.Verdict, error) { return s.Store.Ask(ctx, session, ask) })
	if isNew && err == nil && v.State != relay.Open {
		// Where that fails, the question is looked up some time.
		_ = s.quota.release(ctx, ask.Asker, p)
	}
	if err == nil && v.State == relay.Open && v.ByCaller {
		q := keys.Question{Session: session, RoundRef: ask.RoundRef}
		s.recent.forget(q)
		s.m.asked.Inc()
		s.ledger.asked(q)
	}
	return v, err
}

func (s *store) End(ctx context.Context, session string, end relay.EndRecord) (relay.Verdict, error) {
	v, err := measure(s, "end", func() (relay.Verdict, error) { return s.Store.End(ctx, session, end) })
	q := keys.Question{Session: session, RoundRef: end.RoundRef}
	if err == nil && v.ByCaller {
		s.ledger.noteEnd(q, v.State)
	}
	// A device that repeats its answer hears again that it was its own.
	if err == nil && v.ByCaller && slices.Contains(finals, v.State) && s.recent.add(q) {
		s.m.ended.WithLabelValues(string(v.State)).Inc()
		s.ledger.ended(q)
		// Where that fails, the question is looked up some time.
		_ = s.quota.release(ctx, v.Asker, place{session, end.ID, end.Fingerprint})
		s.ended(q)
	}
	return v, err
}

func (s *store) Peek(ctx context.Context, session string, ref relay.RoundRef, lease, keep time.Duration) (relay.Verdict, error) {
	return measure(s, "peek", func() (relay.Verdict, error) { return s.Store.Peek(ctx, session, ref, lease, keep) })
}

func (s *store) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	return measure(s, "read", func() (relay.Snapshot, error) { return s.Store.Read(ctx, session, since) })
}

func (s *store) Records(ctx context.Context, session string, ids []string, fields ...relay.Field) ([]relay.RoundRecord, error) {
	return measure(s, "records", func() ([]relay.RoundRecord, error) { return s.Store.Records(ctx, session, ids, fields...) })
}

// mostRecent is how many questions that have ended are remembered, so that a repetition is not counted.
const mostRecent = 4096

// recent are the questions that have ended last.
type recent struct {
	mu    sync.Mutex
	ended map[keys.Question]bool
	order [mostRecent]keys.Question
	next  int
}

// add reports whether the question was not there.
func (r *recent) add(q keys.Question) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended[q] {
		return false
	}
	delete(r.ended, r.order[r.next])
	r.ended[q], r.order[r.next] = true, q
	r.next = (r.next + 1) % mostRecent
	return true
}

// forget lets a question be added again: it is asked anew under the same id.
func (r *recent) forget(q keys.Question) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.ended, q)
}
