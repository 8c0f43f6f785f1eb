// Package visits serves web pages outside the chat that people are sent to, as
// a bank or an identity provider would: somebody decides something there, and
// whoever sent them is told how it ended.
//
// The address of a page is the key to it, so that it is not guessable, ends
// with one decision and is forgotten after a while. Nothing real is behind
// these pages; a server that grants something also has to make sure that the
// visitor is the person who sits in the chat.
package visits

import (
	"crypto/rand"
	"errors"
	"sync"
	"time"
)

// Root is the path that all pages lie under.
const Root = "/visit/"

const (
	// lifetime is how long a page can be visited.
	lifetime = 30 * time.Minute
	// capacity bounds what a client can make the server remember.
	capacity = 500
)

// ErrFull says that too many pages are open.
var ErrFull = errors.New("too many pages are open")

// Page is what a visitor finds.
type Page struct {
	// Site is whose page it is.
	Site string `json:"site"`
	// Title and Text say what is to be decided.
	Title string `json:"title"`
	Text  string `json:"text"`
	// Question is asked with a choice of answers. There may be none.
	Question string   `json:"question"`
	Choices  []string `json:"choices"`
	// Agree is the label of the button that agrees.
	Agree string `json:"agree"`
}

// Decision is how a visit ended.
type Decision int

// The ways in which a visit ends.
const (
	// Open is no end yet.
	Open Decision = iota
	Agreed
	Refused
	// Expired is the end of a page that nobody decided on in time.
	Expired
)

// Visit is one page for one person.
type Visit struct {
	// ID is the secret part of the address.
	ID   string
	Page Page

	done     chan struct{}
	lock     sync.Mutex
	decision Decision
	choice   string
}

// Path is where the page is.
func (v *Visit) Path() string { return Root + v.ID }

// Done is closed when the visit has ended.
func (v *Visit) Done() <-chan struct{} { return v.done }

// Decision is how the visit ended, and the answer to its question.
func (v *Visit) Decision() (decision Decision, choice string) {
	v.lock.Lock()
	defer v.lock.Unlock()
	return v.decision, v.choice
}

// end settles the visit. Only the first end counts.
func (v *Visit) end(decision Decision, choice string) {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.decision != Open {
		return
	}
	v.decision, v.choice = decision, choice
	close(v.done)
}

// Book knows all visits. Its zero value is empty and ready.
type Book struct {
	lock   sync.Mutex
	visits map[string]*Visit
}

// Open makes a page that can be visited.
func (b *Book) Open(page Page) (*Visit, error) {
	visit := &Visit{ID: rand.Text(), Page: page, done: make(chan struct{})}
	b.lock.Lock()
	defer b.lock.Unlock()
	if len(b.visits) >= capacity {
		return nil, ErrFull
	}
	if b.visits == nil {
		b.visits = map[string]*Visit{}
	}
	b.visits[visit.ID] = visit
	time.AfterFunc(lifetime, func() { b.expire(visit) })
	return visit, nil
}

// Find returns the visit with an id, or nil.
func (b *Book) Find(id string) *Visit {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.visits[id]
}

func (b *Book) expire(visit *Visit) {
	b.lock.Lock()
	delete(b.visits, visit.ID)
	b.lock.Unlock()
	visit.end(Expired, "")
}
