package relay

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// mostDevices is how many streams of a session one process serves.
const mostDevices = 32

// message is what a device is told: all that is open, or what has changed.
type message struct {
	Version int64 `json:"v"`
	// Now is the time here in milliseconds since 1970: the clock of the device may be wrong.
	Now int64 `json:"now"`
	// Full says that what is not among Open is not open.
	Full  bool          `json:"full"`
	Open  []shown       `json:"open"`
	Gone  []goneMessage `json:"gone"`
	Pages []pageMessage `json:"pages"`
}

// shown is an open question as a browser gets it.
type shown struct {
	body
	ID string `json:"id"`
	// Fingerprint tells it from another question under the same id.
	Fingerprint string `json:"fp"`
	// Deadline is in milliseconds since 1970.
	Deadline int64  `json:"deadline,omitempty"`
	Draft    string `json:"draft,omitempty"`
}

type goneMessage struct {
	ID  string `json:"id"`
	How State  `json:"how"`
}

type pageMessage struct {
	Server        string `json:"server"`
	ElicitationID string `json:"elicitationId"`
}

// whole is all that a session has. Questions that nobody can read are left out.
func whole(s Snapshot) message {
	m := message{Version: s.Version, Now: time.Now().UnixMilli(), Full: true, Open: []shown{}, Gone: []goneMessage{}, Pages: []pageMessage{}}
	for _, q := range s.Open {
		one := shown{ID: q.ID, Fingerprint: q.Fingerprint, Draft: q.Draft}
		if json.Unmarshal([]byte(q.Body), &one.body) != nil {
			continue
		}
		if !q.Deadline.IsZero() {
			one.Deadline = q.Deadline.UnixMilli()
		}
		m.Open = append(m.Open, one)
	}
	for _, g := range s.Gone {
		m.Gone = append(m.Gone, goneMessage(g))
	}
	for _, p := range s.Pages {
		m.Pages = append(m.Pages, pageMessage(p))
	}
	return m
}

// device is what is known of one stream.
type device struct {
	version int64
	// known are the fingerprints of what is open as far as it knows, by id.
	known map[string]string
}

// tell says what a device has to hear of a snapshot; nothing where all is as it was.
func (d *device) tell(s Snapshot) (m message, something bool) {
	m = whole(s)
	if d.known == nil {
		d.learn(s)
		return m, true
	}
	m.Full = false
	m.Open = slices.DeleteFunc(m.Open, func(one shown) bool { return d.known[one.ID] == one.Fingerprint })
	how := map[string]State{}
	for _, g := range s.Gone {
		how[g.ID] = g.How
	}
	open := map[string]bool{}
	for _, q := range s.Open {
		open[q.ID] = true
	}
	m.Gone = []goneMessage{}
	for id := range d.known {
		if open[id] {
			continue
		}
		if how[id] == "" {
			how[id] = Orphaned
		}
		m.Gone = append(m.Gone, goneMessage{id, how[id]})
	}
	d.learn(s)
	return m, len(m.Open)+len(m.Gone)+len(m.Pages) > 0
}

func (d *device) learn(s Snapshot) {
	d.version, d.known = s.Version, map[string]string{}
	for _, q := range s.Open {
		d.known[q.ID] = q.Fingerprint
	}
}

var digits = regexp.MustCompile(`^\d{1,15}$`)

// since is the version that a device has seen before.
func since(request *http.Request) int64 {
	version := int64(0)
	if last := request.Header.Get("Last-Event-ID"); digits.MatchString(last) {
		version, _ = strconv.ParseInt(last, 10, 64)
	}
	return version
}

// enter counts a device of a session, unless there are too many.
func (r *Relay) enter(session string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.devices[session] >= mostDevices {
		return false
	}
	r.devices[session]++
	return true
}

func (r *Relay) leave(session string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.devices[session]--; r.devices[session] == 0 {
		delete(r.devices, session)
	}
}

// stream tells one device of all changes, until it goes away or its token ends.
func (r *Relay) stream(w http.ResponseWriter, request *http.Request, session string, end time.Time) {
	if !r.enter(session) {
		again(w)
		return
	}
	defer r.leave(session)
	ctx := request.Context()
	bell := make(chan struct{}, 1)
	stop, err := r.store.Watch(ctx, session, func() { ring(bell) })
	if err != nil {
		r.unavailable(w, err)
		return
	}
	defer stop()
	d := &device{version: since(request)}
	snapshot, err := r.read(ctx, session, d.version)
	if err != nil {
		r.unavailable(w, err)
		return
	}

	var over <-chan time.Time
	if !end.IsZero() {
		timer := time.NewTimer(time.Until(end))
		defer timer.Stop()
		over = timer.C
	}
	alive := time.NewTicker(r.heartbeat)
	defer alive.Stop()
	events := begin(w)
	for {
		if m, something := d.tell(snapshot); something && !events.send(fmt.Sprintf("id: %d\nevent: state\ndata: %s\n\n", m.Version, text(m))) {
			return
		}
		look := time.NewTimer(r.nextLook(snapshot))
		looking := true
		for looking {
			select {
			case <-bell:
				looking = false
			case <-look.C:
				looking = false
			case <-alive.C:
				if !events.send(":\n\n") {
					return
				}
			case <-over:
				return
			case <-ctx.Done():
				return
			case <-r.closed.Done():
				return
			}
		}
		look.Stop()
		if next, err := r.read(ctx, session, d.version); err != nil {
			r.log.Warn("relay: the store does not answer", "error", err)
			snapshot.Gone, snapshot.Pages = nil, nil
		} else {
			snapshot = next
		}
	}
}

// nextLook is how long nothing can happen that rings no bell.
func (r *Relay) nextLook(s Snapshot) time.Duration {
	pause := r.poll - r.poll/10 + rand.N(r.poll/5+1)
	for _, q := range s.Open {
		pause = min(pause, until(q.Lease))
		if !q.Deadline.IsZero() {
			pause = min(pause, until(q.Deadline))
		}
	}
	return pause
}

// events writes server-sent events.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func begin(w http.ResponseWriter) events {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream; charset=utf-8")
	// Nobody on the way may keep, compress or collect it.
	header.Set("Cache-Control", "no-store, no-transform")
	header.Set("X-Accel-Buffering", "no")
	e := events{w, http.NewResponseController(w)}
	// A server with time-outs would cut the stream. Not every writer can say otherwise.
	_ = e.control.SetReadDeadline(time.Time{})
	w.WriteHeader(http.StatusOK)
	// WebKit shows nothing of a stream before 1 KiB has come.
	e.send(":" + strings.Repeat(" ", 1024) + "\n\n")
	return e
}

// send writes a part of the stream. Who does not read it comes again, if it lives, and
// gets all of it.
func (e events) send(part string) bool {
	_ = e.control.SetWriteDeadline(time.Now().Add(patience))
	if _, err := e.w.Write([]byte(part)); err != nil {
		return false
	}
	err := e.control.Flush()
	_ = e.control.SetWriteDeadline(time.Time{})
	return err == nil
}
