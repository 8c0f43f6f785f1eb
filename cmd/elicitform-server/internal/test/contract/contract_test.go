package contract

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

type errorRecorder struct {
	testing.TB
	errors []string
}

func (h *errorRecorder) Helper() {}

func (h *errorRecorder) Errorf(format string, arguments ...any) {
	h.errors = append(h.errors, fmt.Sprintf(format, arguments...))
}

func TestBreaches(t *testing.T) {
	const ok = `{"session":"s","server":"w","params":{}}`
	for name, c := range map[string]struct {
		method, target, body string
		status               int
		kind, reply          string
		breach               bool
	}{
		"as described":      {"POST", "/v1/questions", ok, 201, "application/json", `{"id":"q","state":"open"}`, false},
		"an unknown state":  {"POST", "/v1/questions", ok, 201, "application/json", `{"id":"q","state":"lost"}`, true},
		"an unknown member": {"POST", "/v1/questions", ok, 201, "application/json", `{"id":"q","state":"open","more":1}`, true},
		"an unknown status": {"POST", "/v1/questions", ok, 418, "application/problem+json", `{}`, true},
		"another type":      {"POST", "/v1/questions", ok, 201, "text/plain", `{"id":"q","state":"open"}`, true},
		"no time":           {"POST", "/v1/questions", ok, 201, "application/json", `{"id":"q","state":"open","deadline":"soon"}`, true},
		"a forbidden body":  {"POST", "/v1/questions", `{"session":"s","server":"w"}`, 201, "application/json", `{"id":"q","state":"open"}`, true},
		"a typo":            {"POST", "/v1/questions", `{"sesion":"s","server":"w","params":{}}`, 201, "application/json", `{"id":"q","state":"open"}`, true},
		"a problem":         {"POST", "/v1/questions", `{"session":"s"}`, 422, "application/problem+json", `{"type":"/v1/errors/a","title":"A.","status":422,"code":"request","reason":"a"}`, false},
		"a problem as JSON": {"POST", "/v1/questions", `{"session":"s"}`, 422, "application/json", `{"type":"/v1/errors/a","title":"A.","status":422,"code":"request","reason":"a"}`, true},
		"a long wait":       {"GET", "/v1/questions/q?wait=61", "", 202, "application/json", `{"id":"q","state":"open"}`, true},
		"an unknown path":   {"GET", "/v1/else", "", 404, "application/problem+json", `{}`, false},
	} {
		h := &errorRecorder{TB: t}
		handler := Check(h, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.reply))
		}))
		request := httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
		request.Header.Set("Authorization", "Bearer x")
		if c.body != "" {
			request.Header.Set("Content-Type", "application/json")
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if len(h.errors) > 0 != c.breach || recorder.Code != c.status || recorder.Body.String() != c.reply {
			t.Errorf("%s: %d %s, errors %q, want any: %v", name, recorder.Code, recorder.Body, h.errors, c.breach)
		}
	}
}
