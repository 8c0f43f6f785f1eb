// Package redisstore keeps the rounds of package relay in Redis, for hosts of several
// processes: asked in one, shown by another, answered in a third. It shares its keys and
// scripts with the TypeScript half of the relay, so that the processes may be written in
// either language. Redis must not evict keys (maxmemory-policy noeviction); all keys
// expire.
package redisstore

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/lua"
)

// Options are the options of [New].
type Options struct {
	// Prefix is what the keys begin with; empty for "elicitform:".
	Prefix string
}

type store struct {
	client        redis.UniversalClient
	scripts       map[string]*redis.Script
	prefix        string
	notifications notifications
}

var errReply = errors.New("redisstore: a script replied something else than expected")

// New makes a [relay.Store] in Redis. The client stays yours to close, after the relay.
func New(client redis.UniversalClient, o Options) relay.Store {
	scripts := map[string]*redis.Script{}
	for _, name := range []string{"ask", "end", "peek", "draft", "page", "read"} {
		scripts[name] = redis.NewScript(lua.Script(name))
	}
	return &store{client: client, scripts: scripts, prefix: cmp.Or(o.Prefix, "elicitform:"), notifications: notifications{client: client}}
}

// place is where the keys of a session are: one slot of a cluster, in which the name of the
// session cannot be read.
func (s *store) place(session string) string {
	sum := sha256.Sum256([]byte(session))
	return s.prefix + "{" + base64.RawURLEncoding.EncodeToString(sum[:]) + "}"
}

// run runs a script with the arguments that all scripts have, and its own.
func (s *store) run(ctx context.Context, script string, session string, ref relay.Ref, args ...any) *redis.Cmd {
	p := s.place(session)
	keys := []string{p + ":r:" + ref.ID, p + ":open", p + ":v", p + ":gone", p + ":sizes", p + ":rates", p + ":over", p + ":answers"}
	return s.scripts[script].Run(ctx, s.client, keys, append([]any{ref.ID, ref.Fingerprint, p}, args...)...)
}

func (s *store) Ask(ctx context.Context, session string, a relay.Ask) (relay.Verdict, error) {
	l := a.Limits
	return verdict(s.run(ctx, "ask", session, a.Ref, a.Body, a.Server, millis(a.Deadline), a.Lease.Milliseconds(), a.Keep.Milliseconds(),
		l.Open, l.Bytes, l.NewBytes, l.ServerOpen, l.ServerBytes, l.ServerNewBytes, l.AskerOpen, l.AskerBytes, l.AskerNewBytes,
		a.Call, a.Asker, pagesText(a.Pages)))
}

func (s *store) End(ctx context.Context, session string, e relay.End) (relay.Verdict, error) {
	return verdict(s.run(ctx, "end", session, e.Ref, string(e.How), e.Result, e.By, e.Keep.Milliseconds()))
}

func (s *store) Peek(ctx context.Context, session string, ref relay.Ref, lease, keep time.Duration) (relay.Verdict, error) {
	return verdict(s.run(ctx, "peek", session, ref, lease.Milliseconds(), keep.Milliseconds()))
}

func (s *store) Draft(ctx context.Context, session string, ref relay.Ref, text string) (relay.Verdict, error) {
	return verdict(s.run(ctx, "draft", session, ref, text))
}

func (s *store) Page(ctx context.Context, session string, f relay.FinishedPage, keep time.Duration) (int64, error) {
	names, err := json.Marshal([3]string{f.Server, f.ElicitationID, f.Asker})
	if err != nil {
		return 0, err
	}
	return s.run(ctx, "page", session, relay.Ref{}, f.Server, names, keep.Milliseconds(), f.Asker).Int64()
}

func (s *store) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	reply, err := s.run(ctx, "read", session, relay.Ref{}, since).Slice()
	if err != nil || len(reply) != 4 {
		return relay.Snapshot{}, cmp.Or(err, errReply)
	}
	snapshot := relay.Snapshot{Version: number(reply[0]), Count: int(number(reply[1]))}
	var ids []string
	for id, asked := range scored(reply[2]) {
		ids = append(ids, id)
		snapshot.Open = append(snapshot.Open, relay.OpenRound{Ref: relay.Ref{ID: id}, Asked: asked})
	}
	records, err := s.Records(ctx, session, ids, relay.FieldFingerprint, relay.FieldDeadline, relay.FieldLease, relay.FieldAsker)
	if err != nil {
		return relay.Snapshot{}, err
	}
	for i, record := range records {
		r := &snapshot.Open[i]
		r.Fingerprint, r.Deadline, r.Lease, r.Asker = record.Fingerprint, record.Deadline, record.Lease, record.Asker
	}
	for member, version := range scored(reply[3]) {
		news := relay.News{Version: version}
		if how, rest, _ := strings.Cut(member, " "); how == "page" {
			var names [3]string
			if json.Unmarshal([]byte(rest), &names) != nil {
				continue
			}
			news.Page = relay.FinishedPage{Server: names[0], ElicitationID: names[1], Asker: names[2]}
		} else {
			id, asker, _ := strings.Cut(rest, " ")
			news.Gone = relay.EndedRound{ID: id, How: relay.State(how), Asker: asker}
		}
		snapshot.News = append(snapshot.News, news)
	}
	return snapshot, nil
}

