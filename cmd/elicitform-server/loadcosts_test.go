package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/internal/test/redistest"
)

type redisFigures struct {
	calls                              map[string]int
	memoryBytes, cpuSeconds, sentBytes float64
}

var statistic = regexp.MustCompile(`(?m)^cmdstat_([^:]+):calls=(\d+)`)

func readFigures(t *testing.T, client *redis.Client) redisFigures {
	t.Helper()
	text, err := client.Info(t.Context(), "everything").Result()
	if err != nil {
		t.Fatal(err)
	}
	f := redisFigures{calls: map[string]int{}}
	for _, match := range statistic.FindAllStringSubmatch(text, -1) {
		f.calls[match[1]], _ = strconv.Atoi(match[2])
	}
	field := func(name string) float64 {
		_, rest, _ := strings.Cut(text, "\n"+name+":")
		value, _, _ := strings.Cut(rest, "\r")
		return number(t, value)
	}
	f.memoryBytes, f.cpuSeconds, f.sentBytes = field("used_memory"), field("used_cpu_user")+field("used_cpu_sys"), field("total_net_output_bytes")
	return f
}

// logSince returns the scripts for each of n questions.
func (f redisFigures) logSince(t *testing.T, before redisFigures, step string, n int) (scripts float64) {
	t.Helper()
	var sum float64
	var each []string
	for _, name := range slices.SortedFunc(maps.Keys(f.calls), func(a, b string) int {
		return cmp.Compare(f.calls[b]-before.calls[b], f.calls[a]-before.calls[a])
	}) {
		calls := float64(f.calls[name]-before.calls[name]) / float64(n)
		sum += calls
		if calls >= 0.05 {
			each = append(each, fmt.Sprintf("%s %.1f", name, calls))
		}
	}
	t.Logf("%s: %.1f commands (%s); %.0f µs of Redis; %.0f bytes more in Redis; %.0f bytes from Redis", step, sum, strings.Join(each, ", "),
		(f.cpuSeconds-before.cpuSeconds)/float64(n)*1e6, (f.memoryBytes-before.memoryBytes)/float64(n), (f.sentBytes-before.sentBytes)/float64(n))
	return float64(f.calls["evalsha"]-before.calls["evalsha"]) / float64(n)
}

// The cost of a question for Redis at each step: bytes, commands, and time of its only thread.
func TestLoadCosts(t *testing.T) {
	questions := 200
	if isLong() {
		questions = 10_000
	}
	node := redistest.Start(t)
	client := redis.NewClient(&redis.Options{Addr: node.Address})
	defer client.Close()
	server := newLoadServer(t, "ELICITFORM_REDIS=redis://"+node.Address, "ELICITFORM_WEBHOOK_ALLOW=http://127.0.0.1:1/",
		"ELICITFORM_WEBHOOK_PRIVATE=127.0.0.1")
	l := &memoryLoad{t: t, server: server}
	for i := range questions / 10 {
		l.sessions = append(l.sessions, fmt.Sprint("chat ", i))
	}
	each([]int{questions, questions + 1, questions + 2, questions + 3}, func(n int) { l.park(t.Context(), n) })
	before := readFigures(t, client)

	ids := l.ask(questions)
	afterAsking := readFigures(t, client)
	scripts := afterAsking.logSince(t, before, "asking", questions)
	logSizes(t, client)
	// Measure again, without the commands of logSizes.
	afterAsking = readFigures(t, client)

	var lock sync.Mutex
	shown := map[string]shownOn{}
	each(l.sessions, func(session string) {
		page := newLoadPage(t, server, "page", session)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := page.listen(ctx, server.address(), func(q shownRound) {
			lock.Lock()
			defer lock.Unlock()
			shown[q.ID] = shownOn{page, q}
		}, cancel)
		if ctx.Err() == nil {
			t.Errorf("a stream has ended: %v", err)
		}
	})
	afterShowing := readFigures(t, client)
	scripts += afterShowing.logSince(t, afterAsking, "showing, ten at once", questions)

	each(slices.Collect(maps.Values(shown)), func(s shownOn) {
		status, reply, err := s.page.answer(t.Context(), server.address(), s.q, "nonce-of-a-load-test", "yes")
		if err != nil || status != http.StatusOK || !reply.Mine {
			t.Errorf("an answer has status %d %+v %v", status, reply, err)
		}
	})
	afterAnswering := readFigures(t, client)
	scripts += afterAnswering.logSince(t, afterShowing, "answering", questions)

	each(ids, func(id string) {
		status, reply, err := send(t.Context(), "GET", server.address()+"/v1/questions/"+id+"?wait=60", askKey, nil)
		if err != nil || status != http.StatusOK || reply.State != "answered" {
			t.Errorf("fetching has status %d %+v %v", status, reply, err)
		}
	})
	afterFetching := readFigures(t, client)
	scripts += afterFetching.logSince(t, afterAnswering, "fetching", questions)

	each(ids, func(id string) {
		status, _, err := send(t.Context(), "POST", server.address()+"/v1/questions/"+id+"/acknowledgement", askKey, nil)
		if err != nil || status != http.StatusNoContent {
			t.Errorf("acknowledging has status %d %v", status, err)
		}
	})
	end := readFigures(t, client)
	scripts += end.logSince(t, afterFetching, "acknowledging", questions)
	logSizes(t, client)

	var waitingIDs []string
	end = readFigures(t, client)
	each(l.sessions, func(session string) {
		body := loadQuestion(session, "with a webhook")
		body["parked"], body["callback"] = true, "http://127.0.0.1:1/hooks/of-an-agent"
		status, reply, err := send(t.Context(), "POST", server.address()+"/v1/questions", askKey, body)
		if err != nil || status != http.StatusCreated {
			t.Errorf("asking with a webhook has status %d %s %v", status, reply.Reason, err)
		}
		lock.Lock()
		defer lock.Unlock()
		waitingIDs = append(waitingIDs, reply.ID)
	})
	readFigures(t, client).logSince(t, end, "asking with a webhook, after ten others were answered", len(l.sessions))
	logSizes(t, client)
	if isLong() {
		logWaitingCosts(t, client, l, waitingIDs)
	}
	if scripts > 12 {
		t.Errorf("a question needs %.1f scripts", scripts)
	}
}

