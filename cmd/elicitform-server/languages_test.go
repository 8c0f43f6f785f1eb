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

// languages are those of docs/any-language.md: the name of the file, what makes a program of it where that is not run
// itself, and how it is run.
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

const mostLines = 25

// Each program of docs/any-language.md asks, though its first reply is lost, the second is 503, and the third says that nobody has
// answered yet. A language runs where it is installed: .ci/setup languages installs all but Java and Rust.
func TestLanguagesWhereInstalled(t *testing.T) {
	text := document(t, "docs/any-language.md")
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			t.Parallel()
			parts := regexp.MustCompile("(?s)\n## " + regexp.QuoteMeta(language.name) + "\n[^#]*?```\\w+\n(.*?)```\n").FindStringSubmatch(text)
			if parts == nil {
				t.Fatal("docs/any-language.md has no program")
			}
			if lines := len(regexp.MustCompile(`(?m)^.+$`).FindAllString(parts[1], -1)); lines > mostLines {
				t.Errorf("it has %d lines", lines)
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
				if output, err := inFolder(folder, language.compile).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, output)
				}
			}
			asks(t, inFolder(folder, language.run))
		})
	}
}

func inFolder(folder string, command []string) *exec.Cmd {
	made := exec.Command(command[0], command[1:]...)
	made.Dir = folder
	return made
}

// asks runs a program, and answers what it asks.
func asks(t *testing.T, program *exec.Cmd) {
	t.Helper()
	p := start(t, []string{"ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=agent:" + askKey})
	here := p.page(t, "try")
	line := &badLine{next: contract.Check(t, p.remote(t)), third: make(chan struct{})}
	server := httptest.NewServer(line)
	t.Cleanup(server.Close)
	client, err := filepath.Abs("../../clients/python")
	if err != nil {
		t.Fatal(err)
	}
	program.Env = append(os.Environ(), "ELICITFORM_URL="+server.URL, "ASK_KEY="+askKey, "PYTHONPATH="+client, "PYTHONDONTWRITEBYTECODE=1")
	said := make(chan string, 1)
	go func() {
		output, err := program.CombinedOutput()
		said <- fmt.Sprintln(string(output), err)
	}()
	select {
	case <-line.third:
	case text := <-said:
		t.Fatalf("it has ended: %s", text)
	}
	redistest.Until(t, func() bool { return len(here.Open(t)) == 1 })
	here.AnswerAll(t, `{"action":"accept","content":{"seat":"Terrace"}}`)
	if text := <-said; !regexp.MustCompile(`["']content["']: ?\{["']seat["']: ?["']Terrace["']\}(?s:.*)<nil>`).MatchString(text) {
		t.Error(text)
	}
}

// badLine is between an asker and the server: the reply to the first question is lost, the second one gets 503, and the third one does
// not wait as long as it wants.
type badLine struct {
	next  http.Handler
	asked atomic.Int64
	third chan struct{}
}

var waits = regexp.MustCompile(`"wait": ?60`)

func (l *badLine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		l.next.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	switch l.asked.Add(1) {
	case 1:
		panic(http.ErrAbortHandler)
	case 2:
		w.Header().Set("Retry-After", "0")
		http.Error(w, "away", http.StatusServiceUnavailable)
		return
	case 3:
		body = waits.ReplaceAll(body, []byte(`"wait": 0.001`))
		defer close(l.third)
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	l.next.ServeHTTP(w, r)
}
