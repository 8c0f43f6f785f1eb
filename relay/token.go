package relay

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

var base64url = base64.RawURLEncoding.Strict()

// tokenPattern matches v1.<session>.<end>.<HMAC-SHA-256> for a whole session, and v2.<session>.<scope>.<end>.<HMAC-SHA-256>
// for a part of it, which the TypeScript relay rejects. The end is in seconds since 1970.
var tokenPattern = regexp.MustCompile(`^(?:v1\.([\w-]+)|v2\.([\w-]+)\.([\w-]+))\.([1-9]\d{0,14})\.([\w-]{43})$`)

type pass struct {
	session string
	scope   scope
	// token is empty if Options.Authorize has authorized the request.
	token string
	// end is when the pass expires; zero is never.
	end time.Time
}

// scope is the part of a session that a device may see and answer. The zero scope contains nothing.
type scope struct {
	all      bool
	asker    string
	question RoundRef
	holder   string
}

// holder names who answers, for the rate of refused answers: the holder of a question, the token, or the session.
func (p pass) holder() string {
	switch q := p.scope.question; {
	case q.ID != "":
		return "question " + hashText([]byte(p.session+"\n"+q.ID+"\n"+q.Fingerprint+"\n"+p.scope.holder))
	case p.token != "":
		return "token " + hashText([]byte(p.token))
	}
	return "session " + p.session
}

func (s scope) includes(asker string, ref RoundRef) bool {
	return s.all || s.asker != "" && s.asker == asker || s.question.ID != "" && s.question == ref
}

// includesEnd compares only ids, because news are without fingerprints.
func (s scope) includesEnd(e EndedRound) bool {
	return s.all || s.asker != "" && s.asker == e.Asker || s.question.ID != "" && s.question.ID == e.ID
}

const scopeAsker = "asker"

func (s scope) text() string { return scopeAsker + "\n" + s.asker }

func readScope(text string) (s scope, ok bool) {
	kind, asker, _ := strings.Cut(text, "\n")
	if kind != scopeAsker || asker == "" || checkAsker(asker) != nil {
		return scope{}, false
	}
	return scope{asker: asker}, true
}

// Token makes a token with which a device sees and answers a session: give it only to a person who may answer there. A
// lifetime of 0 is 12 hours. Token panics without a secret and for a malformed session, which are bugs of the program.
func (r *Relay) Token(session string, lifetime time.Duration) string {
	r.mustMakeTokens(session)
	return makeToken(r.options.Secret, session, tokenEnd(lifetime))
}

// AskerToken is [Relay.Token] for the rounds of one asker: see [ElicitOptions.Asker]. It also panics for an empty name.
func (r *Relay) AskerToken(session, asker string, lifetime time.Duration) string {
	if asker == "" {
		panic("relay: a token for nobody")
	}
	r.mustMakeTokens(session)
	s := scope{asker: asker}
	if _, ok := readScope(s.text()); !ok {
		panic("relay: what a token is for has no such name")
	}
	return makeScopedToken(r.options.Secret, session, s, tokenEnd(lifetime))
}

func (r *Relay) mustMakeTokens(session string) {
	if r.options.Secret == nil {
		panic("relay: tokens need a secret")
	}
	if err := CheckSession(session); err != nil {
		panic(err)
	}
}

func tokenEnd(lifetime time.Duration) int64 {
	return time.Now().Add(cmp.Or(lifetime, 12*time.Hour) + time.Second - 1).Unix()
}

func makeScopedToken(secret []byte, session string, s scope, end int64) string {
	signed := base64url.EncodeToString([]byte(session)) + "." + base64url.EncodeToString([]byte(s.text())) + "." + strconv.FormatInt(end, 10)
	return "v2." + signed + "." + base64url.EncodeToString(scopedSignature(secret, signed))
}

func makeToken(secret []byte, session string, end int64) string {
	when := strconv.FormatInt(end, 10)
	return "v1." + base64url.EncodeToString([]byte(session)) + "." + when + "." + base64url.EncodeToString(signature(secret, session, when))
}

func readToken(secret []byte, text string, now time.Time) (p pass, ok bool) {
	parts := tokenPattern.FindStringSubmatch(text)
	if parts == nil {
		return pass{}, false
	}
	wholeSession, scopedSession, encodedScope, end, mac := parts[1], parts[2], parts[3], parts[4], parts[5]
	session, err := base64url.DecodeString(wholeSession + scopedSession)
	if err != nil || CheckSession(string(session)) != nil {
		return pass{}, false
	}
	got, err := base64url.DecodeString(mac)
	seconds, _ := strconv.ParseInt(end, 10, 64)
	p = pass{session: string(session), end: time.Unix(seconds, 0)}
	want := signature(secret, p.session, end)
	if scopedSession != "" {
		want = scopedSignature(secret, scopedSession+"."+encodedScope+"."+end)
	}
	// hmac.Equal compares in constant time.
	if err != nil || !p.end.After(now) || !hmac.Equal(got, want) {
		return pass{}, false
	}
	if p.scope.all = wholeSession != ""; p.scope.all {
		return p, true
	}
	plain, err := base64url.DecodeString(encodedScope)
	if err != nil {
		return pass{}, false
	}
	p.scope, ok = readScope(string(plain))
	return p, ok
}

// scopedSignature signs the parts of a v2 token. Its prefix differs from that of a v1 token for every session.
func scopedSignature(secret []byte, parts string) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("elicitform relay scope\n" + parts))
	return mac.Sum(nil)
}

func signature(secret []byte, session, end string) []byte {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "elicitform relay\n%s\n%s", session, end)
	return mac.Sum(nil)
}

// CheckSession checks a name: 1 to 1,024 bytes of UTF-8 without a byte order mark. Readers drop that mark and replace
// invalid bytes, which would give two sessions the same name.
func CheckSession(session string) error {
	if session == "" || len(session) > maxSession || !utf8.ValidString(session) || strings.ContainsRune(session, '\uFEFF') {
		return errors.New("relay: a session is named by 1 to 1024 bytes of Unicode text without a byte order mark")
	}
	return nil
}

func checkAsker(asker string) error {
	if len(asker) > maxID || !utf8.ValidString(asker) || strings.ContainsFunc(asker, unicode.IsControl) {
		return errors.New("relay: an asker is named by up to 256 bytes of Unicode text without controls")
	}
	return nil
}

func keyID(session, key string) string {
	if key == "" {
		return rand.Text()
	}
	sum := sha256.Sum256([]byte("elicitform key\n" + session + "\n" + key))
	return base64url.EncodeToString(sum[:16])
}

func hashText(text []byte) string {
	sum := sha256.Sum256(text)
	return base64url.EncodeToString(sum[:])
}
