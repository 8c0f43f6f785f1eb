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
	maxPark = 30 * day
	params  = `{"message":"Where to?","requestedSchema":{"type":"object","properties":{"said":{"type":"string"}}}}`
)

var parkOptions = relay.ElicitOptions{Session: "s", Key: "order 5", Server: relay.Server{ID: "travel"}}

func newProcess(t *testing.T, address string) (*relay.Relay, *device.Device) {
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
	q, err := r.Park(t.Context(), json.RawMessage(params), parkOptions)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func answerOpen(t *testing.T, d *device.Device, text string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var open []device.Round
	if err := d.Listen(ctx, func(m device.Message) bool { open = m.Open; return false }); err != nil || len(open) != 1 {
		t.Fatalf("open is %+v, %v", open, err)
	}
	body := open[0].Answer("nonce-1-", map[string]any{"action": "accept", "content": map[string]any{"said": text}})
	if status, reply, err := d.Post(t.Context(), body); status != 200 {
		t.Fatalf("the answer gives %d %v, %v", status, reply, err)
	}
}

func checkTTLs(t *testing.T, client *redis.Client, when string, minTTLs map[string]time.Duration) {
	t.Helper()
	for suffix, minTTL := range minTTLs {
		keys, err := client.Keys(t.Context(), "*"+suffix).Result()
		if err != nil || len(keys) != 1 {
			t.Fatalf("%s: the keys of %s are %v, %v", when, suffix, keys, err)
		}
		if ttl, err := client.PTTL(t.Context(), keys[0]).Result(); err != nil || ttl < minTTL || ttl > maxPark+maxPark+day {
			t.Errorf("%s: %s expires in %v, %v, want at least %v", when, keys[0], ttl, err, minTTL)
		}
	}
}

// The keys of a parked question live as long as the question and its answer, whatever other clients do.
func TestKeysOfParkedQuestionsOutliveIt(t *testing.T) {
	address := redistest.StartWithStoppedClock(t).Address
	client := connect(t, address, 3)
	first, _ := newProcess(t, address)
	q := park(t, first)
	record := ":r:" + q.ID
	// The clock of Redis stands still, and that of the relay does not.
	tolerance := time.Hour
	whole := maxPark + maxPark - tolerance
	all := map[string]time.Duration{record: whole, ":open": whole, ":v": whole, ":sizes": whole}
	checkTTLs(t, client, "after it was asked", all)

	second, d := newProcess(t, address)
	ctx, cancel := context.WithCancel(t.Context())
	waits := make(chan error, 1)
	go func() {
		_, err := second.Wait(ctx, "s", q.RoundRef)
		waits <- err
	}()
	if o, err := second.Peek(t.Context(), "s", q.RoundRef); err != nil || o.State != relay.Open || time.Until(o.Deadline) < maxPark-tolerance {
		t.Errorf("the outcome is %+v, %v, want open", o, err)
	}
	unparked, err := second.Start(t.Context(), json.RawMessage(params), relay.ElicitOptions{Session: "s", Server: parkOptions.Server})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Withdraw(t.Context(), "s", unparked.RoundRef); err != nil {
		t.Error(err)
	}
	if err := second.Complete(t.Context(), "s", parkOptions.Server, "e"); err != nil {
		t.Error(err)
	}
	park(t, second)
	cancel()
	<-waits
	checkTTLs(t, client, "after calls of other clients", all)
	checkTTLs(t, client, "of a question that was not parked", map[string]time.Duration{":r:" + unparked.ID: 9 * time.Minute})
	if ttl, err := client.PTTL(t.Context(), client.Keys(t.Context(), "*:r:"+unparked.ID).Val()[0]).Result(); err != nil || ttl > 11*time.Minute {
		t.Errorf("a question that was not parked is kept for %v, %v", ttl, err)
	}

	answerOpen(t, d, "yes")
	end := maxPark - tolerance
	checkTTLs(t, client, "after its answer", map[string]time.Duration{record: end, ":v": end, ":gone": end})
	// Later changes do not shorten the life of its news.
	if err := second.Complete(t.Context(), "s", parkOptions.Server, "f"); err != nil {
		t.Error(err)
	}
	checkTTLs(t, client, "after another change", map[string]time.Duration{record: end, ":v": end, ":gone": end})

	if o, err := first.Acknowledge(t.Context(), "s", q.RoundRef); err != nil || o.State != relay.Acknowledged {
		t.Errorf("acknowledging gives %+v, %v", o, err)
	}
	checkTTLs(t, client, "after it was acknowledged", map[string]time.Duration{record: day - tolerance})
	key := client.Keys(t.Context(), "*"+record).Val()[0]
	if ttl, err := client.PTTL(t.Context(), key).Result(); err != nil || ttl > day {
		t.Errorf("an acknowledged round is kept for %v, %v", ttl, err)
	}
	fields, err := client.HGetAll(t.Context(), key).Result()
	for _, name := range []string{"result", "body", "draft"} {
		if _, ok := fields[name]; ok || err != nil {
			t.Errorf("an acknowledged round has its %s, %v", name, err)
		}
	}
	for name, value := range fields {
		if strings.Contains(value, "yes") {
			t.Errorf("the answer is in %s", name)
		}
	}
}

// One process parks a question, a second gets the answer, and a third fetches it: at once, and with weeks between them.
func TestParkedQuestionNeedsNoProcess(t *testing.T) {
	t.Run("at once", func(t *testing.T) { threeProcesses(t, redistest.Start(t).Address, func(time.Duration) {}) })
	t.Run("in weeks", func(t *testing.T) {
		node, setAhead := redistest.StartWithClock(t)
		last, q := threeProcesses(t, node.Address, setAhead)
		setAhead(59*day + time.Hour)
		if o, err := last.Peek(t.Context(), "s", q.RoundRef); err != nil || o.State != relay.Unknown {
			t.Errorf("past its time the outcome is %+v, %v, want unknown", o, err)
		}
		checkExpiry(t, connect(t, node.Address, 3), maxPark)
	})
}

func threeProcesses(t *testing.T, address string, setAhead func(time.Duration)) (*relay.Relay, relay.Question) {
	first, _ := newProcess(t, address)
	q := park(t, first)
	first.Close()

	setAhead(29 * day)
	second, d := newProcess(t, address)
	if joined := park(t, second); joined.RoundRef != q.RoundRef || joined.IsNew || !joined.Deadline.Equal(q.Deadline) {
		t.Errorf("parked again it is %+v, want %+v", joined, q)
	}
	answerOpen(t, d, "Rome")
	second.Close()

	setAhead(58 * day)
	third, _ := newProcess(t, address)
	outcome, err := third.Wait(t.Context(), "s", q.RoundRef)
	if err != nil || string(outcome.Results[""]) != `{"action":"accept","content":{"said":"Rome"}}` {
		t.Errorf("the outcome is %+v, %v", outcome, err)
	}
	return third, q
}

// A parked question expires by the clock of Redis, even if no device has looked.
func TestParkedQuestionExpires(t *testing.T) {
	node, setAhead := redistest.StartWithClock(t)
	r, d := newProcess(t, node.Address)
	q := park(t, r)
	setAhead(maxPark + time.Hour)
	var open []device.Round
	if err := d.Listen(t.Context(), func(m device.Message) bool { open = m.Open; return false }); err != nil || len(open) != 1 {
		t.Fatalf("open is %+v, %v", open, err)
	}
	// By the clock of this machine, the deadline is in the future.
	late := open[0].Answer("nonce-1-", map[string]any{"action": "decline"})
	if status, reply, err := d.Post(t.Context(), late); status != 410 || reply["state"] != "expired" {
		t.Errorf("an answer after the deadline gives %d %v, %v", status, reply, err)
	}
	if o, err := r.Wait(t.Context(), "s", q.RoundRef); err != nil || o.State != relay.Expired {
		t.Errorf("the outcome is %+v, %v", o, err)
	}
	if parked := park(t, r); parked.State != relay.Expired || parked.IsNew {
		t.Errorf("parked again is %+v", parked)
	}
}

const inputRequests = `{"where":{"method":"elicitation/create","params":` + params + `}}`

var callOptions = relay.ElicitOptions{Session: "s", Key: "call 7", Server: relay.Server{ID: "travel"}, Call: &relay.Call{
	Method: "tools/call", Params: json.RawMessage(`{"name":"book", "arguments":{"seats":2}}`), RequestState: new("opaque"),
}}

// The process with a call is killed while the person thinks, and another process makes the call again.
func TestResumeAfterAKill(t *testing.T) {
	address := redistest.Start(t).Address
	caller := &process{redis: address}
	caller.start(t)
	response, err := http.Post(caller.address.Load().(string)+"/park", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var q relay.Question
	if err := json.NewDecoder(response.Body).Decode(&q); err != nil || q.State != relay.Open || !q.IsNew {
		t.Fatalf("parked is %+v, %v", q, err)
	}
	_ = response.Body.Close()
	caller.kill()

	_, d := newProcess(t, address)
	answerOpen(t, d, "Rome")
	r, _ := newProcess(t, address)
	call, outcome, err := r.Resume(t.Context(), q.Session, q.RoundRef)
	const want = `{"name":"book","arguments":{"seats":2},"inputResponses":{"where":{"action":"accept","content":{"said":"Rome"}}},"requestState":"opaque"}`
	if err != nil || outcome.State != relay.Answered || call.Method != "tools/call" || string(call.Params) != want {
		t.Errorf("resumed is %s %s, %+v, %v", call.Method, call.Params, outcome, err)
	}
	if _, err := r.Acknowledge(t.Context(), q.Session, q.RoundRef); err != nil {
		t.Error(err)
	}
	client := connect(t, address, 3)
	if fields, err := client.HGetAll(t.Context(), client.Keys(t.Context(), "*:r:"+q.ID).Val()[0]).Result(); err != nil || fields["state"] != "acknowledged" || fields["call"] != "" {
		t.Errorf("the acknowledged round has %v, %v", fields, err)
	}
}