// Records reads all rounds in one go.
func (s *store) Records(ctx context.Context, session string, ids []string, fields ...relay.Field) ([]relay.Record, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	place := s.place(session)
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = string(field)
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
	records := make([]relay.Record, len(ids))
	for i, reply := range replies {
		had := map[relay.Field]string{}
		for n, value := range reply.(*redis.SliceCmd).Val() {
			had[fields[n]] = text(value)
		}
		records[i] = relay.Record{
			Fingerprint: had[relay.FieldFingerprint], Body: had[relay.FieldBody], Draft: had[relay.FieldDraft],
			Deadline: moment(had[relay.FieldDeadline]), Lease: moment(had[relay.FieldLease]), Call: had[relay.FieldCall],
			Server: had[relay.FieldServer], Asker: had[relay.FieldAsker], Pages: pagesOf(had[relay.FieldPages]),
		}
	}
	return records, nil
}

func (s *store) Watch(_ context.Context, session string, changed func(id string)) (stop func(), err error) {
	return s.notifications.add(s.place(session), changed), nil
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

// verdict reads the reply of a script: state, whose, result, deadline, asker.
func verdict(cmd *redis.Cmd) (relay.Verdict, error) {
	reply, err := cmd.Slice()
	if err != nil || len(reply) != 5 {
		return relay.Verdict{}, cmp.Or(err, errReply)
	}
	state, result := relay.State(text(reply[0])), text(reply[2])
	return relay.Verdict{State: state, Mine: reply[1] == "mine", Result: result, Deadline: moment(reply[3]), Asker: text(reply[4])}, nil
}

// pagesText writes the names of pages as Redis keeps them; empty for none.
func pagesText(pages []string) string {
	if len(pages) == 0 {
		return ""
	}
	content, _ := json.Marshal(pages) // Texts can be written.
	return string(content)
}

func pagesOf(content string) (pages []string) {
	if content != "" {
		_ = json.Unmarshal([]byte(content), &pages)
	}
	return pages
}

// millis writes a time as Redis keeps it, with 0 for none.
func millis(t time.Time) int64 { return max(0, t.UnixMilli()) }

func moment(value any) time.Time {
	if ms := number(value); ms > 0 {
		return time.UnixMilli(ms)
	}
	return time.Time{}
}

// text reads a field of a hash, which is nil when it is not there.
func text(field any) string {
	value, _ := field.(string)
	return value
}

// notifications are those of all sessions that are watched, on one connection to Redis. A listener
// is called when its channel is subscribed, also anew after a lost connection, and when a message comes.
type notifications struct {
	client    redis.UniversalClient
	mu        sync.Mutex
	listeners map[string]map[*func(id string)]struct{}
	// changed tells the running subscription that other channels are wanted; nil when
	// none runs.
	changed chan struct{}
}

// add calls a listener when something happens in a channel, until it is stopped.
func (n *notifications) add(channel string, listener func(id string)) (stop func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listeners == nil {
		n.listeners = map[string]map[*func(id string)]struct{}{}
	}
	if n.listeners[channel] == nil {
		n.listeners[channel] = map[*func(id string)]struct{}{}
	}
	n.listeners[channel][&listener] = struct{}{}
	// No message says that a channel is subscribed which was wanted before.
	listener("")
	if n.changed == nil {
		n.changed = make(chan struct{}, 1)
		go n.listen(n.changed)
	}
	n.tell()
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.listeners[channel], &listener)
		if len(n.listeners[channel]) == 0 {
			delete(n.listeners, channel)
		}
		n.tell()
	}
}

func (n *notifications) tell() {
	select {
	case n.changed <- struct{}{}:
	default:
	}
}

// listen keeps the subscription in step with the channels that are wanted, until
// there are none. Nothing waits for Redis while the lock is held.
func (n *notifications) listen(changed <-chan struct{}) {
	ctx := context.Background()
	subscription := n.client.Subscribe(ctx)
	defer subscription.Close()
	var messages <-chan any
	subscribed := map[string]bool{}
	for {
		select {
		case <-changed:
			n.mu.Lock()
			if len(n.listeners) == 0 {
				n.changed = nil
				n.mu.Unlock()
				return
			}
			add := slices.DeleteFunc(slices.Collect(maps.Keys(n.listeners)), func(channel string) bool { return subscribed[channel] })
			drop := slices.DeleteFunc(slices.Collect(maps.Keys(subscribed)), func(channel string) bool { return n.listeners[channel] != nil })
			n.mu.Unlock()
			// An error does not matter: the channels are subscribed when the connection is back.
			if len(add) > 0 {
				_ = subscription.Subscribe(ctx, add...)
			}
			if len(drop) > 0 {
				_ = subscription.Unsubscribe(ctx, drop...)
			}
			for _, channel := range add {
				subscribed[channel] = true
			}
			for _, channel := range drop {
				delete(subscribed, channel)
			}
			if messages == nil {
				messages = subscription.ChannelWithSubscriptions()
			}
		case message := <-messages:
			switch message := message.(type) {
			case *redis.Subscription:
				n.call(message.Channel, "")
			case *redis.Message:
				// The version, and the id of the round that has made it.
				_, id, _ := strings.Cut(message.Payload, " ")
				n.call(message.Channel, id)
			}
		}
	}
}

func (n *notifications) call(channel, id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for listener := range n.listeners[channel] {
		(*listener)(id)
	}
}
