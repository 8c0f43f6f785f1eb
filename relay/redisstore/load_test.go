package redisstore_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/device"
	"github.com/elicitform/elicitform/relay/redisstore"
)

var secret = []byte("0123456789abcdef0123456789abcdef")

// TestMain serves instead of testing where the load test has started this program again.
func TestMain(m *testing.M) {
	if address := os.Getenv("ELICITFORM_RELAY_REDIS"); address != "" {
		serve(address)
		return
	}
	os.Exit(m.Run())
}

// order is what the load test has a process ask; the figures of a full session say which server asks, and how much.
type order struct {
	Session, Key, Server string
	Bytes                int
}

// serve is one process of a backend: the endpoint of the relay, /ask, which asks and says what was answered, and /park,
// which parks a round with its call. It ends with its standard input.
func serve(address string) {
	r, err := relay.New(relay.Options{Store: redisstore.New(redis.NewClient(&redis.Options{Addr: address}), redisstore.Options{}), Secret: secret,
		Limits: relay.Limits{ServerOpen: 100}})
	if err != nil {
		panic(err)
	}
	http.Handle("/relay", r)
	http.HandleFunc("/ask", func(w http.ResponseWriter, request *http.Request) {
		var q order
		_ = json.NewDecoder(request.Body).Decode(&q)
		params, _ := json.Marshal(map[string]any{
			"message": fmt.Sprintf("%-*s", q.Bytes, q.Session+"\n"+q.Key),
			"requestedSchema": map[string]any{
				"type": "object", "properties": map[string]any{"said": map[string]any{"type": "string"}}, "required": []string{"said"},
			},
		})
		// The client goes on when the caller of /ask gives up, as a backend would.
		result, err := r.Elicit(context.WithoutCancel(request.Context()), params, relay.ElicitOptions{
			Session: q.Session, Key: q.Key, Server: relay.Server{ID: cmp.Or(q.Server, "load")}, Deadline: time.Now().Add(time.Hour),
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_ = json.NewEncoder(w).Encode(result)
	})
	http.HandleFunc("/park", func(w http.ResponseWriter, request *http.Request) {
		q, err := r.ParkAll(request.Context(), json.RawMessage(inputRequests), withCall)
		if err != nil {
			panic(err)
		}
		_ = json.NewEncoder(w).Encode(q)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	go func() { panic(http.Serve(listener, nil)) }()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// process is one of the two, which is killed and started again.
type process struct {
	redis   string
	command *exec.Cmd
	address atomic.Value
}

func (p *process) start(t *testing.T) {
	p.command = exec.Command(os.Args[0])
	p.command.Env = append(os.Environ(), "ELICITFORM_RELAY_REDIS="+p.redis)
	p.command.Stderr = os.Stderr
	_, err := p.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p.address.Store("http://" + strings.TrimSpace(address))
}

func (p *process) kill() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// load is a load test, with all that is said and heard.
type load struct {
	t         *testing.T
	processes [2]*process

	mu sync.Mutex
	// ids are the keys by the ids of their questions, and took what was accepted for each.
	ids  map[string]string
	took map[string]string
	// got is what the clients heard.
	got map[string]string
}

// ask repeats a key until a process has an answer: the one that is asked may be killed.
func (s *load) ask(ctx context.Context, turn int, q order) string {
	body, _ := json.Marshal(q)
	for ; ctx.Err() == nil; turn++ {
		request, _ := http.NewRequestWithContext(ctx, http.MethodPost, s.processes[turn%2].address.Load().(string)+"/ask", strings.NewReader(string(body)))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		var result struct {
			Action  string
			Content struct{ Said string }
		}
		err = json.NewDecoder(response.Body).Decode(&result)
		_ = response.Body.Close()
		if err == nil && response.StatusCode == http.StatusOK && result.Action == "accept" {
			return result.Content.Said
		}
		if response.StatusCode != http.StatusOK {
			s.t.Errorf("%v: status %d", q, response.StatusCode)
			return ""
		}
	}
	return ""
}

// browse is a browser that shows a session and answers what it sees, by whatever process
// is there.
func (s *load) browse(ctx context.Context, name, session, token string, turn int) {
	var answering sync.WaitGroup
	defer answering.Wait()
	answered := map[string]bool{}
	d := device.Device{Token: token}
	for ; ctx.Err() == nil; turn++ {
		d.URL = s.processes[turn%2].address.Load().(string) + "/relay"
		first := turn
		_ = d.Listen(ctx, func(m device.Message) bool {
			for _, q := range m.Open {
				if !answered[q.ID] {
					answered[q.ID] = true
					answering.Go(func() { s.answer(ctx, name, session, token, first, q) })
				}
			}
			return true
		})
		time.Sleep(10 * time.Millisecond)
	}
}

// answer sends an answer under one nonce until a process says what has become of it.
func (s *load) answer(ctx context.Context, name, session, token string, turn int, q device.Round) {
	var params struct{ Message string }
	_ = json.Unmarshal([]byte(q.Requests[0].Params), &params)
	asked, key, _ := strings.Cut(params.Message, "\n")
	if asked != session {
		s.t.Errorf("%s shows a question of %s in %s", name, asked, session)
		return
	}
	said := name + " says yes to " + session + " " + key
	for ; ctx.Err() == nil; turn++ {
		d := device.Device{URL: s.processes[turn%2].address.Load().(string) + "/relay", Token: token}
		status, reply, err := d.Post(ctx, q.Answer(name+"-answers-"+q.ID[:8], map[string]any{"action": "accept", "content": map[string]any{"said": said}}))
		switch {
		case err != nil || status == http.StatusServiceUnavailable || reply["state"] == "orphaned":
			// The client will be back.
			time.Sleep(10 * time.Millisecond)
			continue
		case status == http.StatusOK:
			s.mu.Lock()
			defer s.mu.Unlock()
			if before, ok := s.took[session+key]; ok && before != said {
				s.t.Errorf("%s of %s was answered twice: %q and %q", key, session, before, said)
			}
			if before, ok := s.ids[session+key]; ok && before != q.ID {
				s.t.Errorf("%s of %s was asked twice", key, session)
			}
			s.took[session+key], s.ids[session+key] = said, q.ID
		case status != http.StatusConflict:
			s.t.Errorf("the answer to %s of %s gives %d %v", key, session, status, reply)
		}
		return
	}
}

// The load test: sessions with many requests, two processes of which now one and now the other
// is killed, and two browsers that both answer all. `make test-relay` has 1,000 questions.
func TestLoad(t *testing.T) {
	questions, sessions, kills := 80, 4, 4
	if n, err := strconv.Atoi(os.Getenv("LOAD")); err == nil {
		questions, sessions, kills = n, 20, 20
	}
	address := redistest.Start(t).Address
	s := &load{t: t, ids: map[string]string{}, took: map[string]string{}, got: map[string]string{}}
	for i := range s.processes {
		s.processes[i] = &process{redis: address}
		s.processes[i].start(t)
	}
	defer func() {
		for _, p := range s.processes {
			p.kill()
		}
	}()
	tokens, err := relay.New(relay.Options{Secret: secret})
	if err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	var browsers, clients sync.WaitGroup
	work := make(chan order)
	done := make(chan struct{}, questions)
	for i := range sessions {
		session := fmt.Sprintf("chat %d", i)
		for j, name := range []string{"first", "second"} {
			browsers.Go(func() { s.browse(ctx, name, session, tokens.Token(session, 0), j) })
		}
	}
	for i := range 8 * sessions {
		clients.Go(func() {
			for q := range work {
				said := s.ask(ctx, i, q)
				s.mu.Lock()
				s.got[q.Session+q.Key] = said
				s.mu.Unlock()
				done <- struct{}{}
			}
		})
	}
	go func() {
		defer close(work)
		for i := range questions {
			work <- order{Session: fmt.Sprintf("chat %d", i%sessions), Key: fmt.Sprintf("key %d", i)}
		}
	}()
	for i := range questions {
		<-done
		if (i+1)%(questions/kills) == 0 && i+1 < questions {
			p := s.processes[i/(questions/kills)%2]
			p.kill()
			p.start(t)
		}
	}
	clients.Wait()
	// A client that asks once more with a key hears the same.
	for key, said := range s.got {
		session, name, _ := strings.Cut(key, "key")
		if again := s.ask(ctx, 0, order{Session: session, Key: "key" + name}); again != said {
			t.Errorf("%s: %q, then %q", key, said, again)
		}
	}
	// A browser whose answer was taken has heard so, or is about to.
	for lacking := true; lacking && !t.Failed(); {
		s.mu.Lock()
		lacking = len(s.took) < questions
		s.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	browsers.Wait()

	if len(s.got) != questions {
		t.Errorf("%d of %d questions have an answer", len(s.got), questions)
	}
	for key, said := range s.got {
		if said == "" || s.took[key] != said {
			t.Errorf("%s: the client hears %q, and %q was given", key, said, s.took[key])
		}
	}
	client := connect(t, address, 3)
	everyKeyExpires(t, client, day)
	open, err := client.Keys(t.Context(), "*:open").Result()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range open {
		if left, err := client.ZCard(t.Context(), key).Result(); left != 0 && !errors.Is(err, redis.Nil) {
			t.Errorf("%d are open still", left)
		}
	}
	t.Logf("%d questions in %d sessions, %d kills", questions, sessions, kills-1)
}
