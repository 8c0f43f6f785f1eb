package hooks

import (
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
)

func job(n int) Job {
	return Job{
		Key: "agent", URL: fmt.Sprint("https://agent.example/hooks/", n), Asked: time.Now(), Deadline: time.Now().Add(time.Hour),
		Question: keys.Question{Session: "s", RoundRef: relay.RoundRef{ID: fmt.Sprint("question-", n), Fingerprint: "fp"}},
	}
}

// All times are so short or so long that none passes during the test.
func TestQueues(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: redistest.Start(t).Address})
	defer client.Close()
	for name, q := range map[string]Queue{"memory": NewMemoryQueue(), "redis": NewRedisQueue(client, "test:")} {
		t.Run(name, func(t *testing.T) { testQueue(t, q) })
	}
	all, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, key := range all {
		if ttl, err := client.PTTL(t.Context(), key).Result(); err != nil || ttl == -1 || ttl > 31*24*time.Hour {
			t.Errorf("%s expires in %v, %v", key, ttl, err)
		}
	}
}

func testQueue(t *testing.T, q Queue) {
	ctx := t.Context()
	put := func(job Job, after time.Duration) error {
		isQueued, err := q.Put(ctx, job, after, 1000)
		if err == nil && !isQueued {
			t.Error("there is no room")
		}
		return err
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	claim := func(limit int, want ...int) []Job {
		t.Helper()
		jobs, err := q.Claim(ctx, limit, limit, nil, time.Hour)
		must(err)
		if len(jobs) != len(want) {
			t.Fatalf("%d were claimed, want %d", len(jobs), len(want))
		}
		for i, n := range want {
			if jobs[i].Question != job(n).Question || jobs[i].Key != "agent" || jobs[i].Deadline.IsZero() {
				t.Errorf("job %d is %+v, want job(%d)", i, jobs[i], n)
			}
		}
		return jobs
	}
	waiting := func(want int) {
		t.Helper()
		if n, err := q.Waiting(ctx); err != nil || n != want {
			t.Errorf("%d wait, want %d; %v", n, want, err)
		}
	}
	claim(10)
	must(q.Hasten(ctx, job(1).Question))
	claim(10)
	must(put(job(1), time.Hour))
	must(put(job(2), time.Hour))
	claim(10)
	waiting(2)

	// A hastened webhook is claimed once while its lease lasts.
	must(q.Hasten(ctx, job(1).Question))
	first := claim(10, 1)[0]
	claim(10)
	if first.Attempts != 0 || first.URL != job(1).URL {
		t.Errorf("%+v", first)
	}
	// The question has ended during the claim: hastening wins over the delay.
	must(q.Hasten(ctx, job(1).Question))
	must(q.Delay(ctx, first, time.Hour))
	second := claim(10, 1)[0]
	// A claim that has ended changes nothing.
	must(q.Delay(ctx, first, 0))
	claim(10)
	second.Attempts = 3
	must(q.Delay(ctx, second, 0))
	third := claim(10, 1)[0]
	if third.Attempts != 3 {
		t.Errorf("%d attempts, want 3", third.Attempts)
	}
	moved := job(1)
	moved.URL = "https://agent.example/hooks/other"
	must(put(moved, 0))
	claim(10)
	must(q.Delay(ctx, third, 0))
	if fourth := claim(10, 1)[0]; fourth.URL != moved.URL || fourth.Attempts != 3 {
		t.Errorf("%+v", fourth)
	}
	must(q.Done(ctx, third, nil))
	must(q.Done(ctx, third, nil))
	must(q.Hasten(ctx, job(1).Question))
	claim(10)
	waiting(1)

	// Failures are bounded, and belong to one ask key.
	for n := range maxFailures + 5 {
		failing := job(1000 + n)
		must(put(failing, time.Hour))
		must(q.Done(ctx, failing, &Failure{Question: failing.Question, URL: failing.URL, Attempts: 11, Status: 500, Reason: "status-500", At: time.Now()}))
	}
	failed, err := q.Failed(ctx, "agent")
	must(err)
	if len(failed) != maxFailures || failed[0].Question != job(1000+maxFailures+4).Question || failed[0].Reason != "status-500" {
		t.Errorf("%d have failed, the latest is %+v", len(failed), failed[0])
	}
	if failed, err := q.Failed(ctx, "another"); err != nil || len(failed) != 0 {
		t.Errorf("another ask key sees %+v, %v", failed, err)
	}
	waiting(1)

	// The webhook that has been due the longest comes first.
	for n := 10; n < 15; n++ {
		must(put(job(n), -time.Duration(n)*time.Minute))
	}
	claim(2, 14, 13)
	claim(2, 12, 11)
	claim(2, 10)
}
