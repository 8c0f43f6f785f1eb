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
	"fmt"
	"iter"
	"slices"
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
	read  = redis.NewScript(lua.Read)
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
	reply, err := read.Run(ctx, s.client, keys(p, ""), since).Slice()
	if err != nil {
		return relay.Snapshot{}, err
	}
	if len(reply) != 4 {
		return relay.Snapshot{}, fmt.Errorf("redisstore: a script replied %d values", len(reply))
	}
	snapshot := relay.Snapshot{Version: number(reply[0]), Count: int(number(reply[1]))}
	var ids []string
	for id, asked := range scored(reply[2]) {
		ids = append(ids, id)
		snapshot.Open = append(snapshot.Open, relay.OpenQuestion{Ref: relay.Ref{ID: id}, Asked: asked})
	}
	known, err := s.fields(ctx, p, ids, "fp", "deadline", "lease")
	if err != nil {
		return relay.Snapshot{}, err
	}
	for i, field := range known {
		q := &snapshot.Open[i]
		q.Fingerprint, q.Deadline, q.Lease = field[0], moment(field[1]), moment(field[2])
	}
	for member, version := range scored(reply[3]) {
		news := relay.News{Version: version}
		if how, rest, _ := strings.Cut(member, " "); how == "page" {
			var names [2]string
			if json.Unmarshal([]byte(rest), &names) != nil {
				continue
			}
			news.Page = relay.FinishedPage{Server: names[0], ElicitationID: names[1]}
		} else {
			news.Gone = relay.GoneQuestion{ID: rest, How: relay.State(how)}
		}
		snapshot.News = append(snapshot.News, news)
	}
	return snapshot, nil
}

func (s *store) Leases(ctx context.Context, session string, ids []string) ([]time.Time, error) {
	fields, err := s.fields(ctx, s.place(session), ids, "lease")
	leases := make([]time.Time, len(fields))
	for i, field := range fields {
		leases[i] = moment(field[0])
	}
	return leases, err
}

// fields reads some of each question in one go.
func (s *store) fields(ctx context.Context, place string, ids []string, names ...string) ([][]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	replies, err := s.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, id := range ids {
			pipe.HMGet(ctx, place+":r:"+id, names...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := make([][]string, len(ids))
	for i, reply := range replies {
		for _, field := range reply.(*redis.SliceCmd).Val() {
			all[i] = append(all[i], text(field))
		}
	}
	return all, nil
}

func (s *store) Content(ctx context.Context, session, id string) (relay.Content, error) {
	all, err := s.fields(ctx, s.place(session), []string{id}, "fp", "body", "draft", "state")
	if err != nil || all[0][3] != string(relay.Open) {
		return relay.Content{}, err
	}
	return relay.Content{Fingerprint: all[0][0], Body: all[0][1], Draft: all[0][2]}, nil
}

func (s *store) Unfinished(ctx context.Context, session, id string) (string, error) {
	all, err := s.fields(ctx, s.place(session), []string{id}, "draft")
	if err != nil {
		return "", err
	}
	return all[0][0], nil
}

func (s *store) Watch(_ context.Context, session string, ring func(id string)) (stop func(), err error) {
	return s.bells.add(s.place(session), ring), nil
}

// scored goes over the members of a sorted set and their scores, as a script replies them.
func scored(reply any) iter.Seq2[string, int64] {
	list, _ := reply.([]any)
	return func(yield func(string, int64) bool) {
		for pair := range slices.Chunk(list, 2) {
			if len(pair) == 2 && !yield(text(pair[0]), number(pair[1])) {
				return
			}
		}
	}
}

// number reads a number of a script, which may be text.
func number(value any) int64 {
	if n, ok := value.(int64); ok {
		return n
	}
	n, _ := strconv.ParseInt(text(value), 10, 64)
	return n
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
