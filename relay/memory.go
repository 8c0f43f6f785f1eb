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
	day            = 24 * time.Hour
	sessionTTL     = 10 * time.Minute
	maxRateAdvance = time.Minute
)

// memory is a Store for one process. It does the same as the scripts of package lua; testdata/store.json tests both.
type memory struct {
	mu       sync.Mutex
	sessions map[string]*memorySession
	sweptAt  time.Time
	ended    endings
}

type memorySession struct {
	name    string
	now     time.Time
	version int64
	records map[string]*memoryRecord
	ended   *endings
	// unanswered has each asker's ended rounds without an answer, and answers counts those with one.
	unanswered map[string]*list.List
	answers    map[string]int
	news       []expiringNews
	// rates says until when each rate is used up, by its kind and name.
	rates     map[[2]string]time.Time
	listeners map[*func(id string)]struct{}
	expiresAt time.Time
}

type memoryRecord struct {
	OpenRecord
	state                                 State
	body, draft, server, result, by, call string
	pages                                 []string
	expiresAt                             time.Time
	keep                                  time.Duration
	// session, place and placeInProcess locate an ended round without an answer.
	session               *memorySession
	place, placeInProcess *list.Element
}

type expiringNews struct {
	News
	expiresAt time.Time
}

// NewMemoryStore makes a [Store] in the memory of this process.
func NewMemoryStore() Store {
	sessions := map[string]*memorySession{}
	ended := endings{sessions: sessions, unanswered: map[string]*list.List{}, byAsker: map[string]EndedCounts{}}
	return &memory{sessions: sessions, ended: ended}
}

// lock drops expired records. The caller unlocks mu.
func (m *memory) lock(session string) *memorySession {
	now := time.Now()
	m.mu.Lock()
	m.sweep(now)
	s := m.sessions[session]
	if s == nil {
		s = &memorySession{
			ended: &m.ended, name: session, records: map[string]*memoryRecord{}, unanswered: map[string]*list.List{}, answers: map[string]int{},
			rates: map[[2]string]time.Time{}, listeners: map[*func(id string)]struct{}{},
		}
		m.sessions[session] = s
	}
	s.dropExpired(now)
	s.expiresAt = now.Add(sessionTTL)
	return s
}

func (m *memory) sweep(now time.Time) {
	if now.Sub(m.sweptAt) < time.Minute {
		return
	}
	m.sweptAt = now
	maps.DeleteFunc(m.sessions, func(_ string, s *memorySession) bool {
		s.dropExpired(now)
		return len(s.listeners) == 0 && (s.version == 0 || len(s.records) == 0 && !now.Before(s.expiresAt))
	})
}

func (s *memorySession) dropExpired(now time.Time) {
	s.now = now
	for id, r := range s.records {
		if !now.Before(r.expiresAt) {
			s.removeEnding(r)
			delete(s.records, id)
			if r.state == Open {
				s.addNews(News{Gone: EndedRound{id, Orphaned, r.Asker}}, id, min(r.keep, maxKeepUnanswered))
			}
		}
	}
	s.news = slices.DeleteFunc(s.news, func(n expiringNews) bool { return !now.Before(n.expiresAt) })
}

// The first version is the time, so that it is larger than the versions of an earlier process.
func (s *memorySession) nextVersion(id string) int64 {
	s.version = cmp.Or(s.version, s.now.UnixMilli()) + 1
	for listener := range s.listeners {
		(*listener)(id)
	}
	return s.version
}

func (s *memorySession) addNews(news News, id string, keep time.Duration) {
	news.Version = s.nextVersion(id)
	s.news = trimNews(append(s.news, expiringNews{news, s.now.Add(keep)}), func(n expiringNews) string { return n.asker() })
}

type charge struct {
	kind, name string
	time       time.Duration
}

func (s *memorySession) chargeRates(charges ...charge) (usedUp string) {
	maps.DeleteFunc(s.rates, func(_ [2]string, until time.Time) bool { return !until.After(s.now) })
	untils := map[[2]string]time.Time{}
	for _, c := range charges {
		rate := [2]string{c.kind, c.name}
		until := s.rates[rate]
		if until.Before(s.now) {
			until = s.now
		}
		if untils[rate] = until.Add(c.time); untils[rate].After(s.now.Add(maxRateAdvance)) {
			return c.kind
		}
	}
	maps.Copy(s.rates, untils)
	return ""
}

