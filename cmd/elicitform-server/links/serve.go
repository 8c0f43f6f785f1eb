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
	// mostForm is how many bytes the press of the button sends.
	mostForm = 1024
	// pressable is for how long the button of a page can be pressed.
	pressable = time.Hour
	// maxStream ends a stream, after which the page reconnects and its identity is checked again.
	maxStream = 15 * time.Minute
	// inOnce divides the parts of a one-time value.
	inOnce = "."
)

// secretText is a secret in an address, and the value of the cookie.
var secretText = regexp.MustCompile(`^[\w-]{22}$`)

// policies are the Content-Security-Policies of docs/csp.md: of the pages with a button or with nothing to do, and of the one
// with the form.
const (
	commonPolicy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; " +
		"require-trusted-types-for 'script'; trusted-types 'none'; "
	buttonPolicy = commonPolicy + "form-action 'self'"
	formPolicy   = commonPolicy + "script-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'none'; " +
		"sandbox allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
)

// ServeHTTP serves what is below [Prefix]: the page of each link, and what the form on it needs.
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
	secret, rest, inside := strings.Cut(strings.TrimPrefix(r.URL.Path, Prefix), "/")
	if inside && rest == "relay" {
		l.serveRelay(w, r, secret)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost {
		header.Set("Allow", "GET, HEAD, POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if inside || !secretText.MatchString(secret) || !l.enabled() {
		l.say(w, r, unknown)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	v := &visit{l: l, w: w, r: r, secret: secret, hash: hashed(secret)}
	next := v.get
	if r.Method == http.MethodPost {
		next = v.press
	}
	err := next(ctx)
	if wrong, ok := errors.AsType[*outcome](err); ok {
		l.say(w, r, wrong)
	} else if err != nil {
		l.o.Logger.Warn("links: failed", "error", err)
		header.Set("Retry-After", "1")
		l.say(w, r, later)
	}
}

// visit is a request for the page of one link.
type visit struct {
	l            *Links
	w            http.ResponseWriter
	r            *http.Request
	secret, hash string
	link         Link
	question     *opened
}

// look reads the link and its question. The error is what to say instead.
func (v *visit) look(ctx context.Context) (err error) {
	var found bool
	if v.link, found, err = v.l.o.Store.Get(ctx, v.hash); err != nil {
		return err
	}
	if !found {
		return unknown
	}
	// Who else has got the address learns nothing of the question, and neither whether it is open.
	if !v.l.isFor(v.r, v.link) {
		return notYou
	}
	if v.question, err = v.l.question(ctx, v.link); err == nil && v.question == nil {
		err = ended
	}
	return err
}

// isFor reports whether a request is from the person of a link.
func (l *Links) isFor(r *http.Request, link Link) bool {
	if !l.o.Identity.Asked() && link.Person == "" {
		return true
	}
	// A link without a person was made before an identity was asked for.
	who := l.o.Identity.Of(r)
	return who != "" && l.o.Ring.Signed(link.Person, "person", who)
}

// get shows the button, or the form to the browser that has pressed it. It changes nothing, because previews and scanners of mail
// come here too.
func (v *visit) get(ctx context.Context) error {
	if err := v.look(ctx); err != nil {
		return err
	}
	cookie := v.l.cookie(v.r)
	switch {
	case v.link.Browser == "":
		v.l.showButton(v.w, v, http.StatusOK, false)
	case isHash(v.link.Browser, cookie):
		v.l.showForm(v.w, v)
	default:
		if cookie == "" && v.r.Header.Get("Sec-Fetch-Site") == "cross-site" {
			// A browser keeps a strict cookie to itself when a page of another site has led here. It shows it when this page leads to itself.
			v.w.Header().Set("Refresh", "0; url="+Prefix+v.secret+"?again")
		}
		return taken
	}
	return nil
}

// press binds the link to the browser.
func (v *visit) press(ctx context.Context) error {
	// Nothing is read for a page of another site, which would make a person open a link without knowing it.
	if !v.l.isOwn(v.r) {
		return foreign
	}
	once, err := readOnce(v.w, v.r)
	if err != nil {
		return err
	}
	if err := v.look(ctx); err != nil {
		return err
	}
	cookie := v.l.cookie(v.r)
	bound := v.link.Browser
	switch {
	case isHash(bound, cookie):
		v.again()
		return nil
	case bound != "":
		return taken
	case !v.l.isOnce(once, v.hash, time.Now()):
		v.l.showButton(v.w, v, http.StatusForbidden, true)
		return nil
	}
	if cookie == "" {
		cookie = random()
	}
	if bound, err = v.l.o.Store.Bind(ctx, v.hash, hashed(cookie)); err != nil {
		return err
	}
	if !isHash(bound, cookie) {
		return taken
	}
	v.l.setCookie(v.w, cookie, time.Until(v.link.Ends)+remembered)
	v.again()
	return nil
}

// again leads the browser to the page, which has the form now.
func (v *visit) again() {
	v.w.Header().Set("Location", Prefix+v.secret)
	v.w.WriteHeader(http.StatusSeeOther)
}

// isHash reports, in a time that says nothing, whether a hash is the one of a cookie that is there.
func isHash(hash, cookie string) bool {
	return cookie != "" && subtle.ConstantTimeCompare([]byte(hash), []byte(hashed(cookie))) == 1
}

// cookieName is the name of the cookie. The prefix keeps other hosts of the site from setting it.
func (l *Links) cookieName() string {
	if l.secure {
		return "__Host-elicitform"
	}
	return "elicitform"
}

// cookie is what a browser is known by; empty where it has none, or two.
func (l *Links) cookie(r *http.Request) string {
	if all := r.CookiesNamed(l.cookieName()); len(all) == 1 && secretText.MatchString(all[0].Value) {
		return all[0].Value
	}
	return ""
}

// setCookie gives the browser what it is known by, for all links that it opens: a cookie for each would be too many for a
// request some day.
func (l *Links) setCookie(w http.ResponseWriter, value string, age time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: l.cookieName(), Value: value, Path: "/", MaxAge: int(max(age, longest+remembered).Seconds()), HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: l.secure,
	})
}

// once makes a value for one press of the button of a link: the one that binds it. After that the link has no use for any.
func (l *Links) once(hash string, now time.Time) string {
	end := strconv.FormatInt(now.Add(pressable).Unix(), 36)
	nonce := random()
	return strings.Join([]string{end, nonce, l.o.Ring.Sign("press", hash, end, nonce)}, inOnce)
}

func (l *Links) isOnce(once, hash string, now time.Time) bool {
	parts := strings.Split(once, inOnce)
	if len(parts) != 3 || !secretText.MatchString(parts[1]) {
		return false
	}
	end, err := strconv.ParseInt(parts[0], 36, 64)
	return err == nil && l.o.Ring.Signed(parts[2], "press", hash, parts[0], parts[1]) && now.Before(time.Unix(end, 0))
}

// readOnce reads the body of a press.
func readOnce(w http.ResponseWriter, r *http.Request) (string, error) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/x-www-form-urlencoded" {
		return "", foreign
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	if err := r.ParseForm(); err != nil {
		return "", foreign
	}
	given := r.PostForm["once"]
	if len(given) != 1 || len(r.PostForm) != 1 {
		return "", foreign
	}
	return given[0], nil
}

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
	l.o.Relay.ServeQuestion(w, r, relay.QuestionAccess{
		Session: link.Question.Session, Ref: link.Question.Ref, Holder: hashed(secret), Until: time.Now().Add(maxStream),
	})
}

func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"error":"not here"}`))
}
