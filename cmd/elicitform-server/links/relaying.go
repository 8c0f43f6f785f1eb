package links

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/elicitform/elicitform/internal/narrow"
)

// tokenLife is for how long a stream goes on before the page comes again, and who it is is looked at again.
const tokenLife = 15 * time.Minute

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
	question := narrow.Question{ID: link.Question.ID, Fingerprint: link.Question.Fingerprint}
	if r.Method == http.MethodGet {
		shown, err := l.question(ctx, link)
		if err != nil {
			l.o.Logger.Warn("links: failed", "error", err)
			refuse(w, http.StatusServiceUnavailable)
			return
		}
		question.LeadsTo = shown.leadsTo
	}
	inner := r.Clone(narrow.To(r.Context(), question))
	inner.URL.RawQuery = ""
	inner.Header.Del("Cookie")
	inner.Header.Set("Authorization", "Bearer "+l.o.Relay.Token(link.Question.Session, tokenLife))
	l.o.Relay.ServeHTTP(w, inner)
}

func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"error":"not here"}`))
}

// leadsTo reports whether an open question leads to a page, of whose end its form is told.
func (o *opened) leadsTo(server, elicitationID string) bool {
	return o != nil && o.Server.ID == server && slices.ContainsFunc(o.Requests, func(one struct{ Params string }) bool {
		var params map[string]any
		return json.Unmarshal([]byte(one.Params), &params) == nil && params["elicitationId"] == elicitationID
	})
}
