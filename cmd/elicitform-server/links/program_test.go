package links_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/elicitform/elicitform/cmd/elicitform-server/config"
	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/contract"
	"github.com/elicitform/elicitform/cmd/elicitform-server/server"
)

const (
	base   = "https://ask.example"
	askKey = "0123456789abcdef"
	form   = `{"message":"How many?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}`
)

var site = fstest.MapFS{
	"page.js": {}, "try.html": {}, "frame/index.html": {Data: []byte("<!doctype html>")},
	"link.0123456789abcdef.js": {}, "link.0123456789abcdef.css": {}, "link.0123456789abcdef.js.br": {},
}

// program is the whole server, whose /v1 is held against its contract.
type program struct {
	t       *testing.T
	handler http.Handler
	// end ends it, when all is done that goes on in the background.
	end func()
}

func start(t *testing.T, settings ...string) program {
	t.Helper()
	c, err := config.Read(append([]string{"--public-url", base, "--ask-key", "agent:" + askKey}, settings...), []string{"ELICITFORM_SECRET=" + askKey}, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(c, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8787}, site, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	end := func() { s.End(); _ = s.Close() }
	t.Cleanup(end)
	return program{t, contract.Check(t, s), end}
}

// api makes a request of the asker.
func (p program) api(method, target, body string) (status int, reply map[string]any) {
	p.t.Helper()
	request := httptest.NewRequest(method, base+target, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+askKey)
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	p.handler.ServeHTTP(recorder, request)
	if recorder.Body.Len() > 0 && json.Unmarshal(recorder.Body.Bytes(), &reply) != nil {
		p.t.Errorf("%s %s: %s", method, target, recorder.Body)
	}
	return recorder.Code, reply
}

// ask asks the session "chat", and returns the address of the question.
func (p program) ask(more string) string {
	p.t.Helper()
	return p.askFor(form, more)
}

func (p program) askFor(params, more string) string {
	p.t.Helper()
	_, reply := p.api("POST", "/v1/questions", `{"session":"chat","server":"weather.example","parked":true,"params":`+params+more+`}`)
	return fmt.Sprint("/v1/questions/", reply["id"])
}

// link makes a link to a question, and returns its path.
func (p program) link(question, body string) string {
	p.t.Helper()
	status, reply := p.api("POST", question+"/link", body)
	path, ok := strings.CutPrefix(fmt.Sprint(reply["url"]), base)
	if status != 201 || !ok || !regexp.MustCompile(`^/q/[\w-]{22}$`).MatchString(path) {
		p.t.Fatalf("%d %v", status, reply)
	}
	return path
}

// browser is a person's browser with its cookies.
type browser struct {
	program
	cookie string
	// remote is where its requests come from, and person who it is for a proxy.
	remote, person string
}

// do makes a request. Headers are "Name: value".
func (b *browser) do(method, path, body string, headers ...string) *http.Response {
	b.t.Helper()
	request := httptest.NewRequest(method, base+path, strings.NewReader(body))
	if b.cookie != "" {
		request.Header.Set("Cookie", b.cookie)
	}
	if b.remote != "" {
		request.RemoteAddr = b.remote
	}
	if b.person != "" {
		request.Header.Set("X-Auth-User", b.person)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Add(name, value)
	}
	recorder := httptest.NewRecorder()
	b.handler.ServeHTTP(recorder, request)
	response := recorder.Result()
	for _, cookie := range response.Cookies() {
		b.cookie = cookie.Name + "=" + cookie.Value
	}
	return response
}

func (b *browser) get(path string, headers ...string) (int, string) {
	b.t.Helper()
	return b.read(b.do("GET", path, "", append([]string{"Sec-Fetch-Site: none"}, headers...)...))
}

func (b *browser) read(response *http.Response) (int, string) {
	b.t.Helper()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return response.StatusCode, html.UnescapeString(string(text))
}

// own are the headers of a form that was sent by a page of the server.
var own = []string{"Content-Type: application/x-www-form-urlencoded", "Origin: null", "Sec-Fetch-Site: same-origin"}

var onceInput = regexp.MustCompile(`name="once" value="([^"]+)"`)

// once returns the one-time value of a page with a button.
func (b *browser) once(path string) string {
	b.t.Helper()
	_, text := b.get(path)
	found := onceInput.FindStringSubmatch(text)
	if found == nil {
		b.t.Fatalf("there is no button: %s", text)
	}
	return found[1]
}

// press presses the button.
func (b *browser) press(path, once string, headers ...string) *http.Response {
	b.t.Helper()
	if headers == nil {
		headers = own
	}
	return b.do("POST", path, url.Values{"once": {once}}.Encode(), headers...)
}

// open opens a link, and fails the test where it does not open.
func (b *browser) open(path string) {
	b.t.Helper()
	if response := b.press(path, b.once(path)); response.StatusCode != 303 || response.Header.Get("Location") != path {
		status, text := b.read(response)
		b.t.Fatalf("the press gets %d: %s", status, text)
	}
	b.expect(path, 200, `data-relay="`+path+`/relay"`)
}

// expect fails the test where a page does not say something.
func (b *browser) expect(path string, status int, text string, headers ...string) {
	b.t.Helper()
	if got, said := b.get(path, headers...); got != status || !strings.Contains(said, text) {
		b.t.Errorf("%d, want %d with %q: %s", got, status, text, said)
	}
}

// ServeHTTP lets a person look at the relay of a link.
type linked struct {
	browser *browser
	path    string
}

func (l linked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	headers := []string{"Sec-Fetch-Site: same-origin", "Content-Type: " + r.Header.Get("Content-Type")}
	if r.Method == "POST" {
		headers = append(headers, "Origin: "+base)
	}
	response := l.browser.do(r.Method, l.path+"/relay", string(body), headers...)
	w.WriteHeader(response.StatusCode)
	_, _ = io.Copy(w, response.Body)
}
