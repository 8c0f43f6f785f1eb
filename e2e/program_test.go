//go:build server

// The files with this tag have the browser tests of elicitform-server, which "make test-server" runs. They compile the Redis
// client, which would take a tenth of the time of "make test" on a new machine.

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/elicitform/elicitform/cmd/elicitform-server/config"
	"github.com/elicitform/elicitform/cmd/elicitform-server/server"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// program is elicitform-server with the files that its binary embeds.
type program struct {
	t        *testing.T
	url, key string
	welcome  string
}

// startProgram starts the server with some settings, until the test ends.
func startProgram(t *testing.T, settings ...string) program {
	t.Helper()
	_, err := testsite.Built()
	must(t, err)
	c, err := config.Read(append(settings, "--listen", "127.0.0.1:0"), nil, os.ReadFile)
	must(t, err)
	files := os.DirFS(testsite.Path("cmd", "elicitform-server", "files", "site"))
	listening := httptest.NewUnstartedServer(nil)
	s, err := server.New(c, listening.Listener.Addr(), files, slog.New(slog.DiscardHandler))
	must(t, err)
	listening.Config.Handler = s
	listening.Start()
	t.Cleanup(func() {
		s.End()
		listening.Close()
		_ = s.Close()
	})
	return program{t, listening.URL, c.AskKey, s.Welcome(listening.Listener.Addr(), true)}
}

// do makes a request of an asker.
func (p program) do(method, target, body string) (reply map[string]any) {
	p.t.Helper()
	request, err := http.NewRequest(method, p.url+target, strings.NewReader(body))
	must(p.t, err)
	request.Header.Set("Authorization", "Bearer "+p.key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	must(p.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(p.t, err)
	must(p.t, json.NewDecoder(bytes.NewReader(text)).Decode(&reply))
	if response.StatusCode >= 300 {
		p.t.Fatalf("%s %s: %d %s", method, target, response.StatusCode, text)
	}
	return reply
}

// ask asks a session for two texts, and returns the address of the question.
func (p program) ask(session string) string {
	p.t.Helper()
	return "/v1/questions/" + p.do("POST", "/v1/questions", fmt.Sprintf(`{"session":%q,"server":"weather.example","parked":true,"params":%s}`, session, twoFields))["id"].(string)
}

func (p program) expectAnswer(question, word string) {
	p.t.Helper()
	reply := p.do("GET", question+"?wait=60", "")
	if text, _ := json.Marshal(reply["result"]); reply["state"] != "answered" || !strings.Contains(string(text), word) {
		p.t.Errorf("the answer is %v", reply)
	}
}

// TestProgramTryPage: the page that elicitform-server prints shows its questions, and the answer returns to the asker.
func TestProgramTryPage(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	_, rest, _ := strings.Cut(p.welcome, p.url+"/try#")
	token, _, _ := strings.Cut(rest, "\n")
	tab := newTab(t)
	tab.open(p.url + "/try#" + token)
	tab.page().wait("the relay", `document.getElementById("state").textContent === "Connected"`)
	tab.page().expectAccessible("while nothing is asked")
	question := p.ask("try")
	form := tab.form()
	form.onStep("Review")
	form.Type("City", "Oslo")
	form.sendAnswers()
	form.onHeading(sentHeading)
	p.expectAnswer(question, "Oslo")
	tab.expectQuiet()

	// Without its token the page asks for nothing, and says so.
	withoutToken := newTab(t)
	withoutToken.open(p.url + "/try")
	withoutToken.page().wait("the reason", `document.getElementById("state").textContent.startsWith("The token in the address is not valid")`)
	withoutToken.expectQuiet()

	// The token of another server, or of one before its restart, is invalid.
	old := newTab(t)
	old.open(p.url + "/try#" + token[:len(token)-4] + "AAAA")
	old.page().wait("the reason", `document.getElementById("state").textContent.startsWith("The token in the address is not valid")`)
	old.expectQuiet("401 (Unauthorized)", "response 401")
}

// TestProgramTwoLines: a page of another site shows questions with two lines of code, and continues when its token has
// expired.
func TestProgramTwoLines(t *testing.T) {
	t.Parallel()
	site := httptest.NewUnstartedServer(nil)
	origin := "http://" + site.Listener.Addr().String()
	p := startProgram(t, "--origin", origin)
	var tokens atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("/my/token", func(w http.ResponseWriter, _ *http.Request) {
		// The first token expires right after the page has it.
		lifetime := []int{1, 3600}[min(tokens.Add(1)-1, 1)]
		_ = json.NewEncoder(w).Encode(p.do("POST", "/v1/sessions/chat/tokens", fmt.Sprintf(`{"lifetime":%d}`, lifetime)))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="de"><title>Chat</title><link rel="icon" href="data:,">
<script type="module" src="%s/elicitform/page.js"></script>
<elicitation-form relay="%[1]s/relay" token-url="/my/token"></elicitation-form>`, p.url)
	})
	site.Config.Handler = mux
	site.Start()
	defer site.Close()

	tab := newTab(t)
	tab.open(origin + "/")
	form := tab.form()
	tab.waitFor("the second token", func() bool { return tokens.Load() == 2 })
	question := p.ask("chat")
	form.wait("the form, in the language of the page", `document.documentElement.lang === "de" && `+requestMark)
	form.do("decline")
	p.expectAnswer(question, "decline")
	if reloads := tokens.Load(); reloads != 2 {
		t.Errorf("%d tokens were fetched", reloads)
	}
	// The browser reports a stream that ends with its token, and the first request with that token.
	tab.expectQuiet("401 (Unauthorized)", "response 401")
}
