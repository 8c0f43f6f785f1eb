// Package redisstore holds the rounds of package relay in Redis for several processes. They may be written in Go or in
// TypeScript: the keys and scripts are the same. Redis must not evict keys (maxmemory-policy noeviction). All keys expire.
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

// Options configure [New].
type Options struct {
	// Prefix begins all keys; empty is "elicitform:".
	Prefix string
}

type store struct {
	client        redis.UniversalClient
	scripts       map[string]*redis.Script
	prefix        string
	notifications notifications
}

var errReply = errors.New("redisstore: a script replied something else than expected")

// New makes a [relay.Store] in Redis. The caller closes the client after the relay.
func New(client redis.UniversalClient, o Options) relay.Store {
	scripts := map[string]*redis.Script{}
	for _, name := range []string{"ask", "end", "peek", "draft", "page", "read"} {
		scripts[name] = redis.NewScript(lua.Script(name))
	}
	return &store{client: client, scripts: scripts, prefix: cmp.Or(o.Prefix, "elicitform:"), notifications: notifications{client: client}}
}

// sessionKey begins the keys of a session. The braces put them into one slot of a cluster, and the hash hides the name.
func (s *store) sessionKey(session string) string {
	sum := sha256.Sum256([]byte(session))
	return s.prefix + "{" + base64.RawURLEncoding.EncodeToString(sum[:]) + "}"
}

func (s *store) run(ctx context.Context, script string, session string, ref relay.RoundRef, args ...any) *redis.Cmd {
	key := s.sessionKey(session)
	keys := []string{key + ":r:" + ref.ID}
	for _, name := range []string{":open", ":v", ":gone", ":sizes", ":rates", ":over", ":answers"} {
		keys = append(keys, key+name)
	}
	return s.scripts[script].Run(ctx, s.client, keys, append([]any{ref.ID, ref.Fingerprint, key}, args...)...)
}

func (s *store) Ask(ctx context.Context, session string, a relay.AskRecord) (relay.Verdict, error) {
	l := a.Limits
	return verdict(s.run(ctx, "ask", session, a.RoundRef, a.Body, a.Server, millis(a.Deadline), a.Lease.Milliseconds(), a.Keep.Milliseconds(),
		l.Open, l.Bytes, l.NewBytes, l.ServerOpen, l.ServerBytes, l.ServerNewBytes, l.AskerOpen, l.AskerBytes, l.AskerNewBytes,
		a.Call, a.Asker, encodePages(a.Pages)))
}

func (s *store) End(ctx context.Context, session string, e relay.EndRecord) (relay.Verdict, error) {
	return verdict(s.run(ctx, "end", session, e.RoundRef, string(e.How), e.Result, e.By, e.Keep.Milliseconds()))
}

func (s *store) Peek(ctx context.Context, session string, ref relay.RoundRef, lease, keep time.Duration) (relay.Verdict, error) {
	return verdict(s.run(ctx, "peek", session, ref, lease.Milliseconds(), keep.Milliseconds()))
}

func (s *store) Draft(ctx context.Context, session string, ref relay.RoundRef, text string) (relay.Verdict, error) {
	return verdict(s.run(ctx, "draft", session, ref, text))
}

func (s *store) Page(ctx context.Context, session string, f relay.FinishedPage, keep time.Duration) (int64, error) {
	names, err := json.Marshal([3]string{f.Server, f.ElicitationID, f.Asker})
	if err != nil {
		return 0, err
	}
	return s.run(ctx, "page", session, relay.RoundRef{}, f.Server, names, keep.Milliseconds(), f.Asker).Int64()
}

