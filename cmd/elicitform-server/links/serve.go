package links

import (
	"context"
	"crypto/subtle"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/elicitform/elicitform/relay"
)

const (
	maxFormBytes   = 1024
	buttonLifetime = time.Hour
	// maxStream makes a page reconnect, so that its identity is checked again.
	maxStream     = 15 * time.Minute
	onceSeparator = "."
)

var secretText = regexp.MustCompile(`^[\w-]{22}$`)

const (
	commonPolicy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; " +
		"require-trusted-types-for 'script'; trusted-types 'none'; "
	buttonPolicy = commonPolicy + "form-action 'self'"
	formPolicy   = commonPolicy + "script-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'none'; " +
		"sandbox allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
)

// ServeHTTP serves the pages below [Prefix], and the relay of their forms.
func (l *Links) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Content-Security-Policy", buttonPolicy)
	header.Set("Vary", "Accept-Language, Cookie")
	secret, rest, hasRest := strings.Cut(strings.TrimPrefix(r.URL.Path, Prefix), "/")
	if hasRest && rest == "relay" {
		l.serveRelay(w, r, secret)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost {
		header.Set("Allow", "GET, HEAD, POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if hasRest || !secretText.MatchString(secret) || !l.isOn() {
		l.showOutcome(w, r, outcomeUnknown)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
	defer cancel()
	v := &visit{l: l, w: w, r: r, secret: secret, hash: hash(secret)}
	handle := v.get
	if r.Method == http.MethodPost {
		handle = v.press
	}
	err := handle(ctx)
	if o, ok := errors.AsType[*outcome](err); ok {
		l.showOutcome(w, r, o)
	} else if err != nil {
		l.o.Logger.Warn("links: request failed", "error", err)
		header.Set("Retry-After", "1")
		l.showOutcome(w, r, outcomeLater)
	}
}

type visit struct {
	l            *Links
	w            http.ResponseWriter
	r            *http.Request
	secret, hash string
	link         Link
	question     *question
}

func (v *visit) load(ctx context.Context) (err error) {
	var isFound bool
	if v.link, isFound, err = v.l.o.Store.Get(ctx, v.hash); err != nil {
		return err
	}
	if !isFound {
		return outcomeUnknown
	}
	// Anyone else who holds the link must not learn whether the question is open.
	if !v.l.isFor(v.r, v.link) {
		return outcomeNotYou
	}
	if v.question, err = v.l.readQuestion(ctx, v.link); err == nil && v.question == nil {
		err = outcomeEnded
	}
	return err
}

func (l *Links) isFor(r *http.Request, link Link) bool {
	if !l.o.Identity.IsOn() && link.Person == "" {
		return true
	}
	// A link without a person was made before the server had an identity header.
	person := l.o.Identity.Of(r)
	return person != "" && l.o.Ring.Signed(link.Person, "person", person)
}

// get changes nothing, because link previews and mail scanners send the same request.
func (v *visit) get(ctx context.Context) error {
	if err := v.load(ctx); err != nil {
		return err
	}
	cookie := v.l.cookie(v.r)
	switch {
	case v.link.Browser == "":
		v.l.showButton(v.w, v, http.StatusOK, false)
	case isHashOf(v.link.Browser, cookie):
		v.l.showForm(v.w, v)
	default:
		if cookie == "" && v.r.Header.Get("Sec-Fetch-Site") == "cross-site" {
			// A browser sends no strict cookie when another site leads here, but after this refresh it does.
			v.w.Header().Set("Refresh", "0; url="+Prefix+v.secret+"?again")
		}
		return outcomeTaken
	}
	return nil
}

func (v *visit) press(ctx context.Context) error {
	// Another site must not make a person open a link unknowingly.
	if !v.l.isOwn(v.r) {
		return outcomeForeign
	}
	once, err := readOnce(v.w, v.r)
	if err != nil {
		return err
	}
	if err := v.load(ctx); err != nil {
		return err
	}
	cookie := v.l.cookie(v.r)
	owner := v.link.Browser
	switch {
	case isHashOf(owner, cookie):
		v.redirect()
		return nil
	case owner != "":
		return outcomeTaken
	case !v.l.isOnce(once, v.hash, time.Now()):
		v.l.showButton(v.w, v, http.StatusForbidden, true)
		return nil
	}
	if cookie == "" {
		cookie = newSecret()
	}
	if owner, err = v.l.o.Store.Bind(ctx, v.hash, hash(cookie)); err != nil {
		return err
	}
	if !isHashOf(owner, cookie) {
		return outcomeTaken
	}
	v.l.setCookie(v.w, cookie, time.Until(v.link.Expires)+ageAfterEnd)
	v.redirect()
	return nil
}

func (v *visit) redirect() {
	v.w.Header().Set("Location", Prefix+v.secret)
	v.w.WriteHeader(http.StatusSeeOther)
}

// isHashOf compares in constant time. It is false without a cookie.
func isHashOf(sum, cookie string) bool {
	return cookie != "" && subtle.ConstantTimeCompare([]byte(sum), []byte(hash(cookie))) == 1
}

// The prefix keeps other hosts of the site from setting the cookie.
func (l *Links) cookieName() string {
	if l.isHTTPS {
		return "__Host-elicitform"
	}
	return "elicitform"
}

func (l *Links) cookie(r *http.Request) string {
	if cookies := r.CookiesNamed(l.cookieName()); len(cookies) == 1 && secretText.MatchString(cookies[0].Value) {
		return cookies[0].Value
	}
	return ""
}

// One cookie serves all links. A cookie for each link would some day exceed the size of a request.
func (l *Links) setCookie(w http.ResponseWriter, value string, age time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: l.cookieName(), Value: value, Path: "/", MaxAge: int(max(age, maxAge+ageAfterEnd).Seconds()), HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: l.isHTTPS,
	})
}

