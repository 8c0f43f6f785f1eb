package relay

import (
	"net/http"
	"regexp"
	"slices"
	"time"
)

// allowedOrigin says whether the page that asks may do so, and its origin where that is
// another one than ours.
func (r *Relay) allowedOrigin(request *http.Request) (origin string, ok bool) {
	origin = request.Header.Get("Origin")
	if len(request.Header.Values("Origin")) == 0 {
		// A page of our own origin that only reads does not name itself, and programs that
		// are no browsers name nothing at all.
		site := request.Header.Get("Sec-Fetch-Site")
		return "", site == "" || site == "same-origin" || site == "none"
	}
	scheme := "http"
	if request.TLS != nil {
		scheme = "https"
	}
	own := scheme + "://" + request.Host
	switch {
	case r.origins != nil && !slices.Contains(r.origins, origin), r.origins == nil && origin != own:
		return "", false
	case origin == own:
		return "", true
	}
	return origin, true
}

var bearer = regexp.MustCompile(`(?i)^Bearer +(\S+) *$`)

// sessionOf is the session that a request may see, and until when; zero is for ever.
func (r *Relay) sessionOf(request *http.Request) (session string, end time.Time, ok bool) {
	if parts := bearer.FindStringSubmatch(request.Header.Get("Authorization")); parts != nil && r.secret != nil {
		session, end, ok = readToken(r.secret, parts[1], time.Now())
	} else if r.authorize != nil {
		session, ok = r.authorize(request)
	}
	// The page may name the session that it means. A token for another one is no right to it.
	wanted := request.URL.Query()
	if wanted.Has("session") && wanted.Get("session") != session {
		ok = false
	}
	return session, end, ok && checkSession(session) == nil
}
