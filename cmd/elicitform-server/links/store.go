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

// Link is a stored link, without its secret.
type Link struct {
	Question keys.Question
	// Expires is when the link can no longer be opened. Its page lives a day longer.
	Expires time.Time `json:"Ends"`
	// Person is a signature; empty without an identity header.
	Person string `json:",omitempty"`
	// Browser is the hash of a cookie; empty before the first press.
	Browser string `json:"-"`
}

// Store has links by the hashes of their secrets. It is safe for concurrent use.
type Store interface {
	// Put stores a link. It reports false if the question has maxPerQuestion links, or if the store is full.
	Put(ctx context.Context, hash string, link Link, age time.Duration, maxPerQuestion int) (isStored bool, err error)
	Get(ctx context.Context, hash string) (link Link, isFound bool, err error)
	// Bind binds an unbound link, and returns the browser of the link, or "" for an unknown link.
	Bind(ctx context.Context, hash, browser string) (bound string, err error)
	// Shorten makes the links of a question expire after age at the latest.
	Shorten(ctx context.Context, q keys.Question, age time.Duration) error
}

type inMemory struct {
	mu         sync.Mutex
	links      map[string]*memoryLink
	byQuestion map[keys.Question]questionLinks
	sweptAt    time.Time
	// A full store drops links in ended, the oldest end first. 0 means unlimited.
	max   int
	ended []string
}

type memoryLink struct {
	Link
	removeAt time.Time
}

type questionLinks struct {
	hashes   []string
	removeAt time.Time
}

// NewMemoryStore makes a [Store] for one process.
func NewMemoryStore() Store {
	return &inMemory{links: map[string]*memoryLink{}, byQuestion: map[keys.Question]questionLinks{}}
}

// sweep runs at most once a minute, so that the average cost of a call does not grow with the number of links.
func (m *inMemory) sweep(now time.Time) {
	if now.Sub(m.sweptAt) < time.Minute {
		return
	}
	m.sweptAt = now
	maps.DeleteFunc(m.links, func(_ string, link *memoryLink) bool { return !now.Before(link.removeAt) })
	m.ended = slices.DeleteFunc(m.ended, func(hash string) bool { return m.links[hash] == nil })
	maps.DeleteFunc(m.byQuestion, func(_ keys.Question, q questionLinks) bool { return !now.Before(q.removeAt) })
}

func (m *inMemory) Put(_ context.Context, hash string, link Link, age time.Duration, maxPerQuestion int) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.sweep(now)
	q := m.byQuestion[link.Question]
	if !now.Before(q.removeAt) {
		q = questionLinks{}
	}
	if len(q.hashes) >= maxPerQuestion {
		return false, nil
	}
	for m.max > 0 && len(m.links) >= m.max && len(m.ended) > 0 {
		delete(m.links, m.ended[0])
		m.ended = m.ended[1:]
	}
	if m.max > 0 && len(m.links) >= m.max {
		return false, nil
	}
	removeAt := now.Add(age)
	q.hashes = append(q.hashes, hash)
	if removeAt.After(q.removeAt) {
		q.removeAt = removeAt
	}
	m.byQuestion[link.Question] = q
	m.links[hash] = &memoryLink{link, removeAt}
	return true, nil
}

func (m *inMemory) Shorten(_ context.Context, q keys.Question, age time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	removeAt := time.Now().Add(age)
	for _, hash := range m.byQuestion[q].hashes {
		if link := m.links[hash]; link != nil {
			if removeAt.Before(link.removeAt) {
				link.removeAt = removeAt
			}
			m.ended = append(m.ended, hash)
		}
	}
	// The key may ask the question again, which then has new links.
	delete(m.byQuestion, q)
	return nil
}

func (m *inMemory) find(hash string) *memoryLink {
	if link := m.links[hash]; link != nil && time.Now().Before(link.removeAt) {
		return link
	}
	return nil
}

func (m *inMemory) Get(_ context.Context, hash string) (Link, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if link := m.find(hash); link != nil {
		return link.Link, true, nil
	}
	return Link{}, false, nil
}

func (m *inMemory) Bind(_ context.Context, hash, browser string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	link := m.find(hash)
	if link == nil {
		return "", nil
	}
	link.Browser = cmp.Or(link.Browser, browser)
	return link.Browser, nil
}

var (
	//go:embed lua/count.lua
	countText string
	//go:embed lua/bind.lua
	bindText string

	countScript, bindScript = redis.NewScript(countText), redis.NewScript(bindText)
	shortenScript           = redis.NewScript("if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[1]) then " +
		"redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return 1")
)

// inRedis is a Store for several processes. A cluster may put each key into any slot. With P the prefix:
//
//	P{link:<hash>}         hash    one link: link as JSON, and browser, if it is bound
//	P{links:<question>}    set     the hashes of the links of a question
//
// All keys expire.
type inRedis struct {
	client redis.UniversalClient
	prefix string
}

// NewRedisStore makes a [Store] in Redis. The caller closes the client.
func NewRedisStore(client redis.UniversalClient, prefix string) Store {
	return &inRedis{client, prefix}
}

func (s *inRedis) key(hash string) string { return s.prefix + "{link:" + hash + "}" }

func (s *inRedis) questionKey(q keys.Question) string {
	return s.prefix + "{links:" + hash(q.Session+"."+q.ID+"."+q.Fingerprint) + "}"
}

func (s *inRedis) Shorten(ctx context.Context, q keys.Question, age time.Duration) error {
	hashes, err := s.client.SMembers(ctx, s.questionKey(q)).Result()
	if err != nil || len(hashes) == 0 {
		return err
	}
	for _, hash := range hashes {
		if err := shortenScript.Run(ctx, s.client, []string{s.key(hash)}, age.Milliseconds()).Err(); err != nil {
			return err
		}
	}
	return s.client.Del(ctx, s.questionKey(q)).Err()
}

func (s *inRedis) Put(ctx context.Context, hash string, link Link, age time.Duration, maxPerQuestion int) (bool, error) {
	text, err := json.Marshal(link)
	if err != nil {
		return false, err
	}
	fits, err := countScript.Run(ctx, s.client, []string{s.questionKey(link.Question)}, maxPerQuestion, age.Milliseconds(), hash).Int()
	if err != nil || fits == 0 {
		return false, err
	}
	_, err = s.client.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, s.key(hash), "link", text)
		p.PExpire(ctx, s.key(hash), age)
		return nil
	})
	return err == nil, err
}

func (s *inRedis) Get(ctx context.Context, hash string) (link Link, isFound bool, err error) {
	fields, err := s.client.HGetAll(ctx, s.key(hash)).Result()
	if err != nil || fields["link"] == "" {
		return Link{}, false, err
	}
	if json.Unmarshal([]byte(fields["link"]), &link) != nil {
		return Link{}, false, errors.New("links: the store has a link that cannot be read")
	}
	link.Browser = fields["browser"]
	return link, true, nil
}

func (s *inRedis) Bind(ctx context.Context, hash, browser string) (string, error) {
	return bindScript.Run(ctx, s.client, []string{s.key(hash)}, browser).Text()
}