// newOnce returns the value that binds a link. Later presses find the link bound.
func (l *Links) newOnce(hash string, now time.Time) string {
	end := strconv.FormatInt(now.Add(buttonLifetime).Unix(), 36)
	nonce := newSecret()
	return strings.Join([]string{end, nonce, l.o.Ring.Sign("press", hash, end, nonce)}, onceSeparator)
}

func (l *Links) isOnce(once, hash string, now time.Time) bool {
	parts := strings.Split(once, onceSeparator)
	if len(parts) != 3 || !secretText.MatchString(parts[1]) {
		return false
	}
	end, err := strconv.ParseInt(parts[0], 36, 64)
	return err == nil && l.o.Ring.Signed(parts[2], "press", hash, parts[0], parts[1]) && now.Before(time.Unix(end, 0))
}

func readOnce(w http.ResponseWriter, r *http.Request) (string, error) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/x-www-form-urlencoded" {
		return "", outcomeForeign
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	if err := r.ParseForm(); err != nil {
		return "", outcomeForeign
	}
	values := r.PostForm["once"]
	if len(values) != 1 || len(r.PostForm) != 1 {
		return "", outcomeForeign
	}
	return values[0], nil
}

func (l *Links) serveRelay(w http.ResponseWriter, r *http.Request, secret string) {
	ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
	defer cancel()
	if r.Method != http.MethodGet && r.Method != http.MethodPost {
		w.Header().Set("Allow", "GET, POST")
		reject(w, http.StatusMethodNotAllowed)
		return
	}
	link, isFound, err := Link{}, false, error(nil)
	if secretText.MatchString(secret) && l.isOn() {
		link, isFound, err = l.o.Store.Get(ctx, hash(secret))
	}
	switch {
	case err != nil:
		l.o.Logger.Warn("links: request failed", "error", err)
		w.Header().Set("Retry-After", "1")
		reject(w, http.StatusServiceUnavailable)
		return
	case !isFound || !l.isOwn(r) || !isHashOf(link.Browser, l.cookie(r)) || !l.isFor(r, link):
		reject(w, http.StatusForbidden)
		return
	}
	l.o.Relay.ServeQuestion(w, r, relay.QuestionAccess{
		Session: link.Question.Session, Ref: link.Question.RoundRef, Holder: hash(secret), Until: time.Now().Add(maxStream),
	})
}

func reject(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"error":"not here"}`))
}
