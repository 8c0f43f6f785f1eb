package hooks

import (
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	// mostFailed is how many webhooks that failed are remembered of an ask key, and keepFailed for how long.
	mostFailed = 100
	keepFailed = 30 * 24 * time.Hour
	// afterDeadline is how long a webhook is kept in the queue after the deadline of its question: longer than it is tried.
	afterDeadline = 3 * 24 * time.Hour
)

// Job is a webhook about one question.
type Job struct {
	// Key is the name of the ask key that has asked.
	Key string `json:"key"`
	// Question is what it tells of.
	Question keys.Question `json:"question"`
	// URL is where it goes.
	URL string `json:"url"`
	// Asked is when the question was asked, and Deadline when it ends at the latest.
	Asked    time.Time `json:"asked"`
	Deadline time.Time `json:"deadline"`
	// Attempts is how often it was sent in vain.
	Attempts int `json:"attempts"`
	// Outcome is how the question has ended without an answer, which the store remembers for minutes only; nil before the first attempt.
	Outcome *relay.Outcome `json:"outcome,omitempty"`

	// claim tells this claim of the job from others.
	claim int64
}

// ID names a webhook, the same in each attempt: the receiver knows by it what it has had.
func (j Job) ID() string { return "msg_" + nameOf(j.Question) }

// nameOf is the name of a question in the queue.
func nameOf(q keys.Question) string {
	sum := sha256.Sum256([]byte(q.Session + "." + q.RoundRef.ID + "." + q.Fingerprint))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// Failure is a webhook that was given up.
type Failure struct {
	// Question is the one that it tells of.
	Question keys.Question `json:"question"`
	// URL is where it should have gone.
	URL string `json:"url"`
	// Attempts is how often it was sent.
	Attempts int `json:"attempts"`
	// Status is the one of the last response; 0 where there was none.
	Status int `json:"status,omitempty"`
	// Reason says why the last attempt has failed.
	Reason string `json:"reason"`
	// At is when it was given up.
	At time.Time `json:"at"`
}

// Queue keeps webhooks until they have arrived or are given up. It has the same effect when a call is repeated, and may be
// used by several processes at once.
type Queue interface {
	// Put adds a webhook that is due after some time. One that is there gets its address. It reports false where most of its ask key
	// are there.
	Put(ctx context.Context, job Job, after time.Duration, most int) (queued bool, err error)
	// Hasten makes the webhook of a question due now, where there is one.
	Hasten(ctx context.Context, q keys.Question) error
	// Claim takes the webhooks that have been due the longest, of which nobody else gets any until lease has passed: of each ask key
	// the same number at most, and none of those that are busy.
	Claim(ctx context.Context, most, mostOfKey int, busy []string, lease time.Duration) ([]Job, error)
	// Delay makes a claimed webhook due later, with its attempts and its outcome, unless it was hastened or claimed anew.
	Delay(ctx context.Context, job Job, after time.Duration) error
	// Done removes a webhook; where failure is not nil, it is remembered.
	Done(ctx context.Context, job Job, failure *Failure) error
	// Failed returns the failures of an ask key, the latest first.
	Failed(ctx context.Context, key string) ([]Failure, error)
	// Waiting returns how many webhooks there are, for questions that are open too.
	Waiting(ctx context.Context) (int, error)
}

// memory is a Queue for one process. It does what the scripts of the other one do.
type memory struct {
	mu   sync.Mutex
	jobs map[string]*queued
	// counts are how many there are of each ask key.
	counts map[string]int
	failed map[string][]Failure
	claims int64
}

type queued struct {
	Job
	due time.Time
}

// NewMemoryQueue makes a [Queue] in the memory of this process.
func NewMemoryQueue() Queue {
	return &memory{jobs: map[string]*queued{}, counts: map[string]int{}, failed: map[string][]Failure{}}
}

func (m *memory) Put(_ context.Context, job Job, after time.Duration, most int) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if had := m.jobs[nameOf(job.Question)]; had != nil {
		had.URL = job.URL
		return true, nil
	}
	if m.counts[job.Key] >= most {
		return false, nil
	}
	m.jobs[nameOf(job.Question)] = &queued{job, time.Now().Add(after)}
	add(m.counts, job.Key, 1)
	return true, nil
}

func (m *memory) Hasten(_ context.Context, q keys.Question) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if had := m.jobs[nameOf(q)]; had != nil {
		had.due, had.claim = time.Now(), 0
	}
	return nil
}

func (m *memory) Claim(_ context.Context, most, mostOfKey int, busy []string, lease time.Duration) ([]Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	var due []*queued
	left := map[string]int{}
	for _, one := range m.jobs {
		if !one.due.After(now) && !slices.Contains(busy, one.Key) {
			due = append(due, one)
			left[one.Key] = 0
		}
	}
	for key := range left {
		left[key] = min(mostOfKey, max(1, most/len(left)))
	}
	slices.SortFunc(due, func(a, b *queued) int { return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.ID(), b.ID())) })
	var claimed []Job
	for _, one := range due {
		if len(claimed) == most {
			break
		}
		if left[one.Key]--; left[one.Key] < 0 {
			continue
		}
		m.claims++
		one.due, one.claim = now.Add(lease), m.claims
		claimed = append(claimed, one.Job)
	}
	return claimed, nil
}

