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

// redisFigures are what Redis says of itself.
type redisFigures struct {
	// calls are how often each command was called, those of scripts included.
	calls map[string]int
	// memory is in bytes, and cpu in seconds.
	memory, cpu, sent float64
}

var statistic = regexp.MustCompile(`(?m)^cmdstat_([^:]+):calls=(\d+)`)

func figuresOf(t *testing.T, client *redis.Client) redisFigures {
	t.Helper()
	text, err := client.Info(t.Context(), "everything").Result()
	if err != nil {
		t.Fatal(err)
	}
	f := redisFigures{calls: map[string]int{}}
	for _, found := range statistic.FindAllStringSubmatch(text, -1) {
		f.calls[found[1]], _ = strconv.Atoi(found[2])
	}
	field := func(name string) float64 {
		_, rest, _ := strings.Cut(text, "\n"+name+":")
		value, _, _ := strings.Cut(rest, "\r")
		return number(t, value)
	}
	f.memory, f.cpu, f.sent = field("used_memory"), field("used_cpu_user")+field("used_cpu_sys"), field("total_net_output_bytes")
	return f
}

// since says what has been done since other figures, for each of n.
func (f redisFigures) since(t *testing.T, before redisFigures, what string, n int) (scripts float64) {
	t.Helper()
	var all float64
	var each []string
	for _, name := range slices.SortedFunc(maps.Keys(f.calls), func(a, b string) int {
		return cmp.Compare(f.calls[b]-before.calls[b], f.calls[a]-before.calls[a])
	}) {
		calls := float64(f.calls[name]-before.calls[name]) / float64(n)
		all += calls
		if calls >= 0.05 {
			each = append(each, fmt.Sprintf("%s %.1f", name, calls))
		}
	}
	t.Logf("%s: %.1f commands (%s); %.0f µs of Redis; %.0f bytes more in Redis; %.0f bytes from Redis", what, all, strings.Join(each, ", "),
		(f.cpu-before.cpu)/float64(n)*1e6, (f.memory-before.memory)/float64(n), (f.sent-before.sent)/float64(n))
	return float64(f.calls["evalsha"]-before.calls["evalsha"]) / float64(n)
}

// What a question costs Redis, at each step of its life: bytes, commands, and time of its only thread.
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
	// Scripts are loaded, and connections made.
	each([]int{questions, questions + 1, questions + 2, questions + 3}, func(n int) { l.parked(t.Context(), n) })
	before := figuresOf(t, client)

	ids := l.ask(questions)
	asked := figuresOf(t, client)
	scripts := asked.since(t, before, "asking", questions)
	sizes(t, client)
	// Without the commands that have found the sizes out.
	asked = figuresOf(t, client)

	// Pages show all that is open, ten questions each.
	var lock sync.Mutex
	shown := map[string]shownOn{}
	each(l.sessions, func(session string) {
		page := newLoadPage(t, server, "page", session)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		// A page leaves when it has what is open.
		err := page.listen(ctx, server.address(), func(q shownRound) {
			lock.Lock()
			defer lock.Unlock()
			shown[q.ID] = shownOn{page, q}
		}, cancel)
		if ctx.Err() == nil {
			t.Errorf("a stream has ended: %v", err)
		}
	})
	seen := figuresOf(t, client)
	scripts += seen.since(t, asked, "showing, ten at once", questions)

	each(slices.Collect(maps.Values(shown)), func(one shownOn) {
		status, reply, err := one.page.answer(t.Context(), server.address(), one.q, "nonce-of-a-load-test", "yes")
		if err != nil || status != http.StatusOK || !reply.Mine {
			t.Errorf("an answer has status %d %+v %v", status, reply, err)
		}
	})
	answered := figuresOf(t, client)
	scripts += answered.since(t, seen, "answering", questions)

	each(ids, func(id string) {
		status, reply, err := send(t.Context(), "GET", server.address()+"/v1/questions/"+id+"?wait=60", askKey, nil)
		if err != nil || status != http.StatusOK || reply.State != "answered" {
			t.Errorf("fetching has status %d %+v %v", status, reply, err)
		}
	})
	fetched := figuresOf(t, client)
	scripts += fetched.since(t, answered, "fetching", questions)

	each(ids, func(id string) {
		status, _, err := send(t.Context(), "POST", server.address()+"/v1/questions/"+id+"/acknowledgement", askKey, nil)
		if err != nil || status != http.StatusNoContent {
			t.Errorf("acknowledging has status %d %v", status, err)
		}
	})
	end := figuresOf(t, client)
	scripts += end.since(t, fetched, "acknowledging", questions)
	sizes(t, client)

	var waiting []string
	end = figuresOf(t, client)
	each(l.sessions, func(session string) {
		body := loadQuestion(session, "with a webhook")
		body["parked"], body["callback"] = true, "http://127.0.0.1:1/hooks/of-an-agent"
		status, reply, err := send(t.Context(), "POST", server.address()+"/v1/questions", askKey, body)
		if err != nil || status != http.StatusCreated {
			t.Errorf("asking with a webhook has status %d %s %v", status, reply.Reason, err)
		}
		lock.Lock()
		defer lock.Unlock()
		waiting = append(waiting, reply.ID)
	})
	figuresOf(t, client).since(t, end, "asking with a webhook, after ten others were answered", len(l.sessions))
	sizes(t, client)
	if isLong() {
		waitingCosts(t, client, l, waiting)
	}
	// Whether something was made to cost more, by mistake.
	if scripts > 12 {
		t.Errorf("a question needs %.1f scripts", scripts)
	}
}

