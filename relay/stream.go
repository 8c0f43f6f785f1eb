package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// mostPiece is how many bytes a device has to take in its time.
	mostPiece = 16 * 1024
	// mostBatch is how many bytes of rounds make a message. A device shows the first ones while the
	// next are on their way.
	mostBatch = 256 * 1024
)

// device is one open page of a session. Its members are those of its watcher.
type device struct {
	// version is the one that it knows.
	version int64
	// full says that it is to hear all that is open.
	full bool
	// scope is what it may hear of.
	scope scope
	// asker is who has asked what it may hear of; empty where that is the whole session, or not known any more.
	asker string
	// server is who asks the one question that it may hear of, and pages are the server's names of the pages of that question.
	server string
	pages  []string
	// news has a value when there may be something to tell it.
	news chan struct{}
}

var digits = regexp.MustCompile(`^\d{1,15}$`)

// serve tells a device of a session what is open, as server-sent events, and where it accepts a stream all changes,
// until it goes away or its token ends.
func (r *Relay) serve(w http.ResponseWriter, request *http.Request, p pass) reply {
	d, err := r.newDevice(request.Context(), p)
	if err != nil {
		return r.unavailable(err)
	}
	watching := r.enter(p.session, d)
	if watching == nil {
		return r.unavailable(nil)
	}
	defer watching.leave(d)
	if last := request.Header.Get("Last-Event-ID"); digits.MatchString(last) {
		d.version, _ = strconv.ParseInt(last, 10, 64)
	}
	ctx, cancel := context.WithCancel(request.Context())
	defer cancel()
	defer context.AfterFunc(r.closed, cancel)()
	if !p.end.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, p.end)
		defer cancel()
	}
	follow := strings.Contains(request.Header.Get("Accept"), "text/event-stream")
	if follow {
		if err := watching.listen(); err != nil {
			return r.unavailable(err)
		}
	}
	if err := watching.look(ctx); err != nil {
		return r.unavailable(err)
	}
	alive := time.NewTicker(r.o.Heartbeat)
	defer alive.Stop()
	l := begin(w)
	for watching.inform(ctx, d, l) && follow {
		select {
		case <-d.news:
		case <-alive.C:
			if !l.write([]byte(":\n\n")) {
				return reply{}
			}
		case <-ctx.Done():
			return reply{}
		}
	}
	return reply{}
}

// newDevice makes a device that hears of what a pass is for.
func (r *Relay) newDevice(ctx context.Context, p pass) (*device, error) {
	d := &device{full: true, news: make(chan struct{}, 1), scope: p.scope, asker: p.scope.asker}
	if q := p.scope.question; q.ID != "" {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		records, err := r.o.Store.Records(ctx, p.session, []string{q.ID}, FieldFingerprint, FieldAsker, FieldServer, FieldPages)
		if err != nil {
			return nil, err
		}
		if one := records[0]; one.Fingerprint == q.Fingerprint {
			d.asker, d.server, d.pages = one.Asker, one.Server, one.Pages
		}
	}
	return d, nil
}

// leadsTo reports whether a device may hear that a page is finished.
func (d *device) leadsTo(page FinishedPage) bool {
	switch {
	case d.scope.all:
		return true
	case d.scope.asker != "":
		return d.scope.asker == page.Asker
	}
	return d.server == page.Server && (page.Asker == "" || page.Asker == d.asker) && slices.Contains(d.pages, page.ElicitationID)
}

// inform sends a device its next messages as events. It reports false when the device does not read them, or the
// store does not answer.
func (w *watcher) inform(ctx context.Context, d *device, l *line) bool {
	m, rounds := w.telling(d)
	if !m.Full && len(rounds)+len(m.Gone)+len(m.Pages) == 0 {
		return true
	}
	var batch [][]byte
	size := 0
	send := func(last bool) bool {
		name := "event: state\ndata: "
		if last {
			// A device that comes again with this version has all of it.
			name = fmt.Sprintf("id: %d\n%s", m.Version, name)
		}
		m.More = !last
		head := append(bytes.TrimSuffix(text(m), []byte("}")), `,"open":[`...)
		ok := l.write(slices.Concat([][]byte{[]byte(name), head}, batch, [][]byte{[]byte("]}\n\n")})...)
		m.Full, m.Kept, m.Gone, m.Pages = false, nil, []EndedRound{}, []FinishedPage{}
		batch, size = nil, 0
		return ok
	}
	for _, q := range rounds {
		if size >= mostBatch && !send(false) || ctx.Err() != nil {
			return false
		}
		pieces, err := w.content(ctx, q)
		if err != nil {
			w.relay.warn(err)
			return false
		}
		if len(batch) > 0 && len(pieces) > 0 {
			batch = append(batch, []byte(","))
		}
		for _, piece := range pieces {
			batch, size = append(batch, piece), size+len(piece)
		}
	}
	return send(true)
}

// content is the JSON text of one round, written once for all devices.
type content struct {
	asked int64
	// used is when it was told last. Its lock is that of the watcher.
	used time.Time

	mu sync.Mutex
	// text is the round as JSON without its last brace; nil before it was read, and empty where
	// it cannot be read or is over.
	text []byte
}

// content returns a round with its present draft as pieces of JSON. There are none where the round is over.
func (w *watcher) content(ctx context.Context, q OpenRound) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	w.mu.Lock()
	one := w.contents[q.ID]
	if one == nil || one.asked != q.Asked {
		one = &content{asked: q.Asked}
		w.contents[q.ID] = one
	}
	one.used = time.Now()
	w.mu.Unlock()

	one.mu.Lock()
	defer one.mu.Unlock()
	fields := []Field{FieldDraft, FieldFingerprint, FieldBody}
	if one.text != nil {
		fields = fields[:1]
	}
	stored, err := w.relay.o.Store.Records(ctx, w.session, []string{q.ID}, fields...)
	if err != nil {
		return nil, err
	}
	if one.text == nil {
		one.text = openText(q, stored[0])
	}
	switch draft := stored[0].Draft; {
	case len(one.text) == 0:
		return nil, nil
	case draft != "":
		return [][]byte{one.text, []byte(`,"draft":`), text(draft), []byte("}")}, nil
	}
	return [][]byte{one.text, []byte("}")}, nil
}

// openText is a round as a device gets it, without its draft and its last brace. It is empty where the round
// cannot be read or is over.
func openText(q OpenRound, stored Record) []byte {
	one := struct {
		round
		Ref
		// Deadline is in milliseconds since 1970.
		Deadline int64 `json:"deadline,omitempty"`
	}{Ref: Ref{q.ID, stored.Fingerprint}}
	if json.Unmarshal([]byte(stored.Body), &one.round) != nil {
		return []byte{}
	}
	if !q.Deadline.IsZero() {
		one.Deadline = q.Deadline.UnixMilli()
	}
	return bytes.TrimSuffix(text(one), []byte("}"))
}

// line is the stream of events to a device. It ends when the device does not read.
type line struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

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
