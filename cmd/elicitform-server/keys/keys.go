// Package keys knows who may ask: the ask keys, the names under which the server keeps sessions and questions, and what is
// derived from the server's secret. It is given keys and names, and gives tags, ids and signatures. It stores nothing and
// opens no connection.
package keys

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/relay"
)

const (
	// LeastSecret is how many bytes the server's secret and that of an ask key have at least.
	LeastSecret = 16
	// macLength is how many bytes of the HMAC an id carries.
	macLength = 16
)

var base64url = base64.RawURLEncoding.Strict()

// Rights are what an ask key may do. With each of them it makes tokens for its own questions, and finishes its own pages.
type Rights uint8

// The rights of a key.
const (
	// Ask lets it ask questions.
	Ask Rights = 1 << iota
	// Show lets its tokens show, and answer, what all askers have asked in a session.
	Show
	// Finish lets it call the pages of all askers finished.
	Finish

	allRights = Ask | Show | Finish
)

// rightNames are the rights as a key names them.
var rightNames = map[string]Rights{"ask": Ask, "show": Show, "finish": Finish}

// readRights reads names of rights with "+" between them.
func readRights(text string) (all Rights, ok bool) {
	for name := range strings.SplitSeq(text, "+") {
		right, known := rightNames[name]
		if !known {
			return 0, false
		}
		all |= right
	}
	return all, true
}

// resemblesRights reports whether a text has the name of a right, in whatever case and among whatever signs: a slip there must not be
// taken for the name of a session, because a key that names no rights may have more than was meant.
func resemblesRights(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return c < 'a' || c > 'z' })
	return slices.ContainsFunc(words, func(word string) bool { return rightNames[word] != 0 })
}

// AskKey is what an asker presents as its bearer token, the sessions that it is for, and what it may do there.
type AskKey struct {
	// Name tells keys apart, in ids of questions and in logs.
	Name string
	// rights are 0 where the key names none, until a [Ring] knows whether it is the only one.
	rights Rights
	// digest is the SHA-256 of the secret, so that comparing takes the same time for all.
	digest [sha256.Size]byte
	// sessions are names, or beginnings of names with a "*" behind them; none is all.
	sessions []string
}

var (
	keyName   = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)
	keySecret = regexp.MustCompile(`^[A-Za-z0-9._~+/=-]{16,512}$`)
)

// Parse reads an ask key: "name:secret", "name:secret:session,session*" or "name:secret:session,session*:ask+show+finish". What is
// behind the last colon are rights where it can be read as such, and otherwise belongs to the name of a session, unless it has the name
// of a right. Errors never quote the secret.
func Parse(text string) (AskKey, error) {
	name, rest, _ := strings.Cut(text, ":")
	secret, sessions, limited := strings.Cut(rest, ":")
	key := AskKey{Name: name, digest: sha256.Sum256([]byte(secret))}
	switch {
	case !keyName.MatchString(name):
		return AskKey{}, errors.New(`an ask key is written "name:secret", with 1 to 64 letters, digits, ".", "_" or "-" in its name`)
	case !keySecret.MatchString(secret):
		return AskKey{}, fmt.Errorf("the secret of ask key %q needs %d to 512 letters, digits or . _ ~ + / = -", name, LeastSecret)
	case !limited:
		return key, nil
	}
	if i := strings.LastIndexByte(sessions, ':'); i >= 0 {
		if rights, ok := readRights(sessions[i+1:]); ok {
			key.rights, sessions = rights, sessions[:i]
		} else if resemblesRights(sessions[i+1:]) {
			return AskKey{}, fmt.Errorf(`ask key %q: what stands behind the last colon resembles rights, which are written "ask+show+finish"; `+
				`where it belongs to the name of a session, write the rights behind it`, name)
		}
	}
	for pattern := range strings.SplitSeq(sessions, ",") {
		if pattern == "" || !utf8.ValidString(pattern) || strings.Contains(strings.TrimSuffix(pattern, "*"), "*") {
			return AskKey{}, fmt.Errorf(`ask key %q: %q is neither the name of a session nor the beginning of one with "*" behind it`, name, pattern)
		}
		key.sessions = append(key.sessions, pattern)
	}
	return key, nil
}

// Has reports whether the key has a right. One that names none may ask, unless it is the only one of its [Ring].
func (k AskKey) Has(right Rights) bool { return cmp.Or(k.rights, Ask)&right != 0 }

// MayAsk reports whether the key may ask in the session with this name.
func (k AskKey) MayAsk(session string) bool { return k.Has(Ask) && k.IsFor(session) }

// IsFor reports whether the session with this name is among those of the key.
func (k AskKey) IsFor(session string) bool {
	for _, pattern := range k.sessions {
		if start, open := strings.CutSuffix(pattern, "*"); session == pattern || open && strings.HasPrefix(session, start) {
			return true
		}
	}
	return len(k.sessions) == 0
}

