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
	// open holds the ids of open questions in the order of asking, with the versions that they made.
	open []openEntry
	gone []goneEntry
	// notices are until when the finished pages of a server, and of all, have used up their rate.
	notices map[string]time.Time
	// rings are those who watch.
	rings map[*func(id string)]struct{}
	// rung is what they are told of the change that is made.
	rung string
	// forgotten is when the session is, unless something happens in it.
	forgotten time.Time
}

type openEntry struct {
	id    string
	asked int64
}

// goneEntry is what is known of News for some time.
type goneEntry struct {
	News
	dies time.Time
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
		s = &memorySession{records: map[string]*record{}, rings: map[*func(id string)]struct{}{}, notices: map[string]time.Time{}}
		m.sessions[session] = s
	}
	s.forget(now)
	s.forgotten = now.Add(day)
	s.rung = ""
	var rings []func(id string)
	if change(s, now) {
		for ring := range s.rings {
			rings = append(rings, *ring)
		}
	}
	rung := s.rung
	m.mu.Unlock()
	for _, ring := range rings {
		ring(rung)
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

// change makes another version. The first one is the time: it is larger than those of a process before.
func (s *memorySession) change(now time.Time) {
	if s.version == 0 {
		s.version = now.UnixMilli()
	}
	s.version++
}

// tell notes what has gone.
func (s *memorySession) tell(g goneEntry, now time.Time) {
	s.change(now)
	g.Version = s.version
	s.gone = append(s.gone, g)
	if len(s.gone) > mostGone {
		s.gone = slices.Delete(s.gone, 0, len(s.gone)-mostGone)
	}
}

// close takes an id from the open ones.
func (s *memorySession) close(id string, how State, dies, now time.Time) {
	s.open = slices.DeleteFunc(s.open, func(one openEntry) bool { return one.id == id })
	s.tell(goneEntry{News: News{Gone: GoneQuestion{ID: id, How: how}}, dies: dies}, now)
}

func (m *memory) Ask(_ context.Context, session string, ask Ask) (v Verdict, err error) {
	m.with(session, func(s *memorySession, now time.Time) (changed bool) {
		s.rung = ask.ID
		var next *record
		next, v, changed = s.records[ask.ID].ask(ask, s.limit(ask), now)
		if changed {
			s.change(now)
			s.records[ask.ID] = next
			s.open = append(slices.DeleteFunc(s.open, func(one openEntry) bool { return one.id == ask.ID }), openEntry{ask.ID, s.version})
			s.gone = slices.DeleteFunc(s.gone, func(g goneEntry) bool { return g.Gone.ID == ask.ID })
		}
		return changed
	})
	return v, nil
}

func (m *memory) End(_ context.Context, session string, end End) (v Verdict, err error) {
	m.with(session, func(s *memorySession, now time.Time) (changed bool) {
		s.rung = end.ID
		r := s.records[end.ID]
		if r == nil {
			v = Verdict{State: Unknown}
			if changed = slices.ContainsFunc(s.open, func(one openEntry) bool { return one.id == end.ID }); changed {
				s.close(end.ID, Orphaned, now.Add(end.Keep), now)
			}
			return changed
		}
		if v, changed = r.end(end, now); changed {
			s.close(end.ID, r.state, r.dies, now)
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
		s.rung = "page"
		if !s.notice(page.Server, now) {
			return false
		}
		s.gone = slices.DeleteFunc(s.gone, func(g goneEntry) bool { return g.Gone.ID == "" && g.Page == page })
		s.tell(goneEntry{News: News{Page: page}, dies: now.Add(keep)}, now)
		version = s.version
		return true
	})
	return version, nil
}

func (m *memory) Read(_ context.Context, session string, since int64) (snapshot Snapshot, err error) {
	m.with(session, func(s *memorySession, _ time.Time) bool {
		snapshot.Version, snapshot.Count = s.version, len(s.open)
		for _, one := range s.open {
			if one.asked <= since {
				continue
			}
			question := OpenQuestion{Ref: Ref{ID: one.id}, Asked: one.asked}
			if r := s.records[one.id]; r != nil {
				question.Fingerprint, question.Deadline, question.Lease = r.fingerprint, r.deadline, r.lease
			}
			snapshot.Open = append(snapshot.Open, question)
		}
		for _, g := range s.gone {
			if g.Version > since {
				snapshot.News = append(snapshot.News, g.News)
			}
		}
		return false
	})
	return snapshot, nil
}

func (m *memory) Leases(_ context.Context, session string, ids []string) ([]time.Time, error) {
	leases := make([]time.Time, len(ids))
	m.with(session, func(s *memorySession, _ time.Time) bool {
		for i, id := range ids {
			if r := s.records[id]; r != nil {
				leases[i] = r.lease
			}
		}
		return false
	})
	return leases, nil
}

func (m *memory) Content(_ context.Context, session, id string) (content Content, err error) {
	m.with(session, func(s *memorySession, _ time.Time) bool {
		if r := s.records[id]; r != nil && r.state == Open {
			content = Content{Fingerprint: r.fingerprint, Body: r.body, Draft: r.draft}
		}
		return false
	})
	return content, nil
}

func (m *memory) Unfinished(ctx context.Context, session, id string) (string, error) {
	content, err := m.Content(ctx, session, id)
	return content.Draft, err
}

func (m *memory) Watch(_ context.Context, session string, ring func(id string)) (stop func(), err error) {
	m.with(session, func(s *memorySession, _ time.Time) bool {
		s.rings[&ring] = struct{}{}
		return false
	})
	ring("")
	return func() {
		m.with(session, func(s *memorySession, _ time.Time) bool {
			delete(s.rings, &ring)
			return false
		})
	}, nil
}
