package redisstore_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/storetest"
	"github.com/elicitform/elicitform/relay/redisstore"
)

func connect(t *testing.T, address string, protocol int) *redis.Client {
	client := redis.NewClient(&redis.Options{Addr: address, Protocol: protocol, DialerRetries: 1, MaxRetries: -1})
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// The scripts give the same replies in RESP 2 and RESP 3.
func TestRedisStore(t *testing.T) {
	address := redistest.StartWithStoppedClock(t).Address
	run := func(t *testing.T, test func(t *testing.T)) { test(t) }
	for _, protocol := range []int{2, 3} {
		t.Run(fmt.Sprintf("RESP %d", protocol), func(t *testing.T) {
			client := connect(t, address, protocol)
			storetest.Run(t, "../testdata/store.json", run, func(t *testing.T) relay.Store {
				return redisstore.New(client, redisstore.Options{Prefix: t.Name() + ":"})
			})
			checkExpiry(t, client, day)
		})
	}
}

// checkExpiry checks that every key expires, at most an hour after the time that the rounds of a test need.
func checkExpiry(t *testing.T, client *redis.Client, maxTTL time.Duration) {
	t.Helper()
	keys, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(keys) == 0 {
		t.Fatalf("%d keys, %v", len(keys), err)
	}
	for _, key := range keys {
		ttl, err := client.PTTL(t.Context(), key).Result()
		// PTTL is -2 for a key that has just expired, and -1 for a key without expiry.
		if err != nil || ttl == -1 || ttl > maxTTL+time.Hour {
			t.Errorf("%s expires in %v, %v, want at most %v", key, ttl, err, maxTTL)
		}
	}
}

func TestNotifications(t *testing.T) {
	address := redistest.Start(t).Address
	here, there := redisstore.New(connect(t, address, 3), redisstore.Options{}), redisstore.New(connect(t, address, 3), redisstore.Options{})
	notified := make(chan struct{}, 100)
	watch := func() (stop func()) {
		stop, err := here.Watch(t.Context(), "s", func(string) { notified <- struct{}{} })
		if err != nil {
			t.Fatal(err)
		}
		return stop
	}
	stopFirst := watch()
	<-notified
	stopSecond := watch()
	<-notified
	stopFirst()
	stopFirst()
	if _, err := there.Page(t.Context(), "s", relay.FinishedPage{Server: "a", ElicitationID: "1"}, time.Minute); err != nil {
		t.Fatal(err)
	}
	<-notified
	stopSecond()
	// The subscription has ended. The next watch starts another.
	defer watch()()
	<-notified
	if _, err := there.Page(t.Context(), "s", relay.FinishedPage{Server: "a", ElicitationID: "2"}, time.Minute); err != nil {
		t.Fatal(err)
	}
	<-notified
}

func TestEndedRoundsAreBounded(t *testing.T) {
	client := connect(t, redistest.Start(t).Address, 3)
	storetest.RunEndings(t, redisstore.New(client, redisstore.Options{}), nil)
	checkExpiry(t, client, 30*day)
	// An end without an answer is remembered for minutes.
	long := 0
	for _, key := range client.Keys(t.Context(), "*:r:over-*").Val() {
		if client.PTTL(t.Context(), key).Val() > 10*time.Minute {
			long++
		}
	}
	if n := len(client.Keys(t.Context(), "*:r:over-*").Val()); long != 0 || n > 1000 {
		t.Errorf("%d ended rounds, %d of them for more than ten minutes; want at most 1000 and 0", n, long)
	}
}
