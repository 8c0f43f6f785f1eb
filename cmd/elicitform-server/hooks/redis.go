package hooks

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
)

//go:embed lua/*.lua
var scripts embed.FS

func script(name string) *redis.Script {
	text, err := scripts.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic("hooks: there is no script " + name)
	}
	return redis.NewScript(string(text))
}

var put, hasten, claim, delay, done = script("put"), script("hasten"), script("claim"), script("delay"), script("done")

// inRedis is a Queue for several processes. Its keys share a slot of a cluster, with P the prefix:
//
//	P{hooks}:due            zset  names of webhooks by when they are due, in ms; of a claimed one, when the claim ends
//	P{hooks}:job:<name>     hash  one webhook: job, url, attempts, and claim, which is another number after each claim
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

func (q *inRedis) Put(ctx context.Context, job Job, after time.Duration) error {
	text, err := json.Marshal(job)
	if err != nil {
		return err
	}
	keep := time.Until(job.Deadline) + afterDeadline
	return q.run(ctx, put, nil, nameOf(job.Question), text, after.Milliseconds(), keep.Milliseconds(), job.URL).Err()
}

func (q *inRedis) Hasten(ctx context.Context, question keys.Question) error {
	return q.run(ctx, hasten, nil, nameOf(question)).Err()
}

func (q *inRedis) Claim(ctx context.Context, most int, lease time.Duration) ([]Job, error) {
	reply, err := q.run(ctx, claim, nil, most, lease.Milliseconds()).StringSlice()
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
	return q.run(ctx, delay, nil, nameOf(job.Question), job.claim, after.Milliseconds(), job.Attempts).Err()
}

func (q *inRedis) Done(ctx context.Context, job Job, failure *Failure) error {
	var text []byte
	if failure != nil {
		text, _ = json.Marshal(failure) // It holds nothing that cannot be written.
	}
	failed := q.place + ":failed:" + job.Key
	return q.run(ctx, done, []string{failed}, nameOf(job.Question), text, mostFailed, keepFailed.Milliseconds()).Err()
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
	n, err := q.client.ZCard(ctx, q.place+":due").Result()
	return int(n), err
}
