package links

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
)

// Link is what is known of a link. Its secret is not: only the hash by which it is found.
type Link struct {
	// Question is what the link opens.
	Question keys.Question
	// Ends is when nothing can be opened any more.
	Ends time.Time
	// Person is a signature of who may open the link; empty where no identity is asked for.
	Person string `json:",omitempty"`
	// Browser is a hash of the cookie of the browser that has opened it; empty before.
	Browser string `json:"-"`
}

// Store keeps links. Processes that serve the same questions need one that they share. It is safe for
// concurrent use.
type Store interface {
	// Put keeps a link under the hash of its secret for some time. It reports false where the question has most links already, or
	// where there is no room for one more.
	Put(ctx context.Context, hash string, link Link, keep time.Duration, most int) (kept bool, err error)
	// Get returns a link; false where there is none.
	Get(ctx context.Context, hash string) (link Link, found bool, err error)
	// Bind binds a link to a browser, unless it is bound already, and returns the browser that it is bound to; empty where
	// there is no such link.
	Bind(ctx context.Context, hash, browser string) (bound string, err error)
	// Ended says that a question has ended: its links are kept for this time and no longer.
	Ended(ctx context.Context, q keys.Question, keep time.Duration) error
}

// inMemory is a Store for one process.
type inMemory struct {
	mu    sync.Mutex
	links map[string]*keptLink
	// counts are the links that a question has had.
	counts map[keys.Question]keptCount
	swept  time.Time
	// max is how many links there are at most; 0 is no bound. Those of questions that have ended make room for others, in the order of ended.
	max   int
	ended []string
}

type keptLink struct {
	Link
	until time.Time
}

type keptCount struct {
	hashes []string
	until  time.Time
}

// NewMemoryStore makes a [Store] in the memory of the process.
func NewMemoryStore() Store {
	return &inMemory{links: map[string]*keptLink{}, counts: map[keys.Question]keptCount{}}
}

// sweep forgets what is over, once a minute at most, so that a call costs the same on average however many links there are.
func (m *inMemory) sweep(now time.Time) {
	if now.Sub(m.swept) < time.Minute {
		return
	}
	m.swept = now
	maps.DeleteFunc(m.links, func(_ string, one *keptLink) bool { return !now.Before(one.until) })
	m.ended = slices.DeleteFunc(m.ended, func(hash string) bool { return m.links[hash] == nil })
	maps.DeleteFunc(m.counts, func(_ keys.Question, one keptCount) bool { return !now.Before(one.until) })
}

func (m *inMemory) Put(_ context.Context, hash string, link Link, keep time.Duration, most int) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.sweep(now)
	count := m.counts[link.Question]
	if !now.Before(count.until) {
		count = keptCount{}
	}
	if len(count.hashes) >= most {
		return false, nil
	}
	for m.max > 0 && len(m.links) >= m.max && len(m.ended) > 0 {
		delete(m.links, m.ended[0])
		m.ended = m.ended[1:]
	}
	if m.max > 0 && len(m.links) >= m.max {
		return false, nil
	}
	until := now.Add(keep)
	count.hashes = append(count.hashes, hash)
	if until.After(count.until) {
		count.until = until
	}
	m.counts[link.Question] = count
	m.links[hash] = &keptLink{link, until}
	return true, nil
}

func (m *inMemory) Ended(_ context.Context, q keys.Question, keep time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	count, had := m.counts[q]
	if !had {
		return nil
	}
	until := time.Now().Add(keep)
	for _, hash := range count.hashes {
		if one := m.links[hash]; one != nil {
			if until.Before(one.until) {
				one.until = until
			}
			m.ended = append(m.ended, hash)
		}
	}
	// The question may be asked again under its key, and has new links then.
	delete(m.counts, q)
	return nil
}

// find returns a link; nil where there is none, or none any more. The lock is held.
func (m *inMemory) find(hash string) *keptLink {
	if one := m.links[hash]; one != nil && time.Now().Before(one.until) {
		return one
	}
	return nil
}

func (m *inMemory) Get(_ context.Context, hash string) (Link, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if one := m.find(hash); one != nil {
		return one.Link, true, nil
	}
	return Link{}, false, nil
}

func (m *inMemory) Bind(_ context.Context, hash, browser string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	one := m.find(hash)
	if one == nil {
		return "", nil
	}
	one.Browser = cmp.Or(one.Browser, browser)
	return one.Browser, nil
}

var (
	//go:embed lua/count.lua
	countText string
	//go:embed lua/bind.lua
	bindText string

	count, bind = redis.NewScript(countText), redis.NewScript(bindText)
	// shorten lets a key live for no longer than a time, in ms.
	shorten = redis.NewScript("if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return 1")
)

// inRedis is a Store for several processes. Each key stands alone, so that a cluster may have them anywhere; with P the prefix:
//
//	P{link:<hash>}         hash    one link: link as JSON, and browser, when it is bound
//	P{links:<question>}    set     the hashes of the links of a question
//
// All keys expire.
type inRedis struct {
	client redis.UniversalClient
	prefix string
}

// NewRedisStore makes a [Store] in Redis. The client stays the caller's to close.
func NewRedisStore(client redis.UniversalClient, prefix string) Store {
	return &inRedis{client, prefix}
}

func (s *inRedis) key(hash string) string { return s.prefix + "{link:" + hash + "}" }

func (s *inRedis) countKey(q keys.Question) string {
	return s.prefix + "{links:" + hashed(q.Session+"."+q.ID+"."+q.Fingerprint) + "}"
}

func (s *inRedis) Ended(ctx context.Context, q keys.Question, keep time.Duration) error {
	hashes, err := s.client.SMembers(ctx, s.countKey(q)).Result()
	if err != nil || len(hashes) == 0 {
		return err
	}
	for _, hash := range hashes {
		if err := shorten.Run(ctx, s.client, []string{s.key(hash)}, keep.Milliseconds()).Err(); err != nil {
			return err
		}
	}
	return s.client.Del(ctx, s.countKey(q)).Err()
}

func (s *inRedis) Put(ctx context.Context, hash string, link Link, keep time.Duration, most int) (bool, error) {
	text, err := json.Marshal(link)
	if err != nil {
		return false, err
	}
	one, err := count.Run(ctx, s.client, []string{s.countKey(link.Question)}, most, keep.Milliseconds(), hash).Int()
	if err != nil || one == 0 {
		return false, err
	}
	_, err = s.client.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, s.key(hash), "link", text)
		p.PExpire(ctx, s.key(hash), keep)
		return nil
	})
	return err == nil, err
}

func (s *inRedis) Get(ctx context.Context, hash string) (link Link, found bool, err error) {
	had, err := s.client.HGetAll(ctx, s.key(hash)).Result()
	if err != nil || had["link"] == "" {
		return Link{}, false, err
	}
	if json.Unmarshal([]byte(had["link"]), &link) != nil {
		return Link{}, false, errors.New("links: the store has something else than a link")
	}
	link.Browser = had["browser"]
	return link, true, nil
}

func (s *inRedis) Bind(ctx context.Context, hash, browser string) (string, error) {
	return bind.Run(ctx, s.client, []string{s.key(hash)}, browser).Text()
}
