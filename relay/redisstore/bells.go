package redisstore

import (
	"context"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
)

// bells are all who watch sessions, on one connection to Redis. A bell rings when its
// channel is subscribed, also anew after a lost connection, and when a message comes.
type bells struct {
	client redis.UniversalClient
	mu     sync.Mutex
	rings  map[string]map[*func(id string)]struct{}
	// changed tells the running subscription that other channels are wanted; nil when
	// none runs.
	changed chan struct{}
}

// add rings a bell when something happens in a channel, until it is stopped.
func (b *bells) add(channel string, ring func(id string)) (stop func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rings == nil {
		b.rings = map[string]map[*func(id string)]struct{}{}
	}
	if b.rings[channel] == nil {
		b.rings[channel] = map[*func(id string)]struct{}{}
	}
	b.rings[channel][&ring] = struct{}{}
	// No message says that a channel is subscribed which was wanted before.
	ring("")
	if b.changed == nil {
		b.changed = make(chan struct{}, 1)
		go b.listen(b.changed)
	}
	b.tell()
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.rings[channel], &ring)
		if len(b.rings[channel]) == 0 {
			delete(b.rings, channel)
		}
		b.tell()
	}
}

func (b *bells) tell() {
	select {
	case b.changed <- struct{}{}:
	default:
	}
}

// listen keeps the subscription in step with the channels that are wanted, until
// there are none. Nothing waits for Redis while the lock is held.
func (b *bells) listen(changed <-chan struct{}) {
	ctx := context.Background()
	subscription := b.client.Subscribe(ctx)
	defer subscription.Close()
	var messages <-chan any
	subscribed := map[string]bool{}
	for {
		select {
		case <-changed:
			add, drop, done := b.difference(subscribed)
			if done {
				return
			}
			// An error is no matter: the channels are subscribed when the connection is back.
			if len(add) > 0 {
				_ = subscription.Subscribe(ctx, add...)
			}
			if len(drop) > 0 {
				_ = subscription.Unsubscribe(ctx, drop...)
			}
			if messages == nil {
				messages = subscription.ChannelWithSubscriptions()
			}
		case message := <-messages:
			switch message := message.(type) {
			case *redis.Subscription:
				b.ring(message.Channel, "")
			case *redis.Message:
				// The version, and the id of the question that has made it.
				_, id, _ := strings.Cut(message.Payload, " ")
				b.ring(message.Channel, id)
			}
		}
	}
}

// difference says which channels to add and which to drop. When nobody watches any
// more, the subscription is done.
func (b *bells) difference(subscribed map[string]bool) (add, drop []string, done bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.rings) == 0 {
		b.changed = nil
		return nil, nil, true
	}
	for channel := range b.rings {
		if !subscribed[channel] {
			subscribed[channel] = true
			add = append(add, channel)
		}
	}
	for channel := range subscribed {
		if b.rings[channel] == nil {
			delete(subscribed, channel)
			drop = append(drop, channel)
		}
	}
	return add, drop, false
}

func (b *bells) ring(channel, id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ring := range b.rings[channel] {
		(*ring)(id)
	}
}
