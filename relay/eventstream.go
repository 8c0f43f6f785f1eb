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
	// maxPiece is the number of bytes that a device must read within pieceTimeout.
	maxPiece = 16 * 1024
	maxBatch = 256 * 1024
)

type device struct {
	version  int64
	needsAll bool
	scope    scope
	// asker is the only asker whose rounds it may see; empty for the whole session, and for a forgotten question.
	asker   string
	server  string
	pages   []string
	changed chan struct{}
}

var digits = regexp.MustCompile(`^\d{1,15}$`)

// serve sends the open rounds as server-sent events, and to a device that accepts a stream then changes.
func (r *Relay) serve(w http.ResponseWriter, request *http.Request, p pass) reply {
	d, err := r.newDevice(request.Context(), p)
	if err != nil {
		return r.unavailable(err)
	}
	watcher := r.addDevice(p.session, d)
	if watcher == nil {
		return r.unavailable(nil)
	}
	defer watcher.removeDevice(d)
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
	isStream := strings.Contains(request.Header.Get("Accept"), "text/event-stream")
	if isStream {
		if err := watcher.listen(); err != nil {
			return r.unavailable(err)
		}
	}
	if err := watcher.look(ctx); err != nil {
		return r.unavailable(err)
	}
	heartbeat := time.NewTicker(r.options.Heartbeat)
	defer heartbeat.Stop()
	s := startEventStream(w)
	for watcher.sendChanges(ctx, d, s) && isStream {
		select {
		case <-d.changed:
		case <-heartbeat.C:
			if !s.write([]byte(":\n\n")) {
				return reply{}
			}
		case <-ctx.Done():
			return reply{}
		}
	}
	return reply{}
}

func (r *Relay) newDevice(ctx context.Context, p pass) (*device, error) {
	d := &device{needsAll: true, changed: make(chan struct{}, 1), scope: p.scope, asker: p.scope.asker}
	if ref := p.scope.question; ref.ID != "" {
		ctx, cancel := context.WithTimeout(ctx, storeTimeout)
		defer cancel()
		records, err := r.options.Store.Records(ctx, p.session, []string{ref.ID}, FieldFingerprint, FieldAsker, FieldServer, FieldPages)
		if err != nil {
			return nil, err
		}
		if record := records[0]; record.Fingerprint == ref.Fingerprint {
			d.asker, d.server, d.pages = record.Asker, record.Server, record.Pages
		}
	}
	return d, nil
}

func (d *device) maySee(page FinishedPage) bool {
	switch {
	case d.scope.all:
		return true
	case d.scope.asker != "":
		return d.scope.asker == page.Asker
	}
	return d.server == page.Server && (page.Asker == "" || page.Asker == d.asker) && slices.Contains(d.pages, page.ElicitationID)
}

// sendChanges reports false when the device does not read, or the store does not reply.
func (w *watcher) sendChanges(ctx context.Context, d *device, s *eventStream) bool {
	m, rounds := w.nextMessage(d)
	if !m.Full && len(rounds)+len(m.Gone)+len(m.Pages) == 0 {
		return true
	}
	var batch [][]byte
	size := 0
	for _, round := range rounds {
		if size >= maxBatch {
			if !s.send(&m, batch, false) {
				return false
			}
			batch, size = nil, 0
		}
		if ctx.Err() != nil {
			return false
		}
		pieces, err := w.content(ctx, round)
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
	return s.send(&m, batch, true)
}

// send clears the members that later messages of the same version must not repeat.
func (s *eventStream) send(m *message, batch [][]byte, isLast bool) bool {
	event := "event: state\ndata: "
	if isLast {
		// Only the last message has an id: a device that reconnects with it has the whole version.
		event = fmt.Sprintf("id: %d\n%s", m.Version, event)
	}
	m.More = !isLast
	head := append(bytes.TrimSuffix(encodeJSON(m), []byte("}")), `,"open":[`...)
	m.Full, m.Kept, m.Gone, m.Pages = false, nil, []EndedRound{}, []FinishedPage{}
	return s.write(slices.Concat([][]byte{[]byte(event), head}, batch, [][]byte{[]byte("]}\n\n")})...)
}

type content struct {
	asked int64
	// usedAt is guarded by the watcher's lock.
	usedAt time.Time

	mu sync.Mutex
	// text is the round as JSON without its last brace: nil before it is read, empty if the round is over or unreadable.
	text []byte
}

func (w *watcher) content(ctx context.Context, round OpenRecord) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	w.mu.Lock()
	c := w.contents[round.ID]
	if c == nil || c.asked != round.Asked {
		c = &content{asked: round.Asked}
		w.contents[round.ID] = c
	}
	c.usedAt = time.Now()
	w.mu.Unlock()

	c.mu.Lock()
	defer c.mu.Unlock()
	fields := []Field{FieldDraft, FieldFingerprint, FieldBody}
	if c.text != nil {
		fields = fields[:1]
	}
	records, err := w.relay.options.Store.Records(ctx, w.session, []string{round.ID}, fields...)
	if err != nil {
		return nil, err
	}
	if c.text == nil {
		c.text = openText(round, records[0])
	}
	switch draft := records[0].Draft; {
	case len(c.text) == 0:
		return nil, nil
	case draft != "":
		return [][]byte{c.text, []byte(`,"draft":`), encodeJSON(draft), []byte("}")}, nil
	}
	return [][]byte{c.text, []byte("}")}, nil
}

func openText(open OpenRecord, record RoundRecord) []byte {
	body := struct {
		round
		RoundRef
		// Deadline is in milliseconds since 1970.
		Deadline int64 `json:"deadline,omitempty"`
	}{RoundRef: RoundRef{open.ID, record.Fingerprint}}
	if json.Unmarshal([]byte(record.Body), &body.round) != nil {
		return []byte{}
	}
	if !open.Deadline.IsZero() {
		body.Deadline = open.Deadline.UnixMilli()
	}
	return bytes.TrimSuffix(encodeJSON(body), []byte("}"))
}

type eventStream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func startEventStream(w http.ResponseWriter) *eventStream {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream; charset=utf-8")
	// A proxy must not store, compress or buffer the stream.
	header.Set("Cache-Control", "no-store, no-transform")
	header.Set("X-Accel-Buffering", "no")
	s := &eventStream{w, http.NewResponseController(w)}
	// The timeouts of the server would cut the stream. Not every writer supports deadlines.
	_ = s.control.SetReadDeadline(time.Time{})
	w.WriteHeader(http.StatusOK)
	// WebKit shows nothing of a stream before 1 KiB has come.
	s.write([]byte(":" + strings.Repeat(" ", 1024) + "\n\n"))
	return s
}

// write sends texts. It reports false if the device does not read a piece in time; a device that lives connects again.
func (s *eventStream) write(texts ...[]byte) bool {
	for _, text := range texts {
		for piece := range slices.Chunk(text, maxPiece) {
			_ = s.control.SetWriteDeadline(time.Now().Add(pieceTimeout))
			if _, err := s.w.Write(piece); err != nil {
				return false
			}
		}
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(pieceTimeout))
	if s.control.Flush() != nil {
		return false
	}
	_ = s.control.SetWriteDeadline(time.Time{})
	return true
}