func logWaitingCosts(t *testing.T, client *redis.Client, l *memoryLoad, ids []string) {
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	measure := func(name string, n int) {
		const period = 20 * time.Second
		before := readFigures(t, client)
		// The sleep is the measured period.
		time.Sleep(period)
		after := readFigures(t, client)
		t.Logf("%d %s:", n, name)
		seconds := period.Seconds()
		after.logSince(t, before, "  a second of each", int(seconds*float64(n)))
	}
	countWaits := func() float64 { return number(t, l.server.metric(t, "elicitform_waits")) }
	waitCtx, cancelWaits := context.WithCancel(ctx)
	for _, id := range ids {
		running.Go(func() {
			for waitCtx.Err() == nil {
				_, _, _ = send(waitCtx, "GET", l.server.address()+"/v1/questions/"+id+"?wait=60", askKey, nil)
			}
		})
	}
	redistest.Until(t, func() bool { return countWaits() == float64(len(ids)) })
	measure("requests that wait", len(ids))
	cancelWaits()
	redistest.Until(t, func() bool { return countWaits() == 0 })
	l.shown = make(chan shownOn, len(ids))
	l.open(ctx, &running)
	measure("pages with streams", len(l.sessions))
}

// logSizes fails if a key does not expire.
func logSizes(t *testing.T, client *redis.Client) {
	t.Helper()
	bytes, count := map[string]int64{}, map[string]int64{}
	for keys := client.Scan(t.Context(), 0, "*", 1000).Iterator(); keys.Next(t.Context()); {
		key := keys.Val()
		used, err := client.MemoryUsage(t.Context(), key, 0).Result()
		if err != nil {
			continue // The key has expired.
		}
		if ttl, err := client.PTTL(t.Context(), key).Result(); err == nil && ttl == -1 {
			t.Errorf("%s does not expire", key)
		}
		// The kind is the part after the session, without an id: "r", "open", "v", …
		_, kind, _ := strings.Cut(key, "}:")
		kind, _, _ = strings.Cut(kind, ":")
		if strings.Contains(key, "{ledger}") || strings.Contains(key, "{hooks}") {
			kind = strings.Join(strings.Split(key, ":")[1:3], ":")
		}
		bytes[kind], count[kind] = bytes[kind]+used, count[kind]+1
	}
	for _, kind := range slices.Sorted(maps.Keys(bytes)) {
		t.Logf("  %d keys %q, of %d bytes each", count[kind], kind, bytes[kind]/count[kind])
	}
}

func each[T any](items []T, do func(T)) {
	var workers sync.WaitGroup
	work := make(chan T)
	for range 16 {
		workers.Go(func() {
			for item := range work {
				do(item)
			}
		})
	}
	for _, item := range items {
		work <- item
	}
	close(work)
	workers.Wait()
}
