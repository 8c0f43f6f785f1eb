package ask

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// roundTrips answers requests without a network.
type roundTrips func(*http.Request) *http.Response

func (f roundTrips) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return f(r), nil
}

func reply(status int, body string, headers ...string) *http.Response {
	recorder := httptest.NewRecorder()
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		recorder.Header().Set(name, value)
	}
	recorder.WriteHeader(status)
	_, _ = recorder.WriteString(body)
	return recorder.Result()
}

// replies are functions, because a response can be read only once.
type replies []func() *http.Response

func respond(status int, body string, headers ...string) func() *http.Response {
	return func() *http.Response { return reply(status, body, headers...) }
}

// A request is repeated for a while if the server asks for it, and not if the server rejects it.
func TestRepetition(t *testing.T) {
	for name, c := range map[string]struct {
		replies replies
		want    int
		reason  string
	}{
		"at once":         {replies{respond(200, `{"state":"open"}`)}, 1, ""},
		"later":           {replies{respond(503, "", "Retry-After: 1"), respond(429, `{"reason":"too-many-waits"}`, "Retry-After: 5"), respond(202, `{}`)}, 3, ""},
		"never":           {replies{respond(401, `{"reason":"no-ask-key"}`)}, 1, "no-ask-key"},
		"not said when":   {replies{respond(503, "a proxy")}, 1, "no-reason"},
		"in a year":       {replies{respond(503, `{"reason":"store-away"}`, "Retry-After: 31536000")}, 4, "store-away"},
		"a redirect":      {replies{respond(307, "", "Location: https://evil.example/")}, 1, "no-reason"},
		"no JSON":         {replies{respond(200, "<html>")}, 1, "invalid character"},
		"more than a lot": {replies{respond(200, `{"id":"`+strings.Repeat("x", maxReplyBytes)+`"}`)}, 1, "unexpected end"},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			a := Asker{URL: "https://ask.example/", Key: "k", Client: &http.Client{CheckRedirect: defaultClient.CheckRedirect, Transport: roundTrips(func(r *http.Request) *http.Response {
				if r.URL.String() != "https://ask.example/v1/questions/q" || r.Header.Get("Authorization") != "Bearer k" {
					t.Errorf("%s: %s %v", name, r.URL, r.Header)
				}
				calls++
				return c.replies[min(calls, len(c.replies))-1]()
			})}}
			err := a.do(t.Context(), "GET", "/v1/questions/q", nil, &state{})
			if calls != c.want || (err == nil) != (c.reason == "") || err != nil && !strings.Contains(err.Error(), c.reason) {
				t.Errorf("%s: %d calls, %v, want %d and %q", name, calls, err, c.want, c.reason)
			}
		})
	}
}

// The end of the context ends the pause before the next attempt.
func TestEndOfContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := Asker{URL: "https://ask.example", Client: &http.Client{Transport: roundTrips(func(*http.Request) *http.Response { return reply(503, "", "Retry-After: 9") })}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		if err := a.do(ctx, "GET", "/", nil, &state{}); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

func TestDecisions(t *testing.T) {
	for reply, want := range map[string]string{
		`{"state":"answered","result":{"action":"accept","content":{"n":1}}}`: "accept", `{"state":"answered","result":{"action":"decline"}}`: "decline",
		`{"state":"answered"}`: "the answer is not an ElicitResult", `{"state":"answered","result":{"action":""}}`: "the answer is not an ElicitResult",
		`{"state":"expired","error":{"code":"expired"}}`: "has ended: expired", `{"state":"acknowledged"}`: "has ended: acknowledged",
		`{"state":"rejected","error":{"code":"invalid-request","reason":"too-large"}}`: "has ended: too-large", `{}`: "has ended",
	} {
		var s state
		if err := json.Unmarshal([]byte(reply), &s); err != nil {
			t.Fatal(err)
		}
		answer, err := s.answer()
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = answer.Result.Action
		}
		if !strings.HasSuffix(got, want) && !strings.Contains(got, want) || (err == nil) != (answer.Result != nil) {
			t.Errorf("%s: %q, %+v, want %q", reply, got, answer, want)
		}
	}
	// The caller's params do not change.
	params := &mcp.ElicitParams{Message: "?"}
	var body struct{ Params struct{ Mode string } }
	a := Asker{URL: "https://ask.example", Client: &http.Client{Transport: roundTrips(func(r *http.Request) *http.Response {
		_ = json.NewDecoder(r.Body).Decode(&body)
		return reply(201, `{"id":"q","state":"open"}`)
	})}}
	if s, err := a.begin(t.Context(), Question{Params: params}); err != nil || s.ID != "q" || body.Params.Mode != "form" || params.Mode != "" {
		t.Errorf("%+v %v %+v", s, err, body)
	}
}

// The text of an error has the sentence of elicitform-server, and the flag that its operator can set.
func TestTextOfErrors(t *testing.T) {
	for body, want := range map[string]string{
		`{"reason":"links-off","title":"Links need a public URL with https.","flag":"--public-url"}`: "links-off: Links need a public URL with https. " +
			"The operator of elicitform-server mends it with --public-url.",
		`{"reason":"not-open","title":"The question has ended."}`: "not-open: The question has ended.", `{"reason":"not-open"}`: "not-open", `<html>`: "no-reason",
	} {
		a := Asker{URL: "https://ask.example", Client: &http.Client{Transport: roundTrips(func(*http.Request) *http.Response { return reply(501, body) })}}
		_, err := a.link(t.Context(), "q", "")
		if want := "ask: elicitform-server replies with status 501: " + want; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
