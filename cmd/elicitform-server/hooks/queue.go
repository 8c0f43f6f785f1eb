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
	maxFailures = 100
	failureAge  = 30 * 24 * time.Hour
	// ageAfterDeadline is longer than all retries.
	ageAfterDeadline = 3 * 24 * time.Hour
)

// Job is a webhook about one question.
type Job struct {
	// Key is the name of the ask key.
	Key      string        `json:"key"`
	Question keys.Question `json:"question"`
	URL      string        `json:"url"`
	// Deadline is the latest end of the question.
	Asked    time.Time `json:"asked"`
	Deadline time.Time `json:"deadline"`
	Attempts int       `json:"attempts"`
	// Outcome is an end without an answer, which the store forgets after minutes. It is nil before the first attempt.
	Outcome *relay.Outcome `json:"outcome,omitempty"`

	claim int64
}

// ID is the same for each attempt, so that the receiver recognizes repetitions.
func (j Job) ID() string { return "msg_" + nameOf(j.Question) }

func nameOf(q keys.Question) string {
	sum := sha256.Sum256([]byte(q.Session + "." + q.RoundRef.ID + "." + q.Fingerprint))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// Failure is a webhook that was given up.
type Failure struct {
	Question keys.Question `json:"question"`
	URL      string        `json:"url"`
	Attempts int           `json:"attempts"`
	// Status is 0 without a response.
	Status int       `json:"status,omitempty"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// Queue has webhooks until they are delivered or given up. Several processes may use it, and may repeat calls.
type Queue interface {
	// Put changes the address of an existing webhook. It reports false if the ask key has maxOfKey webhooks.
	Put(ctx context.Context, job Job, after time.Duration, maxOfKey int) (isQueued bool, err error)
	// Hasten makes the webhook of a question due now.
	Hasten(ctx context.Context, q keys.Question) error
	// Claim takes webhooks that are due the longest, up to maxOfKey of each idle ask key. The lease excludes other
	// processes.
	Claim(ctx context.Context, max, maxOfKey int, busy []string, lease time.Duration) ([]Job, error)
	// Delay postpones a claimed webhook, with its attempts and outcome, unless it was hastened or claimed again.
	Delay(ctx context.Context, job Job, after time.Duration) error
	// Done removes a webhook, and stores its failure if any.
	Done(ctx context.Context, job Job, failure *Failure) error
	// Failed returns the latest failure first.
	Failed(ctx context.Context, key string) ([]Failure, error)
	// Waiting includes the webhooks of open questions.
	Waiting(ctx context.Context) (int, error)
}

type memory struct {
	mu     sync.Mutex
	jobs   map[string]*queuedJob
	perKey map[string]int
	failed map[string][]Failure
	claims int64
}

type queuedJob struct {
	Job
	due time.Time
}

// NewMemoryQueue makes a [Queue] for one process.
func NewMemoryQueue() Queue {
	return &memory{jobs: map[string]*queuedJob{}, perKey: map[string]int{}, failed: map[string][]Failure{}}
}

func (m *memory) Put(_ context.Context, job Job, after time.Duration, maxOfKey int) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if existing := m.jobs[nameOf(job.Question)]; existing != nil {
		existing.URL = job.URL
		return true, nil
	}
	if m.perKey[job.Key] >= maxOfKey {
		return false, nil
	}
	m.jobs[nameOf(job.Question)] = &queuedJob{job, time.Now().Add(after)}
	addCount(m.perKey, job.Key, 1)
	return true, nil
}

func (m *memory) Hasten(_ context.Context, q keys.Question) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if job := m.jobs[nameOf(q)]; job != nil {
		job.due, job.claim = time.Now(), 0
	}
	return nil
}

func (m *memory) Claim(_ context.Context, limit, maxOfKey int, busy []string, lease time.Duration) ([]Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	var due []*queuedJob
	free := map[string]int{}
	for _, job := range m.jobs {
		if !job.due.After(now) && !slices.Contains(busy, job.Key) {
			due = append(due, job)
			free[job.Key] = 0
		}
	}
	for key := range free {
		free[key] = min(maxOfKey, max(1, limit/len(free)))
	}
	slices.SortFunc(due, func(a, b *queuedJob) int { return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.ID(), b.ID())) })
	var claimed []Job
	for _, job := range due {
		if len(claimed) == limit {
			break
		}
		if free[job.Key]--; free[job.Key] < 0 {
			continue
		}
		m.claims++
		job.due, job.claim = now.Add(lease), m.claims
		claimed = append(claimed, job.Job)
	}
	return claimed, nil
}

func (m *memory) Delay(_ context.Context, job Job, after time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if q := m.jobs[nameOf(job.Question)]; q != nil && q.claim == job.claim {
		q.due, q.claim, q.Attempts, q.Outcome = time.Now().Add(after), 0, job.Attempts, job.Outcome
	}
	return nil
}

func (m *memory) Done(_ context.Context, job Job, failure *Failure) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	queued := m.jobs[nameOf(job.Question)]
	if queued == nil {
		return nil
	}
	delete(m.jobs, nameOf(job.Question))
	addCount(m.perKey, queued.Key, -1)
	if failure != nil {
		all := slices.Insert(m.failed[job.Key], 0, *failure)
		m.failed[job.Key] = all[:min(len(all), maxFailures)]
	}
	return nil
}

func (m *memory) Failed(_ context.Context, key string) ([]Failure, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(m.failed[key]), func(f Failure) bool { return time.Since(f.At) > failureAge }), nil
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

// inRedis is a Queue for several processes by the clock of Redis. Its keys share a slot of a cluster, with P the prefix:
//
//	P{hooks}:due            zset  names of ask keys by the time at which their first webhook is due, in ms
//	P{hooks}:due:<key>      zset  names of webhooks of an ask key by the time at which they are due; if claimed, the end of the claim
//	P{hooks}:job:<name>     hash  one webhook: job, url, key, attempts, and claim, a number that changes with each claim
//	P{hooks}:failed:<key>   list  failures of an ask key as JSON, the latest first
//
// All keys expire.
type inRedis struct {
	client redis.UniversalClient
	start  string
}

// NewRedisQueue makes a [Queue] in Redis. The caller closes the client.
func NewRedisQueue(client redis.UniversalClient, prefix string) Queue {
	return &inRedis{client, prefix + "{hooks}"}
}

func (q *inRedis) run(ctx context.Context, s *redis.Script, more []string, args ...any) *redis.Cmd {
	return s.Run(ctx, q.client, append([]string{q.start + ":due", q.start + ":job:"}, more...), args...)
}

func (q *inRedis) Put(ctx context.Context, job Job, after time.Duration, maxOfKey int) (bool, error) {
	text, err := json.Marshal(job)
	if err != nil {
		return false, err
	}
	age := time.Until(job.Deadline) + ageAfterDeadline
	n, err := q.run(ctx, put, nil, nameOf(job.Question), text, after.Milliseconds(), age.Milliseconds(), job.URL, job.Key, maxOfKey).Int()
	return n == 1, err
}

func (q *inRedis) Hasten(ctx context.Context, question keys.Question) error {
	return q.run(ctx, hasten, nil, nameOf(question)).Err()
}

func (q *inRedis) Claim(ctx context.Context, limit, maxOfKey int, busy []string, lease time.Duration) ([]Job, error) {
	args := []any{limit, maxOfKey, lease.Milliseconds()}
	for _, key := range busy {
		args = append(args, key)
	}
	reply, err := q.run(ctx, claim, nil, args...).StringSlice()
	if err != nil {
		return nil, err
	}
	var jobs []Job
	for fields := range slices.Chunk(reply, 4) {
		var job Job
		if len(fields) != 4 || json.Unmarshal([]byte(fields[0]), &job) != nil {
			return nil, errors.New("hooks: unexpected reply of a script")
		}
		job.URL = fields[1]
		job.Attempts, _ = strconv.Atoi(fields[2])
		job.claim, _ = strconv.ParseInt(fields[3], 10, 64)
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
		text, _ = json.Marshal(failure)
	}
	failed := q.start + ":failed:" + job.Key
	return q.run(ctx, done, []string{failed}, nameOf(job.Question), job.Key, text, maxFailures, failureAge.Milliseconds()).Err()
}

func (q *inRedis) Failed(ctx context.Context, key string) ([]Failure, error) {
	texts, err := q.client.LRange(ctx, q.start+":failed:"+key, 0, maxFailures-1).Result()
	if err != nil {
		return nil, err
	}
	var failures []Failure
	for _, text := range texts {
		var f Failure
		if json.Unmarshal([]byte(text), &f) == nil && time.Since(f.At) <= failureAge {
			failures = append(failures, f)
		}
	}
	return failures, nil
}

func (q *inRedis) Waiting(ctx context.Context) (int, error) {
	return q.run(ctx, waiting, nil).Int()
}
