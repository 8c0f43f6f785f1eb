// Package keys reads ask keys, and derives names of sessions and questions, and signatures, from the server's secret.
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
	// MinSecretBytes is the minimum length of the server's secret, and of an ask key's.
	MinSecretBytes = 16
	macBytes       = 16
)

var base64url = base64.RawURLEncoding.Strict()

// Rights are what an ask key may do besides using its own questions and pages.
type Rights uint8

const (
	// Ask allows questions.
	Ask Rights = 1 << iota
	// Show allows tokens for the questions of all askers in a session.
	Show
	// Finish allows finishing the pages of all askers.
	Finish

	allRights = Ask | Show | Finish
)

var rightNames = map[string]Rights{"ask": Ask, "show": Show, "finish": Finish}

func readRights(text string) (all Rights, ok bool) {
	for name := range strings.SplitSeq(text, "+") {
		right, ok := rightNames[name]
		if !ok {
			return 0, false
		}
		all |= right
	}
	return all, true
}

// A misspelled right must not become a session: a key without rights may get all of them.
func resemblesRights(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return c < 'a' || c > 'z' })
	return slices.ContainsFunc(words, func(word string) bool { return rightNames[word] != 0 })
}

// AskKey is the bearer token of an asker.
type AskKey struct {
	// Name is the asker, in ids and logs.
	Name string
	// rights are 0 until a [Ring] sets them.
	rights Rights
	digest [sha256.Size]byte
	// sessions are names, or beginnings of names with a final "*". An empty list allows all.
	sessions []string
}

var (
	keyName   = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)
	keySecret = regexp.MustCompile(`^[A-Za-z0-9._~+/=-]{16,512}$`)
)

// Parse reads "name:secret:session,session*:ask+show+finish", of which sessions and rights are optional. Errors never
// quote the secret.
func Parse(text string) (AskKey, error) {
	name, rest, _ := strings.Cut(text, ":")
	secret, sessions, hasSessions := strings.Cut(rest, ":")
	key := AskKey{Name: name, digest: sha256.Sum256([]byte(secret))}
	switch {
	case !keyName.MatchString(name):
		return AskKey{}, errors.New(`an ask key is written "name:secret", with 1 to 64 letters, digits, ".", "_" or "-" in its name`)
	case !keySecret.MatchString(secret):
		return AskKey{}, fmt.Errorf("the secret of ask key %q needs %d to 512 letters, digits or . _ ~ + / = -", name, MinSecretBytes)
	case !hasSessions:
		return key, nil
	}
	if i := strings.LastIndexByte(sessions, ':'); i >= 0 {
		if rights, ok := readRights(sessions[i+1:]); ok {
			key.rights, sessions = rights, sessions[:i]
		} else if resemblesRights(sessions[i+1:]) {
			return AskKey{}, fmt.Errorf(`ask key %q: the text after the last colon resembles rights, which are written "ask+show+finish"; `+
				`if it belongs to the name of a session, add ":" and the rights after it`, name)
		}
	}
	for pattern := range strings.SplitSeq(sessions, ",") {
		if pattern == "" || !utf8.ValidString(pattern) || strings.Contains(strings.TrimSuffix(pattern, "*"), "*") {
			return AskKey{}, fmt.Errorf(`ask key %q: %q is neither the name of a session nor the beginning of a name with "*" at its end`,
				name, pattern)
		}
		key.sessions = append(key.sessions, pattern)
	}
	return key, nil
}

// Has reports whether the key has a right. Outside of a [Ring] a key without rights may ask.
func (k AskKey) Has(right Rights) bool { return cmp.Or(k.rights, Ask)&right != 0 }

// IsFor reports whether the key may use a session, by its name.
func (k AskKey) IsFor(session string) bool {
	for _, pattern := range k.sessions {
		if start, isPrefix := strings.CutSuffix(pattern, "*"); session == pattern || isPrefix && strings.HasPrefix(session, start) {
			return true
		}
	}
	return len(k.sessions) == 0
}

// Ring holds the ask keys and the server's secret.
type Ring struct {
	secret     []byte
	keys       []AskKey
	isOneAsker bool
}

