// Package redisstore keeps the questions of package relay in Redis, for hosts of several
// processes: asked in one, shown by another, answered in a third. It shares its keys and
// scripts with the TypeScript half of the relay, so that the processes may be written in
// either language. Redis must not evict keys (maxmemory-policy noeviction); all keys
// expire.
package redisstore

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/lua"
)

// DefaultPrefix is what the keys begin with.
const DefaultPrefix = "elicitform:"

// Options are the options of [New].
type Options struct {
	// Prefix is what the keys begin with; empty for [DefaultPrefix].
	Prefix string
}

type store struct {
	client redis.UniversalClient
	prefix string
	bells  bells
}

var (
	ask   = redis.NewScript(lua.Ask)
	end   = redis.NewScript(lua.End)
	peek  = redis.NewScript(lua.Peek)
	draft = redis.NewScript(lua.Draft)
	page  = redis.NewScript(lua.Page)
)

// New makes a [relay.Store] in Redis. The client stays yours to close, after the relay.
func New(client redis.UniversalClient, o Options) relay.Store {
	if o.Prefix == "" {
		o.Prefix = DefaultPrefix
	}
	s := &store{client: client, prefix: o.Prefix}
	s.bells.client = client
	return s
}

// place is where the keys of a session are: one slot of a cluster, in which the name of the
// session cannot be read.
func (s *store) place(session string) string {
	sum := sha256.Sum256([]byte(session))
	return s.prefix + "{" + base64.RawURLEncoding.EncodeToString(sum[:]) + "}"
}

func keys(place, id string) []string {
	return []string{place + ":r:" + id, place + ":open", place + ":v", place + ":gone", place + ":sizes", place + ":notices"}
}

// run runs a script that is about one question.
func (s *store) run(ctx context.Context, script *redis.Script, session string, ref relay.Ref, args ...any) (relay.Verdict, error) {
	p := s.place(session)
	return verdict(script.Run(ctx, s.client, keys(p, ref.ID), append([]any{ref.ID, ref.Fingerprint, p}, args...)...))
}

func (s *store) Ask(ctx context.Context, session string, a relay.Ask) (relay.Verdict, error) {
	return s.run(ctx, ask, session, a.Ref, a.Body, a.Server, millis(a.Deadline), a.Lease.Milliseconds(), a.Keep.Milliseconds(),
		a.Limits.Open, a.Limits.Bytes, a.Limits.ServerOpen, a.Limits.ServerBytes)
}

func (s *store) End(ctx context.Context, session string, e relay.End) (relay.Verdict, error) {
	return s.run(ctx, end, session, e.Ref, string(e.How), e.Result, e.By, e.Keep.Milliseconds())
}

func (s *store) Peek(ctx context.Context, session string, ref relay.Ref, lease, keep time.Duration) (relay.Verdict, error) {
	return s.run(ctx, peek, session, ref, lease.Milliseconds(), keep.Milliseconds())
}

func (s *store) Draft(ctx context.Context, session string, ref relay.Ref, text string) (relay.Verdict, error) {
	return s.run(ctx, draft, session, ref, text)
}

func (s *store) Page(ctx context.Context, session string, f relay.FinishedPage, keep time.Duration) (int64, error) {
	p := s.place(session)
	names, err := json.Marshal([2]string{f.Server, f.ElicitationID})
	if err != nil {
		return 0, err
	}
	return page.Run(ctx, s.client, keys(p, ""), f.Server, names, p, keep.Milliseconds()).Int64()
}

func (s *store) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	p := s.place(session)
	// The version is read first: what changes meanwhile has a later one and is read again.
	version, err := s.client.Get(ctx, p+":v").Int64()
	if err != nil && !errors.Is(err, redis.Nil) {
		return relay.Snapshot{}, err
	}
	snapshot := relay.Snapshot{Version: version}
	ids, err := s.client.ZRange(ctx, p+":open", 0, -1).Result()
	if err != nil {
		return relay.Snapshot{}, err
	}
	records := make([]*redis.SliceCmd, len(ids))
	var gone *redis.StringSliceCmd
	_, err = s.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for i, id := range ids {
			records[i] = pipe.HMGet(ctx, p+":r:"+id, "state", "body", "deadline", "draft", "lease", "fp")
		}
		gone = pipe.ZRangeByScore(ctx, p+":gone", &redis.ZRangeBy{Min: "(" + strconv.FormatInt(since, 10), Max: "+inf"})
		return nil
	})
	if err != nil {
		return relay.Snapshot{}, err
	}
	for i, id := range ids {
		field := records[i].Val()
		if state := text(field[0]); state == "" || state == string(relay.Open) {
			snapshot.Open = append(snapshot.Open, relay.OpenQuestion{
				Ref: relay.Ref{ID: id, Fingerprint: text(field[5])}, Body: text(field[1]), Deadline: moment(text(field[2])), Draft: text(field[3]), Lease: moment(text(field[4])),
			})
		}
	}
	for _, member := range gone.Val() {
		how, rest, _ := strings.Cut(member, " ")
		if how == "page" {
			var names [2]string
			if json.Unmarshal([]byte(rest), &names) == nil {
				snapshot.Pages = append(snapshot.Pages, relay.FinishedPage{Server: names[0], ElicitationID: names[1]})
			}
		} else {
			snapshot.Gone = append(snapshot.Gone, relay.GoneQuestion{ID: rest, How: relay.State(how)})
		}
	}
	return snapshot, nil
}

func (s *store) Watch(_ context.Context, session string, ring func()) (stop func(), err error) {
	return s.bells.add(s.place(session), ring), nil
}

// verdict reads the reply of a script: state, whose, result, deadline.
func verdict(cmd *redis.Cmd) (relay.Verdict, error) {
	reply, err := cmd.StringSlice()
	if err != nil {
		return relay.Verdict{}, err
	}
	if len(reply) != 4 {
		return relay.Verdict{}, fmt.Errorf("redisstore: a script replied %d values", len(reply))
	}
	return relay.Verdict{State: relay.State(reply[0]), Mine: reply[1] == "mine", Result: reply[2], Deadline: moment(reply[3])}, nil
}

// millis writes a time as Redis keeps it, with 0 for none.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func moment(text string) time.Time {
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil && ms > 0 {
		return time.UnixMilli(ms)
	}
	return time.Time{}
}

// text reads a field of a hash, which is nil when it is not there.
func text(field any) string {
	value, _ := field.(string)
	return value
}
