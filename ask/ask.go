// Package ask lets the author of an MCP server ask a person, whatever the client can show: a form where the client declares
// forms, a page of elicitform-server in URL mode where it declares that, and otherwise, if the author allows it, a link in the
// text of the tool. It is given the session of the official SDK and the params of the request, and gives the result. It draws
// nothing, and keeps no question: the client or elicitform-server does.
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

// ErrNoWay says that the client declares no elicitation that fits, and that links in the text of a tool are not allowed.
var ErrNoWay = errors.New("ask: the client can show neither a form nor a page")

// Asker asks with one ask key of elicitform-server. Its members must not change once it is used; it is safe for concurrent use.
type Asker struct {
	// URL is the address of elicitform-server, such as "https://ask.example", and Key the secret of an ask key.
	URL, Key string
	// LinkAsText lets a tool say the link as its text where the client has no other way. A model reads that text, and
	// an agent that browses could open the page and answer itself. With an identity header the server lets only the person in.
	LinkAsText bool
	// Client makes the requests to elicitform-server; the default follows no redirect, which could take the ask key elsewhere.
	Client *http.Client
}

// Question is what is asked, and whom.
type Question struct {
	// Params are those of a form. Questions are shown in the order of the text where RequestedSchema is JSON text.
	Params *mcp.ElicitParams
	// Session is your own name for the chat or the person, and Server the name that the page shows for who asks.
	Session, Server string
	// Key is your own name for the question in its session. A call with the same key asks the same question again, or
	// gets its answer. A link as text needs one, because its answer comes with a later call.
	Key string
	// Person is who may open the link, where elicitform-server has an identity header.
	Person string
	// Deadline is when the answer is worth nothing any more; the default is 30 days from now.
	Deadline time.Time
}

// Answer is what has come of a question: a result, or a text for the tool to return.
type Answer struct {
	// Result is the decision of the person; nil where there is none yet.
	Result *mcp.ElicitResult
	// Text is what the tool is to return where the result is nil: a sentence with the link.
	Text string
}

// Ask asks, and waits for the decision. An error is no decision. With one, such as the end of the context, a question
// without a key is withdrawn, and one with a key stands.
func (a *Asker) Ask(ctx context.Context, client *mcp.ServerSession, q Question) (Answer, error) {
	form, page := declared(client)
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
		// Nobody would ever hear of the answer.
		a.withdraw(ctx, state.ID)
	}
	return answer, err
}

// byLink makes a link to a question, and hands it to the client as a page or to the tool as its text.
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

// declared says which elicitations the client declares. Before there were several kinds, forms were the only one.
func declared(client *mcp.ServerSession) (form, page bool) {
	params := client.InitializeParams()
	if params == nil || params.Capabilities == nil || params.Capabilities.Elicitation == nil {
		return false, false
	}
	declared := params.Capabilities.Elicitation
	return declared.Form != nil || declared.URL == nil, declared.URL != nil
}

// byPage asks the client to open the page, and waits for the answer that is given there.
func (a *Asker) byPage(ctx context.Context, client *mcp.ServerSession, q Question, id, link string) (Answer, error) {
	elicitation := rand.Text()
	opened, err := client.Elicit(ctx, &mcp.ElicitParams{Mode: "url", Message: q.Params.Message, URL: link, ElicitationID: elicitation})
	if err != nil {
		return Answer{}, err
	}
	if opened.Action != "accept" {
		// The person does not want to see the page, which is the decision.
		a.withdraw(ctx, id)
		return Answer{Result: &mcp.ElicitResult{Action: opened.Action}}, nil
	}
	state, err := a.await(ctx, id)
	if err != nil {
		return Answer{}, err
	}
	// The client may be gone, and the decision counts all the same.
	_ = client.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: elicitation})
	return state.answer()
}

// state is how a question stands, as elicitform-server says it.
type state struct {
	ID     string
	State  string
	Result json.RawMessage
	Error  *struct{ Code, Reason string }
}

// answer is the decision of a question that has ended.
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
		return Answer{}, errors.New("ask: the answer is no result")
	}
	return Answer{Result: result}, nil
}

// begin asks on elicitform-server, or joins the question that the key has asked.
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

// await waits for the end of a question, however long that takes.
func (a *Asker) await(ctx context.Context, id string) (s state, err error) {
	for {
		if err := a.do(ctx, http.MethodGet, "/v1/questions/"+id+"?wait=30", nil, &s); err != nil || s.State != "open" {
			return s, err
		}
	}
}

// withdraw takes a question back, also where the context has ended. What fails here ends with its deadline.
func (a *Asker) withdraw(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	_ = a.do(ctx, http.MethodDelete, "/v1/questions/"+id, nil, &state{})
}

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
