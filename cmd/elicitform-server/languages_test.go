package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/contract"
	"github.com/elicitform/elicitform/internal/test/redistest"
)

// languages has the programs of docs/any-language.md.
var languages = []struct {
	name, file string
	compile    []string
	run        []string
}{
	{"curl", "ask.sh", nil, []string{"sh", "ask.sh"}},
	{"Python", "ask.py", nil, []string{"python3", "-W", "error", "ask.py"}},
	{"Java", "Ask.java", nil, []string{"java", "Ask.java"}},
	{"C#", "ask.cs", []string{"mcs", "-langversion:latest", "-warnaserror", "-r:System.Net.Http", "ask.cs"}, []string{"mono", "ask.exe"}},
	{"Ruby", "ask.rb", nil, []string{"ruby", "-w", "ask.rb"}},
	{"PHP", "ask.php", nil, []string{"php", "-d", "error_reporting=-1", "-d", "display_errors=1", "ask.php"}},
	{"Rust", "ask.rs", []string{"rustc", "--deny", "warnings", "ask.rs"}, []string{"./ask"}},
}

const maxLines = 25

// Each program asks although the first reply is lost, the second is a 503, and the third comes before the answer. A
// program is skipped where its language is not installed: .ci/setup languages installs all but Java and Rust.
func TestLanguagesWhereInstalled(t *testing.T) {
	text := document(t, "docs/any-language.md")
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			t.Parallel()
			parts := regexp.MustCompile("(?s)\n## " + regexp.QuoteMeta(language.name) + "\n[^#]*?```\\w+\n(.*?)```\n").FindStringSubmatch(text)
			if parts == nil {
				t.Fatal("docs/any-language.md has no program")
			}
			if lines := len(regexp.MustCompile(`(?m)^.+$`).FindAllString(parts[1], -1)); lines > maxLines {
				t.Errorf("the program has %d lines, at most %d are allowed", lines, maxLines)
			}
			for _, command := range [][]string{language.compile, language.run} {
				if command == nil || strings.HasPrefix(command[0], "./") {
					continue
				}
				if _, err := exec.LookPath(command[0]); err != nil {
					t.Skipf("%s is not installed", command[0])
				}
			}
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, language.file), []byte(parts[1]), 0o644); err != nil {
				t.Fatal(err)
			}
			if language.compile != nil {
				if output, err := commandIn(folder, language.compile).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, output)
				}
			}
			runProgram(t, commandIn(folder, language.run))
		})
	}
}

func commandIn(folder string, command []string) *exec.Cmd {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = folder
	return cmd
}

func runProgram(t *testing.T, program *exec.Cmd) {
	t.Helper()
	p := start(t, []string{"ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=agent:" + askKey})
	page := p.page(t, "try")
	network := &badNetwork{next: contract.Check(t, p.remote(t)), third: make(chan struct{})}
	server := httptest.NewServer(network)
	t.Cleanup(server.Close)
	client, err := filepath.Abs("../../clients/python")
	if err != nil {
		t.Fatal(err)
	}
	program.Env = append(os.Environ(), "ELICITFORM_URL="+server.URL, "ASK_KEY="+askKey, "PYTHONPATH="+client, "PYTHONDONTWRITEBYTECODE=1")
	result := make(chan string, 1)
	go func() {
		output, err := program.CombinedOutput()
		result <- fmt.Sprintln(string(output), err)
	}()
	select {
	case <-network.third:
	case text := <-result:
		t.Fatalf("the program has ended: %s", text)
	}
	redistest.Until(t, func() bool { return len(page.Open(t)) == 1 })
	page.AnswerAll(t, `{"action":"accept","content":{"seat":"Terrace"}}`)
	if text := <-result; !regexp.MustCompile(`["']content["']: ?\{["']seat["']: ?["']Terrace["']\}(?s:.*)<nil>`).MatchString(text) {
		t.Error(text)
	}
}

// badNetwork loses the first reply, sends a 503 for the second, and shortens the wait of the third request.
type badNetwork struct {
	next     http.Handler
	requests atomic.Int64
	third    chan struct{}
}

var longWait = regexp.MustCompile(`"wait": ?60`)

func (n *badNetwork) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		n.next.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	switch n.requests.Add(1) {
	case 1:
		panic(http.ErrAbortHandler)
	case 2:
		w.Header().Set("Retry-After", "0")
		http.Error(w, "away", http.StatusServiceUnavailable)
		return
	case 3:
		body = longWait.ReplaceAll(body, []byte(`"wait": 0.001`))
		defer close(n.third)
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	n.next.ServeHTTP(w, r)
}
