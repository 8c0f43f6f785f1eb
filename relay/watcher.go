package relay

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// MaxDevices is the number of devices of a session that one process serves.
const MaxDevices = maxDevices

const (
	// A watcher looks lookBurst times at once and then every lookInterval: many notifications cost few looks.
	lookBurst    = 10
	lookInterval = 250 * time.Millisecond
	contentTTL   = 10 * time.Second
)

type watcher struct {
	relay   *Relay
	session string
	changed chan struct{}
	listen  func() error
	ended   context.Context
	end     context.CancelFunc

	looking sync.Mutex
	looks   atomic.Int64
	lookErr error

	mu       sync.Mutex
	mirror   Snapshot
	devices  map[*device]struct{}
	contents map[string]*content
}

func (r *Relay) addDevice(session string, d *device) *watcher {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.watchers[session]
	if w == nil {
		w = newWatcher(r, session)
		r.watchers[session] = w
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.hasRoom(d) {
		return nil
	}
	w.devices[d] = struct{}{}
	return w
}

// hasRoom has separate limits, so that neither an asker nor the holder of a link can keep out the person's own pages.
func (w *watcher) hasRoom(d *device) bool {
	maxOfAsker := w.relay.options.Limits.AskerDevices
	sameKind, sameAsker, sameScope := 0, 0, 0
	for present := range w.devices {
		if present.scope.all == d.scope.all {
			sameKind++
			// Devices of forgotten questions share one limit, because their asker is unknown.
			if present.asker == d.asker {
				sameAsker++
			}
			if present.scope == d.scope {
				sameScope++
			}
		}
	}
	switch {
	case sameKind >= maxDevices:
		return false
	case d.scope.all:
		return true
	case sameAsker >= maxOfAsker:
		return false
	}
	// A link has a quarter of its asker's devices, and at least two so that it can be reloaded.
	return d.scope.asker != "" || sameScope < max(2, maxOfAsker/4)
}

func newWatcher(r *Relay, session string) *watcher {
	w := &watcher{
		relay: r, session: session, changed: make(chan struct{}, 1),
		devices: map[*device]struct{}{}, contents: map[string]*content{},
	}
	w.ended, w.end = context.WithCancel(r.closed)
	w.listen = sync.OnceValue(func() error {
		stop, err := r.options.Store.Watch(w.ended, session, func(string) { notify(w.changed) })
		if err == nil {
			go func() {
				defer stop()
				w.run()
			}()
		}
		return err
	})
	return w
}

func (w *watcher) removeDevice(d *device) {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	if delete(w.devices, d); len(w.devices) == 0 {
		delete(w.relay.watchers, w.session)
		w.end()
	}
}

func (w *watcher) run() {
	for limiter := rate.NewLimiter(rate.Every(lookInterval), lookBurst); ; {
		select {
		case <-w.changed:
		case <-time.After(w.pauseBeforeLook()):
		case <-w.ended.Done():
		}
		if limiter.Wait(w.ended) != nil {
			return
		}
		w.relay.warn(w.look(w.ended))
	}
}

// pauseBeforeLook ends with a deadline or lease too, because the store does not notify of these.
func (w *watcher) pauseBeforeLook() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	pause := w.relay.options.Poll - w.relay.options.Poll/10 + rand.N(w.relay.options.Poll/5+1)
	for _, round := range w.mirror.Open {
		pause = min(pause, pauseUntil(round.Lease))
		if !round.Deadline.IsZero() {
			pause = min(pause, pauseUntil(round.Deadline))
		}
	}
	return pause
}

// pauseUntil allows for a store clock that is behind ours.
func pauseUntil(end time.Time) time.Duration { return max(time.Until(end), shortPause) }

// look updates the mirror to a state of the store after the call. Concurrent calls share one look.
func (w *watcher) look(ctx context.Context) error {
	next := w.looks.Load() + 1
	w.looking.Lock()
	defer w.looking.Unlock()
	if w.looks.Load() >= next {
		return w.lookErr
	}
	w.looks.Add(1)
	// A device that disconnects must not cancel the look of the other devices.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	w.lookErr = w.update(ctx)
	return w.lookErr
}

func (w *watcher) update(ctx context.Context) error {
	for all := false; ; {
		since := w.mirror.Version
		if all {
			since = 0
		}
		s, err := w.relay.options.Store.Read(ctx, w.session, since)
		if err != nil {
			return err
		}
		if all = !w.apply(s, all); all {
			continue
		}
		if hasEnded, err := w.endOverdue(ctx); err != nil || !hasEnded {
			return err
		}
	}
}

