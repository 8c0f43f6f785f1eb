package relay

import (
	"cmp"
	"container/list"
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"
)

const (
	// day is for how long it is remembered that an answer was acknowledged.
	day = 24 * time.Hour
	// idle is how long a session is remembered in which nothing is left.
	idle = 10 * time.Minute
	// rateAhead is how much of a rate may be taken in advance.
	rateAhead = time.Minute
)

// memory is a Store for one process. It does what the scripts in package lua do: the cases of
// testdata/store.json hold them together.
type memory struct {
	mu       sync.Mutex
	sessions map[string]*memorySession
	swept    time.Time
	ended    endings
}

type memorySession struct {
	name string
	// now is the time of the call.
	now     time.Time
	version int64
	records map[string]*record
	// ended are those of all sessions, unanswered those of this one without an answer, and answers how many have one, by their askers.
	ended      *endings
	unanswered map[string]*list.List
	answers    map[string]int
	// news are oldest first.
	news []timedNews
	// rates are until when what has a rate is used up, by its kind and its name.
	rates map[[2]string]time.Time
	// listeners are called with each change.
	listeners map[*func(id string)]struct{}
	// dies is when the session is forgotten, unless it is called before.
	dies time.Time
}

// record is one round.
type record struct {
	OpenRound
	state                                 State
	body, draft, server, result, by, call string
	// pages are the server's names of the pages that the round leads to.
	pages []string
	// dies is when it is forgotten, and its end is remembered for keep.
	dies time.Time
	keep time.Duration
	// session is where it has ended, and place and placeOfAll its places among those without an answer; nil while it has none.
	session           *memorySession
	place, placeOfAll *list.Element
}

type timedNews struct {
	News
	dies time.Time
}

// NewMemoryStore makes a [Store] in the memory of this process, for hosts that are one
// process.
func NewMemoryStore() Store {
	sessions := map[string]*memorySession{}
	return &memory{sessions: sessions, ended: endings{sessions: sessions, unanswered: map[string]*list.List{}, ofAskers: map[string]Kept{}}}
}

// enter gets a session for a call, which ends when it unlocks the memory.
func (m *memory) enter(session string) *memorySession {
	now := time.Now()
	m.mu.Lock()
	m.sweep(now)
	s := m.sessions[session]
	if s == nil {
		s = &memorySession{
			ended: &m.ended, name: session, records: map[string]*record{}, unanswered: map[string]*list.List{}, answers: map[string]int{},
			rates: map[[2]string]time.Time{}, listeners: map[*func(id string)]struct{}{},
		}
		m.sessions[session] = s
	}
	s.forget(now)
	s.dies = now.Add(idle)
	return s
}

// sweep calls forget for all sessions once a minute, and deletes the sessions that nobody uses.
func (m *memory) sweep(now time.Time) {
	if now.Sub(m.swept) < time.Minute {
		return
	}
	m.swept = now
	maps.DeleteFunc(m.sessions, func(_ string, s *memorySession) bool {
		s.forget(now)
		return len(s.listeners) == 0 && (s.version == 0 || len(s.records) == 0 && !now.Before(s.dies))
	})
}

// forget deletes the rounds and the news whose time is over. A round that was still open is orphaned.
func (s *memorySession) forget(now time.Time) {
	s.now = now
	for id, r := range s.records {
		if !now.Before(r.dies) {
			s.releaseEnd(r)
			delete(s.records, id)
			if r.state == Open {
				s.tell(News{Gone: EndedRound{id, Orphaned, r.Asker}}, id, min(r.keep, keepUnanswered))
			}
		}
	}
	s.news = slices.DeleteFunc(s.news, func(n timedNews) bool { return !now.Before(n.dies) })
}

// change makes the next version, and notifies of it. The first one is the time: it is larger than those of a
// process before.
func (s *memorySession) change(id string) int64 {
	s.version = cmp.Or(s.version, s.now.UnixMilli()) + 1
	for listener := range s.listeners {
		(*listener)(id)
	}
	return s.version
}

// tell keeps the end of a round, or a finished page, for those who read the session later.
func (s *memorySession) tell(news News, id string, keep time.Duration) {
	news.Version = s.change(id)
	s.news = forgetNews(append(s.news, timedNews{news, s.now.Add(keep)}), func(n timedNews) string { return n.asker() })
}

// taking is the time that something takes of a rate. Of each kind there is one rate for a name.
type taking struct {
	kind, name string
	time       time.Duration
}

