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
	"unicode/utf8"
)

var base64url = base64.RawURLEncoding.Strict()

// token is v1.<session>.<end, in seconds since 1970>.<HMAC-SHA-256>. The TypeScript half makes
// and reads the same ones.
var token = regexp.MustCompile(`^v1\.([\w-]+)\.([1-9]\d{0,14})\.([\w-]{43})$`)

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
	return makeToken(r.o.Secret, session, time.Now().Add(cmp.Or(life, 12*time.Hour)+time.Second-1).Unix())
}

func makeToken(secret []byte, session string, end int64) string {
	when := strconv.FormatInt(end, 10)
	return "v1." + base64url.EncodeToString([]byte(session)) + "." + when + "." + base64url.EncodeToString(signature(secret, session, when))
}

// readToken says which session a token is for, and when that ends.
func readToken(secret []byte, text string, now time.Time) (session string, end time.Time, ok bool) {
	parts := token.FindStringSubmatch(text)
	if parts == nil {
		return "", time.Time{}, false
	}
	name, err := base64url.DecodeString(parts[1])
	if err != nil || CheckSession(string(name)) != nil {
		return "", time.Time{}, false
	}
	sent, err := base64url.DecodeString(parts[3])
	seconds, _ := strconv.ParseInt(parts[2], 10, 64)
	end = time.Unix(seconds, 0)
	// The comparison takes the same time wherever a wrong signature is wrong.
	if err != nil || !end.After(now) || !hmac.Equal(sent, signature(secret, string(name), parts[2])) {
		return "", time.Time{}, false
	}
	return string(name), end, true
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
