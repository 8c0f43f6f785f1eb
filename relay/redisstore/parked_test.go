package redisstore_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/device"
	"github.com/elicitform/elicitform/relay/redisstore"
)

const (
	day     = 24 * time.Hour
	longest = 30 * day
	params  = `{"message":"Where to?","requestedSchema":{"type":"object","properties":{"said":{"type":"string"}}}}`
)

// parked is how the question of these tests is asked.
var parked = relay.ElicitOptions{Session: "s", Key: "order 5", Server: relay.Server{ID: "travel"}}

// another is one more relay with a connection of its own, and its endpoint for devices.
func another(t *testing.T, address string) (*relay.Relay, *device.Device) {
	t.Helper()
	r, err := relay.New(relay.Options{Secret: secret, Store: redisstore.New(connect(t, address, 3), redisstore.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	endpoint := httptest.NewServer(r)
	t.Cleanup(func() { r.Close(); endpoint.Close() })
	return r, &device.Device{URL: endpoint.URL, Token: r.Token("s", 0)}
}

func park(t *testing.T, r *relay.Relay) relay.Question {
	t.Helper()
	q, err := r.Park(t.Context(), json.RawMessage(params), parked)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// answer shows the session on a device, and answers what is open there.
func answer(t *testing.T, d *device.Device, said string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var open []device.Round
	if err := d.Listen(ctx, func(m device.Message) bool { open = m.Open; return false }); err != nil || len(open) != 1 {
		t.Fatalf("open is %+v, %v", open, err)
	}
	body := open[0].Answer("nonce-1-", map[string]any{"action": "accept", "content": map[string]any{"said": said}})
	if status, reply, err := d.Post(t.Context(), body); status != 200 {
		t.Fatalf("the answer gives %d %v, %v", status, reply, err)
	}
}

// lives fails where a key of the session expires earlier than it should.
func lives(t *testing.T, client *redis.Client, when string, least map[string]time.Duration) {
	t.Helper()
	for suffix, time := range least {
		keys, err := client.Keys(t.Context(), "*"+suffix).Result()
		if err != nil || len(keys) != 1 {
			t.Fatalf("%s: the keys of %s are %v, %v", when, suffix, keys, err)
		}
		if left, err := client.PTTL(t.Context(), keys[0]).Result(); err != nil || left < time || left > longest+longest+day {
			t.Errorf("%s: %s expires in %v, %v, want %v", when, keys[0], left, err, time)
		}
	}
}

// No key of a parked question expires before the question and the time for which its answer is kept, whatever other
// clients of the session do.
func TestKeysOfParkedQuestionsOutliveIt(t *testing.T) {
	address := redistest.StartWithStoppedClock(t).Address
	client := connect(t, address, 3)
	first, _ := another(t, address)
	q := park(t, first)
	record := ":r:" + q.ID
	// The clock of the relay goes on.
	soon := time.Hour
	whole := longest + longest - soon
	all := map[string]time.Duration{record: whole, ":open": whole, ":v": whole, ":sizes": whole}
	lives(t, client, "after it was asked", all)

	second, d := another(t, address)
	ctx, cancel := context.WithCancel(t.Context())
	waits := make(chan error, 1)
	go func() {
		_, err := second.Await(ctx, "s", q.Ref)
		waits <- err
	}()
	if o, err := second.Peek(t.Context(), "s", q.Ref); err != nil || o.State != relay.Open || time.Until(o.Deadline) < longest-soon {
		t.Errorf("it stands %+v, %v", o, err)
	}
	other, err := second.Start(t.Context(), json.RawMessage(params), relay.ElicitOptions{Session: "s", Server: parked.Server})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Withdraw(t.Context(), "s", other.Ref); err != nil {
		t.Error(err)
	}
	if err := second.Complete(t.Context(), "s", parked.Server, "e"); err != nil {
		t.Error(err)
	}
	park(t, second)
	cancel()
	<-waits
	lives(t, client, "after calls of others", all)
	lives(t, client, "of a question that was not parked", map[string]time.Duration{":r:" + other.ID: 9 * time.Minute})
	if left, err := client.PTTL(t.Context(), client.Keys(t.Context(), "*:r:"+other.ID).Val()[0]).Result(); err != nil || left > 11*time.Minute {
		t.Errorf("a question that was not parked is kept for %v, %v", left, err)
	}

	answer(t, d, "yes")
	end := longest - soon
	lives(t, client, "after its answer", map[string]time.Duration{record: end, ":v": end, ":gone": end})
	// What others do afterwards does not shorten how it is told.
	if err := second.Complete(t.Context(), "s", parked.Server, "f"); err != nil {
		t.Error(err)
	}
	lives(t, client, "after others", map[string]time.Duration{record: end, ":v": end, ":gone": end})

	if o, err := first.Acknowledge(t.Context(), "s", q.Ref); err != nil || o.State != relay.Acknowledged {
		t.Errorf("acknowledging gives %+v, %v", o, err)
	}
	lives(t, client, "after it was acknowledged", map[string]time.Duration{record: day - soon})
	key := client.Keys(t.Context(), "*"+record).Val()[0]
	if left, err := client.PTTL(t.Context(), key).Result(); err != nil || left > day {
		t.Errorf("what is acknowledged is kept for %v, %v", left, err)
	}
	had, err := client.HGetAll(t.Context(), key).Result()
	for _, name := range []string{"result", "body", "draft"} {
		if _, there := had[name]; there || err != nil {
			t.Errorf("what is acknowledged has its %s, %v", name, err)
		}
	}
	for key, value := range had {
		if strings.Contains(value, "yes") {
			t.Errorf("the answer is in %s", key)
		}
	}
}

// A process asks and is gone, another one takes the answer, and a third fetches it: at once, and with weeks between them.
func TestParkedQuestionNeedsNoProcess(t *testing.T) {
	t.Run("at once", func(t *testing.T) { threeProcesses(t, redistest.Start(t).Address, func(time.Duration) {}) })
	t.Run("in weeks", func(t *testing.T) {
		node, setAhead := redistest.StartWithClock(t)
		taker, q := threeProcesses(t, node.Address, setAhead)
		setAhead(59*day + time.Hour)
		if o, err := taker.Peek(t.Context(), "s", q.Ref); err != nil || o.State != relay.Unknown {
			t.Errorf("when its time is over it stands %+v, %v", o, err)
		}
		everyKeyExpires(t, connect(t, node.Address, 3), longest)
	})
}

func threeProcesses(t *testing.T, address string, setAhead func(time.Duration)) (*relay.Relay, relay.Question) {
	asker, _ := another(t, address)
	q := park(t, asker)
	asker.Close()

	setAhead(29 * day)
	shower, d := another(t, address)
	if again := park(t, shower); again.Ref != q.Ref || again.New || !again.Deadline.Equal(q.Deadline) {
		t.Errorf("parked again it is %+v, was %+v", again, q)
	}
	answer(t, d, "Rome")
	shower.Close()

	setAhead(58 * day)
	taker, _ := another(t, address)
	outcome, err := taker.Await(t.Context(), "s", q.Ref)
	if err != nil || string(outcome.Results[""]) != `{"action":"accept","content":{"said":"Rome"}}` {
		t.Errorf("the outcome is %+v, %v", outcome, err)
	}
	return taker, q
}

// By the clock of Redis, and whether or not anybody has looked.
func TestParkedQuestionExpires(t *testing.T) {
	node, setAhead := redistest.StartWithClock(t)
	r, d := another(t, node.Address)
	q := park(t, r)
	setAhead(longest + time.Hour)
	var open []device.Round
	if err := d.Listen(t.Context(), func(m device.Message) bool { open = m.Open; return false }); err != nil || len(open) != 1 {
		t.Fatalf("open is %+v, %v", open, err)
	}
	// The device has the time of this machine, by which the deadline is to come.
	late := open[0].Answer("nonce-1-", map[string]any{"action": "decline"})
	if status, reply, err := d.Post(t.Context(), late); status != 410 || reply["state"] != "expired" {
		t.Errorf("an answer after the deadline gives %d %v, %v", status, reply, err)
	}
	if o, err := r.Await(t.Context(), "s", q.Ref); err != nil || o.State != relay.Expired {
		t.Errorf("the outcome is %+v, %v", o, err)
	}
	if again := park(t, r); again.State != relay.Expired || again.New {
		t.Errorf("parked again is %+v", again)
	}
}

// inputRequests are what a server has answered a call with.
const inputRequests = `{"where":{"method":"elicitation/create","params":` + params + `}}`

// withCall is how they are parked, by the process that has made the call.
var withCall = relay.ElicitOptions{Session: "s", Key: "call 7", Server: relay.Server{ID: "travel"}, Call: &relay.Call{
	Method: "tools/call", Params: json.RawMessage(`{"name":"book", "arguments":{"seats":2}}`), RequestState: new("opaque"),
}}

// The process that has made a call is killed while the person thinks, and another one makes it again.
func TestResumeAfterAKill(t *testing.T) {
	address := redistest.Start(t).Address
	asker := &process{redis: address}
	asker.start(t)
	response, err := http.Post(asker.address.Load().(string)+"/park", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var q relay.Question
	if err := json.NewDecoder(response.Body).Decode(&q); err != nil || q.State != relay.Open || !q.New {
		t.Fatalf("parked is %+v, %v", q, err)
	}
	_ = response.Body.Close()
	asker.kill()

	_, d := another(t, address)
	answer(t, d, "Rome")
	r, _ := another(t, address)
	call, outcome, err := r.Resume(t.Context(), q.Session, q.Ref)
	const again = `{"name":"book","arguments":{"seats":2},"inputResponses":{"where":{"action":"accept","content":{"said":"Rome"}}},"requestState":"opaque"}`
	if err != nil || outcome.State != relay.Answered || call.Method != "tools/call" || string(call.Params) != again {
		t.Errorf("resumed is %s %s, %+v, %v", call.Method, call.Params, outcome, err)
	}
	if _, err := r.Acknowledge(t.Context(), q.Session, q.Ref); err != nil {
		t.Error(err)
	}
	client := connect(t, address, 3)
	if had, err := client.HGetAll(t.Context(), client.Keys(t.Context(), "*:r:"+q.ID).Val()[0]).Result(); err != nil || had["state"] != "acknowledged" || had["call"] != "" {
		t.Errorf("what is acknowledged has %v, %v", had, err)
	}
}
