// Package ask lets an MCP server in Go ask a person: by a form if the client declares forms, by a page of elicitform-server if it
// declares URL mode, and otherwise, if the author allows it, by a link in the text of the tool.
package ask

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ErrNoWay is the error for a client that declares neither forms nor pages, if links as text are not allowed.
var ErrNoWay = errors.New("ask: the client can show neither a form nor a page")

// Asker must not change after the first call. It is safe for concurrent use.
type Asker struct {
	// URL is the address of elicitform-server, and Key the secret of an ask key.
	URL, Key string
	// LinkAsText lets a tool return the link as text. A model reads that text, and an agent with a browser could answer itself.
	// With an identity header, the server lets only the person in.
	LinkAsText bool
	// Client makes the requests. The default follows no redirect, which could take the ask key elsewhere.
	Client *http.Client
}

// Question is a form, and its place in elicitform-server.
type Question struct {
	// Params are the params of the form. Its fields keep their order if RequestedSchema is JSON text.
	Params *mcp.ElicitParams
	// Session is your name for the chat or the person. Server is the name of the asking server on the page.
	Session, Server string
	// Key identifies a question in its session: the same key joins the open question, or gets its answer. A link as text needs a
	// key.
	Key string
	// Person may open the link, if elicitform-server has an identity header.
	Person string
	// Deadline ends the question; the default is 30 days from now.
	Deadline time.Time
}

// Answer is a decision, or a text for the tool.
type Answer struct {
	// Result is the person's decision; nil without one.
	Result *mcp.ElicitResult
	// Text is a sentence with the link if Result is nil.
	Text string
}

// Ask waits for the decision. After an error, a question without a key is withdrawn, and one with a key stays open.
func (a *Asker) Ask(ctx context.Context, client *mcp.ServerSession, q Question) (Answer, error) {
	form, page := readCapabilities(client)
	switch {
	case form:
		result, err := client.Elicit(ctx, q.Params)
		return Answer{Result: result}, err
	case !page && !a.LinkAsText:
		return Answer{}, ErrNoWay
	case !page && q.Key == "":
		return Answer{}, errors.New("ask: a link as text needs a key")
	}
	state, err := a.begin(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	if state.State != "open" {
		return state.answer()
	}
	answer, err := a.byLink(ctx, client, q, state.ID, page)
	if err != nil && q.Key == "" {
		a.withdraw(ctx, state.ID)
	}
	return answer, err
}

func (a *Asker) byLink(ctx context.Context, client *mcp.ServerSession, q Question, id string, page bool) (Answer, error) {
	link, err := a.link(ctx, id, q.Person)
	switch {
	case err != nil:
		return Answer{}, err
	case page:
		return a.byPage(ctx, client, q, id, link)
	}
	return Answer{Text: fmt.Sprintf("The person has to answer a question at %s before this can go on. Give them the link, "+
		"do not open it yourself, and call this tool again when they have answered.", link)}, nil
}

// readCapabilities reads an empty declaration as forms, the first kind in MCP.
func readCapabilities(client *mcp.ServerSession) (form, page bool) {
	params := client.InitializeParams()
	if params == nil || params.Capabilities == nil || params.Capabilities.Elicitation == nil {
		return false, false
	}
	elicitation := params.Capabilities.Elicitation
	return elicitation.Form != nil || elicitation.URL == nil, elicitation.URL != nil
}

func (a *Asker) byPage(ctx context.Context, client *mcp.ServerSession, q Question, id, link string) (Answer, error) {
	elicitation := rand.Text()
	opened, err := client.Elicit(ctx, &mcp.ElicitParams{Mode: "url", Message: q.Params.Message, URL: link, ElicitationID: elicitation})
	if err != nil {
		return Answer{}, err
	}
	if opened.Action != "accept" {
		// Declining or cancelling the page is the answer to the question.
		a.withdraw(ctx, id)
		return Answer{Result: &mcp.ElicitResult{Action: opened.Action}}, nil
	}
	state, err := a.await(ctx, id)
	if err != nil {
		return Answer{}, err
	}
	// The decision counts even if the client does not get this notification.
	_ = client.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: elicitation})
	return state.answer()
}

type state struct {
	ID     string
	State  string
	Result json.RawMessage
	Error  *struct{ Code, Reason string }
}

