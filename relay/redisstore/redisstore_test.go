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

// The scripts reply the same in both versions of the protocol.
func TestRedisStore(t *testing.T) {
	address := redistest.StartWithStoppedClock(t).Address
	during := func(t *testing.T, test func(t *testing.T)) { test(t) }
	for _, protocol := range []int{2, 3} {
		t.Run(fmt.Sprintf("RESP %d", protocol), func(t *testing.T) {
			client := connect(t, address, protocol)
			storetest.Run(t, "../testdata/store.json", during, func(t *testing.T) relay.Store {
				return redisstore.New(client, redisstore.Options{Prefix: t.Name() + ":"})
			})
			everyKeyExpires(t, client, day)
		})
	}
}

// everyKeyExpires fails for a key that would stay in Redis for ever, or for longer than the rounds of a test need.
func everyKeyExpires(t *testing.T, client *redis.Client, most time.Duration) {
	t.Helper()
	keys, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(keys) == 0 {
		t.Fatalf("%d keys, %v", len(keys), err)
	}
	for _, key := range keys {
		left, err := client.PTTL(t.Context(), key).Result()
		// One that has just expired has -2.
		if err != nil || left == -1 || left > most+time.Hour {
			t.Errorf("%s expires in %v, %v", key, left, err)
		}
	}
}

func TestNotifications(t *testing.T) {
	address := redistest.Start(t).Address
	here, there := redisstore.New(connect(t, address, 3), redisstore.Options{}), redisstore.New(connect(t, address, 3), redisstore.Options{})
	told := make(chan struct{}, 100)
	watch := func() (stop func()) {
		stop, err := here.Watch(t.Context(), "s", func(string) { told <- struct{}{} })
		if err != nil {
			t.Fatal(err)
		}
		return stop
	}
	first := watch()
	<-told
	second := watch()
	<-told
	first()
	first()
	if _, err := there.Page(t.Context(), "s", relay.FinishedPage{Server: "a", ElicitationID: "1"}, time.Minute); err != nil {
		t.Fatal(err)
	}
	<-told
	second()
	// The subscription has ended, and starts anew for the next one.
	defer watch()()
	<-told
	if _, err := there.Page(t.Context(), "s", relay.FinishedPage{Server: "a", ElicitationID: "2"}, time.Minute); err != nil {
		t.Fatal(err)
	}
	<-told
}

func TestEndedRoundsAreBounded(t *testing.T) {
	client := connect(t, redistest.Start(t).Address, 3)
	storetest.RunEnded(t, redisstore.New(client, redisstore.Options{}), nil)
	everyKeyExpires(t, client, 30*day)
	// What has no answer is remembered for minutes: of the other rounds there are the answers and those that were acknowledged.
	long := 0
	for _, key := range client.Keys(t.Context(), "*:r:over-*").Val() {
		if left := client.PTTL(t.Context(), key).Val(); left > 10*time.Minute {
			long++
		}
	}
	if n := len(client.Keys(t.Context(), "*:r:over-*").Val()); long != 0 || n > 1000 {
		t.Errorf("%d rounds are there, %d of them for longer", n, long)
	}
}
