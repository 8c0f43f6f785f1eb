package relay_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/relay"
)

// connection is the response to a device. It collects the stream.
type connection struct {
	header http.Header
	mu     sync.Mutex
	text   []byte
}

func (c *connection) Header() http.Header              { return c.header }
func (c *connection) WriteHeader(int)                  {}
func (c *connection) Flush()                           {}
func (c *connection) SetWriteDeadline(time.Time) error { return nil }
func (c *connection) SetReadDeadline(time.Time) error  { return nil }

func (c *connection) Write(content []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text = append(c.text, content...)
	return len(content), nil
}

func (c *connection) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.text)
}

// The stream of one asker's device has the rounds, ends and pages of that asker, and none of the other askers.
func TestDeviceOfAnAskerStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newProcess(t, relay.Options{})
		ctx, disconnect := context.WithCancel(t.Context())
		devices := map[string]*connection{}
		for name, token := range map[string]string{"ours": r.AskerToken("s", "ours", 0), "theirs": r.AskerToken("s", "theirs", 0), "all": r.Token("s", 0)} {
			device := &connection{header: http.Header{}}
			devices[name] = device
			request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://relay.example/", nil)
			request.Header.Set("Authorization", "Bearer "+token)
			request.Header.Set("Accept", "text/event-stream")
			go r.ServeHTTP(device, request)
		}
		synctest.Wait()
		server := relay.Server{ID: "same"}
		for _, asker := range []string{"ours", "theirs", ""} {
			params := `{"mode":"url","message":"of ` + asker + `","url":"https://a.example/","elicitationId":"page of ` + asker + `"}`
			q, err := r.Park(t.Context(), []byte(params), relay.ElicitOptions{Session: "s", Server: server, Asker: asker, Key: asker})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if asker != "" {
				if err := r.CompleteOwn(t.Context(), "s", asker, server, "page of "+asker); err != nil {
					t.Errorf("%s: %v", asker, err)
				}
			}
			time.Sleep(time.Minute)
			if _, err := r.Withdraw(t.Context(), "s", q.RoundRef); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			for name, device := range devices {
				text := device.String()
				want := name == "all" || name == asker
				for what, part := range map[string]string{
					"the question": `"id":"` + q.ID + `","fp"`, "the end": `{"id":"` + q.ID + `","how":"withdrawn"}`, "the page": `"elicitationId":"page of ` + asker + `"`,
				} {
					if (asker != "" || what != "the page") && strings.Contains(text, part) != want {
						t.Errorf("%s gets %s of %q: %v, want %v", name, what, asker, !want, want)
					}
				}
				if name != "all" && name != asker && (strings.Contains(text, q.ID) || strings.Contains(text, q.Fingerprint)) {
					t.Errorf("%s learns of %q: %s", name, asker, text)
				}
			}
		}
		var e *relay.Error
		for _, asker := range []string{"ours", "theirs", "other"} {
			if err := r.CompleteOwn(t.Context(), "s", asker, server, "page of ours"); !errors.As(err, &e) || e.Reason != "not-own-page" {
				t.Errorf("%s finishes the page of a withdrawn question: got %v, want not-own-page", asker, err)
			}
		}
		if _, err := r.Park(t.Context(), []byte(`{"message":"m"}`), relay.ElicitOptions{Session: "s", Server: server, Asker: "a\nb"}); err == nil {
			t.Error("the name of an asker has a control character")
		}
		disconnect()
		r.Close()
		synctest.Wait()
	})
}
