package admission

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

//go:embed lua/*.lua
var scripts embed.FS

func script(name string) *redis.Script {
	text, err := scripts.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic("admission: there is no script " + name)
	}
	return redis.NewScript(string(text))
}

var reserveScript, releaseScript, dueScript = script("reserve"), script("release"), script("due")

// maxAge is longer than any question is open.
const maxAge = 31 * 24 * time.Hour

// redisCounts counts the open questions of several processes by the clock of Redis. The keys of an asker share a slot of a cluster, with
// P the prefix and A the SHA-256 of the asker's name; a question is named "<id> <session> <fingerprint>":
//
//	P{asker:A}:due    zset  the open questions by the time of their next lookup, in ms
//	P{asker:A}:bytes  hash  the size of each question, and under the empty name the sum
//
// All keys expire.
type redisCounts struct {
	client redis.UniversalClient
	prefix string
	each   Limits
}

func (r *redisCounts) keys(asker string) []string {
	sum := sha256.Sum256([]byte(asker))
	start := r.prefix + "{asker:" + base64.RawURLEncoding.EncodeToString(sum[:]) + "}:"
	return []string{start + "due", start + "bytes"}
}

func formatQuestion(q keys.Question) string { return q.ID + " " + q.Session + " " + q.Fingerprint }

func parseQuestion(text string) keys.Question {
	id, rest, _ := strings.Cut(text, " ")
	session, fingerprint, _ := strings.Cut(rest, " ")
	return keys.Question{Session: session, RoundRef: relay.RoundRef{ID: id, Fingerprint: fingerprint}}
}

func (r *redisCounts) reserve(ctx context.Context, asker string, q keys.Question, size int) (bool, string, error) {
	reply, err := reserveScript.Run(ctx, r.client, r.keys(asker), formatQuestion(q), size, r.each.Questions, r.each.Bytes,
		recheckAfter.Milliseconds(), maxAge.Milliseconds()).Text()
	if reply == "full" {
		return false, limitOfAsker, err
	}
	return reply == "new", "", err
}

func (r *redisCounts) release(ctx context.Context, asker string, questions ...keys.Question) error {
	var names []any
	for _, q := range questions {
		names = append(names, formatQuestion(q))
	}
	return releaseScript.Run(ctx, r.client, r.keys(asker), names...).Err()
}

func (r *redisCounts) due(ctx context.Context, asker, _ string) (due []counted, err error) {
	names, err := dueScript.Run(ctx, r.client, r.keys(asker)[:1], maxLookups, recheckAfter.Milliseconds()).StringSlice()
	for _, name := range names {
		due = append(due, counted{asker, parseQuestion(name)})
	}
	return due, err
}
