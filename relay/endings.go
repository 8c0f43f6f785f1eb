package relay

import (
	"container/list"
	"maps"
	"slices"
	"time"
)

const (
	// keepUnanswered is for how long an end without an answer is remembered at most: it is of use only to who is there.
	keepUnanswered = 10 * time.Minute
	// maxEndedOfAll is how many such ends a process remembers, in whatever sessions.
	maxEndedOfAll = 5000
)

// Kept is what a store in memory has of rounds that have ended.
type Kept struct {
	// Answers are those that no client has acknowledged, and Bytes how large they are together.
	Answers, Bytes int
	// Ended are the other rounds that have ended.
	Ended int
}

// endings are the rounds of a memory that have ended.
type endings struct {
	sessions map[string]*memorySession
	// unanswered are those without an answer of each asker, the latest last.
	unanswered map[string]*list.List
	kept       Kept
	// ofAskers is what kept is of each asker, without those that ended otherwise.
	ofAskers map[string]Kept
}

// Kept returns what the store has of rounds that have ended: of all, and of one asker.
func (m *memory) Kept(asker string) (all, own Kept) {
	m.mu.Lock()
	defer m.mu.Unlock()
	own = m.ended.ofAskers[asker]
	if ends := m.ended.unanswered[asker]; ends != nil {
		own.Ended = ends.Len()
	}
	return m.ended.kept, own
}

// count adds an answer of an asker, or takes it out.
func (e *endings) count(asker string, n, bytes int) {
	own := e.ofAskers[asker]
	own.Answers, own.Bytes = own.Answers+n, own.Bytes+n*bytes
	e.kept.Answers, e.kept.Bytes = e.kept.Answers+n, e.kept.Bytes+n*bytes
	if e.ofAskers[asker] = own; own == (Kept{}) {
		delete(e.ofAskers, asker)
	}
}

// longest returns the ends of the asker who has most: no asker pushes out the few of another one.
func (e *endings) longest() *list.List {
	var longest *list.List
	for _, ends := range e.unanswered {
		if longest == nil || ends.Len() > longest.Len() {
			longest = ends
		}
	}
	return longest
}

// endsOf returns the list of an asker, which is made where there is none.
func endsOf(lists map[string]*list.List, asker string) *list.List {
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

// keepEnd counts a round that has just ended. Where too many are remembered without an answer, the oldest are forgotten.
func (s *memorySession) keepEnd(r *record) {
	if r.state == Answered {
		s.answers[r.Asker]++
		s.ended.count(r.Asker, 1, len(r.result)+len(r.call))
		return
	}
	own := endsOf(s.unanswered, r.Asker)
	r.session, r.place, r.placeOfAll = s, own.PushBack(r), endsOf(s.ended.unanswered, r.Asker).PushBack(r)
	s.ended.kept.Ended++
	if own.Len() > maxEnded {
		first := own.Front().Value.(*record)
		for e := own.Front(); e != nil; e = e.Next() {
			// One whose answer was acknowledged is remembered for longer.
			if one := e.Value.(*record); one.dies.Before(first.dies) {
				first = one
			}
		}
		first.forget()
	}
	if s.ended.kept.Ended > maxEndedOfAll {
		s.ended.longest().Front().Value.(*record).forget()
	}
}

// releaseEnd takes a round out of those that have ended: it is forgotten, asked again, or its answer is acknowledged.
func (s *memorySession) releaseEnd(r *record) {
	switch {
	case r.place != nil:
		remove(s.unanswered, r.Asker, r.place)
		remove(s.ended.unanswered, r.Asker, r.placeOfAll)
		r.place, r.placeOfAll = nil, nil
		s.ended.kept.Ended--
	case r.state == Answered:
		if s.answers[r.Asker]--; s.answers[r.Asker] == 0 {
			delete(s.answers, r.Asker)
		}
		s.ended.count(r.Asker, -1, len(r.result)+len(r.call))
	}
}

// forget deletes a round that has ended without an answer, with its session where nothing is left of that.
func (r *record) forget() {
	s := r.session
	s.releaseEnd(r)
	delete(s.records, r.ID)
	s.news = slices.DeleteFunc(s.news, func(n timedNews) bool { return n.Gone.ID == r.ID })
	if len(s.records)+len(s.news)+len(s.listeners) == 0 {
		delete(s.ended.sessions, s.name)
	}
}

// asker is whose round or page the news is of.
func (n News) asker() string { return n.Gone.Asker + n.Page.Asker }

// forgetNews leaves as many news, oldest first, as a session remembers. The oldest of the asker who has most are forgotten: nobody
// pushes out the few of another asker.
func forgetNews[T any](news []T, askerOf func(T) string) []T {
	for len(news) > mostNews {
		counts := map[string]int{}
		for _, one := range news {
			counts[askerOf(one)]++
		}
		most := slices.Max(slices.Collect(maps.Values(counts)))
		i := slices.IndexFunc(news, func(one T) bool { return counts[askerOf(one)] == most })
		news = slices.Delete(news, i, i+1)
	}
	return news
}
