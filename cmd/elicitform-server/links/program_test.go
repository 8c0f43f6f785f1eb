package links_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
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

// program is the whole server. Its /v1 is checked against its contract.
type program struct {
	t       *testing.T
	handler http.Handler
	end     func()
}

func start(t *testing.T, settings ...string) program {
	t.Helper()
	return startWith(t, site, settings...)
}

func startWith(t *testing.T, site fs.FS, settings ...string) program {
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

// ask returns the address of a new question.
func (p program) ask(more string) string {
	p.t.Helper()
	return p.askFor(form, more)
}

func (p program) askFor(params, more string) string {
	p.t.Helper()
	_, reply := p.api("POST", "/v1/questions", `{"session":"chat","server":"weather.example","parked":true,"params":`+params+more+`}`)
	return fmt.Sprint("/v1/questions/", reply["id"])
}

// link returns the path of a new link.
func (p program) link(question, body string) string {
	p.t.Helper()
	status, reply := p.api("POST", question+"/link", body)
	path, ok := strings.CutPrefix(fmt.Sprint(reply["url"]), base)
	if status != 201 || !ok || !regexp.MustCompile(`^/q/[\w-]{22}$`).MatchString(path) {
		p.t.Fatalf("%d %v", status, reply)
	}
	return path
}

type browser struct {
	program
	cookie string
	// remote is the address of the browser.
	remote, person string
}

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

// own are the headers of a form on a page of the server.
var own = []string{"Content-Type: application/x-www-form-urlencoded", "Origin: null", "Sec-Fetch-Site: same-origin"}

var onceInput = regexp.MustCompile(`name="once" value="([^"]+)"`)

func (b *browser) once(path string) string {
	b.t.Helper()
	_, text := b.get(path)
	match := onceInput.FindStringSubmatch(text)
	if match == nil {
		b.t.Fatalf("there is no button: %s", text)
	}
	return match[1]
}

func (b *browser) press(path, once string, headers ...string) *http.Response {
	b.t.Helper()
	if headers == nil {
		headers = own
	}
	return b.do("POST", path, url.Values{"once": {once}}.Encode(), headers...)
}

func (b *browser) open(path string) {
	b.t.Helper()
	if response := b.press(path, b.once(path)); response.StatusCode != 303 || response.Header.Get("Location") != path {
		status, text := b.read(response)
		b.t.Fatalf("the press gets %d: %s", status, text)
	}
	b.expect(path, 200, `data-relay="`+path+`/relay"`)
}

func (b *browser) expect(path string, status int, text string, headers ...string) {
	b.t.Helper()
	if got, page := b.get(path, headers...); got != status || !strings.Contains(page, text) {
		b.t.Errorf("%s: %d, want %d with %q: %s", path, got, status, text, page)
	}
}

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
