package hooks

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
)

// slowHosts makes hosts hang. The result returns the maximum of requests at the same time, in all and to one host.
func (b *bench) slowHosts(start string) (maxima func() (all, perHost int)) {
	var counting sync.Mutex
	var requests, maxAll, maxHost int
	byHost := map[string]int{}
	b.client.Transport = tripper(func(request *http.Request) (*http.Response, error) {
		if !strings.HasPrefix(strings.ToLower(request.URL.Host), start) {
			return b.receiver.RoundTrip(request)
		}
		host := hostOf(request.URL.String())
		counting.Lock()
		requests++
		byHost[host]++
		maxAll, maxHost = max(maxAll, requests), max(maxHost, byHost[host])
		counting.Unlock()
		<-request.Context().Done()
		counting.Lock()
		requests--
		byHost[host]--
		counting.Unlock()
		return nil, request.Context().Err()
	})
	return func() (int, int) {
		counting.Lock()
		defer counting.Unlock()
		return maxAll, maxHost
	}
}

func (b *bench) sendTo(t *testing.T, n int, key, address string) {
	t.Helper()
	webhook := job(n)
	webhook.Key, webhook.URL = key, address
	b.questions.set(n, relay.Answered)
	if err := b.Enqueue(t.Context(), webhook); err != nil {
		t.Fatal(err)
	}
	b.Send(t.Context(), webhook.Question)
}

// All spellings of a host share its limit.
func TestSpellingsOfHosts(t *testing.T) {
	allowed := policy(t, []string{"https://slow.example/", "https://agent.example/hooks/"}, nil)
	inBubbleWith(t, func(o *Options) { o.Policy = allowed }, func(t *testing.T, b *bench) {
		maxima := b.slowHosts("slow.example")
		for n := range 100 {
			spelling := []string{"https://slow.example/", "https://slow.example:443/", "HTTPS://Slow.Example/", "https://SLOW.EXAMPLE:0443/", "https://sLow.example:00443/"}[n%5]
			b.sendTo(t, n, "agent", spelling)
		}
		time.Sleep(pollInterval)
		b.sendTo(t, 1000, "another", "https://agent.example/hooks/")
		time.Sleep(time.Second)
		if b.receiver.count() != 1 {
			t.Error("the webhook of another key waits")
		}
		if all, _ := maxima(); all != maxPerHost {
			t.Errorf("%d connections to one host, want %d", all, maxPerHost)
		}
	})
	for _, same := range [][]string{
		{"https://a.example/x?y", "https://A.example:443", "HTTPS://a.EXAMPLE:00443/"}, {"http://a.example", "http://a.example:80/z"},
		{"http://[::1]:8080/", "http://[0:0:0:0:0:0:0:1]:8080/x", "http://[0000::0001]:8080"},
		{"https://10.1.2.3/", "https://[::ffff:10.1.2.3]/", "https://[::ffff:a01:203]:443/", "https://[0:0:0:0:0:FFFF:0A01:0203]/"},
	} {
		for _, address := range same {
			if hostOf(address) == "" || hostOf(address) != hostOf(same[0]) {
				t.Errorf("%s is %q, and %s %q", address, hostOf(address), same[0], hostOf(same[0]))
			}
		}
	}
	if hostOf("https://a.example/") == hostOf("http://a.example/") || hostOf("https://a.example/") == hostOf("https://b.example/") {
		t.Error("two hosts have one name")
	}
}

