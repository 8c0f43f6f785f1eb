package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

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

// ask hands requests to the page.
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

// listen takes what the page tells.
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
