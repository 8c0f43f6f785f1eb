package ask

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// patience is for how long a server that cannot be reached is tried again.
	patience = 30 * time.Second
	// mostReply is how many bytes a reply has at most.
	mostReply = 4 << 20
	// silence is how long a request takes at most: the time for which it waits for an answer, and some more.
	silence = 45 * time.Second
	// mostPause is how long the server may ask to wait.
	mostPause = 10 * time.Second
)

// Error says why the person has decided nothing.
type Error struct {
	// Status is the one of the response; 0 where the question has ended without a decision.
	Status int
	// Reason is the fact, such as "expired", "withdrawn" or "too-many-links".
	Reason string
}

func (e *Error) Error() string {
	if e.Status == 0 {
		return "ask: the question has ended: " + e.Reason
	}
	return fmt.Sprintf("ask: elicitform-server replies with status %d: %s", e.Status, e.Reason)
}

// plain makes requests where none is given.
var plain = &http.Client{Timeout: silence, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// do makes a request, and again while the server is away or asks for that. A repetition with a key asks nothing twice; one
// without could, so it is made only where the server has said that it has not asked.
func (a *Asker) do(ctx context.Context, method, path string, body, into any) error {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	until := time.Now().Add(patience)
	for {
		pause, err := a.once(ctx, method, path, content, into)
		if err == nil || pause == 0 || time.Now().Add(pause).After(until) {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// once makes a request. The pause says when it is worth while to make it again; 0 is never.
func (a *Asker) once(ctx context.Context, method, path string, content []byte, into any) (pause time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(a.URL, "/")+path, bytes.NewReader(content))
	if err != nil {
		return 0, errors.New("ask: the address of elicitform-server is none")
	}
	request.Header.Set("Authorization", "Bearer "+a.Key)
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := cmp.Or(a.Client, plain).Do(request)
	if err != nil {
		if method == http.MethodPost {
			return 0, err
		}
		return time.Second, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, mostReply))
	if err != nil {
		return 0, err
	}
	if response.StatusCode < 300 {
		return 0, json.Unmarshal(text, into)
	}
	var problem struct{ Reason string }
	_ = json.Unmarshal(text, &problem) // A proxy may have replied.
	err = &Error{response.StatusCode, cmp.Or(problem.Reason, "no-reason")}
	if response.StatusCode == http.StatusServiceUnavailable || response.StatusCode == http.StatusTooManyRequests {
		if seconds, _ := strconv.Atoi(response.Header.Get("Retry-After")); seconds > 0 {
			pause = min(time.Duration(seconds)*time.Second, mostPause)
		}
	}
	return pause, err
}
