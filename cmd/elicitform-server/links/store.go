package links

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"maps"
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
	// Put keeps a link under the hash of its secret for some time. It reports false where the question has most links already.
	Put(ctx context.Context, hash string, link Link, keep time.Duration, most int) (kept bool, err error)
	// Get returns a link; false where there is none.
	Get(ctx context.Context, hash string) (link Link, found bool, err error)
	// Bind binds a link to a browser, unless it is bound already, and returns the browser that it is bound to; empty where
	// there is no such link.
	Bind(ctx context.Context, hash, browser string) (bound string, err error)
}

// inMemory is a Store for one process.
type inMemory struct {
	mu    sync.Mutex
	links map[string]*keptLink
	// counts are how many links a question has had.
	counts map[keys.Question]keptCount
	swept  time.Time
}

type keptLink struct {
	Link
	until time.Time
}

type keptCount struct {
	n     int
	until time.Time
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
	if count.n >= most {
		return false, nil
	}
	until := now.Add(keep)
	count.n++
	if until.After(count.until) {
		count.until = until
	}
	m.counts[link.Question] = count
	m.links[hash] = &keptLink{link, until}
	return true, nil
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
)

// inRedis is a Store for several processes. Each key stands alone, so that a cluster may have them anywhere; with P the prefix:
//
//	P{link:<hash>}         hash    one link: link as JSON, and browser, when it is bound
//	P{links:<question>}    string  how many links a question has had
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

func (s *inRedis) Put(ctx context.Context, hash string, link Link, keep time.Duration, most int) (bool, error) {
	text, err := json.Marshal(link)
	if err != nil {
		return false, err
	}
	question := hashed(link.Question.Session + "." + link.Question.ID + "." + link.Question.Fingerprint)
	one, err := count.Run(ctx, s.client, []string{s.prefix + "{links:" + question + "}"}, most, keep.Milliseconds()).Int()
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
