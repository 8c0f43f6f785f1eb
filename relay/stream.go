package relay

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// message is what a device is told: all that is open, or what has changed.
type message struct {
	Version int64 `json:"v"`
	// Now is the time here in milliseconds since 1970: the clock of the device may be wrong.
	Now int64 `json:"now"`
	// Full says that what is neither among Kept nor among Open is not open.
	Full bool `json:"full"`
	// More says that the next message goes on where this one ends.
	More  bool          `json:"more,omitempty"`
	Kept  []keptMessage `json:"kept,omitempty"`
	Gone  []goneMessage `json:"gone"`
	Pages []pageMessage `json:"pages"`
	// Open is the last member: the questions are written one by one.
	Open []struct{} `json:"open"`
}

// head is a message up to its first question.
func (m message) head() []byte {
	return []byte(strings.TrimSuffix(string(text(m)), "]}"))
}

// shown is an open question as a browser gets it. Its draft follows as a further member.
type shown struct {
	body
	ID string `json:"id"`
	// Fingerprint tells it from another question under the same id.
	Fingerprint string `json:"fp"`
	// Deadline is in milliseconds since 1970.
	Deadline int64 `json:"deadline,omitempty"`
}

// keptMessage is a question of which the device has the rest.
type keptMessage struct {
	ID          string `json:"id"`
	Fingerprint string `json:"fp"`
}

type goneMessage struct {
	ID  string `json:"id"`
	How State  `json:"how"`
}

type pageMessage struct {
	Server        string `json:"server"`
	ElicitationID string `json:"elicitationId"`
}

// device is somebody who hears of a session. Its members are those of its watcher.
type device struct {
	// version is the one that it knows.
	version int64
	// full says that it is to hear all that is open.
	full bool
	// news rings when there may be something for it.
	news chan struct{}
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

// serve tells a device of a session what is open, and with follow of all changes, until it goes away or
// its token ends.
func (r *Relay) serve(w http.ResponseWriter, request *http.Request, session string, end time.Time, follow bool) {
	watching, d := r.enter(session)
	if watching == nil {
		again(w)
		return
	}
	defer watching.leave(d)
	d.version = since(request)
	ctx, cancel := context.WithCancel(request.Context())
	defer cancel()
	defer context.AfterFunc(r.closed, cancel)()
	if !end.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, end)
		defer cancel()
	}
	if follow {
		if err := watching.listen(); err != nil {
			r.unavailable(w, err)
			return
		}
	}
	if err := watching.look(ctx); err != nil {
		r.unavailable(w, err)
		return
	}
	if !follow {
		watching.state(ctx, w, d)
		return
	}
	alive := time.NewTicker(r.heartbeat)
	defer alive.Stop()
	l := begin(w)
	for {
		if err := watching.inform(ctx, d, l); err != nil {
			if !errors.Is(err, errLine) {
				r.log.Warn("relay: the store does not answer", "error", err)
			}
			return
		}
		select {
		case <-d.news:
		case <-alive.C:
			if !l.write([]byte(":\n\n")) || !l.flush() {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// inform sends a device what it has to hear, as events.
func (w *watcher) inform(ctx context.Context, d *device, l *line) error {
	t, look, something := w.telling(d)
	if !something {
		return nil
	}
	m := t.message
	return w.contents.each(ctx, t.content, look, func(batch [][]byte, last bool) bool {
		name := "event: state\ndata: "
		if last {
			// Who comes again with this version has all of it.
			name = fmt.Sprintf("id: %d\n%s", m.Version, name)
		}
		m.More = !last
		ok := l.write([]byte(name), m.head()) && l.write(batch...) && l.write([]byte("]}\n\n")) && l.flush()
		m.Full, m.Kept, m.Gone, m.Pages = false, nil, []goneMessage{}, []pageMessage{}
		return ok
	})
}

// state sends a device what it has to hear, as the body of a response.
func (w *watcher) state(ctx context.Context, to http.ResponseWriter, d *device) {
	t, look, _ := w.telling(d)
	var l *line
	separated := false
	err := w.contents.each(ctx, t.content, look, func(batch [][]byte, last bool) bool {
		if l == nil {
			to.Header().Set("Content-Type", "application/json; charset=utf-8")
			l = newLine(to)
			l.write(t.head())
		}
		if separated && len(batch) > 0 {
			l.write([]byte(","))
		}
		separated = separated || len(batch) > 0
		return l.write(batch...) && (!last || l.write([]byte("]}")))
	})
	switch {
	case err == nil:
	case l == nil:
		w.relay.unavailable(to, err)
	default:
		// Nobody may take a part for all of it.
		panic(http.ErrAbortHandler)
	}
}

// line is what is written to a device. It is over when the device does not read.
type line struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// mostPiece is how many bytes a device has to take in its time.
const mostPiece = 16 * 1024

func newLine(w http.ResponseWriter) *line {
	l := &line{w, http.NewResponseController(w)}
	// A server with time-outs would cut the line. Not every writer can say otherwise.
	_ = l.control.SetReadDeadline(time.Time{})
	return l
}

func begin(w http.ResponseWriter) *line {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream; charset=utf-8")
	// Nobody on the way may keep, compress or collect it.
	header.Set("Cache-Control", "no-store, no-transform")
	header.Set("X-Accel-Buffering", "no")
	l := newLine(w)
	w.WriteHeader(http.StatusOK)
	// WebKit shows nothing of a stream before 1 KiB has come.
	l.write([]byte(":" + strings.Repeat(" ", 1024) + "\n\n"))
	l.flush()
	return l
}

// write sends texts. Who does not take a piece in time comes again, if it lives.
func (l *line) write(texts ...[]byte) bool {
	for _, text := range texts {
		for piece := range slices.Chunk(text, mostPiece) {
			_ = l.control.SetWriteDeadline(time.Now().Add(drain))
			if _, err := l.w.Write(piece); err != nil {
				return false
			}
		}
	}
	_ = l.control.SetWriteDeadline(time.Time{})
	return true
}

func (l *line) flush() bool {
	_ = l.control.SetWriteDeadline(time.Now().Add(drain))
	err := l.control.Flush()
	_ = l.control.SetWriteDeadline(time.Time{})
	return err == nil
}
