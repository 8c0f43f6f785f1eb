package relay

import (
	"container/list"
	"maps"
	"slices"
	"time"
)

const (
	// maxKeepUnanswered bounds how long an end without an answer is remembered: only a client that is still there needs it.
	maxKeepUnanswered = 10 * time.Minute
	// maxEndedInProcess bounds the ends without an answer that a process remembers, over all sessions.
	maxEndedInProcess = 5000
)

// EndedCounts counts the ended rounds in a memory store.
type EndedCounts struct {
	// Answers counts answers without an acknowledgement, and Bytes their size.
	Answers, Bytes int
	// Ended counts the other ended rounds.
	Ended int
}

// EndCounter is a [Store] that counts its ended rounds, as that of [NewMemoryStore] does.
type EndCounter interface {
	// CountEnded counts the ended rounds of all askers, and of one asker.
	CountEnded(asker string) (total, own EndedCounts)
}

type endings struct {
	sessions   map[string]*memorySession
	unanswered map[string]*list.List
	total      EndedCounts
	byAsker    map[string]EndedCounts
}

func (m *memory) CountEnded(asker string) (total, own EndedCounts) {
	m.mu.Lock()
	defer m.mu.Unlock()
	own = m.ended.byAsker[asker]
	if ends := m.ended.unanswered[asker]; ends != nil {
		own.Ended = ends.Len()
	}
	return m.ended.total, own
}

func (e *endings) countAnswers(asker string, n, bytes int) {
	own := e.byAsker[asker]
	own.Answers, own.Bytes = own.Answers+n, own.Bytes+n*bytes
	e.total.Answers, e.total.Bytes = e.total.Answers+n, e.total.Bytes+n*bytes
	if e.byAsker[asker] = own; own == (EndedCounts{}) {
		delete(e.byAsker, asker)
	}
}

// longest returns the list to shorten: an asker with many rounds must not push out those of an asker with few.
func (e *endings) longest() *list.List {
	var longest *list.List
	for _, ends := range e.unanswered {
		if longest == nil || ends.Len() > longest.Len() {
			longest = ends
		}
	}
	return longest
}

func listOf(lists map[string]*list.List, asker string) *list.List {
	if lists[asker] == nil {
		lists[asker] = list.New()
	}
	return lists[asker]
}

func remove(lists map[string]*list.List, asker string, place *list.Element) {
	if lists[asker].Remove(place); lists[asker].Len() == 0 {
		delete(lists, asker)
	}
}

func (s *memorySession) addEnding(r *memoryRecord) {
	if r.state == Answered {
		s.answers[r.Asker]++
		s.ended.countAnswers(r.Asker, 1, len(r.result)+len(r.call))
		return
	}
	own := listOf(s.unanswered, r.Asker)
	r.session, r.place, r.placeInProcess = s, own.PushBack(r), listOf(s.ended.unanswered, r.Asker).PushBack(r)
	s.ended.total.Ended++
	if own.Len() > maxEnded {
		oldest := own.Front().Value.(*memoryRecord)
		for e := own.Front(); e != nil; e = e.Next() {
			// An acknowledged round is remembered for longer than the rounds after it.
			if candidate := e.Value.(*memoryRecord); candidate.expiresAt.Before(oldest.expiresAt) {
				oldest = candidate
			}
		}
		oldest.forget()
	}
	if s.ended.total.Ended > maxEndedInProcess {
		s.ended.longest().Front().Value.(*memoryRecord).forget()
	}
}

func (s *memorySession) removeEnding(r *memoryRecord) {
	switch {
	case r.place != nil:
		remove(s.unanswered, r.Asker, r.place)
		remove(s.ended.unanswered, r.Asker, r.placeInProcess)
		r.place, r.placeInProcess = nil, nil
		s.ended.total.Ended--
	case r.state == Answered:
		if s.answers[r.Asker]--; s.answers[r.Asker] == 0 {
			delete(s.answers, r.Asker)
		}
		s.ended.countAnswers(r.Asker, -1, len(r.result)+len(r.call))
	}
}

func (r *memoryRecord) forget() {
	s := r.session
	s.removeEnding(r)
	delete(s.records, r.ID)
	s.news = slices.DeleteFunc(s.news, func(n expiringNews) bool { return n.Gone.ID == r.ID })
	if len(s.records)+len(s.news)+len(s.listeners) == 0 {
		delete(s.ended.sessions, s.name)
	}
}

func (n News) asker() string { return n.Gone.Asker + n.Page.Asker }

// trimNews deletes the oldest news of the busiest asker, so that no asker pushes out the few news of another.
func trimNews[T any](news []T, askerOf func(T) string) []T {
	for len(news) > maxNews {
		counts := map[string]int{}
		for _, n := range news {
			counts[askerOf(n)]++
		}
		largest := slices.Max(slices.Collect(maps.Values(counts)))
		i := slices.IndexFunc(news, func(n T) bool { return counts[askerOf(n)] == largest })
		news = slices.Delete(news, i, i+1)
	}
	return news
}