// Ring holds the ask keys and the server's secret.
type Ring struct {
	secret []byte
	keys   []AskKey
	alone  bool
}

// NewRing makes a ring. Two keys may have one name, so that a secret can be replaced by another one while both are used, but not
// one secret. They are one asker, with the same rights. Where a key names no rights, it may ask, and everything where there is
// no asker but its own.
func NewRing(secret []byte, all []AskKey) (*Ring, error) {
	if len(secret) < LeastSecret {
		return nil, fmt.Errorf("the secret has %d bytes and needs %d", len(secret), LeastSecret)
	}
	owner := map[[sha256.Size]byte]string{}
	rights := map[string]Rights{}
	all = slices.Clone(all)
	alone := !slices.ContainsFunc(all, func(key AskKey) bool { return key.Name != all[0].Name })
	for i := range all {
		key := &all[i]
		if key.rights == 0 && alone {
			key.rights = allRights
		}
		key.rights = cmp.Or(key.rights, Ask)
		if had, twice := rights[key.Name]; twice && had != key.rights {
			return nil, fmt.Errorf("the ask keys with the name %q have different rights", key.Name)
		}
		rights[key.Name] = key.rights
		if other, twice := owner[key.digest]; twice {
			return nil, fmt.Errorf("the ask keys %q and %q have the same secret", other, key.Name)
		}
		owner[key.digest] = key.Name
	}
	return &Ring{secret: secret, keys: all, alone: alone}, nil
}

// IsAlone reports whether all keys have one name, so that there is one asker at most.
func (r *Ring) IsAlone() bool { return r.alone }

// Find returns the key with this secret. It takes the same time whichever key it is, and where it is none.
func (r *Ring) Find(secret string) (found AskKey, ok bool) {
	digest := sha256.Sum256([]byte(secret))
	for _, key := range r.keys {
		if subtle.ConstantTimeCompare(digest[:], key.digest[:]) == 1 {
			found, ok = key, true
		}
	}
	return found, ok
}

// derive is an HMAC of the server's secret, for one purpose, over parts of which only the last may hold a NUL.
func (r *Ring) derive(purpose string, parts ...string) []byte {
	mac := hmac.New(sha256.New, r.secret)
	mac.Write([]byte(purpose))
	for _, part := range parts {
		mac.Write([]byte("\x00" + part))
	}
	return mac.Sum(nil)
}

// Secret is what the relay signs the tokens of devices with.
func (r *Ring) Secret() []byte { return r.secret }

// Tag is the name under which the relay and its store know a session: the caller's own name of it
// cannot be read from the tag.
func (r *Ring) Tag(session string) string {
	return base64url.EncodeToString(r.derive("session", session))
}

// WebhookSecret is what webhooks of the questions of an ask key are signed with, as Standard Webhooks
// writes it: "whsec_" and base64. Keys of one name share it.
func (r *Ring) WebhookSecret(name string) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(r.derive("webhook", name))
}

// Question names a question: the tag of its session, and its round there.
type Question struct {
	Session string
	relay.RoundRef
}

// ID is the question's id for the askers with a key of this name.
func (r *Ring) ID(name string, q Question) string {
	return "q_" + strings.Join([]string{q.Session, q.RoundRef.ID, q.Fingerprint, r.mac(name, q)}, ".")
}

func (r *Ring) mac(name string, q Question) string {
	return base64url.EncodeToString(r.derive("question", name, q.Session, q.RoundRef.ID, q.Fingerprint)[:macLength])
}

// questionID matches an id. The alphabet of base64url has no ".", so an id has one reading.
var questionID = regexp.MustCompile(`^q_([\w-]{43})\.([\w-]{8,64})\.([\w-]{43})\.([\w-]{22})$`)

// Read returns the question of an id, if an asker with a key of this name got it. All others cannot
// find out whether there is such a question.
func (r *Ring) Read(name, id string) (q Question, ok bool) {
	parts := questionID.FindStringSubmatch(id)
	if parts == nil {
		return Question{}, false
	}
	q = Question{parts[1], relay.RoundRef{ID: parts[2], Fingerprint: parts[3]}}
	return q, hmac.Equal([]byte(parts[4]), []byte(r.mac(name, q)))
}

// Sign is an HMAC of the server's secret over parts of a purpose, as text of base64url. Purposes of other methods are not used.
// Only the last part may hold a NUL.
func (r *Ring) Sign(purpose string, parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(r.derive("sign\x00"+purpose, parts...))
}

// Signed reports whether [Ring.Sign] has made a signature. It takes the same time wherever a wrong one is wrong.
func (r *Ring) Signed(signature, purpose string, parts ...string) bool {
	return hmac.Equal([]byte(signature), []byte(r.Sign(purpose, parts...)))
}
