package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// wire is an HTTP transport that keeps what the server streamed.
type wire struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(req)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(res.Body, w), res.Body}
	}
	return res, err
}

func (w *wire) Write(p []byte) (int, error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.text.Write(p)
}

func (w *wire) String() string {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.text.String()
}

// connect starts the server and a client that answers with answer.
func connect(t *testing.T, answer func(*mcp.ElicitParams) *mcp.ElicitResult) (*mcp.ClientSession, *wire) {
	t.Helper()
	server := httptest.NewServer(Handler())
	t.Cleanup(server.Close)
	recorded := &wire{}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return answer(req.Params), nil
		},
	})
	session, err := client.Connect(context.Background(), &mcp.StreamableClientTransport{
		Endpoint:   server.URL,
		HTTPClient: &http.Client{Transport: recorded},
	}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session, recorded
}

func call(t *testing.T, session *mcp.ClientSession, name string) (string, bool) {
	t.Helper()
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return result.Content[0].(*mcp.TextContent).Text, result.IsError
}

func TestEveryToolIsOffered(t *testing.T) {
	session, _ := connect(t, nil)
	list, err := session.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.Title == "" || tool.Description == "" {
			t.Errorf("%s has no title or description", tool.Name)
		}
	}
	if got := strings.Join(names, " "); got != "book_table configure create_project deploy preferences" {
		t.Errorf("tools %q", got)
	}
}

func TestToolTellsExactlyWhatWasAccepted(t *testing.T) {
	for _, c := range []struct {
		tool    string
		content map[string]any
		want    string
	}{
		{"deploy", map[string]any{"confirm": false}, `You accepted. I received {"confirm": false}`},
		{"configure", map[string]any{"dry_run": true, "replicas": 3, "name": "a <b>"}, `You accepted. I received {"name": "a <b>", "replicas": 3, "dry_run": true}`},
		{"book_table", map[string]any{"time": "19:30", "guests": 4, "date": "2027-02-03"}, `You accepted. I received {"date": "2027-02-03", "time": "19:30", "guests": 4}`},
	} {
		session, _ := connect(t, func(*mcp.ElicitParams) *mcp.ElicitResult {
			return &mcp.ElicitResult{Action: "accept", Content: c.content}
		})
		if got, isError := call(t, session, c.tool); got != c.want || isError {
			t.Errorf("%s: %q (error %v)\nwant %q", c.tool, got, isError, c.want)
		}
	}
}

func TestDeclineAndCancelAreToldApart(t *testing.T) {
	for action, want := range map[string]string{"decline": "You declined.", "cancel": "You cancelled."} {
		session, _ := connect(t, func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: action} })
		if got, isError := call(t, session, "configure"); !strings.HasPrefix(got, want) || isError {
			t.Errorf("%s: %q (error %v)", action, got, isError)
		}
	}
}

func TestCreateProjectAsksThreeTimesAndStopsAtANo(t *testing.T) {
	answers := map[string]map[string]any{
		"What is the project called?": {"name": "Shop"},
		"What kind of project is it?": {"type": "web"},
		"Create the project now?":     {"confirm": true},
	}
	var asked []string
	session, _ := connect(t, func(params *mcp.ElicitParams) *mcp.ElicitResult {
		asked = append(asked, params.Message)
		return &mcp.ElicitResult{Action: "accept", Content: answers[params.Message]}
	})
	got, _ := call(t, session, "create_project")
	want := "You accepted. I received {\"name\": \"Shop\"}\nYou accepted. I received {\"type\": \"web\"}\nYou accepted. I received {\"confirm\": true}"
	if got != want || len(asked) != 3 {
		t.Errorf("asked %q\n got %q\nwant %q", asked, got, want)
	}

	times := 0
	session, _ = connect(t, func(params *mcp.ElicitParams) *mcp.ElicitResult {
		if times++; times == 2 {
			return &mcp.ElicitResult{Action: "cancel"}
		}
		return &mcp.ElicitResult{Action: "accept", Content: answers[params.Message]}
	})
	got, _ = call(t, session, "create_project")
	if times != 2 || !strings.Contains(got, "\nYou cancelled.") {
		t.Errorf("asked %d times, answered %q", times, got)
	}
}

func TestN19_PropertiesKeepTheirOrderOnTheWire(t *testing.T) {
	for _, tool := range tools() {
		session, recorded := connect(t, func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: "decline"} })
		call(t, session, tool.name)
		var compact bytes.Buffer
		if err := json.Compact(&compact, tool.Requests[0].Schema); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(recorded.String(), compact.String()) {
			t.Errorf("%s: the schema went out in another form:\n%s", tool.name, recorded.String())
		}
	}
}

func TestAnAnswerThatBreaksTheSchemaIsAnErrorOfTheTool(t *testing.T) {
	session, _ := connect(t, func(*mcp.ElicitParams) *mcp.ElicitResult {
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"replicas": 99}}
	})
	if got, isError := call(t, session, "configure"); !isError || !strings.HasPrefix(got, "The request failed") {
		t.Errorf("%q (error %v)", got, isError)
	}
}

func TestOtherWebSitesCannotTalkToTheServer(t *testing.T) {
	handler := Handler()
	for _, c := range []struct{ name, header, value string }{
		{"another site", "Sec-Fetch-Site", "cross-site"},
		{"another origin", "Origin", "https://evil.example"},
	} {
		req := httptest.NewRequest("POST", "http://127.0.0.1:8080/mcp", strings.NewReader("{}"))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set(c.header, c.value)
		rec := httptest.NewRecorder()
		handler.ServeHTTP(rec, req)
		if rec.Code != http.StatusForbidden {
			t.Errorf("%s: status %d", c.name, rec.Code)
		}
	}
}

func TestOrderedPutsUnknownPropertiesLast(t *testing.T) {
	schema := json.RawMessage(`{"properties":{"10":{},"9":{},"a":{"properties":{"x":{}}}}}`)
	got, err := ordered(schema, map[string]any{"z": 1, "a": "é&", "9": []string{"p"}, "10": 1.5, "b": true})
	if want := `{"10": 1.5, "9": ["p"], "a": "é&", "b": true, "z": 1}`; got != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if got, err := ordered(json.RawMessage(`{}`), nil); got != "{}" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}
