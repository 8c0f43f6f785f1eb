package relay

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// mostGone is how many ended questions and pages a session remembers for those who
	// come back.
	mostGone = 200
	// day is how long a session is remembered that nothing happens in.
	day = 24 * time.Hour
)

// memory is a Store for one process.
type memory struct {
	mu       sync.Mutex
	sessions map[string]*memorySession
	swept    time.Time
}

type memorySession struct {
	version int64
	records map[string]*record
	// open holds the ids of open questions in the order of asking.
	open []string
	gone []goneEntry
	// notices are until when the finished pages of a server, and of all, have used up their rate.
	notices map[string]time.Time
	// rings are those who watch.
	rings map[*func()]struct{}
	// forgotten is when the session is, unless something happens in it.
	forgotten time.Time
}

// goneEntry is a question that has ended or a page that is finished.
type goneEntry struct {
	version int64
	dies    time.Time
	ended   GoneQuestion
	page    *FinishedPage
}

// NewMemoryStore makes a [Store] in the memory of this process, for hosts that are one
// process.
func NewMemoryStore() Store {
	return &memory{sessions: map[string]*memorySession{}}
}

// with runs a change with what a session has, and rings when it says so.
func (m *memory) with(session string, change func(s *memorySession, now time.Time) (changed bool)) {
	now := time.Now()
	m.mu.Lock()
	m.sweep(now)
	s := m.sessions[session]
	if s == nil {
		s = &memorySession{records: map[string]*record{}, rings: map[*func()]struct{}{}, notices: map[string]time.Time{}}
		m.sessions[session] = s
	}
	s.forget(now)
	s.forgotten = now.Add(day)
	var rings []func()
	if change(s, now) {
		for ring := range s.rings {
			rings = append(rings, *ring)
		}
	}
	m.mu.Unlock()
	for _, ring := range rings {
		ring()
	}
}

// sweep forgets old records of sessions that nobody calls any more, once a minute.
func (m *memory) sweep(now time.Time) {
	if now.Sub(m.swept) < time.Minute {
		return
	}
	m.swept = now
	for name, s := range m.sessions {
		s.forget(now)
		if len(s.rings) == 0 && (s.version == 0 || !now.Before(s.forgotten)) {
			delete(m.sessions, name)
		}
	}
}

// forget drops what has outlived its time. The id of an open question stays, so that
// those who show it hear that it has gone.
func (s *memorySession) forget(now time.Time) {
	for id, r := range s.records {
		if !now.Before(r.dies) {
			delete(s.records, id)
		}
	}
	s.gone = slices.DeleteFunc(s.gone, func(g goneEntry) bool { return !now.Before(g.dies) })
}

// tell notes what has gone.
func (s *memorySession) tell(g goneEntry) {
	s.version++
	g.version = s.version
	s.gone = append(s.gone, g)
	if len(s.gone) > mostGone {
		s.gone = slices.Delete(s.gone, 0, len(s.gone)-mostGone)
	}
}

// close takes an id from the open ones.
func (s *memorySession) close(id string, how State, dies time.Time) {
	s.open = slices.DeleteFunc(s.open, func(one string) bool { return one == id })
	s.tell(goneEntry{ended: GoneQuestion{ID: id, How: how}, dies: dies})
}

func (m *memory) Ask(_ context.Context, session string, ask Ask) (v Verdict, err error) {
	m.with(session, func(s *memorySession, now time.Time) (changed bool) {
		var next *record
		next, v, changed = s.records[ask.ID].ask(ask, s.limit(ask), now)
		if changed {
			s.version++
			s.records[ask.ID] = next
			s.open = append(slices.DeleteFunc(s.open, func(id string) bool { return id == ask.ID }), ask.ID)
			s.gone = slices.DeleteFunc(s.gone, func(g goneEntry) bool { return g.page == nil && g.ended.ID == ask.ID })
		}
		return changed
	})
	return v, nil
}

func (m *memory) End(_ context.Context, session string, end End) (v Verdict, err error) {
	m.with(session, func(s *memorySession, now time.Time) (changed bool) {
		r := s.records[end.ID]
		if r == nil {
			v = Verdict{State: Unknown}
			if changed = slices.Contains(s.open, end.ID); changed {
				s.close(end.ID, Orphaned, now.Add(end.Keep))
			}
			return changed
		}
		if v, changed = r.end(end, now); changed {
			s.close(end.ID, r.state, r.dies)
		}
		return changed
	})
	return v, nil
}

func (m *memory) Peek(_ context.Context, session string, ref Ref, lease, keep time.Duration) (v Verdict, err error) {
	m.with(session, func(s *memorySession, now time.Time) bool {
		v = Verdict{State: Unknown}
		if r := s.records[ref.ID]; r != nil {
			v = r.peek(ref, lease, keep, now)
		}
		return false
	})
	return v, nil
}

func (m *memory) Draft(_ context.Context, session string, ref Ref, draft string) (v Verdict, err error) {
	m.with(session, func(s *memorySession, _ time.Time) bool {
		switch r := s.records[ref.ID]; {
		case r == nil:
			v = Verdict{State: Unknown}
		case r.fingerprint != ref.Fingerprint:
			v = r.conflict()
		default:
			if r.state == Open {
				r.draft = draft
			}
			v = Verdict{State: r.state, Deadline: r.deadline}
		}
		return false
	})
	return v, nil
}

func (m *memory) Page(_ context.Context, session string, page FinishedPage, keep time.Duration) (version int64, err error) {
	m.with(session, func(s *memorySession, now time.Time) bool {
		if !s.notice(page.Server, now) {
			return false
		}
		s.gone = slices.DeleteFunc(s.gone, func(g goneEntry) bool { return g.page != nil && *g.page == page })
		s.tell(goneEntry{page: &page, dies: now.Add(keep)})
		version = s.version
		return true
	})
	return version, nil
}

func (m *memory) Read(_ context.Context, session string, since int64) (snapshot Snapshot, err error) {
	m.with(session, func(s *memorySession, _ time.Time) bool {
		snapshot.Version = s.version
		for _, id := range s.open {
			question := OpenQuestion{Ref: Ref{ID: id}}
			if r := s.records[id]; r != nil {
				question = OpenQuestion{Ref: Ref{id, r.fingerprint}, Body: r.body, Draft: r.draft, Deadline: r.deadline, Lease: r.lease}
			}
			snapshot.Open = append(snapshot.Open, question)
		}
		for _, g := range s.gone {
			switch {
			case g.version <= since:
			case g.page != nil:
				snapshot.Pages = append(snapshot.Pages, *g.page)
			default:
				snapshot.Gone = append(snapshot.Gone, g.ended)
			}
		}
		return false
	})
	return snapshot, nil
}

func (m *memory) Watch(_ context.Context, session string, ring func()) (stop func(), err error) {
	m.with(session, func(s *memorySession, _ time.Time) bool {
		s.rings[&ring] = struct{}{}
		return false
	})
	ring()
	return func() {
		m.with(session, func(s *memorySession, _ time.Time) bool {
			delete(s.rings, &ring)
			return false
		})
	}, nil
}
