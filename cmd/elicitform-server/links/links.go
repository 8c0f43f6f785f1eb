// Package links serves a question at an address for one browser: the first that presses the button there.
package links

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	// Prefix begins the paths of the pages.
	Prefix       = "/q/"
	maxLinks     = 20
	ageAfterEnd  = 24 * time.Hour
	maxAge       = 30 * 24 * time.Hour
	storeTimeout = 10 * time.Second
)

var (
	// ErrOff is the error of a server without a public URL with https.
	ErrOff = errors.New("links: the server has no public URL with https")
	// ErrNoPages is the error of a program without the files that pages load.
	ErrNoPages = errors.New("links: the server has no pages")
	// ErrNoPerson is the error of a link without a person on a server with an identity header.
	ErrNoPerson = errors.New("links: the asker named no person")
	// ErrNoIdentity is the error of a person on a server without an identity header.
	ErrNoIdentity = errors.New("links: there is no identity header")
	// ErrTooMany is the error of a question with maxLinks links.
	ErrTooMany = errors.New("links: the question has too many links")
)

// Options are the arguments of [New].
type Options struct {
	Store  Store
	Rounds relay.Store
	Relay  *relay.Relay
	Ring   *keys.Ring
	// Base is the address for browsers, without a final "/"; empty if unknown.
	Base string
	// Origins are the origins of the server's own pages.
	Origins  []string
	Identity Identity
	// Review is "short" or "always"; empty leaves the review to the asker.
	Review string
	// Site is nil for no files.
	Site fs.FS
	// Max bounds the links in memory. 0 means unlimited.
	Max int
	// Logger gets failures, without answers, secrets and names of sessions.
	Logger *slog.Logger
}

// Links makes links and serves their pages. It is safe for concurrent use.
type Links struct {
	o             Options
	isHTTPS       bool
	style, script string
}

func New(o Options) *Links {
	l := &Links{o: o, isHTTPS: strings.HasPrefix(o.Base, "https:")}
	if m, ok := o.Store.(*inMemory); ok {
		m.max = o.Max
	}
	l.style, l.script = l.file("link.*.css"), l.file("link.*.js")
	return l
}

func (l *Links) file(pattern string) string {
	if l.o.Site == nil {
		return ""
	}
	names, _ := fs.Glob(l.o.Site, pattern)
	if len(names) != 1 {
		return ""
	}
	return "/elicitform/" + names[0]
}

// trustworthy matches secure contexts. A browser sends Sec-Fetch-Site only to them.
var trustworthy = regexp.MustCompile(`^(https://.|http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$)`)

func (l *Links) isOn() bool { return l.isTrustworthy() && l.hasPages() }

func (l *Links) isTrustworthy() bool { return trustworthy.MatchString(l.o.Base) }

func (l *Links) hasPages() bool { return l.style != "" && l.script != "" }

// Make makes a link to an open question, until its deadline if it has one. If person is set, only that person can open the link.
func (l *Links) Make(ctx context.Context, q keys.Question, deadline time.Time, person string) (url string, expires time.Time, err error) {
	switch {
	case !l.isTrustworthy():
		return "", time.Time{}, ErrOff
	case !l.hasPages():
		return "", time.Time{}, ErrNoPages
	case l.o.Identity.IsOn() && person == "":
		return "", time.Time{}, ErrNoPerson
	case !l.o.Identity.IsOn() && person != "":
		return "", time.Time{}, ErrNoIdentity
	}
	expires = time.Now().Add(maxAge)
	if !deadline.IsZero() && deadline.Before(expires) {
		expires = deadline
	}
	secret := newSecret()
	link := Link{Question: q, Expires: expires}
	if person != "" {
		link.Person = l.o.Ring.Sign("person", person)
	}
	isStored, err := l.o.Store.Put(ctx, hash(secret), link, time.Until(expires)+ageAfterEnd, maxLinks)
	if err == nil && !isStored {
		err = ErrTooMany
	}
	return l.o.Base + Prefix + secret, expires, err
}

// End makes the links of a question expire after a day, in which their pages say that it has ended.
func (l *Links) End(ctx context.Context, q keys.Question) {
	if err := l.o.Store.Shorten(ctx, q, ageAfterEnd); err != nil {
		l.o.Logger.Warn("links: the store does not answer", "error", err)
	}
}

// Stored counts the links in memory; false if they are in Redis.
func (l *Links) Stored() (n int, ok bool) {
	m, ok := l.o.Store.(*inMemory)
	if !ok {
		return 0, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.links), true
}

func newSecret() string {
	var bytes [16]byte
	_, _ = rand.Read(bytes[:])
	return base64.RawURLEncoding.EncodeToString(bytes[:])
}

// hash is the stored form of a secret, so that a reader of the store cannot open a link.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

type question struct {
	Server   relay.Server
	Requests []struct{ Params string }
}

// readQuestion returns nil if the question has ended. It does not renew the lease.
func (l *Links) readQuestion(ctx context.Context, link Link) (*question, error) {
	now := time.Now()
	if !now.Before(link.Expires) {
		return nil, nil
	}
	q := link.Question
	fields := []relay.Field{relay.FieldFingerprint, relay.FieldBody, relay.FieldDeadline, relay.FieldLease}
	records, err := l.o.Rounds.Records(ctx, q.Session, []string{q.ID}, fields...)
	if err != nil || len(records) != 1 {
		return nil, err
	}
	r := records[0]
	hasPassed := func(end time.Time) bool { return !end.IsZero() && !now.Before(end) }
	if r.Body == "" || r.Fingerprint != q.Fingerprint || hasPassed(r.Deadline) || hasPassed(r.Lease) {
		return nil, nil
	}
	open := &question{}
	if err := json.Unmarshal([]byte(r.Body), open); err != nil {
		return nil, err
	}
	return open, nil
}

// isOwn needs Sec-Fetch-Site: a page without a referrer sends the origin "null".
func (l *Links) isOwn(r *http.Request) bool {
	origins, sites := r.Header.Values("Origin"), r.Header.Values("Sec-Fetch-Site")
	if len(origins) > 1 || len(sites) > 1 {
		return false
	}
	hasOwnOrigin := len(origins) == 1 && slices.Contains(l.o.Origins, origins[0])
	if len(sites) == 0 {
		return hasOwnOrigin
	}
	return sites[0] == "same-origin" && (hasOwnOrigin || len(origins) == 0 || origins[0] == "null")
}
