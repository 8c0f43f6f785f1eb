package redisstore

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
)

// notifications are those of all sessions that are watched, on one connection to Redis. A listener
// is called when its channel is subscribed, also anew after a lost connection, and when a message comes.
type notifications struct {
	client    redis.UniversalClient
	mu        sync.Mutex
	listeners map[string]map[*func(id string)]struct{}
	// changed tells the running subscription that other channels are wanted; nil when
	// none runs.
	changed chan struct{}
}

// add calls a listener when something happens in a channel, until it is stopped.
func (n *notifications) add(channel string, listener func(id string)) (stop func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listeners == nil {
		n.listeners = map[string]map[*func(id string)]struct{}{}
	}
	if n.listeners[channel] == nil {
		n.listeners[channel] = map[*func(id string)]struct{}{}
	}
	n.listeners[channel][&listener] = struct{}{}
	// No message says that a channel is subscribed which was wanted before.
	listener("")
	if n.changed == nil {
		n.changed = make(chan struct{}, 1)
		go n.listen(n.changed)
	}
	n.tell()
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.listeners[channel], &listener)
		if len(n.listeners[channel]) == 0 {
			delete(n.listeners, channel)
		}
		n.tell()
	}
}

func (n *notifications) tell() {
	select {
	case n.changed <- struct{}{}:
	default:
	}
}

// listen keeps the subscription in step with the channels that are wanted, until
// there are none. Nothing waits for Redis while the lock is held.
func (n *notifications) listen(changed <-chan struct{}) {
	ctx := context.Background()
	subscription := n.client.Subscribe(ctx)
	defer subscription.Close()
	var messages <-chan any
	subscribed := map[string]bool{}
	for {
		select {
		case <-changed:
			n.mu.Lock()
			if len(n.listeners) == 0 {
				n.changed = nil
				n.mu.Unlock()
				return
			}
			add := slices.DeleteFunc(slices.Collect(maps.Keys(n.listeners)), func(channel string) bool { return subscribed[channel] })
			drop := slices.DeleteFunc(slices.Collect(maps.Keys(subscribed)), func(channel string) bool { return n.listeners[channel] != nil })
			n.mu.Unlock()
			// An error does not matter: the channels are subscribed when the connection is back.
			if len(add) > 0 {
				_ = subscription.Subscribe(ctx, add...)
			}
			if len(drop) > 0 {
				_ = subscription.Unsubscribe(ctx, drop...)
			}
			for _, channel := range add {
				subscribed[channel] = true
			}
			for _, channel := range drop {
				delete(subscribed, channel)
			}
			if messages == nil {
				messages = subscription.ChannelWithSubscriptions()
			}
		case message := <-messages:
			switch message := message.(type) {
			case *redis.Subscription:
				n.call(message.Channel, "")
			case *redis.Message:
				// The version, and the id of the round that has made it.
				_, id, _ := strings.Cut(message.Payload, " ")
				n.call(message.Channel, id)
			}
		}
	}
}

func (n *notifications) call(channel, id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for listener := range n.listeners[channel] {
		(*listener)(id)
	}
}