func (s state) answer() (Answer, error) {
	if s.State != "answered" {
		e := &Error{Reason: s.State}
		if s.Error != nil {
			e.Reason = cmp.Or(s.Error.Reason, s.Error.Code, s.State)
		}
		return Answer{}, e
	}
	result := &mcp.ElicitResult{}
	if err := json.Unmarshal(s.Result, result); err != nil || result.Action == "" {
		return Answer{}, errors.New("ask: the answer is not an ElicitResult")
	}
	return Answer{Result: result}, nil
}

func (a *Asker) begin(ctx context.Context, q Question) (s state, err error) {
	params := *q.Params
	params.Mode = "form"
	body := map[string]any{"session": q.Session, "server": q.Server, "params": &params, "parked": true}
	if q.Key != "" {
		body["key"] = q.Key
	}
	if !q.Deadline.IsZero() {
		body["deadline"] = q.Deadline.Format(time.RFC3339)
	}
	return s, a.do(ctx, http.MethodPost, "/v1/questions", body, &s)
}

func (a *Asker) link(ctx context.Context, id, person string) (string, error) {
	body := map[string]any{}
	if person != "" {
		body["person"] = person
	}
	var made struct{ URL string }
	err := a.do(ctx, http.MethodPost, "/v1/questions/"+id+"/link", body, &made)
	return made.URL, err
}

func (a *Asker) await(ctx context.Context, id string) (s state, err error) {
	for {
		if err := a.do(ctx, http.MethodGet, "/v1/questions/"+id+"?wait=30", nil, &s); err != nil || s.State != "open" {
			return s, err
		}
	}
}

// withdraw works after the end of the context too. If it fails, the deadline ends the question.
func (a *Asker) withdraw(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), retryFor)
	defer cancel()
	_ = a.do(ctx, http.MethodDelete, "/v1/questions/"+id, nil, &state{})
}

const (
	// retryFor bounds the repetition of a request that fails.
	retryFor       = 30 * time.Second
	maxReplyBytes  = 4 << 20
	requestTimeout = 45 * time.Second
	maxRetryAfter  = 10 * time.Second
)

// Error is an end without a decision.
type Error struct {
	// Status is the HTTP status of the response; 0 if the question has ended.
	Status int
	// Reason is a word such as "expired", "withdrawn" or "too-many-links".
	Reason string
	// Title is the sentence of elicitform-server about the reason; empty without one.
	Title string
	// Flag is the flag of elicitform-server with which its operator mends it, such as "--public-url"; empty if no flag does.
	Flag string
}

func (e *Error) Error() string {
	if e.Status == 0 {
		return "ask: the question has ended: " + e.Reason
	}
	text := fmt.Sprintf("ask: elicitform-server replies with status %d: %s", e.Status, e.Reason)
	if e.Title != "" {
		text += ": " + e.Title
	}
	if e.Flag != "" {
		text += " The operator of elicitform-server mends it with " + e.Flag + "."
	}
	return text
}

var defaultClient = &http.Client{
	Timeout:       requestTimeout,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// do repeats a request while the server is away. A POST is not repeated: a question without a key could be asked twice.
func (a *Asker) do(ctx context.Context, method, path string, body, into any) error {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	deadline := time.Now().Add(retryFor)
	for {
		retryAfter, err := a.send(ctx, method, path, content, into)
		if err == nil || retryAfter == 0 || time.Now().Add(retryAfter).After(deadline) {
			return err
		}
		select {
		case <-time.After(retryAfter):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (a *Asker) send(ctx context.Context, method, path string, content []byte, into any) (retryAfter time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(a.URL, "/")+path, bytes.NewReader(content))
	if err != nil {
		return 0, errors.New("ask: the URL of elicitform-server is not valid")
	}
	request.Header.Set("Authorization", "Bearer "+a.Key)
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := cmp.Or(a.Client, defaultClient).Do(request)
	if err != nil {
		if method == http.MethodPost {
			return 0, err
		}
		return time.Second, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxReplyBytes))
	if err != nil {
		return 0, err
	}
	if response.StatusCode < 300 {
		return 0, json.Unmarshal(text, into)
	}
	var problem struct{ Reason, Title, Flag string }
	_ = json.Unmarshal(text, &problem) // A proxy may have replied.
	err = &Error{response.StatusCode, cmp.Or(problem.Reason, "no-reason"), problem.Title, problem.Flag}
	if response.StatusCode == http.StatusServiceUnavailable || response.StatusCode == http.StatusTooManyRequests {
		if seconds, _ := strconv.Atoi(response.Header.Get("Retry-After")); seconds > 0 {
			retryAfter = min(time.Duration(seconds)*time.Second, maxRetryAfter)
		}
	}
	return retryAfter, err
}