func (s *store) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	reply, err := s.run(ctx, "read", session, relay.RoundRef{}, since).Slice()
	if err != nil || len(reply) != 4 {
		return relay.Snapshot{}, cmp.Or(err, errReply)
	}
	snapshot := relay.Snapshot{Version: number(reply[0]), Count: int(number(reply[1]))}
	var ids []string
	for id, version := range membersWithScores(reply[2]) {
		ids = append(ids, id)
		snapshot.Open = append(snapshot.Open, relay.OpenRecord{RoundRef: relay.RoundRef{ID: id}, Asked: version})
	}
	records, err := s.Records(ctx, session, ids, relay.FieldFingerprint, relay.FieldDeadline, relay.FieldLease, relay.FieldAsker)
	if err != nil {
		return relay.Snapshot{}, err
	}
	for i, record := range records {
		r := &snapshot.Open[i]
		r.Fingerprint, r.Deadline, r.Lease, r.Asker = record.Fingerprint, record.Deadline, record.Lease, record.Asker
	}
	for member, version := range membersWithScores(reply[3]) {
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

func (s *store) Records(ctx context.Context, session string, ids []string, fields ...relay.Field) ([]relay.RoundRecord, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	key := s.sessionKey(session)
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = string(field)
	}
	replies, err := s.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, id := range ids {
			pipe.HMGet(ctx, key+":r:"+id, names...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	records := make([]relay.RoundRecord, len(ids))
	for i, reply := range replies {
		values := map[relay.Field]string{}
		for n, value := range reply.(*redis.SliceCmd).Val() {
			values[fields[n]] = text(value)
		}
		records[i] = relay.RoundRecord{
			Fingerprint: values[relay.FieldFingerprint], Body: values[relay.FieldBody], Draft: values[relay.FieldDraft],
			Deadline: moment(values[relay.FieldDeadline]), Lease: moment(values[relay.FieldLease]), Call: values[relay.FieldCall],
			Server: values[relay.FieldServer], Asker: values[relay.FieldAsker], Pages: decodePages(values[relay.FieldPages]),
		}
	}
	return records, nil
}

func (s *store) Watch(_ context.Context, session string, changed func(id string)) (stop func(), err error) {
	return s.notifications.add(s.sessionKey(session), changed), nil
}

func membersWithScores(reply any) iter.Seq2[string, int64] {
	list, _ := reply.([]any)
	return func(yield func(string, int64) bool) {
		for pair := range slices.Chunk(list, 2) {
			if len(pair) == 2 && !yield(text(pair[0]), number(pair[1])) {
				return
			}
		}
	}
}

func number(value any) int64 {
	if n, ok := value.(int64); ok {
		return n
	}
	n, _ := strconv.ParseInt(text(value), 10, 64)
	return n
}

func verdict(cmd *redis.Cmd) (relay.Verdict, error) {
	reply, err := cmd.Slice()
	if err != nil || len(reply) != 5 {
		return relay.Verdict{}, cmp.Or(err, errReply)
	}
	state, result := relay.State(text(reply[0])), text(reply[2])
	return relay.Verdict{State: state, ByCaller: reply[1] == "mine", Result: result, Deadline: moment(reply[3]), Asker: text(reply[4])}, nil
}

func encodePages(pages []string) string {
	if len(pages) == 0 {
		return ""
	}
	content, _ := json.Marshal(pages)
	return string(content)
}

func decodePages(content string) (pages []string) {
	if content != "" {
		_ = json.Unmarshal([]byte(content), &pages)
	}
	return pages
}

func millis(t time.Time) int64 { return max(0, t.UnixMilli()) }

func moment(value any) time.Time {
	if ms := number(value); ms > 0 {
		return time.UnixMilli(ms)
	}
	return time.Time{}
}

func text(field any) string {
	value, _ := field.(string)
	return value
}

// notifications has one connection to Redis. It calls a listener also after a lost connection, when Redis subscribes again.
type notifications struct {
	client    redis.UniversalClient
	mu        sync.Mutex
	listeners map[string]map[*func(id string)]struct{}
	// changed tells listen to update its channels; nil if listen does not run.
	changed chan struct{}
}

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
	// Redis confirms no second subscription to the same channel, so this listener is called here.
	listener("")
	if n.changed == nil {
		n.changed = make(chan struct{}, 1)
		go n.listen(n.changed)
	}
	n.update()
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.listeners[channel], &listener)
		if len(n.listeners[channel]) == 0 {
			delete(n.listeners, channel)
		}
		n.update()
	}
}

func (n *notifications) update() {
	select {
	case n.changed <- struct{}{}:
	default:
	}
}

// listen runs while there are listeners. It never waits for Redis with mu locked.
func (n *notifications) listen(changed <-chan struct{}) {
	ctx := context.Background()
	subscription := n.client.Subscribe(ctx)
	defer subscription.Close()
	var messages <-chan any
	subscribed := map[string]bool{}
	for {
		select {
		case <-changed:
			add, drop, isOver := n.changedChannels(subscribed)
			if isOver {
				return
			}
			// After an error, the client subscribes to the same channels on its next connection.
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
				// The payload is the version and the id of the changed round.
				_, id, _ := strings.Cut(message.Payload, " ")
				n.call(message.Channel, id)
			}
		}
	}
}

func (n *notifications) changedChannels(subscribed map[string]bool) (add, drop []string, isOver bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.listeners) == 0 {
		n.changed = nil
		return nil, nil, true
	}
	add = slices.DeleteFunc(slices.Collect(maps.Keys(n.listeners)), func(channel string) bool { return subscribed[channel] })
	drop = slices.DeleteFunc(slices.Collect(maps.Keys(subscribed)), func(channel string) bool { return n.listeners[channel] != nil })
	return add, drop, false
}

func (n *notifications) call(channel, id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for listener := range n.listeners[channel] {
		(*listener)(id)
	}
}
