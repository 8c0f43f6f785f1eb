package metrics

import (
	"container/heap"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

// checkPause is how long the store counts a question as open without a look at it. After that the next asker without room looks
// whether it still is. A question takes less time from being counted to being stored.
const checkPause = time.Minute

// Room is how much may be open, whatever sessions it is in, and how much of answers is kept in the memory of a process.
type Room struct {
	// Questions are how many may be open, and ten times as many answers kept. Bytes are how large all of them are together.
	Questions, Bytes int
}

// answersPerQuestion is how many answers a store in memory keeps for each question that it has room for.
const answersPerQuestion = 10

// fits reports whether one more question of a size has room beside what is open, and what is kept of others.
func (r Room) fits(questions, bytes, size int, kept relay.EndedCounts) bool {
	return questions < r.Questions && kept.Answers < answersPerQuestion*r.Questions && bytes+kept.Bytes+size <= r.Bytes
}

// Quota bounds what is open in all sessions together, and what one of several askers has open. It counts a question before it is
// asked, so that no number of requests at the same time passes a limit.
//
// Not every end is seen: a process dies, or a question has no asker any more. So when there is no room, the questions are looked
// up that were not looked up for some time.
type Quota struct {
	store  relay.Store
	counts counts
	// ended is told of a question whose end nobody has seen; nil for nobody.
	ended func(keys.Question)
	// isShared says that askers have shares.
	isShared bool
}

// counts are what is open, by the names of askers.
type counts interface {
	// reserve counts a question. It is not new where it was counted before. Full is the limit that it would exceed.
	reserve(ctx context.Context, asker string, p place, bytes int) (isNew bool, full string, err error)
	// release counts questions no more.
	release(ctx context.Context, asker string, places ...place) error
	// due returns at most maxChecked questions that were not looked up for some time, and are not due again for some time: of an
	// asker, or of all where it is the limit of all that was exceeded.
	due(ctx context.Context, asker, full string) (askers []string, places []place, err error)
}

// The limits of a quota.
const (
	fullOfAll   = "too-many-questions"
	fullOfAsker = "too-many-questions-of-asker"
)

// NewQuota makes a quota for the questions in a store. Room is for the memory of this process, and has no meaning with a client of
// Redis; the share of it that each asker has counts for all processes with the same Redis.
func NewQuota(store relay.Store, client redis.UniversalClient, prefix string, room Room, share keys.Share) *Quota {
	q := &Quota{store: store, isShared: share < 100}
	own := Room{share.Of(room.Questions), share.Of(room.Bytes)}
	if client != nil {
		q.counts = &sharedCounts{client, prefix, own}
	} else {
		counts := &processCounts{all: room, own: own, askers: map[string]*askerCount{}}
		counts.store, _ = store.(keeper)
		q.counts = counts
	}
	return q
}

// isOff reports whether nothing of an asker is to be counted.
func (q *Quota) isOff(asker string) bool {
	_, shared := q.counts.(*sharedCounts)
	return shared && (!q.isShared || asker == "")
}

// reserve counts a question that is to be asked. Where it has no room, full is the limit that it would exceed.
func (q *Quota) reserve(ctx context.Context, asker string, p place, bytes int) (isNew bool, full string, err error) {
	if q.isOff(asker) {
		return false, "", nil
	}
	isNew, full, err = q.counts.reserve(ctx, asker, p, bytes)
	if err != nil || full == "" {
		return isNew, full, err
	}
	if found, err := q.check(ctx, asker, full); err != nil || !found {
		return false, full, err
	}
	return q.counts.reserve(ctx, asker, p, bytes)
}

// release counts a question no more.
func (q *Quota) release(ctx context.Context, asker string, p place) error {
	if q.isOff(asker) {
		return nil
	}
	return q.counts.release(ctx, asker, p)
}

// check looks questions up, and reports whether some of them are not open any more, which are counted no more then.
func (q *Quota) check(ctx context.Context, asker, full string) (found bool, err error) {
	askers, places, err := q.counts.due(ctx, asker, full)
	if err != nil {
		return false, err
	}
	gone := map[string][]place{}
	for i, p := range places {
		records, err := q.store.Records(ctx, p.session, []string{p.id}, relay.FieldBody, relay.FieldDeadline, relay.FieldLease)
		if err != nil {
			return false, err
		}
		question := keys.Question{Session: p.session, RoundRef: relay.RoundRef{ID: p.id, Fingerprint: p.fingerprint}}
		if how := overOf(records[0]); how != relay.Open {
			// Nobody has looked at its session since. The store has the last word, by its own clock.
			v, err := q.store.End(ctx, p.session, relay.EndRecord{RoundRef: question.RoundRef, How: how})
			if err != nil {
				return false, err
			}
			if v.State == relay.Open {
				continue
			}
		} else if records[0].Body != "" {
			continue
		}
		gone[askers[i]] = append(gone[askers[i]], p)
		if q.ended != nil {
			q.ended(question)
		}
	}
	for asker, places := range gone {
		err = errors.Join(err, q.counts.release(ctx, asker, places...))
	}
	return len(gone) > 0, err
}

// overOf returns how a stored question is to end whose deadline, or whose last sign of life, has passed; Open for no other one.
func overOf(r relay.RoundRecord) relay.State {
	over := func(end time.Time) bool { return !end.IsZero() && !time.Now().Before(end) }
	switch {
	case r.Body == "":
		return relay.Open
	case over(r.Deadline):
		return relay.Expired
	case over(r.Lease):
		return relay.Orphaned
	}
	return relay.Open
}

// processCounts are those of one process.
type processCounts struct {
	all, own Room
	// store counts what has ended; nil where it does not.
	store keeper

	mu     sync.Mutex
	askers map[string]*askerCount
	// questions and bytes are those of all askers.
	questions, bytes int
}

// askerCount is what one asker has open: a heap of questions, of which the first one was looked up the longest time ago.
type askerCount struct {
	queue []*counted
	known map[place]*counted
	bytes int
}

// counted is a question that is counted.
type counted struct {
	place
	bytes int
	due   time.Time
	// index is where it is in the heap.
	index int
}

func (a *askerCount) Len() int           { return len(a.queue) }
func (a *askerCount) Less(i, j int) bool { return a.queue[i].due.Before(a.queue[j].due) }

func (a *askerCount) Swap(i, j int) {
	a.queue[i], a.queue[j] = a.queue[j], a.queue[i]
	a.queue[i].index, a.queue[j].index = i, j
}

func (a *askerCount) Push(one any) {
	c := one.(*counted)
	c.index = len(a.queue)
	a.queue = append(a.queue, c)
}

func (a *askerCount) Pop() any {
	last := len(a.queue) - 1
	c := a.queue[last]
	a.queue[last] = nil
	a.queue = a.queue[:last]
	return c
}

func (m *processCounts) reserve(_ context.Context, asker string, p place, bytes int) (bool, string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.askers[asker]
	if a == nil {
		a = &askerCount{known: map[place]*counted{}}
	}
	var kept, keptOwn relay.EndedCounts
	if m.store != nil {
		kept, keptOwn = m.store.CountEnded(asker)
	}
	switch {
	case a.known[p] != nil:
		return false, "", nil
	case asker != "" && !m.own.fits(len(a.known), a.bytes, bytes, keptOwn):
		if m.own != m.all {
			return false, fullOfAsker, nil
		}
		return false, fullOfAll, nil
	case !m.all.fits(m.questions, m.bytes, bytes, kept):
		return false, fullOfAll, nil
	}
	c := &counted{place: p, bytes: bytes, due: time.Now().Add(checkPause)}
	a.known[p] = c
	heap.Push(a, c)
	a.bytes += bytes
	m.askers[asker] = a
	m.questions, m.bytes = m.questions+1, m.bytes+bytes
	return true, "", nil
}

func (m *processCounts) release(_ context.Context, asker string, places ...place) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.askers[asker]
	for _, p := range places {
		if a == nil || a.known[p] == nil {
			continue
		}
		c := a.known[p]
		heap.Remove(a, c.index)
		delete(a.known, p)
		a.bytes -= c.bytes
		m.questions, m.bytes = m.questions-1, m.bytes-c.bytes
	}
	if a != nil && len(a.known) == 0 {
		delete(m.askers, asker)
	}
	return nil
}

