package metrics

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	// batch is how often what has changed is written: once for all that has changed since, whatever that is.
	batch = 250 * time.Millisecond
	// mostPending is how many changes are kept while the store does not answer; more are forgotten.
	mostPending = 100_000
	// mostChecked is how many of the oldest questions are looked up for one look: those that ended where no process of
	// this server has seen it are taken out.
	mostChecked = 200
	// mostAge is longer than any question is open.
	mostAge = 31 * 24 * time.Hour
)

// place is where an open question is: in a session, under an id.
type place struct{ session, id string }

// index keeps when questions were asked.
type index interface {
	apply(ctx context.Context, asked map[place]time.Time, ended []place) error
	oldest(ctx context.Context, most int) ([]place, []time.Time, error)
	count(ctx context.Context) (int, error)
}

// Ledger knows which questions are open, of all processes that share a store. It is for metrics only: what it has not
// written when a process dies is wrong by a few questions.
type Ledger struct {
	store relay.Store
	index index

	mu      sync.Mutex
	pending map[place]time.Time // the zero time is for one that has ended
}

// NewLedger makes a ledger of the questions in a store. Without a client of Redis it is kept in memory.
func NewLedger(store relay.Store, client redis.UniversalClient, prefix string) *Ledger {
	l := &Ledger{store: store, pending: map[place]time.Time{}, index: &inMemory{asked: map[place]time.Time{}}}
	if client != nil {
		l.index = &inRedis{client, prefix + "{ledger}:open"}
	}
	return l
}

// Run writes what has changed until the context ends.
func (l *Ledger) Run(ctx context.Context) {
	ticker := time.NewTicker(batch)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			_ = l.flush(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = l.flush(last)
			return
		}
	}
}

func (l *Ledger) asked(q keys.Question, now time.Time) { l.change(place{q.Session, q.Ref.ID}, now) }

func (l *Ledger) ended(q keys.Question) { l.change(place{q.Session, q.Ref.ID}, time.Time{}) }

func (l *Ledger) change(p place, asked time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.pending) < mostPending {
		l.pending[p] = asked
	}
}

// flush writes what has changed.
func (l *Ledger) flush(ctx context.Context) error {
	l.mu.Lock()
	pending := l.pending
	l.pending = map[place]time.Time{}
	l.mu.Unlock()
	if len(pending) == 0 {
		return nil
	}
	var ended []place
	for p, asked := range pending {
		if asked.IsZero() {
			ended = append(ended, p)
		}
	}
	maps.DeleteFunc(pending, func(_ place, asked time.Time) bool { return asked.IsZero() })
	err := l.index.apply(ctx, pending, ended)
	if err == nil {
		return nil
	}
	// What has changed since is newer.
	for p, asked := range pending {
		l.restore(p, asked)
	}
	for _, p := range ended {
		l.restore(p, time.Time{})
	}
	return err
}

func (l *Ledger) restore(p place, asked time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, newer := l.pending[p]; !newer && len(l.pending) < mostPending {
		l.pending[p] = asked
	}
}

// look returns how many questions are open, and for how long the oldest one has been.
func (l *Ledger) look(ctx context.Context) (open int, oldest time.Duration, err error) {
	if err := l.flush(ctx); err != nil {
		return 0, 0, err
	}
	places, times, err := l.index.oldest(ctx, mostChecked)
	if err != nil {
		return 0, 0, err
	}
	var gone []place
	for i, p := range places {
		records, err := l.store.Records(ctx, p.session, []string{p.id}, relay.FieldBody)
		if err != nil {
			return 0, 0, err
		}
		if records[0].Body != "" && time.Since(times[i]) < mostAge {
			oldest = max(time.Since(times[i]), 0)
			break
		}
		gone = append(gone, p)
	}
	if len(gone) > 0 {
		if err := l.index.apply(ctx, nil, gone); err != nil {
			return 0, 0, err
		}
	}
	open, err = l.index.count(ctx)
	return open, oldest, err
}

// inMemory is the index of one process.
type inMemory struct {
	mu    sync.Mutex
	asked map[place]time.Time
}

func (m *inMemory) apply(_ context.Context, asked map[place]time.Time, ended []place) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.Copy(m.asked, asked)
	for _, p := range ended {
		delete(m.asked, p)
	}
	return nil
}

func (m *inMemory) oldest(_ context.Context, most int) ([]place, []time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	places := slices.SortedFunc(maps.Keys(m.asked), func(a, b place) int {
		return cmp.Or(m.asked[a].Compare(m.asked[b]), cmp.Compare(a.session, b.session), cmp.Compare(a.id, b.id))
	})
	places = places[:min(most, len(places))]
	times := make([]time.Time, len(places))
	for i, p := range places {
		times[i] = m.asked[p]
	}
	return places, times, nil
}

func (m *inMemory) count(context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.asked), nil
}

// inRedis is the index of several processes: a sorted set of "<id> <session>" by when it was asked, in ms.
type inRedis struct {
	client redis.UniversalClient
	key    string
}

func (r *inRedis) apply(ctx context.Context, asked map[place]time.Time, ended []place) error {
	_, err := r.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		var added []redis.Z
		for p, at := range asked {
			added = append(added, redis.Z{Score: float64(at.UnixMilli()), Member: p.id + " " + p.session})
		}
		for some := range slices.Chunk(added, 1000) {
			pipe.ZAdd(ctx, r.key, some...)
		}
		if len(added) > 0 {
			pipe.PExpire(ctx, r.key, mostAge)
		}
		var removed []any
		for _, p := range ended {
			removed = append(removed, p.id+" "+p.session)
		}
		for some := range slices.Chunk(removed, 1000) {
			pipe.ZRem(ctx, r.key, some...)
		}
		return nil
	})
	return err
}

func (r *inRedis) oldest(ctx context.Context, most int) (places []place, times []time.Time, err error) {
	all, err := r.client.ZRangeWithScores(ctx, r.key, 0, int64(most)-1).Result()
	for _, one := range all {
		id, session, _ := strings.Cut(one.Member.(string), " ")
		places = append(places, place{session, id})
		times = append(times, time.UnixMilli(int64(one.Score)))
	}
	return places, times, err
}

func (r *inRedis) count(ctx context.Context) (int, error) {
	n, err := r.client.ZCard(ctx, r.key).Result()
	return int(n), err
}
