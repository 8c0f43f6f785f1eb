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

// token is v1.<session>.<end, in seconds since 1970>.<HMAC-SHA-256> for a whole session. The TypeScript half makes
// and reads the same ones. A token for a part of a session is v2.<session>.<scope>.<end>.<HMAC-SHA-256>, which the TypeScript half
// rejects, because it has no parts.
var token = regexp.MustCompile(`^(?:v1\.([\w-]+)|v2\.([\w-]+)\.([\w-]+))\.([1-9]\d{0,14})\.([\w-]{43})$`)

// pass is what a device may see and answer, and until when.
type pass struct {
	session string
	scope   scope
	// token is the text that the pass was read from; empty where the application has authorized the request.
	token string
	// end is zero where the pass does not end.
	end time.Time
}

// scope is the part of a session that a device may see and answer. The zero scope is nothing: what is to be seen must be said.
type scope struct {
	// all is the whole session.
	all bool
	// asker is all that one asker has asked.
	asker string
	// question is one round.
	question Ref
	// holder is [QuestionAccess.Holder].
	holder string
}

// holder names who answers, for the rate of refused answers: the holder of a question, the token, or the session.
func (p pass) holder() string {
	switch q := p.scope.question; {
	case q.ID != "":
		return "question " + hashed([]byte(p.session+"\n"+q.ID+"\n"+q.Fingerprint+"\n"+p.scope.holder))
	case p.token != "":
		return "token " + hashed([]byte(p.token))
	}
	return "session " + p.session
}

// has reports whether a round is in the scope.
func (s scope) has(asker string, ref Ref) bool {
	return s.all || s.asker != "" && s.asker == asker || s.question.ID != "" && s.question == ref
}

// hasEnd reports whether the end of a round is in the scope, of which only the id and the asker are known then.
func (s scope) hasEnd(e EndedRound) bool {
	return s.all || s.asker != "" && s.asker == e.Asker || s.question.ID != "" && s.question.ID == e.ID
}

// scopeAsker is the only kind of scope that a token can have.
const scopeAsker = "asker"

// text writes the scope of a token.
func (s scope) text() string { return scopeAsker + "\n" + s.asker }

// readScope reads the scope of a token.
func readScope(text string) (s scope, ok bool) {
	kind, asker, _ := strings.Cut(text, "\n")
	if kind != scopeAsker || asker == "" || checkAsker(asker) != nil {
		return scope{}, false
	}
	return scope{asker: asker}, true
}

// Token makes what a device needs to see a session: give it only to a person who may answer there. A
// life of 0 is 12 hours. It panics without a secret, or for what cannot be
// the name of a session, which are mistakes of the program.
func (r *Relay) Token(session string, life time.Duration) string {
	if r.o.Secret == nil {
		panic("relay: tokens need a secret")
	}
	if err := CheckSession(session); err != nil {
		panic(err)
	}
	return makeToken(r.o.Secret, session, endOf(life))
}

// AskerToken is [Relay.Token] for what one asker has asked in a session, and nothing else of it: see [ElicitOptions.Asker]. It panics
// for the empty name too.
func (r *Relay) AskerToken(session, asker string, life time.Duration) string {
	if asker == "" {
		panic("relay: a token for nobody")
	}
	return r.scopedToken(session, scope{asker: asker}, life)
}

func (r *Relay) scopedToken(session string, s scope, life time.Duration) string {
	if r.o.Secret == nil {
		panic("relay: tokens need a secret")
	}
	if err := CheckSession(session); err != nil {
		panic(err)
	}
	if _, ok := readScope(s.text()); !ok {
		panic("relay: what a token is for has no such name")
	}
	return makeScopedToken(r.o.Secret, session, s, endOf(life))
}

// endOf is when a token ends, in seconds since 1970.
func endOf(life time.Duration) int64 {
	return time.Now().Add(cmp.Or(life, 12*time.Hour) + time.Second - 1).Unix()
}

func makeScopedToken(secret []byte, session string, s scope, end int64) string {
	signed := base64url.EncodeToString([]byte(session)) + "." + base64url.EncodeToString([]byte(s.text())) + "." + strconv.FormatInt(end, 10)
	return "v2." + signed + "." + base64url.EncodeToString(scopedSignature(secret, signed))
}

func makeToken(secret []byte, session string, end int64) string {
	when := strconv.FormatInt(end, 10)
	return "v1." + base64url.EncodeToString([]byte(session)) + "." + when + "." + base64url.EncodeToString(signature(secret, session, when))
}

// readToken returns what a token is for.
func readToken(secret []byte, text string, now time.Time) (p pass, ok bool) {
	parts := token.FindStringSubmatch(text)
	if parts == nil {
		return pass{}, false
	}
	whole, narrow, scoped, end, mac := parts[1], parts[2], parts[3], parts[4], parts[5]
	session, err := base64url.DecodeString(whole + narrow)
	if err != nil || CheckSession(string(session)) != nil {
		return pass{}, false
	}
	sent, err := base64url.DecodeString(mac)
	seconds, _ := strconv.ParseInt(end, 10, 64)
	p = pass{session: string(session), end: time.Unix(seconds, 0)}
	want := signature(secret, p.session, end)
	if narrow != "" {
		want = scopedSignature(secret, narrow+"."+scoped+"."+end)
	}
	// The comparison takes the same time wherever a wrong signature is wrong.
	if err != nil || !p.end.After(now) || !hmac.Equal(sent, want) {
		return pass{}, false
	}
	if p.scope.all = whole != ""; p.scope.all {
		return p, true
	}
	plain, err := base64url.DecodeString(scoped)
	if err != nil {
		return pass{}, false
	}
	p.scope, ok = readScope(string(plain))
	return p, ok
}

// scopedSignature signs the parts of a v2 token. No session can make the text of it that of a v1 token.
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

// CheckSession rejects a text that is no name of a session: 1 to 1,024 bytes of well-formed Unicode without a byte order
// mark. Readers drop that mark, and replace what is not UTF-8, so that two sessions would have one name.
func CheckSession(session string) error {
	if session == "" || len(session) > mostSession || !utf8.ValidString(session) || strings.ContainsRune(session, '\uFEFF') {
		return errors.New("relay: a session is named by 1 to 1024 bytes of Unicode text without a byte order mark")
	}
	return nil
}

// checkAsker rejects a text that is no name of an asker: up to 256 bytes of printable Unicode.
func checkAsker(asker string) error {
	if len(asker) > mostID || !utf8.ValidString(asker) || strings.ContainsFunc(asker, unicode.IsControl) {
		return errors.New("relay: an asker is named by up to 256 bytes of Unicode text without controls")
	}
	return nil
}

// keyID is the id of a round that the application has given a key; without a key it cannot be guessed.
func keyID(session, key string) string {
	if key == "" {
		return rand.Text()
	}
	sum := sha256.Sum256([]byte("elicitform key\n" + session + "\n" + key))
	return base64url.EncodeToString(sum[:16])
}

func hashed(text []byte) string {
	sum := sha256.Sum256(text)
	return base64url.EncodeToString(sum[:])
}
