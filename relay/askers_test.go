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

// heard collects what a device hears that stays, without the padding of a stream.
type heard struct {
	header http.Header
	mu     sync.Mutex
	text   []byte
}

func (h *heard) Header() http.Header              { return h.header }
func (h *heard) WriteHeader(int)                  {}
func (h *heard) Flush()                           {}
func (h *heard) SetWriteDeadline(time.Time) error { return nil }
func (h *heard) SetReadDeadline(time.Time) error  { return nil }

func (h *heard) Write(content []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text = append(h.text, content...)
	return len(content), nil
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.text)
}

// A device of an asker that stays hears of what that one asks, of its ends and its pages, while others do the same beside it.
func TestDeviceOfAnAskerStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := relay.New(relay.Options{Secret: secret})
		if err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithCancel(t.Context())
		devices := map[string]*heard{}
		for name, token := range map[string]string{"ours": r.AskerToken("s", "ours", 0), "theirs": r.AskerToken("s", "theirs", 0), "all": r.Token("s", 0)} {
			device := &heard{header: http.Header{}}
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
			if _, err := r.Withdraw(t.Context(), "s", q.Ref); err != nil {
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
						t.Errorf("%s hears %s of %q: %v", name, what, asker, !want)
					}
				}
				if name != "all" && name != asker && (strings.Contains(text, q.ID) || strings.Contains(text, q.Fingerprint)) {
					t.Errorf("%s hears of %q: %s", name, asker, text)
				}
			}
		}
		var e *relay.Error
		for _, asker := range []string{"ours", "theirs", "other"} {
			if err := r.CompleteOwn(t.Context(), "s", asker, server, "page of ours"); !errors.As(err, &e) || e.Reason != "not-own-page" {
				t.Errorf("a page of a question that was withdrawn, by %s: %v", asker, err)
			}
		}
		if _, err := r.Park(t.Context(), []byte(`{"message":"m"}`), relay.ElicitOptions{Session: "s", Server: server, Asker: "a\nb"}); err == nil {
			t.Error("an asker may have a control in its name")
		}
		leave()
		r.Close()
		synctest.Wait()
	})
}
