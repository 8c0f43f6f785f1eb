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

// MostDevices is how many devices of a session one process serves.
const MostDevices = mostDevices

const (
	// A watcher looks at once when it is notified, lookBurst times, and then every lookEvery: a
	// storm of notices costs no more.
	lookBurst = 10
	lookEvery = 250 * time.Millisecond
	// keepContent is how long what a round says is kept for the next device.
	keepContent = 10 * time.Second
)

// watcher looks at a session, for all devices that this process tells of it.
type watcher struct {
	relay   *Relay
	session string
	changed chan struct{}
	// listen looks whenever something may have changed, from the first call on.
	listen func() error
	ended  context.Context
	end    context.CancelFunc

	// looking is held during a look. Only a look changes the mirror.
	looking sync.Mutex
	begun   atomic.Int64
	failed  error

	mu sync.Mutex
	// mirror is what this process knows of the session: which rounds are open, and the latest news.
	// What the rounds say is no part of it.
	mirror  Snapshot
	devices map[*device]struct{}
	// contents are what the rounds say, by their ids. The limits of a session bound them.
	contents map[string]*content
}

// enter adds a device to a session, and returns the session's watcher; nil where the session has too many devices.
func (r *Relay) enter(session string, d *device) *watcher {
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

// hasRoom reports whether one more device may enter. Devices that see a part of the session take no place of those that see all of it:
// who has a link and nothing else keeps the person's own page out no more than an asker does.
func (w *watcher) hasRoom(d *device) bool {
	most := w.relay.o.Limits.AskerDevices
	alike, ofAsker, ofScope := 0, 0, 0
	for other := range w.devices {
		if other.scope.all == d.scope.all {
			alike++
			// Those of questions that are forgotten have no asker any more, and one share.
			if other.asker == d.asker {
				ofAsker++
			}
			if other.scope == d.scope {
				ofScope++
			}
		}
	}
	switch {
	case alike >= mostDevices:
		return false
	case d.scope.all:
		return true
	case ofAsker >= most:
		return false
	}
	// A link has a quarter of the share of its asker, and room to be loaded again.
	return d.scope.asker != "" || ofScope < max(2, most/4)
}

func newWatcher(r *Relay, session string) *watcher {
	w := &watcher{
		relay: r, session: session, changed: make(chan struct{}, 1),
		devices: map[*device]struct{}{}, contents: map[string]*content{},
	}
	w.ended, w.end = context.WithCancel(r.closed)
	w.listen = sync.OnceValue(func() error {
		stop, err := r.o.Store.Watch(w.ended, session, func(string) { notify(w.changed) })
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

func (w *watcher) leave(d *device) {
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
	for storm := rate.NewLimiter(rate.Every(lookEvery), lookBurst); ; {
		select {
		case <-w.changed:
		case <-time.After(w.nextLook()):
		case <-w.ended.Done():
		}
		if storm.Wait(w.ended) != nil {
			return
		}
		w.relay.warn(w.look(w.ended))
	}
}

// nextLook returns for how long no deadline or lease can end, of which the store does not notify.
func (w *watcher) nextLook() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	pause := w.relay.o.Poll - w.relay.o.Poll/10 + rand.N(w.relay.o.Poll/5+1)
	for _, q := range w.mirror.Open {
		pause = min(pause, until(q.Lease))
		if !q.Deadline.IsZero() {
			pause = min(pause, until(q.Deadline))
		}
	}
	return pause
}

// look brings the mirror up to what the store has at a moment after the call. Calls at the same time share
// one look.
func (w *watcher) look(ctx context.Context) error {
	next := w.begun.Load() + 1
	w.looking.Lock()
	defer w.looking.Unlock()
	if w.begun.Load() >= next {
		return w.failed
	}
	w.begun.Add(1)
	// It is not only for the device that has come.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	w.failed = w.update(ctx)
	return w.failed
}

// update reads what has changed, and ends everything that is over.
func (w *watcher) update(ctx context.Context) error {
	for all := false; ; {
		since := w.mirror.Version
		if all {
			since = 0
		}
		s, err := w.relay.o.Store.Read(ctx, w.session, since)
		if err != nil {
			return err
		}
		if all = !w.take(s, all); all {
			continue
		}
		if ended, err := w.endOver(ctx); err != nil || !ended {
			return err
		}
	}
}

// take brings the mirror up to a snapshot, of all that there is or of what has changed, and lets the devices know
// that there may be something for them. It does nothing and is false where the mirror cannot follow what has changed.
func (w *watcher) take(s Snapshot, all bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.mirror.Version
	if !all && !w.mirror.follow(&s) {
		return false
	}
	w.mirror = s
	asked := make(map[string]int64, len(s.Open))
	for _, q := range s.Open {
		asked[q.ID] = q.Asked
	}
	maps.DeleteFunc(w.contents, func(id string, c *content) bool { return asked[id] != c.asked || time.Since(c.used) > keepContent })
	for d := range w.devices {
		d.full = d.full || all
		if s.Version < before {
			// The store counts its versions anew.
			d.version = 0
		}
		if all || s.Version != before {
			notify(d.news)
		}
	}
	return true
}

// follow completes a snapshot of what has changed since this one. It is false where that is not
// all that has changed: the store has forgotten what has gone, or it has lost everything and
// counts anew.
func (m *Snapshot) follow(s *Snapshot) bool {
	over := map[string]bool{}
	for _, n := range s.News {
		over[n.Gone.ID] = true
	}
	for _, q := range s.Open {
		over[q.ID] = true
	}
	s.Open = append(slices.DeleteFunc(slices.Clone(m.Open), func(q OpenRound) bool { return over[q.ID] }), s.Open...)
	s.News = append(slices.Clip(m.News), s.News...)
	s.News = forgetNews(s.News, News.asker)
	// Those that were open before can only have gone: where the number is right, all of them are.
	return s.Version >= m.Version && len(s.Open) == s.Count
}

// endOver ends what is over by the clock of this process. The store has the last word, by its own.
func (w *watcher) endOver(ctx context.Context) (ended bool, err error) {
	r, now := w.relay, time.Now()
	open := slices.Clone(w.mirror.Open)
	over := func(q OpenRound) bool { return !now.Before(q.Lease) }
	if slices.ContainsFunc(open, over) {
		// Clients that live have renewed theirs. Those that would be looked at soon are looked at as well.
		var due []int
		var ids []string
		for i, q := range open {
			if !now.Add(r.o.Poll).Before(q.Lease) {
				due, ids = append(due, i), append(ids, q.ID)
			}
		}
		all, err := r.o.Store.Records(ctx, w.session, ids, FieldLease)
		if err != nil {
			return false, err
		}
		for i, record := range all {
			open[due[i]].Lease = record.Lease
		}
		w.mu.Lock()
		w.mirror.Open = open
		w.mu.Unlock()
	}
	for _, q := range open {
		how := Orphaned
		switch {
		case !q.Deadline.IsZero() && !now.Before(q.Deadline):
			how = Expired
		case !over(q):
			continue
		}
		verdict, err := r.o.Store.End(ctx, w.session, End{Ref: q.Ref, How: how, Keep: r.o.Keep})
		if err != nil {
			return ended, err
		}
		ended = ended || verdict.State != Open
	}
	return ended, nil
}

// message is what a device is told: all that is open, or what has changed. What the rounds say
// follows as its last member, "open".
type message struct {
	Version int64 `json:"v"`
	// Now is the time here in milliseconds since 1970: the clock of the device may be wrong.
	Now int64 `json:"now"`
	// Full says that what is neither among Kept nor among the open ones is not open.
	Full bool `json:"full"`
	// More says that the next message goes on where this one ends.
	More bool `json:"more,omitempty"`
	// Kept are the open rounds that the device has.
	Kept  []Ref          `json:"kept,omitempty"`
	Gone  []EndedRound   `json:"gone"`
	Pages []FinishedPage `json:"pages"`
}

// telling returns the next message for a device, and the rounds whose content follows in it.
func (w *watcher) telling(d *device) (m message, content []OpenRound) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known := d.version
	if known > w.mirror.Version {
		// It comes from a time before the store has lost everything.
		known = 0
	}
	m = message{Version: w.mirror.Version, Now: time.Now().UnixMilli(), Full: d.full, Gone: []EndedRound{}, Pages: []FinishedPage{}}
	open := map[string]bool{}
	for _, q := range w.mirror.Open {
		open[q.ID] = true
		switch {
		case !d.scope.has(q.Asker, q.Ref):
		case q.Asked > known:
			content = append(content, q)
		case d.full:
			m.Kept = append(m.Kept, q.Ref)
		}
	}
	for _, n := range w.mirror.News {
		switch {
		case n.Version <= known || open[n.Gone.ID]:
		case n.Gone.ID != "":
			if d.scope.hasEnd(n.Gone) {
				m.Gone = append(m.Gone, n.Gone)
			}
		case d.leadsTo(n.Page):
			m.Pages = append(m.Pages, n.Page)
		}
	}
	d.version, d.full = m.Version, false
	return m, content
}
