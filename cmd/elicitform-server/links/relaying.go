package links

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
)

const (
	// tokenLife is for how long a stream goes on before the page comes again, and who it is is looked at again.
	tokenLife = 15 * time.Minute
	// mostAnswer is how many bytes an answer or a draft has, as in package relay.
	mostAnswer = 1 << 20
	// mostEvent is how many bytes an event of the relay has at most: all that may be open in a session, with room.
	mostEvent = 64 << 20
)

// serveRelay is the relay for the form of a page: the one of the question's session, in which there is nothing but
// this question.
func (l *Links) serveRelay(w http.ResponseWriter, r *http.Request, secret string) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if r.Method != http.MethodGet && r.Method != http.MethodPost {
		w.Header().Set("Allow", "GET, POST")
		refuse(w, http.StatusMethodNotAllowed)
		return
	}
	link, found, err := Link{}, false, error(nil)
	if secretText.MatchString(secret) && l.enabled() {
		link, found, err = l.o.Store.Get(ctx, hashed(secret))
	}
	switch {
	case err != nil:
		l.o.Logger.Warn("links: failed", "error", err)
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable)
		return
	case !found || !l.isOwn(r) || !isHash(link.Browser, l.cookie(r)) || !l.isFor(r, link):
		// The page does not come again.
		refuse(w, http.StatusForbidden)
		return
	}
	q := link.Question
	inner := r.Clone(r.Context())
	inner.URL.RawQuery = ""
	inner.Header.Del("Cookie")
	inner.Header.Set("Authorization", "Bearer "+l.o.Relay.Token(q.Session, tokenLife))
	if r.Method == http.MethodPost {
		body, status := onlyOf(w, r, q)
		if status != 0 {
			refuse(w, status)
			return
		}
		inner.Body, inner.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		l.o.Relay.ServeHTTP(w, inner)
		return
	}
	shown, err := l.question(ctx, link)
	if err != nil {
		l.o.Logger.Warn("links: failed", "error", err)
		refuse(w, http.StatusServiceUnavailable)
		return
	}
	l.o.Relay.ServeHTTP(&filter{ResponseWriter: w, question: q, pages: pagesOf(shown)}, inner)
}

func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"error":"not here"}`))
}

// onlyOf reads an answer or a draft, if it is one of this question. What is passed on is written anew, so that both have read the
// same.
func onlyOf(w http.ResponseWriter, r *http.Request, q keys.Question) (body []byte, status int) {
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostAnswer))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, http.StatusRequestEntityTooLarge
	}
	members := map[string]json.RawMessage{}
	if err != nil || json.Unmarshal(content, &members) != nil {
		return nil, http.StatusBadRequest
	}
	if textOf(members["id"]) != q.ID || textOf(members["fp"]) != q.Fingerprint {
		return nil, http.StatusForbidden
	}
	body, err = json.Marshal(members)
	if err != nil {
		return nil, http.StatusBadRequest
	}
	return body, 0
}

func textOf(value json.RawMessage) (text string) {
	_ = json.Unmarshal(value, &text)
	return text
}

// page is a page that the question leads to.
type page struct{ Server, ElicitationID string }

// pagesOf are the pages that a question leads to, of whose end the form is told.
func pagesOf(shown *opened) map[page]bool {
	all := map[page]bool{}
	if shown == nil {
		return all
	}
	for _, one := range shown.Requests {
		members := map[string]json.RawMessage{}
		if json.Unmarshal([]byte(one.Params), &members) == nil && textOf(members["elicitationId"]) != "" {
			all[page{shown.Server.ID, textOf(members["elicitationId"])}] = true
		}
	}
	return all
}

// filter passes on what a relay sends to a page, as far as it is about one question.
type filter struct {
	http.ResponseWriter
	question keys.Question
	pages    map[page]bool
	// stream says that events are sent.
	decided, stream bool
	// rest is the beginning of an event.
	rest []byte
}

// Unwrap lets an [http.ResponseController] find the writer.
func (f *filter) Unwrap() http.ResponseWriter { return f.ResponseWriter }

func (f *filter) WriteHeader(status int) {
	f.decided, f.stream = true, status == http.StatusOK
	f.ResponseWriter.WriteHeader(status)
}

var errTooLarge = errors.New("links: an event is too large")

// Write takes texts as they come, and writes the events that are whole.
func (f *filter) Write(text []byte) (int, error) {
	if !f.decided {
		f.WriteHeader(http.StatusOK)
	}
	if !f.stream {
		return f.ResponseWriter.Write(text)
	}
	if len(f.rest)+len(text) > mostEvent {
		return 0, errTooLarge
	}
	// Only around where the two meet, and behind that, can an event end.
	from := max(0, len(f.rest)-1)
	f.rest = append(f.rest, text...)
	for {
		end := bytes.Index(f.rest[from:], []byte("\n\n"))
		if end < 0 {
			return len(text), nil
		}
		end += from + 2
		event, err := f.only(f.rest[:end])
		if err != nil {
			return 0, err
		}
		if _, err := f.ResponseWriter.Write(event); err != nil {
			return 0, err
		}
		f.rest, from = f.rest[end:], 0
		if len(f.rest) == 0 {
			f.rest = nil
		}
	}
}

var inData = []byte("data: ")

// only takes everything out of an event that is not about the question. Signs of life have nothing to take out.
func (f *filter) only(event []byte) ([]byte, error) {
	head, data, found := bytes.Cut(event, inData)
	if !found {
		if event[0] != ':' {
			return nil, errors.New("links: the relay sends something else than events")
		}
		return event, nil
	}
	message := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &message); err != nil {
		return nil, err
	}
	told := map[string]any{}
	for _, name := range []string{"v", "now", "full", "more"} {
		if value, there := message[name]; there {
			told[name] = value
		}
	}
	isOurs := func(one map[string]json.RawMessage) bool {
		fp, named := one["fp"]
		return textOf(one["id"]) == f.question.ID && (!named || textOf(fp) == f.question.Fingerprint)
	}
	for name, keep := range map[string]func(map[string]json.RawMessage) bool{
		"open": isOurs, "kept": isOurs, "gone": isOurs,
		"pages": func(one map[string]json.RawMessage) bool {
			return f.pages[page{textOf(one["server"]), textOf(one["elicitationId"])}]
		},
	} {
		var all []json.RawMessage
		if value, there := message[name]; there && json.Unmarshal(value, &all) != nil {
			return nil, errors.New("links: the relay sends something else than lists")
		}
		kept := []json.RawMessage{}
		for _, one := range all {
			members := map[string]json.RawMessage{}
			if json.Unmarshal(one, &members) == nil && keep(members) {
				kept = append(kept, one)
			}
		}
		told[name] = kept
	}
	text, err := json.Marshal(told)
	return bytes.Join([][]byte{head, inData, text, []byte("\n\n")}, nil), err
}
