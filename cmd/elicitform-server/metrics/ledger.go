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

// entry is what is known of an open question: when it was asked, and the bytes of its text.
type entry struct {
	asked time.Time
	bytes int
}

// index keeps when questions were asked.
type index interface {
	apply(ctx context.Context, asked map[place]entry, ended []place) error
	oldest(ctx context.Context, most int) ([]place, []time.Time, error)
	count(ctx context.Context) (int, error)
}

// Ledger knows which questions are open, of all processes that share a store. It is for metrics only: what it has not
// written when a process dies is wrong by a few questions.
type Ledger struct {
	store relay.Store
	index index

	mu      sync.Mutex
	pending map[place]entry // the zero time is for one that has ended
}

// NewLedger makes a ledger of the questions in a store. Without a client of Redis it is kept in memory.
func NewLedger(store relay.Store, client redis.UniversalClient, prefix string) *Ledger {
	l := &Ledger{store: store, pending: map[place]entry{}, index: &inMemory{open: map[place]entry{}}}
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

func (l *Ledger) asked(q keys.Question, bytes int) {
	l.change(place{q.Session, q.Ref.ID}, entry{time.Now(), bytes})
}

func (l *Ledger) ended(q keys.Question) { l.change(place{q.Session, q.Ref.ID}, entry{}) }

func (l *Ledger) change(p place, e entry) {
	if m, ok := l.index.(*inMemory); ok {
		m.change(p, e)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.pending) < mostPending {
		l.pending[p] = e
	}
}

// Room is how much may be open in the memory of a process, whatever sessions it is in. Redis has its own limit.
type Room struct {
	// Questions are how many, and Bytes how large all of them are together.
	Questions, Bytes int
}

// isFull reports whether one more question of a size has no room, after what is over was taken out. It never is where
// questions are not in memory.
func (l *Ledger) isFull(ctx context.Context, room Room, bytes int) bool {
	m, ok := l.index.(*inMemory)
	if !ok || m.fits(room, bytes) {
		return false
	}
	_, _, err := l.look(ctx)
	return err != nil || !m.fits(room, bytes)
}

// flush writes what has changed.
func (l *Ledger) flush(ctx context.Context) error {
	l.mu.Lock()
	pending := l.pending
	l.pending = map[place]entry{}
	l.mu.Unlock()
	if len(pending) == 0 {
		return nil
	}
	var ended []place
	for p, e := range pending {
		if e.asked.IsZero() {
			ended = append(ended, p)
		}
	}
	maps.DeleteFunc(pending, func(_ place, e entry) bool { return e.asked.IsZero() })
	err := l.index.apply(ctx, pending, ended)
	if err == nil {
		return nil
	}
	// What has changed since is newer.
	for p, e := range pending {
		l.restore(p, e)
	}
	for _, p := range ended {
		l.restore(p, entry{})
	}
	return err
}

func (l *Ledger) restore(p place, e entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, newer := l.pending[p]; !newer && len(l.pending) < mostPending {
		l.pending[p] = e
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
	open  map[place]entry
	bytes int
}

func (m *inMemory) change(p place, e entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bytes -= m.open[p].bytes
	delete(m.open, p)
	if !e.asked.IsZero() {
		m.open[p] = e
		m.bytes += e.bytes
	}
}

func (m *inMemory) fits(room Room, bytes int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.open) < room.Questions && m.bytes+bytes <= room.Bytes
}

func (m *inMemory) apply(_ context.Context, asked map[place]entry, ended []place) error {
	for p, e := range asked {
		m.change(p, e)
	}
	for _, p := range ended {
		m.change(p, entry{})
	}
	return nil
}

func (m *inMemory) oldest(_ context.Context, most int) ([]place, []time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	places := slices.SortedFunc(maps.Keys(m.open), func(a, b place) int {
		return cmp.Or(m.open[a].asked.Compare(m.open[b].asked), cmp.Compare(a.session, b.session), cmp.Compare(a.id, b.id))
	})
	places = places[:min(most, len(places))]
	times := make([]time.Time, len(places))
	for i, p := range places {
		times[i] = m.open[p].asked
	}
	return places, times, nil
}

func (m *inMemory) count(context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.open), nil
}

// inRedis is the index of several processes: a sorted set of "<id> <session>" by when it was asked, in ms.
type inRedis struct {
	client redis.UniversalClient
	key    string
}

func (r *inRedis) apply(ctx context.Context, asked map[place]entry, ended []place) error {
	_, err := r.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		var added []redis.Z
		for p, e := range asked {
			added = append(added, redis.Z{Score: float64(e.asked.UnixMilli()), Member: p.id + " " + p.session})
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
