package admission

import (
	"container/heap"
	"context"
	"sync"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

type memoryCounts struct {
	all, each Limits
	store     relay.EndCounter

	mu               sync.Mutex
	askers           map[string]*askerCount
	questions, bytes int
}

// The question that is due first is at the top of the heap.
type askerCount struct {
	queue []*entry
	byRef map[keys.Question]*entry
	bytes int
}

type entry struct {
	keys.Question
	size  int
	due   time.Time
	index int
}

func (a *askerCount) Len() int           { return len(a.queue) }
func (a *askerCount) Less(i, j int) bool { return a.queue[i].due.Before(a.queue[j].due) }

func (a *askerCount) Swap(i, j int) {
	a.queue[i], a.queue[j] = a.queue[j], a.queue[i]
	a.queue[i].index, a.queue[j].index = i, j
}

func (a *askerCount) Push(value any) {
	e := value.(*entry)
	e.index = len(a.queue)
	a.queue = append(a.queue, e)
}

func (a *askerCount) Pop() any {
	last := len(a.queue) - 1
	e := a.queue[last]
	a.queue[last] = nil
	a.queue = a.queue[:last]
	return e
}

func (m *memoryCounts) reserve(_ context.Context, asker string, q keys.Question, size int) (bool, string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.askers[asker]
	if a == nil {
		a = &askerCount{byRef: map[keys.Question]*entry{}}
	}
	var ends, ownEnds relay.EndedCounts
	if m.store != nil {
		ends, ownEnds = m.store.CountEnded(asker)
	}
	switch {
	case a.byRef[q] != nil:
		return false, "", nil
	case asker != "" && !m.each.fits(len(a.byRef), a.bytes, size, ownEnds):
		if m.each != m.all {
			return false, limitOfAsker, nil
		}
		return false, limitOfAll, nil
	case !m.all.fits(m.questions, m.bytes, size, ends):
		return false, limitOfAll, nil
	}
	e := &entry{Question: q, size: size, due: time.Now().Add(recheckAfter)}
	a.byRef[q] = e
	heap.Push(a, e)
	a.bytes += size
	m.askers[asker] = a
	m.questions, m.bytes = m.questions+1, m.bytes+size
	return true, "", nil
}

func (m *memoryCounts) release(_ context.Context, asker string, questions ...keys.Question) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.askers[asker]
	for _, q := range questions {
		if a == nil || a.byRef[q] == nil {
			continue
		}
		e := a.byRef[q]
		heap.Remove(a, e.index)
		delete(a.byRef, q)
		a.bytes -= e.size
		m.questions, m.bytes = m.questions-1, m.bytes-e.size
	}
	if a != nil && len(a.byRef) == 0 {
		delete(m.askers, asker)
	}
	return nil
}

func (m *memoryCounts) due(_ context.Context, asker, exceeded string) (due []counted, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	for name, a := range m.askers {
		if exceeded == limitOfAsker && name != asker {
			continue
		}
		for len(due) < maxLookups && len(a.queue) > 0 && !a.queue[0].due.After(now) {
			due = append(due, counted{name, a.queue[0].Question})
			a.queue[0].due = now.Add(recheckAfter)
			heap.Fix(a, 0)
		}
	}
	return due, nil
}
