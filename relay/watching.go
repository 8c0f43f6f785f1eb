package relay

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// A watcher looks at once when it is notified, lookBurst times, and then every lookEvery: a
	// storm of notices costs no more.
	lookBurst = 10
	lookEvery = 250 * time.Millisecond
)

// watcher looks at a session, for all devices that this process tells of it.
type watcher struct {
	relay   *Relay
	session string
	changed chan struct{}
	start   sync.Once
	stopped error
	ended   context.Context
	end     context.CancelFunc

	// looking is held during a look. Only a look changes the mirror.
	looking sync.Mutex
	begun   atomic.Int64
	failed  error

	mu      sync.Mutex
	mirror  mirror
	devices map[*device]struct{}

	contents contents
}

// enter lets a device of a session in, unless there are too many, and says the watcher of its session.
func (r *Relay) enter(session string) (*watcher, *device) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.watchers[session]
	if w == nil {
		w = newWatcher(r, session)
		r.watchers[session] = w
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.devices) >= mostDevices {
		return nil, nil
	}
	d := &device{full: true, news: make(chan struct{}, 1)}
	w.devices[d] = struct{}{}
	return w, d
}

func newWatcher(r *Relay, session string) *watcher {
	w := &watcher{relay: r, session: session, changed: make(chan struct{}, 1), devices: map[*device]struct{}{}}
	w.contents = contents{store: r.store, session: session, kept: map[string]*content{}}
	w.ended, w.end = context.WithCancel(r.closed)
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

// listen looks whenever something may have changed, from the first call on.
func (w *watcher) listen() error {
	w.start.Do(func() {
		var stop func()
		stop, w.stopped = w.relay.store.Watch(w.ended, w.session, func(string) { notify(w.changed) })
		if w.stopped == nil {
			go func() {
				defer stop()
				w.run()
			}()
		}
	})
	return w.stopped
}

func (w *watcher) run() {
	// paid is when all looks are paid for: each costs lookEvery, and some may be owed.
	var paid time.Time
	for {
		if !w.sleep(w.nextLook(), w.changed) {
			return
		}
		now := time.Now()
		if paid.Before(now) {
			paid = now
		}
		paid = paid.Add(lookEvery)
		if !w.sleep(paid.Sub(now)-lookBurst*lookEvery, nil) {
			return
		}
		if err := w.look(w.ended); err != nil {
			w.relay.log.Warn("relay: the store does not answer", "error", err)
		}
	}
}

// sleep waits for a time or a notification, and is false when the watcher has ended.
func (w *watcher) sleep(pause time.Duration, changed <-chan struct{}) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-changed:
	case <-timer.C:
	case <-w.ended.Done():
	}
	return w.ended.Err() == nil
}

// nextLook is how long nothing can happen of which the store does not notify.
func (w *watcher) nextLook() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	pause := w.relay.poll - w.relay.poll/10 + rand.N(w.relay.poll/5+1)
	for _, q := range w.mirror.open {
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
		since := w.mirror.version
		if all {
			since = 0
		}
		s, err := w.relay.store.Read(ctx, w.session, since)
		if err != nil {
			return err
		}
		if all = !w.take(s, all); all {
			continue
		}
		w.contents.only(w.mirror.open)
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
	before := w.mirror.version
	if all {
		w.mirror = mirror{s.Version, s.Open, s.News}
	} else if !w.mirror.follow(s) {
		return false
	}
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

// endOver ends what is over by the clock of this process. The store has the last word, by its own.
func (w *watcher) endOver(ctx context.Context) (ended bool, err error) {
	r, now := w.relay, time.Now()
	leases := map[string]time.Time{}
	over := func(q OpenRound) bool { return !now.Before(q.Lease) }
	if slices.ContainsFunc(w.mirror.open, over) {
		// Clients that live have renewed theirs. Those that would be looked at soon are looked at as well.
		var due []string
		for _, q := range w.mirror.open {
			if !now.Add(r.poll).Before(q.Lease) {
				due = append(due, q.ID)
			}
		}
		all, err := r.store.Records(ctx, w.session, due, FieldLease)
		if err != nil {
			return false, err
		}
		for i, record := range all {
			leases[due[i]] = record.Lease
		}
	}
	w.mu.Lock()
	open := slices.Clone(w.mirror.open)
	for i, q := range open {
		if lease, ok := leases[q.ID]; ok {
			open[i].Lease = lease
		}
	}
	w.mirror.open = open
	w.mu.Unlock()
	for _, q := range open {
		how := Orphaned
		switch {
		case !q.Deadline.IsZero() && !now.Before(q.Deadline):
			how = Expired
		case !over(q):
			continue
		}
		verdict, err := r.store.End(ctx, w.session, End{Ref: q.Ref, How: how, Keep: r.keep})
		if err != nil {
			return ended, err
		}
		ended = ended || verdict.State != Open
	}
	return ended, nil
}

// telling is what a device has to hear now, with the rounds of which it gets the content.
func (w *watcher) telling(d *device) (m message, content []OpenRound) {
	w.mu.Lock()
	defer w.mu.Unlock()
	m, content = w.mirror.since(d.version, d.full)
	d.version, d.full = m.Version, false
	return m, content
}
