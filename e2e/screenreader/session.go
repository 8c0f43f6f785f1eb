package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// session is a desktop with a chat in a browser, and the keys that a person presses there.
type session struct {
	*desk
	chat     *chat
	consumed int // the number of utterances that are in a step
	steps    []step
}

type gaveUp struct{ err error }

func record(j journey, b browser) (steps []step, err error) {
	s := &session{}
	if s.chat, err = newChat(); err != nil {
		return nil, err
	}
	if s.desk, err = newDesk(); err != nil {
		return nil, err
	}
	defer s.desk.close()
	defer func() {
		if stop, ok := recover().(gaveUp); ok {
			err = fmt.Errorf("%w\n%s\n%w", stop.err, format(s.steps), s.logs())
		}
	}()
	command, err := b.command(filepath.Join(s.home, "profile"), s.chat.address+"/page/?locale="+j.locale)
	if err != nil {
		return nil, err
	}
	if _, err := s.start(command...); err != nil {
		return nil, err
	}
	s.wait("the page", func() bool { return s.chat.count(`"ready"`) > 0 })
	// The greeting differs between browsers. Its last sentence names the focused element.
	s.wait("the focus in the chat", func() bool {
		speech, _ := s.readSpeech()
		return slices.ContainsFunc(speech, func(u utterance) bool { return strings.Contains(u.text, "Message") })
	})
	s.must(s.quiet())
	s.steps, s.consumed = nil, s.count()
	j.walk(s)
	return s.steps, nil
}

func (s *session) wait(what string, isThere func() bool) {
	if !until(patience, isThere) {
		panic(gaveUp{fmt.Errorf("%s did not come", what)})
	}
}

func (s *session) must(err error) {
	if err != nil {
		panic(gaveUp{err})
	}
}

func (s *session) count() int {
	speech, err := s.readSpeech()
	s.must(err)
	return len(speech)
}

// listen adds a step with the speech since the previous step.
func (s *session) listen(did string) {
	s.must(s.quiet())
	speech, err := s.readSpeech()
	s.must(err)
	now := step{did: did}
	for _, u := range speech[s.consumed:] {
		now.speech = append(now.speech, lines(u.text)...)
	}
	s.consumed = len(speech)
	s.steps = append(s.steps, now)
}

func (s *session) asks(params string) {
	s.show("A request comes while the person is in the chat", request{json.RawMessage(params), "form"})
}

func (s *session) asksRound(params string) {
	s.show("A round comes while the person is in the chat", request{json.RawMessage(params), "round"})
}

func (s *session) asksApproval(params string) {
	s.show("An agent asks for leave while the person is in the chat", request{json.RawMessage(params), "approval"})
}

func (s *session) show(did string, r request) {
	shown := s.chat.count(`"shown"`)
	text, err := json.Marshal(r)
	s.must(err)
	s.chat.requests <- text
	s.wait("the request to be shown", func() bool { return s.chat.count(`"shown"`) > shown })
	s.listen(did)
}

// key presses a key, or several at once such as "shift+Tab".
func (s *session) key(did, key string) {
	s.must(s.run("xdotool", "key", "--clearmodifiers", key))
	s.listen(did)
}

func (s *session) down(times int) {
	for range times {
		s.key("Down", "Down")
	}
}

func (s *session) press(name string) {
	s.tab(name)
	s.key("Enter on "+name, "Return")
}

// types types a text. The transcript leaves out the letters that the screen reader echoes.
func (s *session) types(text string) {
	s.must(s.run("xdotool", "type", "--delay", "80", text))
	s.must(s.quiet())
	s.consumed = s.count()
	s.steps = append(s.steps, step{did: fmt.Sprintf("types %q", text), speech: []string{"(letters)"}})
}

// tab presses Tab until the screen reader says a text.
func (s *session) tab(to string) { s.tabs("Tab", to) }

func (s *session) back(to string) { s.tabs("shift+Tab", to) }

// pass is tab for a way whose speech differs between sessions.
func (s *session) pass(to string) {
	before := len(s.steps)
	s.tab(to)
	s.steps = append(s.steps[:before], step{did: fmt.Sprintf("Tab as far as %q", to), speech: []string{"(not compared)"}})
}

const maxTabs = 15

func (s *session) tabs(key, to string) {
	for range maxTabs {
		s.key(key, key)
		if len(s.last().speech) == 0 {
			s.retry(key)
		}
		if strings.Contains(strings.Join(s.last().speech, " "), to) {
			return
		}
	}
	panic(gaveUp{fmt.Errorf("the screen reader did not say %q", to)})
}

func (s *session) last() *step { return &s.steps[len(s.steps)-1] }

// retry goes back and forth once after a silence, as a person does: Orca sometimes misses the first focus in the
// frame. A second silence stays in the transcript.
func (s *session) retry(key string) {
	opposite := map[string]string{"Tab": "shift+Tab", "shift+Tab": "Tab"}[key]
	before := len(s.steps)
	s.key(opposite, opposite)
	s.key(key, key)
	s.steps[before-1].speech = s.last().speech
	s.steps = s.steps[:before]
}

func (s *session) answered(part string) {
	s.wait("the answer "+part, func() bool { return s.chat.count(part) > 0 })
}

//go:embed page
var pages embed.FS

// request is a request, or a round, that the page shows.
type request struct {
	Params json.RawMessage `json:"params"`
	// Kind is form, round or approval.
	Kind string `json:"kind"`
}

// chat serves the built site and a page that shows requests in it.
type chat struct {
	address  string
	requests chan []byte // requests as JSON text

	mu      sync.Mutex
	reports []string
}

// newChat starts the server. Its address has the name localhost, which browsers count as secure.
func newChat() (*chat, error) {
	files, err := site.Handler(os.DirFS("build/site"))
	if err != nil {
		return nil, fmt.Errorf("the built site: %w", err)
	}
	c := &chat{requests: make(chan []byte, 1)}
	mux := http.NewServeMux()
	mux.Handle("/", files)
	mux.Handle("/page/", http.FileServerFS(pages))
	mux.HandleFunc("/requests", c.sendRequests)
	mux.HandleFunc("/reports", c.takeReport)
	address, err := testsite.Serve(mux)
	c.address = strings.Replace(address, "127.0.0.1", "localhost", 1)
	return c, err
}

func (c *chat) sendRequests(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
			return
		case request := <-c.requests:
			fmt.Fprintf(w, "data: %s\n\n", request)
		}
	}
}

func (c *chat) takeReport(_ http.ResponseWriter, r *http.Request) {
	if text, err := io.ReadAll(r.Body); err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.reports = append(c.reports, string(text))
	}
}

// count returns the number of reports of the page that contain a text.
func (c *chat) count(part string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, text := range c.reports {
		if strings.Contains(text, part) {
			n++
		}
	}
	return n
}