// take subtracts time from rates. If a rate does not have enough, take subtracts nothing and returns the kind of the first such
// rate.
func (s *memorySession) take(takings ...taking) (used string) {
	maps.DeleteFunc(s.rates, func(_ [2]string, until time.Time) bool { return !until.After(s.now) })
	untils := map[[2]string]time.Time{}
	for _, t := range takings {
		rate := [2]string{t.kind, t.name}
		until := s.rates[rate]
		if until.Before(s.now) {
			until = s.now
		}
		if untils[rate] = until.Add(t.time); untils[rate].After(s.now.Add(rateAhead)) {
			return t.kind
		}
	}
	maps.Copy(s.rates, untils)
	return ""
}

// serverOf names a server of one asker: askers who call a server by the same name share no limit.
func serverOf(asker, server string) string { return strconv.Itoa(len(asker)) + " " + asker + server }

// open returns the open rounds in the order in which they were asked.
func (s *memorySession) open() []*record {
	open := slices.DeleteFunc(slices.Collect(maps.Values(s.records)), func(r *record) bool { return r.state != Open })
	slices.SortFunc(open, func(a, b *record) int { return cmp.Compare(a.Asked, b.Asked) })
	return open
}

// find returns the record of a round, which is nil where there is none, and the verdict on the round.
func (s *memorySession) find(ref Ref) (*record, Verdict) {
	switch r := s.records[ref.ID]; {
	case r == nil:
		return nil, Verdict{State: Unknown}
	case r.Fingerprint != ref.Fingerprint:
		return nil, Verdict{State: Conflict, Deadline: r.Deadline}
	default:
		return r, Verdict{State: r.state, Result: r.result, Deadline: r.Deadline, Asker: r.Asker}
	}
}

// renew extends the lease of a round: its client has given a sign of life. It shortens nothing: a
// client that waits with a short lease must not end a round that is to outlive its clients.
func (r *record) renew(lease, keep time.Duration, now time.Time) {
	if end := now.Add(lease); end.After(r.Lease) {
		r.Lease = end
	}
	r.keep = max(r.keep, keep)
	r.dies = r.Lease.Add(r.keep)
}

func (m *memory) Ask(_ context.Context, session string, a Ask) (Verdict, error) {
	s := m.enter(session)
	defer m.mu.Unlock()
	r, v := s.find(a.Ref)
	if r != nil && r.Asker != a.Asker {
		return Verdict{State: Conflict, Deadline: r.Deadline}, nil
	}
	if v.State == Open {
		r.call = cmp.Or(r.call, a.Call)
		r.renew(a.Lease, a.Keep, s.now)
	}
	if v.State != Unknown && v.State != Orphaned {
		return v, nil
	}
	if limit := s.limit(a); limit != "" {
		return Verdict{State: Full, Result: limit, Deadline: a.Deadline}, nil
	}
	open := OpenRound{Ref: a.Ref, Asked: s.change(a.ID), Deadline: a.Deadline, Asker: a.Asker}
	asked := &record{OpenRound: open, state: Open, body: a.Body, server: a.Server, call: a.Call, pages: a.Pages}
	if r != nil {
		// An orphan had no answer: its client is back, and the draft is still there.
		s.releaseEnd(r)
		asked.draft, asked.keep = r.draft, r.keep
		s.news = slices.DeleteFunc(s.news, func(n timedNews) bool { return n.Gone.ID == a.ID })
	}
	asked.renew(a.Lease, a.Keep, s.now)
	s.records[a.ID] = asked
	return Verdict{State: Open, Mine: true, Deadline: a.Deadline, Asker: a.Asker}, nil
}

// limit is what keeps a session from having one more round; empty when there is room.
func (s *memorySession) limit(a Ask) string {
	var bytes, own, ownBytes, asker, askerBytes int
	open := s.open()
	for _, r := range open {
		kept := len(r.body) + len(r.call)
		bytes += kept
		if r.Asker == a.Asker && r.server == a.Server {
			own, ownBytes = own+1, ownBytes+kept
		}
		// Nobody in particular has no share.
		if r.Asker == a.Asker && a.Asker != "" {
			asker, askerBytes = asker+1, askerBytes+kept
		}
	}
	size := len(a.Body) + len(a.Call)
	switch {
	case own >= a.Limits.ServerOpen:
		return limitServerOpen
	case ownBytes+size > a.Limits.ServerBytes:
		return limitServerBytes
	case a.Asker != "" && asker >= a.Limits.AskerOpen:
		return limitAskerOpen
	case a.Asker != "" && askerBytes+size > a.Limits.AskerBytes:
		return limitAskerBytes
	case len(open) >= a.Limits.Open:
		return limitOpen
	case bytes+size > a.Limits.Bytes:
		return limitBytes
	case s.answers[a.Asker] >= maxAnswers:
		return limitAnswers
	}
	takes := func(limit, name string, most int) taking {
		return taking{limit, name, time.Duration(float64(time.Minute) * float64(len(a.Body)) / float64(most))}
	}
	takings := []taking{takes(limitServerNewBytes, serverOf(a.Asker, a.Server), a.Limits.ServerNewBytes)}
	if a.Asker != "" {
		takings = append(takings, takes(limitAskerNewBytes, a.Asker, a.Limits.AskerNewBytes))
	}
	return s.take(append(takings, takes(limitNewBytes, "", a.Limits.NewBytes))...)
}

