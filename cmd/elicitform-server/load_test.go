package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestMain is elicitform-server if a load test has started this program as a server.
func TestMain(m *testing.M) {
	if os.Getenv("LOAD_SERVES") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// isLong reports whether "make load" runs the tests.
func isLong() bool { return os.Getenv("LOAD_SERVER") != "" }

// loadServer is a process of its own, which a test kills and restarts.
type loadServer struct {
	program     string
	environment []string
	command     *exec.Cmd
	input       io.Closer
	pid         string
	// welcome has the version and the address.
	welcome string
	url     atomic.Value
}

// newLoadServer starts the program that "make load" has built, or this test program as a server.
func newLoadServer(t *testing.T, environment ...string) *loadServer {
	t.Helper()
	return startProgram(t, cmp.Or(os.Getenv("LOAD_SERVER"), os.Args[0]), environment...)
}

func startProgram(t *testing.T, program string, environment ...string) *loadServer {
	t.Helper()
	s := &loadServer{program: program, environment: append([]string{"LOAD_SERVES=yes", "ELICITFORM_LISTEN=127.0.0.1:0", "ELICITFORM_LOG_LEVEL=error",
		"ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=agent:" + askKey}, environment...)}
	s.start(t)
	t.Cleanup(s.kill)
	return s
}

// shell runs a program to its end, or kills it at the end of the input, which the system closes when a test crashes.
const shell = `exec 3<&0
"$@" 3<&- & pid=$!
echo "pid $pid"
{ read -r _ <&3; kill -9 "$pid"; } & reader=$!
wait "$pid" 2>/dev/null; status=$?
kill "$reader" 2>/dev/null
exit "$status"`

func (s *loadServer) start(t *testing.T) {
	t.Helper()
	s.command = exec.Command("sh", "-c", shell, "sh", s.program)
	s.command.Env, s.command.Stderr = s.environment, os.Stderr
	output, err := s.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.input, err = s.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(output)
	for pid, address := "", ""; pid == "" || address == ""; {
		line, err := reader.ReadString('\n')
		if err != nil {
			t.Fatalf("elicitform-server does not start: %v", err)
		}
		if rest, ok := strings.CutPrefix(line, "pid "); ok {
			pid = strings.TrimSpace(rest)
			s.pid = pid
		} else if match := serves.FindStringSubmatch(line); match != nil {
			address = match[1]
			s.welcome = line
			s.url.Store(address)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, reader) }()
}

func (s *loadServer) kill() {
	_ = s.input.Close()
	_ = s.command.Wait()
}

// end is a redeploy: it sends SIGTERM, and returns the error of the process.
func (s *loadServer) end(t *testing.T) error {
	t.Helper()
	pid, err := strconv.Atoi(s.pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	return s.command.Wait()
}

func (s *loadServer) address() string { return s.url.Load().(string) }

// memory returns bytes: now (VmRSS) or the maximum (VmHWM).
func (s *loadServer) memory(t *testing.T, field string) int {
	t.Helper()
	status, err := os.ReadFile("/proc/" + s.pid + "/status")
	if err != nil {
		t.Skip("the memory of a process is known only on Linux")
	}
	_, rest, _ := strings.Cut(string(status), field+":")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}

func (s *loadServer) metric(t *testing.T, name string) string {
	t.Helper()
	response, err := loadHTTP.Get(s.address() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n"+name+" ")
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// loadHTTP keeps a connection for each waiting request.
var loadHTTP = &http.Client{Transport: &http.Transport{
	MaxIdleConnsPerHost: 20_000, DialContext: (&net.Dialer{Timeout: 30 * time.Second}).DialContext, DisableCompression: true,
}}

type loadReply struct {
	ID, State, Token, Reason string
	Mine                     bool
	Result                   struct {
		Action  string
		Content struct{ Text string }
	}
}

// send uses an ask key, or the token of a page. The body is nil for none.
func send(ctx context.Context, method, address, bearer string, body any) (status int, reply loadReply, err error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return 0, reply, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return 0, reply, err
	}
	request.Header.Set("Authorization", "Bearer "+bearer)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := loadHTTP.Do(request)
	if err != nil {
		return 0, reply, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && len(text) > 0 {
		err = json.Unmarshal(text, &reply)
	}
	return response.StatusCode, reply, err
}

// loadQuestion has the session and the key in its message, so that a page can check them.
func loadQuestion(session, key string) map[string]any {
	return map[string]any{"session": session, "server": "load.example", "key": key, "params": json.RawMessage(fmt.Sprintf(
		`{"message":%q,"requestedSchema":{"type":"object","properties":{"text":{"type":"string","title":"What do you say?","maxLength":200}},"required":["text"]}}`,
		session+"\n"+key))}
}

// loadPage is a page with a stream, as connectRelay makes it. lastEventID resumes the stream.
type loadPage struct {
	name, session, token string
	lastEventID          string
}

func newLoadPage(t *testing.T, s *loadServer, name, session string) *loadPage {
	t.Helper()
	status, reply, err := send(t.Context(), "POST", s.address()+"/v1/sessions/"+url.PathEscape(session)+"/tokens", askKey, nil)
	if err != nil || status != http.StatusCreated {
		t.Fatalf("no token: %d %v", status, err)
	}
	return &loadPage{name: name, session: session, token: reply.Token}
}

type shownRound struct {
	ID, FP   string
	Requests []struct{ Key, Params string }
}

func (q shownRound) names() (session, key string) {
	var params struct{ Message string }
	_ = json.Unmarshal([]byte(q.Requests[0].Params), &params)
	session, key, _ = strings.Cut(params.Message, "\n")
	return session, key
}

// listen reads one stream until it ends.
func (p *loadPage) listen(ctx context.Context, address string, show func(shownRound), onMessage func()) error {
	request, err := http.NewRequestWithContext(ctx, "GET", address+"/relay", nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+p.token)
	request.Header.Set("Accept", "text/event-stream")
	if p.lastEventID != "" {
		request.Header.Set("Last-Event-ID", p.lastEventID)
	}
	response, err := loadHTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the stream has status %d", response.StatusCode)
	}
	for reader := bufio.NewReader(response.Body); ; {
		line, err := reader.ReadString('\n')
		if err != nil {
			return err
		}
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			p.lastEventID = strings.TrimSpace(id)
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var message struct{ Open []shownRound }
		if err := json.Unmarshal([]byte(data), &message); err != nil {
			return err
		}
		for _, q := range message.Open {
			show(q)
		}
		onMessage()
	}
}

func (p *loadPage) answer(ctx context.Context, address string, q shownRound, nonce, text string) (int, loadReply, error) {
	result := map[string]any{"action": "accept", "content": map[string]any{"text": text}}
	response := map[string]any{"result": result}
	if key := q.Requests[0].Key; key != "" {
		response["key"] = key
	}
	return send(ctx, "POST", address+"/relay", p.token, map[string]any{"id": q.ID, "fp": q.FP, "nonce": nonce, "responses": []any{response}})
}