// waitingCosts prints what requests that wait, and then pages with streams, cost while nothing happens.
func waitingCosts(t *testing.T, client *redis.Client, l *memoryLoad, ids []string) {
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	measure := func(what string, n int) {
		const period = 20 * time.Second
		before := figuresOf(t, client)
		// Nothing is waited for here: this is how long is measured.
		time.Sleep(period)
		after := figuresOf(t, client)
		t.Logf("%d %s:", n, what)
		seconds := period.Seconds()
		after.since(t, before, "  a second of each", int(seconds*float64(n)))
	}
	waits := func() float64 { return number(t, l.server.metric(t, "elicitform_waits")) }
	waitCtx, done := context.WithCancel(ctx)
	for _, id := range ids {
		running.Go(func() {
			for waitCtx.Err() == nil {
				_, _, _ = send(waitCtx, "GET", l.server.address()+"/v1/questions/"+id+"?wait=60", askKey, nil)
			}
		})
	}
	redistest.Until(t, func() bool { return waits() == float64(len(ids)) })
	measure("requests that wait", len(ids))
	done()
	redistest.Until(t, func() bool { return waits() == 0 })
	l.shown = make(chan shownOn, len(ids))
	l.open(ctx, &running)
	measure("pages with streams", len(l.sessions))
}

// sizes prints how many bytes the keys of each kind have, and fails where one does not expire.
func sizes(t *testing.T, client *redis.Client) {
	t.Helper()
	bytes, count := map[string]int64{}, map[string]int64{}
	for keys := client.Scan(t.Context(), 0, "*", 1000).Iterator(); keys.Next(t.Context()); {
		key := keys.Val()
		used, err := client.MemoryUsage(t.Context(), key, 0).Result()
		if err != nil {
			continue // It has expired.
		}
		if left, err := client.PTTL(t.Context(), key).Result(); err == nil && left == -1 {
			t.Errorf("%s does not expire", key)
		}
		// The part behind the session, without an id: "r", "open", "v", …
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

// each does something with each of many, sixteen at once.
func each[T any](all []T, do func(T)) {
	var doing sync.WaitGroup
	work := make(chan T)
	for range 16 {
		doing.Go(func() {
			for one := range work {
				do(one)
			}
		})
	}
	for _, one := range all {
		work <- one
	}
	close(work)
	doing.Wait()
}
