// Package device is a device for tests of the relay. It gets rounds and sends answers as a page does, without a form.
package device

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/elicitform/elicitform/relay"
)

type Round struct {
	ID, FP       string
	Server       relay.Server
	Requests     []Request
	WaitForPages bool
	Review       string
	Deadline     int64
	Draft        string
}

type Request struct {
	Key, Params string
	Approval    bool
}

type Message struct {
	V, Now int64
	Full   bool
	More   bool
	Kept   []relay.RoundRef
	Open   []Round
	Gone   []relay.EndedRound
	Pages  []relay.FinishedPage
}

type Device struct {
	// Client is nil for [http.DefaultClient].
	Client     *http.Client
	URL, Token string
	// Last is the id of the last event, sent when it connects again.
	Last string
}

func (d *Device) do(request *http.Request) (*http.Response, error) {
	return cmp.Or(d.Client, http.DefaultClient).Do(request)
}

func (d *Device) request(ctx context.Context, method string, body []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, d.URL, bytes.NewReader(body))
	if err == nil && d.Token != "" {
		request.Header.Set("Authorization", "Bearer "+d.Token)
	}
	return request, err
}

// Listen handles the messages of one stream until the stream ends or handle returns false.
func (d *Device) Listen(ctx context.Context, handle func(Message) bool) error {
	request, err := d.request(ctx, http.MethodGet, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "text/event-stream")
	if d.Last != "" {
		request.Header.Set("Last-Event-ID", d.Last)
	}
	response, err := d.do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		return fmt.Errorf("status %d, %s", response.StatusCode, response.Header.Get("Content-Type"))
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
			d.Last = id
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var m Message
		if err := json.Unmarshal([]byte(data), &m); err != nil {
			return err
		}
		if !handle(m) {
			return nil
		}
	}
	return lines.Err()
}

func (d *Device) Post(ctx context.Context, body any) (status int, reply map[string]any, err error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	request, err := d.request(ctx, http.MethodPost, text)
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := d.do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	return response.StatusCode, reply, json.NewDecoder(response.Body).Decode(&reply)
}

// Answer returns the POST body that answers a round, with the results in the order of its requests.
func (r Round) Answer(nonce string, results ...any) map[string]any {
	var responses []any
	for i, result := range results {
		responses = append(responses, map[string]any{"key": r.Requests[i].Key, "result": result})
	}
	return map[string]any{"id": r.ID, "fp": r.FP, "nonce": nonce, "responses": responses}
}
