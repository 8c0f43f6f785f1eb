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
	// batch is how often what has changed is written: once for all that has changed since, whatever that is.
	batch = 250 * time.Millisecond
	// mostPending is how many changes are kept while the store does not answer; more are forgotten.
	mostPending = 100_000
	// maxChecked is how many questions are looked up at once, for one look at the oldest ones or for one question that has no room:
	// those that ended where no process of this server has seen it are taken out.
	maxChecked = 200
	// mostAge is longer than any question is open.
	mostAge = 31 * 24 * time.Hour
)

// place is where an open question is: in a session, under an id. The fingerprint is empty where a place is only to be found.
type place struct{ session, id, fingerprint string }

// entry is what is known of an open question: when it was asked.
type entry struct{ asked time.Time }

// index keeps when questions were asked.
type index interface {
	// apply notes questions that were asked, and takes out those whose entry is zero.
	apply(ctx context.Context, changes map[place]entry) error
	oldest(ctx context.Context, most int) ([]place, []time.Time, error)
	count(ctx context.Context) (int, error)
}

// Ledger knows which questions are open, of all processes that share a store. It is for metrics only: what it has not
// written when a process dies is wrong by a few questions.
type Ledger struct {
	store relay.Store
	index index
	// answers are the answers that no asker has acknowledged; nil where the store counts them itself.
	answers *Ledger

	mu      sync.Mutex
	pending map[place]entry // a zero entry is for one that has ended
}

// NewLedger makes a ledger of the questions in a store. Without a client of Redis it is kept in memory.
func NewLedger(store relay.Store, client redis.UniversalClient, prefix string) *Ledger {
	l := &Ledger{store: store, pending: map[place]entry{}, index: &inMemory{open: map[place]entry{}}}
	if client != nil {
		l.index = &inRedis{client, prefix + "{ledger}:open"}
		l.answers = &Ledger{store: store, pending: map[place]entry{}, index: &inRedis{client, prefix + "{ledger}:answers"}}
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
			if l.answers != nil {
				_ = l.answers.flush(ctx)
			}
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = l.flush(last)
			if l.answers != nil {
				_ = l.answers.flush(last)
			}
			return
		}
	}
}

func (l *Ledger) asked(q keys.Question) {
	l.change(place{session: q.Session, id: q.RoundRef.ID}, entry{time.Now()})
}

func (l *Ledger) ended(q keys.Question) { l.change(place{session: q.Session, id: q.RoundRef.ID}, entry{}) }

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

// keeper is a store that counts what it has of questions that have ended: of all, and of one asker.
type keeper interface {
	CountEnded(asker string) (all, own relay.EndedCounts)
}

// kept returns what the store has of questions that have ended, where it counts them.
func (l *Ledger) kept() (kept relay.EndedCounts, ok bool) {
	if s, counts := l.store.(keeper); counts {
		kept, _ = s.CountEnded("")
		return kept, true
	}
	return relay.EndedCounts{}, false
}

// keptAnswers returns how many answers are kept that no asker has acknowledged.
func (l *Ledger) keptAnswers(ctx context.Context) (int, error) {
	if l.answers == nil {
		kept, _ := l.kept()
		return kept.Answers, nil
	}
	if err := l.answers.flush(ctx); err != nil {
		return 0, err
	}
	if r, ok := l.answers.index.(*inRedis); ok {
		over := strconv.FormatInt(time.Now().Add(-mostAge).UnixMilli(), 10)
		if err := r.client.ZRemRangeByScore(ctx, r.key, "-inf", over).Err(); err != nil {
			return 0, err
		}
	}
	return l.answers.index.count(ctx)
}

// noteEnd notes an answer that is kept from now on, or no more.
func (l *Ledger) noteEnd(q keys.Question, state relay.State) {
	switch {
	case l.answers == nil:
	case state == relay.Answered:
		l.answers.asked(q)
	case state == relay.Acknowledged:
		l.answers.ended(q)
	}
}

// flush writes what has changed. What has changed since is newer, and stays for the next time.
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
	maps.DeleteFunc(l.pending, func(p place, e entry) bool {
		written, there := changes[p]
		return there && e == written
	})
	return nil
}

// look returns how many questions are open, and for how long the oldest one has been.
func (l *Ledger) look(ctx context.Context) (open int, oldest time.Duration, err error) {
	if err := l.flush(ctx); err != nil {
		return 0, 0, err
	}
	places, times, err := l.index.oldest(ctx, maxChecked)
	if err != nil {
		return 0, 0, err
	}
	gone := map[place]entry{}
	for i, p := range places {
		records, err := l.store.Records(ctx, p.session, []string{p.id}, relay.FieldBody)
		if err != nil {
			return 0, 0, err
		}
		if records[0].Body != "" && time.Since(times[i]) < mostAge {
			oldest = max(time.Since(times[i]), 0)
			break
		}
		gone[p] = entry{}
	}
	if err := l.index.apply(ctx, gone); err != nil {
		return 0, 0, err
	}
	open, err = l.index.count(ctx)
	return open, oldest, err
}

// inMemory is the index of one process.
type inMemory struct {
	mu   sync.Mutex
	open map[place]entry
}

func (m *inMemory) change(p place, e entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.open, p)
	if !e.asked.IsZero() {
		m.open[p] = e
	}
}

func (m *inMemory) apply(_ context.Context, changes map[place]entry) error {
	for p, e := range changes {
		m.change(p, e)
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

func (r *inRedis) apply(ctx context.Context, changes map[place]entry) error {
	var added []redis.Z
	var removed []any
	for p, e := range changes {
		if member := p.id + " " + p.session; e.asked.IsZero() {
			removed = append(removed, member)
		} else {
			added = append(added, redis.Z{Score: float64(e.asked.UnixMilli()), Member: member})
		}
	}
	_, err := r.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for some := range slices.Chunk(added, 1000) {
			pipe.ZAdd(ctx, r.key, some...)
			pipe.PExpire(ctx, r.key, mostAge)
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
		places = append(places, place{session: session, id: id})
		times = append(times, time.UnixMilli(int64(one.Score)))
	}
	return places, times, err
}

func (r *inRedis) count(ctx context.Context) (int, error) {
	n, err := r.client.ZCard(ctx, r.key).Result()
	return int(n), err
}
