package metrics

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	flushInterval = 250 * time.Millisecond
	// maxPending bounds the changes while the store does not answer. Further changes are dropped.
	maxPending = 100_000
	maxLookups = 200
	// maxAge is longer than any question is open.
	maxAge = 31 * 24 * time.Hour
)

type place struct{ session, id string }

func placeOf(q keys.Question) place { return place{q.Session, q.ID} }

type index interface {
	// apply removes questions whose time is zero.
	apply(ctx context.Context, changes map[place]time.Time) error
	oldest(ctx context.Context, limit int) ([]place, []time.Time, error)
	count(ctx context.Context) (int, error)
}

// Ledger counts the open questions of all processes for metrics. A process that dies can make the count wrong by a few.
type Ledger struct {
	store relay.Store
	index index
	// answers counts unacknowledged answers; nil if the store counts them.
	answers *Ledger

	mu sync.Mutex
	// pending has zero times for questions that have ended.
	pending map[place]time.Time
}

// NewLedger makes a ledger of the questions in a store: in Redis, or in memory without a client.
func NewLedger(store relay.Store, client redis.UniversalClient, prefix string) *Ledger {
	l := &Ledger{store: store, pending: map[place]time.Time{}, index: &memoryIndex{open: map[place]time.Time{}}}
	if client != nil {
		l.index = &redisIndex{client, prefix + "{ledger}:open"}
		l.answers = &Ledger{store: store, pending: map[place]time.Time{}, index: &redisIndex{client, prefix + "{ledger}:answers"}}
	}
	return l
}

// Run writes changes until the context ends, and then the last ones.
func (l *Ledger) Run(ctx context.Context) {
	ticker := time.NewTicker(flushInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			l.flushAll(ctx)
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			l.flushAll(ctx)
			return
		}
	}
}

func (l *Ledger) flushAll(ctx context.Context) {
	_ = l.flush(ctx)
	if l.answers != nil {
		_ = l.answers.flush(ctx)
	}
}

func (l *Ledger) add(q keys.Question) { l.change(placeOf(q), time.Now()) }

// Remove takes a question out that has ended.
func (l *Ledger) Remove(q keys.Question) { l.change(placeOf(q), time.Time{}) }

func (l *Ledger) change(p place, askedAt time.Time) {
	if m, ok := l.index.(*memoryIndex); ok {
		m.change(p, askedAt)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.pending) < maxPending {
		l.pending[p] = askedAt
	}
}

func (l *Ledger) countEnds() (ends relay.EndedCounts, ok bool) {
	if s, isCounter := l.store.(relay.EndCounter); isCounter {
		ends, _ = s.CountEnded("")
		return ends, true
	}
	return relay.EndedCounts{}, false
}

func (l *Ledger) countAnswers(ctx context.Context) (int, error) {
	if l.answers == nil {
		ends, _ := l.countEnds()
		return ends.Answers, nil
	}
	if err := l.answers.flush(ctx); err != nil {
		return 0, err
	}
	if r, ok := l.answers.index.(*redisIndex); ok {
		expired := strconv.FormatInt(time.Now().Add(-maxAge).UnixMilli(), 10)
		if err := r.client.ZRemRangeByScore(ctx, r.key, "-inf", expired).Err(); err != nil {
			return 0, err
		}
	}
	return l.answers.index.count(ctx)
}

func (l *Ledger) recordAnswer(q keys.Question, state relay.State) {
	switch {
	case l.answers == nil:
	case state == relay.Answered:
		l.answers.add(q)
	case state == relay.Acknowledged:
		l.answers.Remove(q)
	}
}

// flush leaves a change pending that was made during the write.
func (l *Ledger) flush(ctx context.Context) error {
	l.mu.Lock()
	changes := maps.Clone(l.pending)
	l.mu.Unlock()
	if len(changes) == 0 {
		return nil
	}
	if err := l.index.apply(ctx, changes); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.pending, func(p place, askedAt time.Time) bool {
		written, found := changes[p]
		return found && askedAt == written
	})
	return nil
}

func (l *Ledger) measure(ctx context.Context) (open int, oldest time.Duration, err error) {
	if err := l.flush(ctx); err != nil {
		return 0, 0, err
	}
	places, times, err := l.index.oldest(ctx, maxLookups)
	if err != nil {
		return 0, 0, err
	}
	ended := map[place]time.Time{}
	for i, p := range places {
		records, err := l.store.Records(ctx, p.session, []string{p.id}, relay.FieldBody)
		if err != nil {
			return 0, 0, err
		}
		if records[0].Body != "" && time.Since(times[i]) < maxAge {
			oldest = max(time.Since(times[i]), 0)
			break
		}
		ended[p] = time.Time{}
	}
	if err := l.index.apply(ctx, ended); err != nil {
		return 0, 0, err
	}
	open, err = l.index.count(ctx)
	return open, oldest, err
}

type memoryIndex struct {
	mu   sync.Mutex
	open map[place]time.Time
}

func (m *memoryIndex) change(p place, askedAt time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if askedAt.IsZero() {
		delete(m.open, p)
	} else {
		m.open[p] = askedAt
	}
}

func (m *memoryIndex) apply(_ context.Context, changes map[place]time.Time) error {
	for p, askedAt := range changes {
		m.change(p, askedAt)
	}
	return nil
}

func (m *memoryIndex) oldest(_ context.Context, limit int) ([]place, []time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	places := slices.SortedFunc(maps.Keys(m.open), func(a, b place) int {
		return cmp.Or(m.open[a].Compare(m.open[b]), cmp.Compare(a.session, b.session), cmp.Compare(a.id, b.id))
	})
	places = places[:min(limit, len(places))]
	times := make([]time.Time, len(places))
	for i, p := range places {
		times[i] = m.open[p]
	}
	return places, times, nil
}

func (m *memoryIndex) count(context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.open), nil
}

// redisIndex is the index of several processes: a sorted set of "<id> <session>" by the time of asking, in ms.
type redisIndex struct {
	client redis.UniversalClient
	key    string
}

func (r *redisIndex) apply(ctx context.Context, changes map[place]time.Time) error {
	var added []redis.Z
	var removed []any
	for p, askedAt := range changes {
		if member := p.id + " " + p.session; askedAt.IsZero() {
			removed = append(removed, member)
		} else {
			added = append(added, redis.Z{Score: float64(askedAt.UnixMilli()), Member: member})
		}
	}
	_, err := r.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for chunk := range slices.Chunk(added, 1000) {
			pipe.ZAdd(ctx, r.key, chunk...)
			pipe.PExpire(ctx, r.key, maxAge)
		}
		for chunk := range slices.Chunk(removed, 1000) {
			pipe.ZRem(ctx, r.key, chunk...)
		}
		return nil
	})
	return err
}

func (r *redisIndex) oldest(ctx context.Context, limit int) (places []place, times []time.Time, err error) {
	members, err := r.client.ZRangeWithScores(ctx, r.key, 0, int64(limit)-1).Result()
	for _, z := range members {
		id, session, _ := strings.Cut(z.Member.(string), " ")
		places = append(places, place{session, id})
		times = append(times, time.UnixMilli(int64(z.Score)))
	}
	return places, times, err
}

func (r *redisIndex) count(ctx context.Context) (int, error) {
	n, err := r.client.ZCard(ctx, r.key).Result()
	return int(n), err
}