func (m *processCounts) due(_ context.Context, asker, full string) (askers []string, places []place, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	for name, a := range m.askers {
		if full == fullOfAsker && name != asker {
			continue
		}
		for len(places) < maxChecked && len(a.queue) > 0 && !a.queue[0].due.After(now) {
			askers, places = append(askers, name), append(places, a.queue[0].place)
			a.queue[0].due = now.Add(checkPause)
			heap.Fix(a, 0)
		}
	}
	return askers, places, nil
}

//go:embed lua/*.lua
var scripts embed.FS

func script(name string) *redis.Script {
	text, err := scripts.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic("metrics: there is no script " + name)
	}
	return redis.NewScript(string(text))
}

var reserveScript, releaseScript, dueScript = script("reserve"), script("release"), script("due")

// sharedCounts are those of several processes. The keys of an asker share a slot of a cluster, with P the prefix and A the SHA-256 of
// the asker's name; a question is named "<id> <session> <fingerprint>":
//
//	P{asker:A}:due    zset  the open questions by when they are to be looked up, in ms
//	P{asker:A}:bytes  hash  the bytes of each, and under the empty name those of all
//
// The clock is the one of Redis. All keys expire.
type sharedCounts struct {
	client redis.UniversalClient
	prefix string
	own    Room
}

func (s *sharedCounts) keys(asker string) []string {
	sum := sha256.Sum256([]byte(asker))
	start := s.prefix + "{asker:" + base64.RawURLEncoding.EncodeToString(sum[:]) + "}:"
	return []string{start + "due", start + "bytes"}
}

func (p place) text() string { return p.id + " " + p.session + " " + p.fingerprint }

func (s *sharedCounts) reserve(ctx context.Context, asker string, p place, bytes int) (bool, string, error) {
	reply, err := reserveScript.Run(ctx, s.client, s.keys(asker), p.text(), bytes, s.own.Questions, s.own.Bytes,
		checkPause.Milliseconds(), mostAge.Milliseconds()).Text()
	if reply == "full" {
		return false, fullOfAsker, err
	}
	return reply == "new", "", err
}

func (s *sharedCounts) release(ctx context.Context, asker string, places ...place) error {
	var names []any
	for _, p := range places {
		names = append(names, p.text())
	}
	return releaseScript.Run(ctx, s.client, s.keys(asker), names...).Err()
}

func (s *sharedCounts) due(ctx context.Context, asker, _ string) (askers []string, places []place, err error) {
	names, err := dueScript.Run(ctx, s.client, s.keys(asker)[:1], maxChecked, checkPause.Milliseconds()).StringSlice()
	for _, name := range names {
		id, rest, _ := strings.Cut(name, " ")
		session, fingerprint, _ := strings.Cut(rest, " ")
		askers, places = append(askers, asker), append(places, place{session, id, fingerprint})
	}
	return askers, places, err
}