func (m *memory) Delay(_ context.Context, job Job, after time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if had := m.jobs[nameOf(job.Question)]; had != nil && had.claim == job.claim {
		had.due, had.claim, had.Attempts, had.Outcome = time.Now().Add(after), 0, job.Attempts, job.Outcome
	}
	return nil
}

func (m *memory) Done(_ context.Context, job Job, failure *Failure) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	had := m.jobs[nameOf(job.Question)]
	if had != nil {
		delete(m.jobs, nameOf(job.Question))
		add(m.counts, had.Key, -1)
	}
	if had != nil && failure != nil {
		all := slices.Insert(m.failed[job.Key], 0, *failure)
		m.failed[job.Key] = all[:min(len(all), mostFailed)]
	}
	return nil
}

func (m *memory) Failed(_ context.Context, key string) ([]Failure, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(m.failed[key]), func(f Failure) bool { return time.Since(f.At) > keepFailed }), nil
}

func (m *memory) Waiting(context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.jobs), nil
}

//go:embed lua/*.lua
var scripts embed.FS

func script(name string) *redis.Script {
	common, err := scripts.ReadFile("lua/common.lua")
	text, err2 := scripts.ReadFile("lua/" + name + ".lua")
	if err != nil || err2 != nil {
		panic("hooks: there is no script " + name)
	}
	return redis.NewScript(string(common) + string(text))
}

var (
	put, hasten, claim   = script("put"), script("hasten"), script("claim")
	delay, done, waiting = script("delay"), script("done"), script("waiting")
)

// inRedis is a Queue for several processes. Its keys share a slot of a cluster, with P the prefix:
//
//	P{hooks}:due            zset  names of ask keys by when their first webhook is due, in ms
//	P{hooks}:due:<key>      zset  names of webhooks of an ask key by when they are due; of a claimed one, when the claim ends
//	P{hooks}:job:<name>     hash  one webhook: job, url, key, attempts, and claim, which is another number after each claim
//	P{hooks}:failed:<key>   list  failures of an ask key as JSON, the latest first
//
// The clock is the one of Redis. All keys expire.
type inRedis struct {
	client redis.UniversalClient
	place  string
}

// NewRedisQueue makes a [Queue] in Redis. The client stays the caller's to close.
func NewRedisQueue(client redis.UniversalClient, prefix string) Queue {
	return &inRedis{client, prefix + "{hooks}"}
}

func (q *inRedis) run(ctx context.Context, s *redis.Script, more []string, args ...any) *redis.Cmd {
	return s.Run(ctx, q.client, append([]string{q.place + ":due", q.place + ":job:"}, more...), args...)
}

func (q *inRedis) Put(ctx context.Context, job Job, after time.Duration, most int) (bool, error) {
	text, err := json.Marshal(job)
	if err != nil {
		return false, err
	}
	keep := time.Until(job.Deadline) + afterDeadline
	n, err := q.run(ctx, put, nil, nameOf(job.Question), text, after.Milliseconds(), keep.Milliseconds(), job.URL, job.Key, most).Int()
	return n == 1, err
}

func (q *inRedis) Hasten(ctx context.Context, question keys.Question) error {
	return q.run(ctx, hasten, nil, nameOf(question)).Err()
}

func (q *inRedis) Claim(ctx context.Context, most, mostOfKey int, busy []string, lease time.Duration) ([]Job, error) {
	args := []any{most, mostOfKey, lease.Milliseconds()}
	for _, key := range busy {
		args = append(args, key)
	}
	reply, err := q.run(ctx, claim, nil, args...).StringSlice()
	if err != nil {
		return nil, err
	}
	var jobs []Job
	for four := range slices.Chunk(reply, 4) {
		var job Job
		if len(four) != 4 || json.Unmarshal([]byte(four[0]), &job) != nil {
			return nil, errors.New("hooks: a script replied something else than expected")
		}
		job.URL = four[1]
		job.Attempts, _ = strconv.Atoi(four[2])
		job.claim, _ = strconv.ParseInt(four[3], 10, 64)
		jobs = append(jobs, job)
	}
	return jobs, nil
}

func (q *inRedis) Delay(ctx context.Context, job Job, after time.Duration) error {
	text, err := json.Marshal(job)
	if err != nil {
		return err
	}
	return q.run(ctx, delay, nil, nameOf(job.Question), job.claim, after.Milliseconds(), job.Attempts, text).Err()
}

func (q *inRedis) Done(ctx context.Context, job Job, failure *Failure) error {
	var text []byte
	if failure != nil {
		text, _ = json.Marshal(failure) // It holds nothing that cannot be written.
	}
	failed := q.place + ":failed:" + job.Key
	return q.run(ctx, done, []string{failed}, nameOf(job.Question), job.Key, text, mostFailed, keepFailed.Milliseconds()).Err()
}

func (q *inRedis) Failed(ctx context.Context, key string) ([]Failure, error) {
	texts, err := q.client.LRange(ctx, q.place+":failed:"+key, 0, mostFailed-1).Result()
	if err != nil {
		return nil, err
	}
	var all []Failure
	for _, text := range texts {
		var one Failure
		if json.Unmarshal([]byte(text), &one) == nil && time.Since(one.At) <= keepFailed {
			all = append(all, one)
		}
	}
	return all, nil
}

func (q *inRedis) Waiting(ctx context.Context) (int, error) {
	return q.run(ctx, waiting, nil).Int()
}