// serverKey has the asker, so that two askers share no limit even if their servers have the same name.
func serverKey(asker, server string) string { return strconv.Itoa(len(asker)) + " " + asker + server }

func (s *memorySession) open() []*memoryRecord {
	open := slices.DeleteFunc(slices.Collect(maps.Values(s.records)), func(r *memoryRecord) bool { return r.state != Open })
	slices.SortFunc(open, func(a, b *memoryRecord) int { return cmp.Compare(a.Asked, b.Asked) })
	return open
}

func (s *memorySession) findRound(ref RoundRef) (*memoryRecord, Verdict) {
	switch r := s.records[ref.ID]; {
	case r == nil:
		return nil, Verdict{State: Unknown}
	case r.Fingerprint != ref.Fingerprint:
		return nil, Verdict{State: Conflict, Deadline: r.Deadline}
	default:
		return r, Verdict{State: r.state, Result: r.result, Deadline: r.Deadline, Asker: r.Asker}
	}
}

// renew never shortens a lease: a client that waits with a short lease must not end a parked round.
func (r *memoryRecord) renew(lease, keep time.Duration, now time.Time) {
	if end := now.Add(lease); end.After(r.Lease) {
		r.Lease = end
	}
	r.keep = max(r.keep, keep)
	r.expiresAt = r.Lease.Add(r.keep)
}

func (m *memory) Ask(_ context.Context, session string, a AskRecord) (Verdict, error) {
	s := m.lock(session)
	defer m.mu.Unlock()
	r, v := s.findRound(a.RoundRef)
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
	if limit := s.exceededLimit(a); limit != "" {
		return Verdict{State: Full, Result: limit, Deadline: a.Deadline}, nil
	}
	open := OpenRecord{RoundRef: a.RoundRef, Asked: s.nextVersion(a.ID), Deadline: a.Deadline, Asker: a.Asker}
	record := &memoryRecord{OpenRecord: open, state: Open, body: a.Body, server: a.Server, call: a.Call, pages: a.Pages}
	if r != nil {
		// The client of an orphan is back. The orphan had no answer, but may have a draft.
		s.removeEnding(r)
		record.draft, record.keep = r.draft, r.keep
		s.news = slices.DeleteFunc(s.news, func(n expiringNews) bool { return n.Gone.ID == a.ID })
	}
	record.renew(a.Lease, a.Keep, s.now)
	s.records[a.ID] = record
	return Verdict{State: Open, ByCaller: true, Deadline: a.Deadline, Asker: a.Asker}, nil
}