// One ask key cannot use more than its share, with any number of hosts and webhooks.
func TestSharesOfWebhooks(t *testing.T) {
	allowed := []string{"https://agent.example/hooks/", "https://both.example/"}
	for n := range 20 {
		allowed = append(allowed, fmt.Sprintf("https://slow%d.example/", n))
	}
	shared := func(o *Options) { o.Share, o.Policy = 25, policy(t, allowed, nil) }
	inBubbleWith(t, shared, func(t *testing.T, b *bench) {
		maxima := b.slowHosts("slow")
		for n := range 2000 {
			b.sendTo(t, n, "greedy", fmt.Sprintf("https://slow%d.example/", n%20))
		}
		time.Sleep(pollInterval)
		for n := range 5 {
			start := time.Now()
			b.sendTo(t, 10_000+n, "modest", "https://agent.example/hooks/")
			time.Sleep(100 * time.Millisecond)
			if b.receiver.count() != n+1 {
				t.Fatalf("webhook %d of another key waits", n)
			}
			if wait := b.receiver.arrivals()[n].Sub(start); wait > 10*time.Millisecond {
				t.Errorf("webhook %d of another key has waited for %v", n, wait)
			}
			time.Sleep(time.Minute)
		}
		if all, perHost := maxima(); all != maxSending/4 || perHost > maxPerHost/4 {
			t.Errorf("one key has used %d places, %d of one host, want %d and up to %d", all, perHost, maxSending/4, maxPerHost/4)
		}
	})
	inBubbleWith(t, shared, func(t *testing.T, b *bench) {
		b.client.Transport = tripper(func(request *http.Request) (*http.Response, error) {
			if strings.HasPrefix(request.URL.Path, "/slow") {
				<-request.Context().Done()
				return nil, request.Context().Err()
			}
			return b.receiver.RoundTrip(request)
		})
		for n := range 200 {
			b.sendTo(t, n, "greedy", "https://both.example/slow")
		}
		time.Sleep(pollInterval)
		b.sendTo(t, 1000, "modest", "https://both.example/")
		time.Sleep(100 * time.Millisecond)
		if b.receiver.count() != 1 {
			t.Error("the webhook of another key to the same host waits")
		}
	})
}

// A claim takes the same number of webhooks of each ask key, and none of a busy key.
func TestClaimsOfSeveralKeys(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: redistest.Start(t).Address})
	defer client.Close()
	for name, q := range map[string]Queue{"memory": NewMemoryQueue(), "redis": NewRedisQueue(client, "test:")} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			for n := range 60 {
				webhook := job(n)
				webhook.Key = map[bool]string{true: "greedy", false: "modest"}[n < 50]
				if isQueued, err := q.Put(ctx, webhook, 0, 50); err != nil || !isQueued {
					t.Fatal(isQueued, err)
				}
			}
			for n, want := range map[int]bool{3: true, 70: false} {
				webhook := job(n)
				webhook.Key = "greedy"
				if isQueued, err := q.Put(ctx, webhook, 0, 50); err != nil || isQueued != want {
					t.Errorf("webhook %d is queued: %v, want %v; %v", n, isQueued, want, err)
				}
			}
			claim := func(limit, maxOfKey int, busy ...string) map[string]int {
				jobs, err := q.Claim(ctx, limit, maxOfKey, busy, time.Hour)
				if err != nil {
					t.Fatal(err)
				}
				count := map[string]int{}
				for _, job := range jobs {
					count[job.Key]++
				}
				return count
			}
			for i, c := range []struct{ got, want map[string]int }{
				{claim(8, 8), map[string]int{"greedy": 4, "modest": 4}}, {claim(32, 4), map[string]int{"greedy": 4, "modest": 4}},
				{claim(32, 8, "greedy"), map[string]int{"modest": 2}}, {claim(32, 8, "greedy"), map[string]int{}},
				{claim(32, 8), map[string]int{"greedy": 8}}, {claim(1, 8), map[string]int{"greedy": 1}},
			} {
				if fmt.Sprint(c.got) != fmt.Sprint(c.want) {
					t.Errorf("claim %d: %v, want %v", i, c.got, c.want)
				}
			}
			if n, err := q.Waiting(ctx); n != 60 || err != nil {
				t.Errorf("%d webhooks wait, want 60; %v", n, err)
			}
			if err := q.Hasten(ctx, keys.Question{Session: "never"}); err != nil {
				t.Error(err)
			}
		})
	}
}