// apply reports false, and changes nothing, if the mirror does not fit the changes.
func (w *watcher) apply(s Snapshot, all bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.mirror.Version
	if !all && !w.mirror.extend(&s) {
		return false
	}
	w.mirror = s
	versions := make(map[string]int64, len(s.Open))
	for _, round := range s.Open {
		versions[round.ID] = round.Asked
	}
	maps.DeleteFunc(w.contents, func(id string, c *content) bool { return versions[id] != c.asked || time.Since(c.usedAt) > contentTTL })
	for d := range w.devices {
		d.needsAll = d.needsAll || all
		if s.Version < before {
			// The store has lost its versions.
			d.version = 0
		}
		if all || s.Version != before {
			notify(d.changed)
		}
	}
	return true
}

func (m *Snapshot) extend(s *Snapshot) bool {
	changed := map[string]bool{}
	for _, n := range s.News {
		changed[n.Gone.ID] = true
	}
	for _, round := range s.Open {
		changed[round.ID] = true
	}
	s.Open = append(slices.DeleteFunc(slices.Clone(m.Open), func(o OpenRecord) bool { return changed[o.ID] }), s.Open...)
	s.News = append(slices.Clip(m.News), s.News...)
	s.News = trimNews(s.News, News.asker)
	// Earlier rounds can only end. If the count matches, no end was missed.
	return s.Version >= m.Version && len(s.Open) == s.Count
}

// endOverdue ends rounds by the clock of this process. The store refuses if it is too early by its own clock.
func (w *watcher) endOverdue(ctx context.Context) (hasEnded bool, err error) {
	r, now := w.relay, time.Now()
	if err := w.readLeases(ctx, now); err != nil {
		return false, err
	}
	for _, round := range slices.Clone(w.mirror.Open) {
		how := Orphaned
		switch {
		case !round.Deadline.IsZero() && !now.Before(round.Deadline):
			how = Expired
		case now.Before(round.Lease):
			continue
		}
		verdict, err := r.options.Store.End(ctx, w.session, EndRecord{RoundRef: round.RoundRef, How: how, Keep: r.options.Keep})
		if err != nil {
			return hasEnded, err
		}
		hasEnded = hasEnded || verdict.State != Open
	}
	return hasEnded, nil
}

// readLeases reads leases again that are due within a poll, because a living client renews its lease.
func (w *watcher) readLeases(ctx context.Context, now time.Time) error {
	open := slices.Clone(w.mirror.Open)
	if !slices.ContainsFunc(open, func(o OpenRecord) bool { return !now.Before(o.Lease) }) {
		return nil
	}
	var due []int
	var ids []string
	for i, round := range open {
		if !now.Add(w.relay.options.Poll).Before(round.Lease) {
			due, ids = append(due, i), append(ids, round.ID)
		}
	}
	records, err := w.relay.options.Store.Records(ctx, w.session, ids, FieldLease)
	if err != nil {
		return err
	}
	for i, record := range records {
		open[due[i]].Lease = record.Lease
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mirror.Open = open
	return nil
}

// message is an event for a device. Its last member "open", with the bodies of rounds, follows as text.
type message struct {
	Version int64 `json:"v"`
	// Now is the time of this process in milliseconds since 1970, because the clock of the device may be wrong.
	Now int64 `json:"now"`
	// Full says that a round outside Kept and "open" is not open.
	Full bool `json:"full"`
	// More says that another message of the same version follows.
	More  bool           `json:"more,omitempty"`
	Kept  []RoundRef     `json:"kept,omitempty"`
	Gone  []EndedRound   `json:"gone"`
	Pages []FinishedPage `json:"pages"`
}

func (w *watcher) nextMessage(d *device) (m message, rounds []OpenRecord) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known := d.version
	if known > w.mirror.Version {
		// The store has lost everything since the device's version.
		known = 0
	}
	m = message{Version: w.mirror.Version, Now: time.Now().UnixMilli(), Full: d.needsAll, Gone: []EndedRound{}, Pages: []FinishedPage{}}
	open := map[string]bool{}
	for _, round := range w.mirror.Open {
		open[round.ID] = true
		switch {
		case !d.scope.includes(round.Asker, round.RoundRef):
		case round.Asked > known:
			rounds = append(rounds, round)
		case d.needsAll:
			m.Kept = append(m.Kept, round.RoundRef)
		}
	}
	for _, n := range w.mirror.News {
		switch {
		case n.Version <= known || open[n.Gone.ID]:
		case n.Gone.ID != "":
			if d.scope.includesEnd(n.Gone) {
				m.Gone = append(m.Gone, n.Gone)
			}
		case d.maySee(n.Page):
			m.Pages = append(m.Pages, n.Page)
		}
	}
	d.version, d.needsAll = m.Version, false
	return m, rounds
}
