package admission

import "sync"

// Semaphore bounds what happens at the same time, in all and for each asker. It is safe for concurrent use.
type Semaphore struct {
	max, maxPerAsker int
	report           func(used int)

	mu       sync.Mutex
	used     int
	perAsker map[string]int
}

// NewSemaphore makes a semaphore. It calls report with the places in use whenever they change.
func NewSemaphore(max, maxPerAsker int, report func(used int)) *Semaphore {
	return &Semaphore{max: max, maxPerAsker: maxPerAsker, report: report, perAsker: map[string]int{}}
}

// Acquire reports false if all places are used. Only the limit of all applies to the empty name.
func (s *Semaphore) Acquire(asker string) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used >= s.max || asker != "" && s.perAsker[asker] >= s.maxPerAsker {
		return nil, false
	}
	s.add(asker, 1)
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.add(asker, -1)
	}), true
}

func (s *Semaphore) add(asker string, delta int) {
	s.used += delta
	s.report(s.used)
	if s.perAsker[asker] += delta; s.perAsker[asker] == 0 {
		delete(s.perAsker, asker)
	}
}
