package engines

import (
	"encoding/json"
	"fmt"
	"sync"

	"golang.org/x/net/websocket"
)

// bidi is a session of WebDriver BiDi: commands and their results as JSON over a
// websocket.
type bidi struct {
	socket *websocket.Conn

	mu      sync.Mutex
	last    int
	waiting map[int]chan reply
	err     error
}

// reply is the answer to a command.
type reply struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
}

// bidiOrigin is where the commands come from: browsers refuse pages of other origins.
const bidiOrigin = "http://localhost"

// dialBidi connects with a browser.
func dialBidi(url string) (*bidi, error) {
	socket, err := websocket.Dial(url, "", bidiOrigin)
	if err != nil {
		return nil, err
	}
	b := &bidi{socket: socket, waiting: map[int]chan reply{}}
	go b.read()
	return b, nil
}

// read hands each reply to the command that waits for it. Events are not asked for.
func (b *bidi) read() {
	decoder := json.NewDecoder(b.socket)
	for {
		var r reply
		err := decoder.Decode(&r)
		b.mu.Lock()
		if err != nil {
			b.err = fmt.Errorf("the browser is gone: %w", err)
			for _, done := range b.waiting {
				close(done)
			}
			b.mu.Unlock()
			return
		}
		if done := b.waiting[r.ID]; done != nil {
			delete(b.waiting, r.ID)
			done <- r
		}
		b.mu.Unlock()
	}
}

// call sends a command and decodes its result.
func (b *bidi) call(method string, params, into any) error {
	if params == nil {
		params = struct{}{}
	}
	done := make(chan reply, 1)
	b.mu.Lock()
	b.last++
	id, err := b.last, b.err
	if err == nil {
		b.waiting[id] = done
		err = websocket.JSON.Send(b.socket, map[string]any{"id": id, "method": method, "params": params})
	}
	b.mu.Unlock()
	if err != nil {
		return err
	}
	r, open := <-done
	if !open {
		return b.err
	}
	if r.Type == "error" {
		return fmt.Errorf("%s: %s: %s", method, r.Error, r.Message)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(r.Result, into)
}
