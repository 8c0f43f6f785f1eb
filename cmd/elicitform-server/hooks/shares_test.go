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

// slowHosts lets the hosts with this beginning answer nothing, and returns how many requests to them there have been at the same
// time at most, of all of them and of the one that had the most.
func (b *bench) slowHosts(start string) (most func() (all, ofOne int)) {
	var counting sync.Mutex
	var now, mostOfAll, mostOfOne int
	of := map[string]int{}
	b.client.Transport = tripper(func(request *http.Request) (*http.Response, error) {
		if !strings.HasPrefix(strings.ToLower(request.URL.Host), start) {
			return b.receiver.RoundTrip(request)
		}
		host := hostOf(request.URL.String())
		counting.Lock()
		now++
		of[host]++
		mostOfAll, mostOfOne = max(mostOfAll, now), max(mostOfOne, of[host])
		counting.Unlock()
		<-request.Context().Done()
		counting.Lock()
		now--
		of[host]--
		counting.Unlock()
		return nil, request.Context().Err()
	})
	return func() (int, int) {
		counting.Lock()
		defer counting.Unlock()
		return mostOfAll, mostOfOne
	}
}

// send queues a webhook of an ask key that is due.
func (b *bench) sendTo(t *testing.T, n int, key, address string) {
	t.Helper()
	one := job(n)
	one.Key, one.URL = key, address
	b.questions.set(n, relay.Answered)
	if err := b.Expect(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	b.Ended(t.Context(), one.Question)
}

// One host is one host, however it is written.
func TestSpellingsOfHosts(t *testing.T) {
	allowed := policy(t, []string{"https://slow.example/", "https://agent.example/hooks/"}, nil)
	inBubbleWith(t, func(o *Options) { o.Policy = allowed }, func(t *testing.T, b *bench) {
		most := b.slowHosts("slow.example")
		for n := range 100 {
			spelling := []string{"https://slow.example/", "https://slow.example:443/", "HTTPS://Slow.Example/", "https://SLOW.EXAMPLE:0443/", "https://sLow.example:00443/"}[n%5]
			b.sendTo(t, n, "agent", spelling)
		}
		time.Sleep(poll)
		b.sendTo(t, 1000, "another", "https://agent.example/hooks/")
		time.Sleep(time.Second)
		if b.receiver.count() != 1 {
			t.Error("the webhook of another key waits")
		}
		if all, _ := most(); all != mostOfHost {
			t.Errorf("%d connections to one host", all)
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
		t.Error("two hosts are one")
	}
}

// One ask key has its share of the places, with however many hosts and webhooks, and of those of a host that another one uses too.
func TestSharesOfWebhooks(t *testing.T) {
	allowed := []string{"https://agent.example/hooks/", "https://both.example/"}
	for n := range 20 {
		allowed = append(allowed, fmt.Sprintf("https://slow%d.example/", n))
	}
	shared := func(o *Options) { o.Share, o.Policy = 25, policy(t, allowed, nil) }
	inBubbleWith(t, shared, func(t *testing.T, b *bench) {
		most := b.slowHosts("slow")
		for n := range 2000 {
			b.sendTo(t, n, "greedy", fmt.Sprintf("https://slow%d.example/", n%20))
		}
		time.Sleep(poll)
		for n := range 5 {
			began := time.Now()
			b.sendTo(t, 10_000+n, "modest", "https://agent.example/hooks/")
			time.Sleep(100 * time.Millisecond)
			if b.receiver.count() != n+1 {
				t.Fatalf("webhook %d of another key waits", n)
			}
			if took := b.receiver.sent()[n].Sub(began); took > 10*time.Millisecond {
				t.Errorf("webhook %d of another key has waited for %v", n, took)
			}
			time.Sleep(time.Minute)
		}
		if all, ofOne := most(); all != mostAtOnce/4 || ofOne > mostOfHost/4 {
			t.Errorf("one key has had %d places, %d of one host", all, ofOne)
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
		time.Sleep(poll)
		b.sendTo(t, 1000, "modest", "https://both.example/")
		time.Sleep(100 * time.Millisecond)
		if b.receiver.count() != 1 {
			t.Error("the webhook of another key to the same host waits")
		}
	})
}

// Of many webhooks that are due, those of each key come, and none of a key that is busy.
func TestClaimsOfSeveralKeys(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: redistest.Start(t).Address})
	defer client.Close()
	for name, q := range map[string]Queue{"memory": NewMemoryQueue(), "redis": NewRedisQueue(client, "test:")} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			for n := range 60 {
				one := job(n)
				one.Key = map[bool]string{true: "greedy", false: "modest"}[n < 50]
				if queued, err := q.Put(ctx, one, 0, 50); err != nil || !queued {
					t.Fatal(queued, err)
				}
			}
			for n, want := range map[int]bool{3: true, 70: false} {
				one := job(n)
				one.Key = "greedy"
				if queued, err := q.Put(ctx, one, 0, 50); err != nil || queued != want {
					t.Errorf("webhook %d is queued: %v, %v", n, queued, err)
				}
			}
			claim := func(most, mostOfKey int, busy ...string) map[string]int {
				jobs, err := q.Claim(ctx, most, mostOfKey, busy, time.Hour)
				if err != nil {
					t.Fatal(err)
				}
				count := map[string]int{}
				for _, one := range jobs {
					count[one.Key]++
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
				t.Errorf("%d wait; %v", n, err)
			}
			if err := q.Hasten(ctx, keys.Question{Session: "never"}); err != nil {
				t.Error(err)
			}
		})
	}
}
