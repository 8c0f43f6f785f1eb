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

// TestMain serves if a test has started this program as a process of a backend.
func TestMain(m *testing.M) {
	if address := os.Getenv("ELICITFORM_RELAY_REDIS"); address != "" {
		serve(address)
		return
	}
	os.Exit(m.Run())
}

type order struct {
	Session, Key, Server string
	Bytes                int
}

// serve runs a process of a backend until its standard input ends. /ask returns an answer, and /park parks a round.
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
		// As in a real backend, the client keeps waiting if the caller of /ask gives up.
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
		q, err := r.ParkAll(request.Context(), json.RawMessage(inputRequests), callOptions)
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

type load struct {
	t         *testing.T
	processes [2]*process

	mu sync.Mutex
	// Both are by session and key.
	ids      map[string]string
	accepted map[string]string
	received map[string]string
}

// ask repeats a key until a process returns an answer, because the process may be killed.
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

// answer sends an answer under one nonce until a process replies.
func (s *load) answer(ctx context.Context, name, session, token string, turn int, q device.Round) {
	var params struct{ Message string }
	_ = json.Unmarshal([]byte(q.Requests[0].Params), &params)
	questionSession, key, _ := strings.Cut(params.Message, "\n")
	if questionSession != session {
		s.t.Errorf("%s shows a question of %s in %s", name, questionSession, session)
		return
	}
	text := name + " says yes to " + session + " " + key
	for ; ctx.Err() == nil; turn++ {
		d := device.Device{URL: s.processes[turn%2].address.Load().(string) + "/relay", Token: token}
		status, reply, err := d.Post(ctx, q.Answer(name+"-answers-"+q.ID[:8], map[string]any{"action": "accept", "content": map[string]any{"said": text}}))
		switch {
		case err != nil || status == http.StatusServiceUnavailable || reply["state"] == "orphaned":
			time.Sleep(10 * time.Millisecond)
			continue
		case status == http.StatusOK:
			s.mu.Lock()
			defer s.mu.Unlock()
			if before, ok := s.accepted[session+key]; ok && before != text {
				s.t.Errorf("%s of %s was answered twice: %q and %q", key, session, before, text)
			}
			if before, ok := s.ids[session+key]; ok && before != q.ID {
				s.t.Errorf("%s of %s was asked twice", key, session)
			}
			s.accepted[session+key], s.ids[session+key] = text, q.ID
		case status != http.StatusConflict:
			s.t.Errorf("the answer to %s of %s gives %d %v", key, session, status, reply)
		}
		return
	}
}

// TestLoad has sessions with many questions, two processes that are killed in turn, and two browsers that both answer every
// question. `make test-relay` has 1,000 questions.
func TestLoad(t *testing.T) {
	questions, sessions, kills := 80, 4, 4
	if n, err := strconv.Atoi(os.Getenv("LOAD")); err == nil {
		questions, sessions, kills = n, 20, 20
	}
	address := redistest.Start(t).Address
	s := &load{t: t, ids: map[string]string{}, accepted: map[string]string{}, received: map[string]string{}}
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
				text := s.ask(ctx, i, q)
				s.mu.Lock()
				s.received[q.Session+q.Key] = text
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
	for key, text := range s.received {
		session, name, _ := strings.Cut(key, "key")
		if got := s.ask(ctx, 0, order{Session: session, Key: "key" + name}); got != text {
			t.Errorf("%s: got %q, want %q as before", key, got, text)
		}
	}
	// The replies to the last answers may still be on their way to the browsers.
	for isWaiting := true; isWaiting && !t.Failed(); {
		s.mu.Lock()
		isWaiting = len(s.accepted) < questions
		s.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	browsers.Wait()

	if len(s.received) != questions {
		t.Errorf("%d of %d questions have an answer", len(s.received), questions)
	}
	for key, text := range s.received {
		if text == "" || s.accepted[key] != text {
			t.Errorf("%s: the client gets %q, want %q", key, text, s.accepted[key])
		}
	}
	client := connect(t, address, 3)
	checkExpiry(t, client, day)
	open, err := client.Keys(t.Context(), "*:open").Result()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range open {
		if n, err := client.ZCard(t.Context(), key).Result(); n != 0 && !errors.Is(err, redis.Nil) {
			t.Errorf("%s has %d open rounds, want none", key, n)
		}
	}
	t.Logf("%d questions in %d sessions, %d kills", questions, sessions, kills-1)
}
