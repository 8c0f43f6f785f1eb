package servers

import (
	"crypto/rand"
	"errors"
	"sync"
	"time"
)

const capacity = 2000

var errFull = errors.New("too much is open already")

// shelf stores things for a limited time. A client with the secret id of a thing may use it.
type shelf[T any] struct {
	lifetime time.Duration
	lock     sync.Mutex
	things   map[string]T
}

func newShelf[T any](lifetime time.Duration) *shelf[T] {
	return &shelf[T]{lifetime: lifetime, things: map[string]T{}}
}

func (s *shelf[T]) put(thing T) (id string, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if len(s.things) >= capacity {
		return "", errFull
	}
	id = rand.Text()
	s.things[id] = thing
	time.AfterFunc(s.lifetime, func() {
		s.lock.Lock()
		defer s.lock.Unlock()
		delete(s.things, id)
	})
	return id, nil
}

func (s *shelf[T]) get(id string) (thing T, found bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	thing, found = s.things[id]
	return thing, found
}
