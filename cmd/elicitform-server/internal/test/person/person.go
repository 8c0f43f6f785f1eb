// Package person is a page without a browser, for tests.
package person

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Person is one page of a session.
type Person struct {
	Relay http.Handler
	Token string
}

type Question struct {
	ID, FP   string
	Server   struct{ ID, Name, Title string }
	Requests []struct {
		Key, Params string
		Approval    bool
	}
	Deadline int64
	Review   string
}

func (p Person) request(t testing.TB, method string, body []byte) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(method, "/relay", bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+p.Token)
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	p.Relay.ServeHTTP(recorder, request)
	return recorder
}

// Open returns the open questions of the session.
func (p Person) Open(t testing.TB) (open []Question) {
	t.Helper()
	recorder := p.request(t, http.MethodGet, nil)
	if recorder.Code != http.StatusOK {
		t.Fatalf("the page gets %d: %s", recorder.Code, recorder.Body)
	}
	lines := bufio.NewScanner(recorder.Body)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		var message struct{ Open []Question }
		if !ok {
			continue
		}
		if err := json.Unmarshal([]byte(data), &message); err != nil {
			t.Fatal(err)
		}
		open = append(open, message.Open...)
	}
	return open
}

// Answer answers a question with the results of its requests as JSON, in their order.
func (p Person) Answer(t testing.TB, q Question, results ...string) {
	t.Helper()
	if status, text := p.Try(t, q, results...); status != http.StatusOK {
		t.Errorf("the answer gets %d: %s", status, text)
	}
}

// Try is Answer for an answer that may be refused.
func (p Person) Try(t testing.TB, q Question, results ...string) (status int, reply string) {
	t.Helper()
	var responses []string
	for i, result := range results {
		key, _ := json.Marshal(q.Requests[i].Key)
		responses = append(responses, fmt.Sprintf(`{"key":%s,"result":%s}`, key, result))
	}
	body := fmt.Sprintf(`{"id":%q,"fp":%q,"nonce":"nonce-of-a-test","responses":[%s]}`, q.ID, q.FP, strings.Join(responses, ","))
	recorder := p.request(t, http.MethodPost, []byte(body))
	return recorder.Code, recorder.Body.String()
}

// AnswerAll answers all open questions with one result, and returns their number.
func (p Person) AnswerAll(t testing.TB, result string) (answered int) {
	t.Helper()
	for _, q := range p.Open(t) {
		results := make([]string, len(q.Requests))
		for i := range results {
			results[i] = result
		}
		p.Answer(t, q, results...)
		answered++
	}
	return answered
}
