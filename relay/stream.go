package relay

import (
	"bytes"
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

// head is a message up to its first round.
func (m message) head() []byte {
	return append(bytes.TrimSuffix(text(m), []byte("}")), `,"open":[`...)
}

// device is one open page of a session. Its members are those of its watcher.
type device struct {
	// version is the one that it knows.
	version int64
	// full says that it is to hear all that is open.
	full bool
	// news has a value when there may be something to tell it.
	news chan struct{}
}

var digits = regexp.MustCompile(`^\d{1,15}$`)

// serve tells a device of a session what is open, as server-sent events, and with follow of all changes, until it goes
// away or its token ends.
func (r *Relay) serve(w http.ResponseWriter, request *http.Request, session string, end time.Time, follow bool) {
	watching, d := r.enter(session)
	if watching == nil {
		retryLater(w)
		return
	}
	defer watching.leave(d)
	if last := request.Header.Get("Last-Event-ID"); digits.MatchString(last) {
		d.version, _ = strconv.ParseInt(last, 10, 64)
	}
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
		if !follow {
			return
		}
		select {
		case <-d.news:
		case <-alive.C:
			if !l.write([]byte(":\n\n")) {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// inform sends a device what it has to hear, as events.
func (w *watcher) inform(ctx context.Context, d *device, l *line) error {
	m, content := w.telling(d)
	if !m.Full && len(content)+len(m.Gone)+len(m.Pages) == 0 {
		return nil
	}
	return w.contents.each(ctx, content, func(batch [][]byte, last bool) bool {
		name := "event: state\ndata: "
		if last {
			// A page that comes again with this version has all of it.
			name = fmt.Sprintf("id: %d\n%s", m.Version, name)
		}
		m.More = !last
		ok := l.write(slices.Concat([][]byte{[]byte(name), m.head()}, batch, [][]byte{[]byte("]}\n\n")})...)
		m.Full, m.Kept, m.Gone, m.Pages = false, nil, []EndedRound{}, []FinishedPage{}
		return ok
	})
}

// line is what is written to a device. It is over when the device does not read.
type line struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// mostPiece is how many bytes a device has to take in its time.
const mostPiece = 16 * 1024

func begin(w http.ResponseWriter) *line {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream; charset=utf-8")
	// No proxy may keep, compress or collect it.
	header.Set("Cache-Control", "no-store, no-transform")
	header.Set("X-Accel-Buffering", "no")
	l := &line{w, http.NewResponseController(w)}
	// A server with time-outs would cut the line. Not every writer can say otherwise.
	_ = l.control.SetReadDeadline(time.Time{})
	w.WriteHeader(http.StatusOK)
	// WebKit shows nothing of a stream before 1 KiB has come.
	l.write([]byte(":" + strings.Repeat(" ", 1024) + "\n\n"))
	return l
}

// write sends texts. A device that does not take a piece in time comes again, if it lives.
func (l *line) write(texts ...[]byte) bool {
	for _, text := range texts {
		for piece := range slices.Chunk(text, mostPiece) {
			_ = l.control.SetWriteDeadline(time.Now().Add(drain))
			if _, err := l.w.Write(piece); err != nil {
				return false
			}
		}
	}
	_ = l.control.SetWriteDeadline(time.Now().Add(drain))
	if l.control.Flush() != nil {
		return false
	}
	_ = l.control.SetWriteDeadline(time.Time{})
	return true
}
