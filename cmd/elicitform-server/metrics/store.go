package metrics

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

var endStates = []relay.State{relay.Answered, relay.Rejected, relay.Withdrawn, relay.Expired, relay.Orphaned}

type observedStore struct {
	relay.Store
	metrics *Metrics
	ledger  *Ledger
	onEnd   func(keys.Question)
	recent  recentEnds
}

// Observe measures a store. onEnd must not block for long. It gets each question that this process ends, once.
func (m *Metrics) Observe(store relay.Store, ledger *Ledger, onEnd func(keys.Question)) relay.Store {
	return &observedStore{Store: store, metrics: m, ledger: ledger, onEnd: onEnd, recent: recentEnds{ended: map[keys.Question]bool{}}}
}

func measure[T any](s *observedStore, name string, call func() (T, error)) (T, error) {
	start := time.Now()
	reply, err := call()
	s.metrics.storeSeconds.WithLabelValues(name).Observe(time.Since(start).Seconds())
	if err != nil {
		s.metrics.storeFailures.WithLabelValues(name).Inc()
	}
	return reply, err
}

func (s *observedStore) Ask(ctx context.Context, session string, ask relay.AskRecord) (relay.Verdict, error) {
	v, err := measure(s, "ask", func() (relay.Verdict, error) { return s.Store.Ask(ctx, session, ask) })
	if err == nil && v.State == relay.Open && v.ByCaller {
		q := keys.Question{Session: session, RoundRef: ask.RoundRef}
		s.recent.forget(q)
		s.metrics.questionsAsked.Inc()
		s.ledger.add(q)
	}
	return v, err
}

func (s *observedStore) End(ctx context.Context, session string, end relay.EndRecord) (relay.Verdict, error) {
	v, err := measure(s, "end", func() (relay.Verdict, error) { return s.Store.End(ctx, session, end) })
	if err != nil || !v.ByCaller {
		return v, err
	}
	q := keys.Question{Session: session, RoundRef: end.RoundRef}
	s.ledger.recordAnswer(q, v.State)
	// A device that repeats its answer gets the same verdict.
	if slices.Contains(endStates, v.State) && s.recent.add(q) {
		s.metrics.questionsEnded.WithLabelValues(string(v.State)).Inc()
		s.ledger.Remove(q)
		s.onEnd(q)
	}
	return v, nil
}

func (s *observedStore) Peek(ctx context.Context, session string, ref relay.RoundRef, lease, keep time.Duration) (relay.Verdict, error) {
	return measure(s, "peek", func() (relay.Verdict, error) { return s.Store.Peek(ctx, session, ref, lease, keep) })
}

func (s *observedStore) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	return measure(s, "read", func() (relay.Snapshot, error) { return s.Store.Read(ctx, session, since) })
}

func (s *observedStore) Records(ctx context.Context, session string, ids []string, fields ...relay.Field) ([]relay.RoundRecord, error) {
	return measure(s, "records", func() ([]relay.RoundRecord, error) { return s.Store.Records(ctx, session, ids, fields...) })
}

const maxRecent = 4096

type recentEnds struct {
	mu    sync.Mutex
	ended map[keys.Question]bool
	order [maxRecent]keys.Question
	next  int
}

func (r *recentEnds) add(q keys.Question) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended[q] {
		return false
	}
	delete(r.ended, r.order[r.next])
	r.ended[q], r.order[r.next] = true, q
	r.next = (r.next + 1) % maxRecent
	return true
}

// forget lets a question end once more. Its key can ask it again under the same id.
func (r *recentEnds) forget(q keys.Question) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.ended, q)
}