func (s *memorySession) exceededLimit(a AskRecord) string {
	var bytes, serverOpen, serverBytes, askerOpen, askerBytes int
	open := s.open()
	for _, r := range open {
		size := len(r.body) + len(r.call)
		bytes += size
		if r.Asker == a.Asker && r.server == a.Server {
			serverOpen, serverBytes = serverOpen+1, serverBytes+size
		}
		if r.Asker == a.Asker && a.Asker != "" {
			askerOpen, askerBytes = askerOpen+1, askerBytes+size
		}
	}
	size := len(a.Body) + len(a.Call)
	switch {
	case serverOpen >= a.Limits.ServerOpen:
		return limitServerOpen
	case serverBytes+size > a.Limits.ServerBytes:
		return limitServerBytes
	case a.Asker != "" && askerOpen >= a.Limits.AskerOpen:
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
	newBytes := func(limit, name string, maxBytes int) charge {
		return charge{limit, name, time.Duration(float64(time.Minute) * float64(len(a.Body)) / float64(maxBytes))}
	}
	charges := []charge{newBytes(limitServerNewBytes, serverKey(a.Asker, a.Server), a.Limits.ServerNewBytes)}
	if a.Asker != "" {
		charges = append(charges, newBytes(limitAskerNewBytes, a.Asker, a.Limits.AskerNewBytes))
	}
	return s.chargeRates(append(charges, newBytes(limitNewBytes, "", a.Limits.NewBytes))...)
}

func (m *memory) End(_ context.Context, session string, e EndRecord) (Verdict, error) {
	s := m.lock(session)
	defer m.mu.Unlock()
	r, v := s.findRound(e.RoundRef)
	switch {
	case v.State == Answered && e.How == Acknowledged:
		// The record stays without its answer, so that a client that repeats its key does not ask the person again.
		s.removeEnding(r)
		r.state, r.result, r.call = Acknowledged, "", ""
		if latest := s.now.Add(day); latest.Before(r.expiresAt) {
			r.expiresAt = latest
		}
		s.addEnding(r)
		return Verdict{State: Acknowledged, ByCaller: true, Deadline: r.Deadline, Asker: r.Asker}, nil
	case v.State != Open:
		v.ByCaller = r != nil && e.By != "" && e.By == r.by
		return v, nil
	}
	isPast := !r.Deadline.IsZero() && !s.now.Before(r.Deadline)
	switch {
	case e.How == Acknowledged, e.How == Expired && !isPast, e.How == Orphaned && r.Lease.After(s.now):
		return v, nil
	case e.How == Answered && isPast:
		e.How, e.Result = Expired, ""
	}
	// The end is kept for the longer of two times: of the process that ends the round, and of the client that asked.
	keep := max(e.Keep, r.keep)
	if e.How != Answered {
		keep = min(keep, maxKeepUnanswered)
	}
	r.state, r.result, r.by, r.body, r.expiresAt = e.How, e.Result, e.By, "", s.now.Add(keep)
	if e.How != Orphaned {
		r.draft = ""
	}
	if e.How != Answered {
		r.call, r.pages = "", nil
	}
	s.addEnding(r)
	s.addNews(News{Gone: EndedRound{e.ID, e.How, r.Asker}}, e.ID, keep)
	return Verdict{State: e.How, ByCaller: true, Result: e.Result, Deadline: r.Deadline, Asker: r.Asker}, nil
}

func (m *memory) Peek(_ context.Context, session string, ref RoundRef, lease, keep time.Duration) (Verdict, error) {
	s := m.lock(session)
	defer m.mu.Unlock()
	r, v := s.findRound(ref)
	if v.State == Open {
		r.renew(lease, keep, s.now)
	}
	return v, nil
}

func (m *memory) Draft(_ context.Context, session string, ref RoundRef, draft string) (Verdict, error) {
	s := m.lock(session)
	defer m.mu.Unlock()
	r, v := s.findRound(ref)
	if v.State == Open {
		r.draft = draft
	}
	v.Result = ""
	return v, nil
}

func (m *memory) Page(_ context.Context, session string, page FinishedPage, keep time.Duration) (int64, error) {
	s := m.lock(session)
	defer m.mu.Unlock()
	charges := []charge{{"server", serverKey(page.Asker, page.Server), time.Second}, {"session", "", time.Second / 4}}
	if page.Asker != "" {
		charges = append(charges, charge{"asker", page.Asker, time.Second})
	}
	if s.chargeRates(charges...) != "" {
		return 0, nil
	}
	s.news = slices.DeleteFunc(s.news, func(n expiringNews) bool { return n.Gone.ID == "" && n.Page == page })
	s.addNews(News{Page: page}, "page", keep)
	return s.version, nil
}

func (m *memory) Read(_ context.Context, session string, since int64) (Snapshot, error) {
	s := m.lock(session)
	defer m.mu.Unlock()
	open := s.open()
	snapshot := Snapshot{Version: s.version, Count: len(open)}
	for _, r := range open {
		if r.Asked > since {
			snapshot.Open = append(snapshot.Open, r.OpenRecord)
		}
	}
	for _, n := range s.news {
		if n.Version > since {
			snapshot.News = append(snapshot.News, n.News)
		}
	}
	return snapshot, nil
}

func (m *memory) Records(_ context.Context, session string, ids []string, _ ...Field) ([]RoundRecord, error) {
	s := m.lock(session)
	defer m.mu.Unlock()
	records := make([]RoundRecord, len(ids))
	for i, id := range ids {
		if r := s.records[id]; r != nil {
			records[i] = RoundRecord{r.Fingerprint, r.body, r.draft, r.Deadline, r.Lease, r.call, r.server, r.Asker, r.pages}
		}
	}
	return records, nil
}

func (m *memory) Watch(_ context.Context, session string, changed func(id string)) (stop func(), err error) {
	s := m.lock(session)
	defer m.mu.Unlock()
	s.listeners[&changed] = struct{}{}
	changed("")
	return func() {
		s := m.lock(session)
		defer m.mu.Unlock()
		delete(s.listeners, &changed)
	}, nil
}