// NewRing needs the same rights for keys of one name. A key without rights gets all of them if there is only one asker,
// otherwise [Ask].
func NewRing(secret []byte, askKeys []AskKey) (*Ring, error) {
	if len(secret) < MinSecretBytes {
		return nil, fmt.Errorf("the secret has %d bytes and needs %d", len(secret), MinSecretBytes)
	}
	owner := map[[sha256.Size]byte]string{}
	rights := map[string]Rights{}
	askKeys = slices.Clone(askKeys)
	isOneAsker := !slices.ContainsFunc(askKeys, func(key AskKey) bool { return key.Name != askKeys[0].Name })
	for i := range askKeys {
		key := &askKeys[i]
		if key.rights == 0 && isOneAsker {
			key.rights = allRights
		}
		key.rights = cmp.Or(key.rights, Ask)
		if r, isRepeated := rights[key.Name]; isRepeated && r != key.rights {
			return nil, fmt.Errorf("the ask keys with the name %q have different rights", key.Name)
		}
		rights[key.Name] = key.rights
		if name, isRepeated := owner[key.digest]; isRepeated {
			return nil, fmt.Errorf("the ask keys %q and %q have the same secret", name, key.Name)
		}
		owner[key.digest] = key.Name
	}
	return &Ring{secret: secret, keys: askKeys, isOneAsker: isOneAsker}, nil
}

// HasOneAsker reports whether all keys have the same name.
func (r *Ring) HasOneAsker() bool { return r.isOneAsker }

// Find returns the key with a secret, in constant time.
func (r *Ring) Find(secret string) (found AskKey, ok bool) {
	digest := sha256.Sum256([]byte(secret))
	for _, key := range r.keys {
		if subtle.ConstantTimeCompare(digest[:], key.digest[:]) == 1 {
			found, ok = key, true
		}
	}
	return found, ok
}

// derive returns an HMAC for one purpose. Only the last part may contain a NUL.
func (r *Ring) derive(purpose string, parts ...string) []byte {
	mac := hmac.New(sha256.New, r.secret)
	mac.Write([]byte(purpose))
	for _, part := range parts {
		mac.Write([]byte("\x00" + part))
	}
	return mac.Sum(nil)
}

// Secret signs the tokens of the relay.
func (r *Ring) Secret() []byte { return r.secret }

// Tag is the session's name in the store. It does not reveal the asker's name of the session.
func (r *Ring) Tag(session string) string {
	return base64url.EncodeToString(r.derive("session", session))
}

// WebhookSecret signs webhooks, in the format of Standard Webhooks: "whsec_" and base64.
func (r *Ring) WebhookSecret(name string) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(r.derive("webhook", name))
}

// Question is a round in the session with a tag.
type Question struct {
	Session string
	relay.RoundRef
}

// ID is valid for the askers with a key of this name.
func (r *Ring) ID(name string, q Question) string {
	return "q_" + strings.Join([]string{q.Session, q.RoundRef.ID, q.Fingerprint, r.mac(name, q)}, ".")
}

func (r *Ring) mac(name string, q Question) string {
	return base64url.EncodeToString(r.derive("question", name, q.Session, q.RoundRef.ID, q.Fingerprint)[:macBytes])
}

// questionID allows one reading, because base64url contains no ".".
var questionID = regexp.MustCompile(`^q_([\w-]{43})\.([\w-]{8,64})\.([\w-]{43})\.([\w-]{22})$`)

// Read returns the question of an id. Other askers cannot find out whether the question exists.
func (r *Ring) Read(name, id string) (q Question, ok bool) {
	parts := questionID.FindStringSubmatch(id)
	if parts == nil {
		return Question{}, false
	}
	q = Question{parts[1], relay.RoundRef{ID: parts[2], Fingerprint: parts[3]}}
	return q, hmac.Equal([]byte(parts[4]), []byte(r.mac(name, q)))
}

// Sign returns an HMAC of parts in base64url. Only the last part may contain a NUL.
func (r *Ring) Sign(purpose string, parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(r.derive("sign\x00"+purpose, parts...))
}

// Signed reports, in constant time, whether [Ring.Sign] made a signature.
func (r *Ring) Signed(signature, purpose string, parts ...string) bool {
	return hmac.Equal([]byte(signature), []byte(r.Sign(purpose, parts...)))
}
