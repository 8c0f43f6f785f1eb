package relay_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/relay"
)

func TestOptionsThatLetAnybodyIn(t *testing.T) {
	for name, o := range map[string]relay.Options{
		"nothing":         {},
		"a short secret":  {Secret: []byte("short")},
		"a negative time": {Secret: secret, Poll: -1},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := relay.New(o); err == nil {
				t.Error("the options are accepted")
			}
		})
	}
}

func TestGate(t *testing.T) {
	r := newProcess(t, relay.Options{Origins: []string{"https://chat.example"}})
	own := newProcess(t, relay.Options{Authorize: func(request *http.Request) (string, bool) {
		cookie, err := request.Cookie("session")
		if err != nil {
			return "", false
		}
		return cookie.Value, true
	}})
	const body = `{"id":"00000000","fp":"00000000","draft":""}`
	token := "Authorization: Bearer " + r.Token("s", time.Hour)
	json := "Content-Type: application/json"
	for _, c := range []struct {
		name, method, target, body string
		headers                    []string
		relay                      *relay.Relay
		status                     int
	}{
		{"a program", "GET", "/", "", []string{token}, r, 200},
		{"the session that is meant", "GET", "/?session=s", "", []string{token}, r, 200},
		{"another session", "GET", "/?session=t", "", []string{token}, r, 401},
		{"no token", "GET", "/", "", nil, r, 401},
		{"a wrong token", "GET", "/", "", []string{token + "x"}, r, 401},
		{"another scheme", "GET", "/", "", []string{strings.Replace(token, "Bearer", "Basic", 1)}, r, 401},
		{"a listed origin", "GET", "/", "", []string{token, "Origin: https://chat.example"}, r, 200},
		{"the own origin where others are listed", "GET", "/", "", []string{token, "Origin: http://example.com"}, r, 403},
		{"a foreign origin", "POST", "/", body, []string{token, json, "Origin: https://evil.example"}, r, 403},
		{"an opaque origin", "POST", "/", body, []string{token, json, "Origin: null"}, r, 403},
		{"another site without a name", "GET", "/", "", []string{token, "Sec-Fetch-Site: cross-site"}, r, 403},
		{"a subdomain without a name", "GET", "/", "", []string{token, "Sec-Fetch-Site: same-site"}, r, 403},
		{"before a listed origin asks", "OPTIONS", "/", "", []string{"Origin: https://chat.example"}, r, 204},
		{"before a foreign one asks", "OPTIONS", "/", "", []string{"Origin: https://evil.example"}, r, 403},
		{"another method", "PUT", "/", body, []string{token}, r, 405},
		{"a trace", "TRACE", "/", "", []string{token}, r, 405},
		{"a form", "POST", "/", body, []string{token, "Content-Type: text/plain"}, r, 415},
		{"no kind of content", "POST", "/", body, []string{token}, r, 415},
		{"JSON with a charset", "POST", "/", body, []string{token, json + "; charset=utf-8"}, r, 404},
		{"no JSON", "POST", "/", "{", []string{token, json}, r, 400},
		{"no id", "POST", "/", "{}", []string{token, json}, r, 400},
		{"an odd id", "POST", "/", `{"id":"a:b:c:d:e","draft":""}`, []string{token, json}, r, 400},
		{"an id in another case", "POST", "/", `{"ID":"00000000","draft":""}`, []string{token, json}, r, 400},
		{"no fingerprint", "POST", "/", `{"id":"00000000","nonce":"00000000","responses":[{"result":{"action":"cancel"}}]}`, []string{token, json}, r, 400},
		{"no nonce", "POST", "/", `{"id":"00000000","fp":"00000000","responses":[{"result":{}}]}`, []string{token, json}, r, 400},
		{"nothing decided", "POST", "/", `{"id":"00000000","fp":"00000000","nonce":"00000000"}`, []string{token, json}, r, 400},
		{"both decided", "POST", "/", `{"id":"00000000","fp":"00000000","nonce":"00000000","responses":[{"result":{}}],"rejected":{}}`, []string{token, json}, r, 400},
		{"a draft that is no text", "POST", "/", `{"id":"00000000","fp":"00000000","draft":{}}`, []string{token, json}, r, 400},
		{"a long draft", "POST", "/", `{"id":"00000000","fp":"00000000","draft":"` + strings.Repeat("x", 70_000) + `"}`, []string{token, json}, r, 413},
		{"a long body", "POST", "/", `{"id":"00000000","fp":"00000000","draft":"` + strings.Repeat("x", 300_000) + `"}`, []string{token, json}, r, 413},
		{"a request that nobody asked", "POST", "/", `{"id":"00000000","fp":"00000000","nonce":"00000000","responses":[{"result":{"action":"cancel"}}]}`, []string{token, json}, r, 404},
		{"a cookie", "GET", "/", "", []string{"Cookie: session=s"}, own, 200},
		{"no cookie", "GET", "/", "", []string{token}, own, 401},
		{"a cookie that says nothing", "GET", "/", "", []string{"Cookie: session="}, own, 401},
		{"the own origin", "POST", "/", body, []string{"Cookie: session=s", json, "Origin: http://example.com"}, own, 404},
		{"another port", "POST", "/", body, []string{"Cookie: session=s", json, "Origin: http://example.com:81"}, own, 403},
		{"another origin and a cookie", "POST", "/", body, []string{"Cookie: session=s", json, "Origin: https://evil.example"}, own, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			request := httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
			for _, header := range c.headers {
				name, value, _ := strings.Cut(header, ": ")
				request.Header.Set(name, value)
			}
			recorder := httptest.NewRecorder()
			c.relay.ServeHTTP(recorder, request)
			if recorder.Code != c.status {
				t.Errorf("status %d, want %d: %s", recorder.Code, c.status, recorder.Body)
			}
			allowed := recorder.Header().Get("Access-Control-Allow-Origin")
			if want := request.Header.Get("Origin"); recorder.Code < 400 && allowed != want || recorder.Code == 403 && allowed != "" {
				t.Errorf("the allowed origin is %q, want %q without an error", allowed, want)
			}
			if recorder.Header().Get("Vary") == "" || !strings.Contains(recorder.Header().Get("Cache-Control"), "no-store") {
				t.Errorf("the headers are %v, want Vary and no-store", recorder.Header())
			}
		})
	}
	r.Close()
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, httptest.NewRequest("GET", "/", nil))
	if recorder.Code != 503 || recorder.Header().Get("Retry-After") == "" {
		t.Errorf("a closed relay gives %d, want 503 with Retry-After", recorder.Code)
	}
}
