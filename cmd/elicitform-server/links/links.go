// Package links serves a question on a page of its own, behind an address that can be sent by any means. The address
// shows a button to everybody, and changes nothing; the first browser in which the button is pressed gets the question.
// It keeps the links, and not the questions, which are in the relay.
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
	// Prefix is where the pages are.
	Prefix = "/q/"
	// mostLinks is how many links a question has at most.
	mostLinks = 20
	// remembered is for how long a link is known when its question has ended, so that its page says so.
	remembered = 24 * time.Hour
	// longest is for how long a link of a question without a deadline can be opened at most.
	longest = 30 * 24 * time.Hour
	// patience is how long the store may take.
	patience = 10 * time.Second
)

// The errors of [Links.Make].
var (
	// ErrOff says that the server has no address with https by which browsers reach it, or no files that pages load.
	ErrOff = errors.New("links: the server has no pages")
	// ErrNoPerson says that a person must be named, because an identity is asked for.
	ErrNoPerson = errors.New("links: no person is named")
	// ErrNoIdentity says that a person was named, and the server cannot know who opens a link.
	ErrNoIdentity = errors.New("links: there is no identity header")
	// ErrTooMany says that the question has too many links.
	ErrTooMany = errors.New("links: the question has too many")
)

// Options are the options of [New].
type Options struct {
	// Store keeps the links, and Rounds the questions.
	Store  Store
	Rounds relay.Store
	// Relay is the endpoint for pages, with tokens.
	Relay *relay.Relay
	// Ring signs.
	Ring *keys.Ring
	// Base is the address by which browsers reach the server, without a "/" at its end; empty where nobody knows it.
	Base string
	// Origins are those that Base may have, it itself included.
	Origins []string
	// Identity says who opens a link.
	Identity Identity
	// Review is "short" or "always" on all pages, unless the asker is stricter; empty leaves it to the asker.
	Review string
	// Site has the files that pages load; nil for none.
	Site fs.FS
	// Max is how many links are kept in memory at most, of all questions; 0 is no bound. Redis has its own limit.
	Max int
	// Logger is told of what failed; never of an answer, a secret or the name of a session.
	Logger *slog.Logger
}

// Links makes links and serves their pages. It is safe for concurrent use.
type Links struct {
	o      Options
	secure bool
	// style and script are the addresses of the files that the pages load.
	style, script string
}

// New makes links.
func New(o Options) *Links {
	l := &Links{o: o, secure: strings.HasPrefix(o.Base, "https:")}
	if m, ok := o.Store.(*inMemory); ok {
		m.max = o.Max
	}
	l.style, l.script = l.file("link.*.css"), l.file("link.*.js")
	return l
}

// file is the address of the one file that a pattern matches; empty where there is none.
func (l *Links) file(pattern string) string {
	if l.o.Site == nil {
		return ""
	}
	names, _ := fs.Glob(l.o.Site, pattern) // The patterns are well-formed.
	if len(names) != 1 {
		return ""
	}
	return "/elicitform/" + names[0]
}

// private matches the addresses whose pages nobody on the way can read, which are those to which a browser says where a request
// comes from.
var private = regexp.MustCompile(`^(https://.|http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$)`)

// enabled reports whether a link would have a page.
func (l *Links) enabled() bool {
	return private.MatchString(l.o.Base) && l.style != "" && l.script != ""
}

// Make makes a link to a question that is open until a deadline; zero is none. Person is who may open it, by the name that the
// proxy gives them.
func (l *Links) Make(ctx context.Context, q keys.Question, deadline time.Time, person string) (url string, ends time.Time, err error) {
	switch {
	case !l.enabled():
		return "", time.Time{}, ErrOff
	case l.o.Identity.Asked() && person == "":
		return "", time.Time{}, ErrNoPerson
	case !l.o.Identity.Asked() && person != "":
		return "", time.Time{}, ErrNoIdentity
	}
	ends = time.Now().Add(longest)
	if !deadline.IsZero() && deadline.Before(ends) {
		ends = deadline
	}
	secret := random()
	link := Link{Question: q, Ends: ends}
	if person != "" {
		link.Person = l.o.Ring.Sign("person", person)
	}
	kept, err := l.o.Store.Put(ctx, hashed(secret), link, time.Until(ends)+remembered, mostLinks)
	if err == nil && !kept {
		err = ErrTooMany
	}
	return l.o.Base + Prefix + secret, ends, err
}

// Ended lets the links of a question be known for one more day, in which their pages say that it has ended.
func (l *Links) Ended(ctx context.Context, q keys.Question) {
	if err := l.o.Store.Ended(ctx, q, remembered); err != nil {
		// They end later, by themselves.
		l.o.Logger.Warn("links: failed", "error", err)
	}
}

// Kept returns how many links are kept in memory; false where they are not in memory.
func (l *Links) Kept() (n int, ok bool) {
	m, ok := l.o.Store.(*inMemory)
	if !ok {
		return 0, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.links), true
}

// random is a secret of 128 bits that cannot be guessed.
func random() string {
	var bytes [16]byte
	_, _ = rand.Read(bytes[:]) // It never fails.
	return base64.RawURLEncoding.EncodeToString(bytes[:])
}

// hashed is what the store has of a secret: who reads the store opens nothing, and what is compared there is no secret.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// opened is an open question as a page shows it.
type opened struct {
	Server   relay.Server
	Requests []struct{ Params string }
}

// question reads the question of a link; nil where it is not open any more. That is no sign of life of its asker.
func (l *Links) question(ctx context.Context, link Link) (*opened, error) {
	now := time.Now()
	if !now.Before(link.Ends) {
		return nil, nil
	}
	q := link.Question
	fields := []relay.Field{relay.FieldFingerprint, relay.FieldBody, relay.FieldDeadline, relay.FieldLease}
	stored, err := l.o.Rounds.Records(ctx, q.Session, []string{q.ID}, fields...)
	if err != nil || len(stored) != 1 {
		return nil, err
	}
	one := stored[0]
	over := func(end time.Time) bool { return !end.IsZero() && !now.Before(end) }
	if one.Body == "" || one.Fingerprint != q.Fingerprint || over(one.Deadline) || over(one.Lease) {
		return nil, nil
	}
	shown := &opened{}
	if err := json.Unmarshal([]byte(one.Body), shown); err != nil {
		return nil, err
	}
	return shown, nil
}

// isOwn reports whether a request comes from a page of this server. Pages without a referrer send "null" as their origin with a
// form, so that the browser's own word counts where there is one.
func (l *Links) isOwn(r *http.Request) bool {
	origins, sites := r.Header.Values("Origin"), r.Header.Values("Sec-Fetch-Site")
	if len(origins) > 1 || len(sites) > 1 {
		return false
	}
	own := len(origins) == 1 && slices.Contains(l.o.Origins, origins[0])
	if len(sites) == 0 {
		return own
	}
	return sites[0] == "same-origin" && (own || len(origins) == 0 || origins[0] == "null")
}
