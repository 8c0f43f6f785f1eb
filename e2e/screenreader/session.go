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

// session is a person at a desktop, who has a chat open in a browser.
type session struct {
	*desk
	chat  *chat
	heard int // how much of what was said is in a step
	steps []step
}

type gaveUp struct{ err error }

func record(j journey, b browser) (heard []step, err error) {
	s := &session{}
	if s.chat, err = newChat(); err != nil {
		return nil, err
	}
	if s.desk, err = newDesk(); err != nil {
		return nil, err
	}
	defer s.desk.close()
	defer func() {
		if gone, ok := recover().(gaveUp); ok {
			err = fmt.Errorf("%w\n%s\n%w", gone.err, format(s.steps), s.logs())
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
	// How a browser greets is its own affair; the last that it says is where the focus is.
	s.wait("the focus in the chat", func() bool {
		said, _ := s.said()
		return slices.ContainsFunc(said, func(u utterance) bool { return strings.Contains(u.text, "Message") })
	})
	s.must(s.quiet())
	s.steps, s.heard = nil, s.count()
	j.walk(s)
	return s.steps, nil
}

func (s *session) wait(what string, there func() bool) {
	if !until(patience, there) {
		panic(gaveUp{fmt.Errorf("waited in vain for %s", what)})
	}
}

func (s *session) must(err error) {
	if err != nil {
		panic(gaveUp{err})
	}
}

func (s *session) count() int {
	said, err := s.said()
	s.must(err)
	return len(said)
}

// listen makes a step of what was said since the last one.
func (s *session) listen(did string) {
	s.must(s.quiet())
	said, err := s.said()
	s.must(err)
	now := step{did: did}
	for _, u := range said[s.heard:] {
		now.said = append(now.said, lines(u.text)...)
	}
	s.heard = len(said)
	s.steps = append(s.steps, now)
}

func (s *session) asks(params string) {
	s.show("A request comes while the person is in the chat", request{json.RawMessage(params), false})
}

func (s *session) asksRound(params string) {
	s.show("A round comes while the person is in the chat", request{json.RawMessage(params), true})
}

func (s *session) show(did string, r request) {
	shown := s.chat.count(`"shown"`)
	text, err := json.Marshal(r)
	s.must(err)
	s.chat.asked <- text
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

// types types a text. What is said of each letter is the screen reader's own affair.
func (s *session) types(text string) {
	s.must(s.run("xdotool", "type", "--delay", "80", text))
	s.must(s.quiet())
	s.heard = s.count()
	s.steps = append(s.steps, step{did: fmt.Sprintf("types %q", text), said: []string{"(letters)"}})
}

// tab presses Tab until something is said that contains a text.
func (s *session) tab(to string) { s.tabs("Tab", to) }

func (s *session) back(to string) { s.tabs("shift+Tab", to) }

// pass does the same as tab where what is said on the way differs between sessions.
func (s *session) pass(to string) {
	before := len(s.steps)
	s.tab(to)
	s.steps = append(s.steps[:before], step{did: fmt.Sprintf("Tab as far as %q", to), said: []string{"(not compared)"}})
}

const mostTabs = 15

func (s *session) tabs(key, to string) {
	for range mostTabs {
		s.key(key, key)
		if len(s.last().said) == 0 {
			s.again(key)
		}
		if strings.Contains(strings.Join(s.last().said, " "), to) {
			return
		}
	}
	panic(gaveUp{fmt.Errorf("nothing was said of %q", to)})
}

func (s *session) last() *step { return &s.steps[len(s.steps)-1] }

// again goes back and forth once after a silence, as a person does: Orca misses the first focus in the frame now
// and then. A second silence stays.
func (s *session) again(key string) {
	other := map[string]string{"Tab": "shift+Tab", "shift+Tab": "Tab"}[key]
	before := len(s.steps)
	s.key(other, other)
	s.key(key, key)
	s.steps[before-1].said = s.last().said
	s.steps = s.steps[:before]
}

func (s *session) answered(part string) {
	s.wait("the answer "+part, func() bool { return s.chat.count(part) > 0 })
}

//go:embed page
var pages embed.FS

// request is what a journey has the page ask for.
type request struct {
	Params json.RawMessage `json:"params"`
	Round  bool            `json:"round"`
}

// chat serves the built site and a page that shows requests in it.
type chat struct {
	address string
	asked   chan []byte // requests as JSON text

	mu   sync.Mutex
	told []string
}

// newChat starts the server, under a name that browsers take for this machine.
func newChat() (*chat, error) {
	files, err := site.Handler(os.DirFS("build/site"))
	if err != nil {
		return nil, fmt.Errorf("the built site: %w", err)
	}
	c := &chat{asked: make(chan []byte, 1)}
	mux := http.NewServeMux()
	mux.Handle("/", files)
	mux.Handle("/page/", http.FileServerFS(pages))
	mux.HandleFunc("/asked", c.ask)
	mux.HandleFunc("/told", c.listen)
	address, err := testsite.Serve(mux)
	c.address = strings.Replace(address, "127.0.0.1", "localhost", 1)
	return c, err
}

func (c *chat) ask(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
			return
		case request := <-c.asked:
			fmt.Fprintf(w, "data: %s\n\n", request)
		}
	}
}

func (c *chat) listen(_ http.ResponseWriter, r *http.Request) {
	if text, err := io.ReadAll(r.Body); err == nil {
		c.hear(string(text))
	}
}

func (c *chat) hear(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = append(c.told, text)
}

// count says how often the page has told something that contains a text.
func (c *chat) count(part string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, text := range c.told {
		if strings.Contains(text, part) {
			n++
		}
	}
	return n
}