func (m *memory) End(_ context.Context, session string, e End) (Verdict, error) {
	s := m.enter(session)
	defer m.mu.Unlock()
	r, v := s.find(e.Ref)
	switch {
	case v.State == Answered && e.How == Acknowledged:
		// What remains says only that the person was asked: a client that repeats its key does not ask again.
		s.releaseEnd(r)
		r.state, r.result, r.call = Acknowledged, "", ""
		if latest := s.now.Add(day); latest.Before(r.dies) {
			r.dies = latest
		}
		s.keepEnd(r)
		return Verdict{State: Acknowledged, Mine: true, Deadline: r.Deadline, Asker: r.Asker}, nil
	case v.State != Open:
		v.Mine = r != nil && e.By != "" && e.By == r.by
		return v, nil
	}
	over := !r.Deadline.IsZero() && !s.now.Before(r.Deadline)
	switch {
	case e.How == Acknowledged, e.How == Expired && !over, e.How == Orphaned && r.Lease.After(s.now):
		return v, nil
	case e.How == Answered && over:
		e.How, e.Result = Expired, ""
	}
	// The client that takes the answer may want it for less time than the client that asked.
	keep := max(e.Keep, r.keep)
	if e.How != Answered {
		keep = min(keep, keepUnanswered)
	}
	r.state, r.result, r.by, r.body, r.dies = e.How, e.Result, e.By, "", s.now.Add(keep)
	if e.How != Orphaned {
		r.draft = ""
	}
	if e.How != Answered {
		r.call, r.pages = "", nil
	}
	s.keepEnd(r)
	s.tell(News{Gone: EndedRound{e.ID, e.How, r.Asker}}, e.ID, keep)
	return Verdict{State: e.How, Mine: true, Result: e.Result, Deadline: r.Deadline, Asker: r.Asker}, nil
}

func (m *memory) Peek(_ context.Context, session string, ref Ref, lease, keep time.Duration) (Verdict, error) {
	s := m.enter(session)
	defer m.mu.Unlock()
	r, v := s.find(ref)
	if v.State == Open {
		r.renew(lease, keep, s.now)
	}
	return v, nil
}

func (m *memory) Draft(_ context.Context, session string, ref Ref, draft string) (Verdict, error) {
	s := m.enter(session)
	defer m.mu.Unlock()
	r, v := s.find(ref)
	if v.State == Open {
		r.draft = draft
	}
	v.Result = ""
	return v, nil
}

func (m *memory) Page(_ context.Context, session string, page FinishedPage, keep time.Duration) (int64, error) {
	s := m.enter(session)
	defer m.mu.Unlock()
	takings := []taking{{"server", serverOf(page.Asker, page.Server), time.Second}, {"session", "", time.Second / 4}}
	if page.Asker != "" {
		takings = append(takings, taking{"asker", page.Asker, time.Second})
	}
	if s.take(takings...) != "" {
		return 0, nil
	}
	s.news = slices.DeleteFunc(s.news, func(n timedNews) bool { return n.Gone.ID == "" && n.Page == page })
	s.tell(News{Page: page}, "page", keep)
	return s.version, nil
}

func (m *memory) Read(_ context.Context, session string, since int64) (Snapshot, error) {
	s := m.enter(session)
	defer m.mu.Unlock()
	open := s.open()
	snapshot := Snapshot{Version: s.version, Count: len(open)}
	for _, r := range open {
		if r.Asked > since {
			snapshot.Open = append(snapshot.Open, r.OpenRound)
		}
	}
	for _, n := range s.news {
		if n.Version > since {
			snapshot.News = append(snapshot.News, n.News)
		}
	}
	return snapshot, nil
}

func (m *memory) Records(_ context.Context, session string, ids []string, _ ...Field) ([]Record, error) {
	s := m.enter(session)
	defer m.mu.Unlock()
	records := make([]Record, len(ids))
	for i, id := range ids {
		if r := s.records[id]; r != nil {
			records[i] = Record{r.Fingerprint, r.body, r.draft, r.Deadline, r.Lease, r.call, r.server, r.Asker, r.pages}
		}
	}
	return records, nil
}

func (m *memory) Watch(_ context.Context, session string, changed func(id string)) (stop func(), err error) {
	s := m.enter(session)
	defer m.mu.Unlock()
	s.listeners[&changed] = struct{}{}
	changed("")
	return func() {
		s := m.enter(session)
		defer m.mu.Unlock()
		delete(s.listeners, &changed)
	}, nil
}
