// Package metrics has the figures for Prometheus. They never name a session, a question or an ask key.
package metrics

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the metrics of one process.
type Metrics struct {
	Streams, Waits prometheus.Gauge

	registry *prometheus.Registry
	prefixed prometheus.Registerer

	questionsAsked prometheus.Counter
	questionsEnded *prometheus.CounterVec
	storeSeconds   *prometheus.HistogramVec
	storeFailures  *prometheus.CounterVec
	requests       *prometheus.CounterVec
	webhooks       *prometheus.CounterVec
}

// New makes the metrics of a process.
func New(version string) *Metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	prefixed := prometheus.WrapRegistererWithPrefix("elicitform_", registry)
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return promauto.With(prefixed).NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	gauge := func(name, help string) prometheus.Gauge {
		return promauto.With(prefixed).NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	}
	m := &Metrics{
		registry: registry, prefixed: prefixed,
		questionsAsked: promauto.With(prefixed).NewCounter(prometheus.CounterOpts{
			Name: "questions_asked_total", Help: "Questions that this process has asked.",
		}),
		questionsEnded: counters("questions_ended_total",
			"Questions that this process has ended, by how: answered, rejected, withdrawn, expired or orphaned.", "state"),
		Streams: gauge("streams", "Streams to pages that are open in this process."),
		Waits:   gauge("waits", "Requests in this process that wait for an answer."),
		storeSeconds: promauto.With(prefixed).NewHistogramVec(prometheus.HistogramOpts{
			Name: "store_seconds", Help: "How long calls of the store take.", Buckets: prometheus.ExponentialBuckets(0.0001, 4, 9),
		}, []string{"call"}),
		storeFailures: counters("store_failures_total", "Calls of the store that failed.", "call"),
		requests:      counters("requests_total", "Requests of /v1, by endpoint and status.", "endpoint", "status"),
		webhooks:      counters("webhooks_total", "Attempts to send a webhook: delivered, retried, or failed for good.", "result"),
	}
	for _, state := range endStates {
		m.questionsEnded.WithLabelValues(string(state))
	}
	for _, result := range []string{"delivered", "retried", "failed"} {
		m.webhooks.WithLabelValues(result)
	}
	build := prometheus.GaugeOpts{
		Name: "build_info", Help: "The version of the program; always 1.", ConstLabels: prometheus.Labels{"version": version},
	}
	promauto.With(prefixed).NewGauge(build).Set(1)
	return m
}

// Handler serves /metrics, to two requests at once.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 2, Timeout: 10 * time.Second})
}

// Request counts a request of /v1. The endpoint is a pattern and never an address.
func (m *Metrics) Request(endpoint, status string) {
	m.requests.WithLabelValues(endpoint, status).Inc()
}

// Webhook counts an attempt to send a webhook: "delivered", "retried" or "failed".
func (m *Metrics) Webhook(result string) { m.webhooks.WithLabelValues(result).Inc() }

// WaitingWebhooks adds a gauge of the queued webhooks.
func (m *Metrics) WaitingWebhooks(count func(context.Context) (int, error)) {
	m.prefixed.MustRegister(gauges(func(ctx context.Context, set func(name, help string, value float64)) {
		if n, err := count(ctx); err == nil {
			set("webhooks_waiting", "Webhooks of all processes that were not sent yet, those of open questions included.", float64(n))
		}
	}))
}

// StoredLinks adds a gauge of the links in memory. It is missing if count reports false.
func (m *Metrics) StoredLinks(count func() (n int, ok bool)) {
	m.prefixed.MustRegister(gauges(func(_ context.Context, set func(name, help string, value float64)) {
		if n, ok := count(); ok {
			set("links_kept", "Links to questions in the memory of this process.", float64(n))
		}
	}))
}

// OpenQuestions adds gauges of a ledger.
func (m *Metrics) OpenQuestions(l *Ledger) {
	m.prefixed.MustRegister(gauges(func(ctx context.Context, set func(name, help string, value float64)) {
		if open, oldest, err := l.measure(ctx); err == nil {
			set("questions_open", "Open questions of all processes.", float64(open))
			set("questions_oldest_seconds", "For how long the oldest of them has been open; 0 without any.", oldest.Seconds())
		}
		if n, err := l.countAnswers(ctx); err == nil {
			set("answers_kept", "Answers of all processes that no asker has acknowledged.", float64(n))
		}
		if ends, ok := l.countEnds(); ok {
			set("ends_kept", "Ends without an answer that are remembered in the memory of this process.", float64(ends.Ended))
		}
	}))
}

// gauges describes nothing beforehand, because figures are missing while the store does not answer.
type gauges func(ctx context.Context, set func(name, help string, value float64))

func (gauges) Describe(chan<- *prometheus.Desc) {}

func (g gauges) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	g(ctx, func(name, help string, value float64) {
		metrics <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, nil, nil), prometheus.GaugeValue, value)
	})
}
