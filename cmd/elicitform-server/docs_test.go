package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/person"
	"github.com/elicitform/elicitform/internal/test/redistest"
)

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// docs/server.md has exactly the endpoints of the contract in its table.
func TestDocumentedEndpoints(t *testing.T) {
	var contract struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(api.Contract(), &contract); err != nil {
		t.Fatal(err)
	}
	endpoints := map[string]bool{}
	for path, methods := range contract.Paths {
		for method := range methods {
			if method != "parameters" {
				endpoints[strings.ToUpper(method)+" "+path] = true
			}
		}
	}
	text := document(t, "docs/server.md")
	for _, found := range regexp.MustCompile("`((?:GET|POST|DELETE) /v1/[^`?]*)(?:\\?[^`]*)?`").FindAllStringSubmatch(text, -1) {
		if !endpoints[found[1]] {
			t.Errorf("docs/server.md names %s, which the contract lacks", found[1])
		}
	}
	table := text[strings.Index(text, "| endpoint | for |"):]
	for endpoint := range endpoints {
		if !strings.Contains(table, "`"+endpoint+"`") && !strings.Contains(table, "`"+endpoint+"?") {
			t.Errorf("the table in docs/server.md lacks %s", endpoint)
		}
	}
}

// The curl lines of the README and of docs/server.md ask, and "make server" precedes them.
func TestDocumentedCurl(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	for _, name := range []string{"README.md", "docs/server.md"} {
		text := document(t, name)
		line := regexp.MustCompile("(?s)```sh\n(curl http://127.0.0.1:8787/v1/questions .*?)```").FindStringSubmatch(text)
		if line == nil || !strings.Contains(text, "make server && build/elicitform-server") {
			t.Errorf("%s has no line to paste", name)
			continue
		}
		p := start(t, nil)
		key := regexp.MustCompile(`Bearer (\w+)"`).FindStringSubmatch(p.welcome)
		token := regexp.MustCompile(`/try#(\S+)`).FindStringSubmatch(p.welcome)
		curl := exec.Command("sh", "-c", strings.Replace(line[1], "curl http://127.0.0.1:8787", "curl --silent --show-error "+p.url, 1))
		curl.Env = append(os.Environ(), "ASK_KEY="+key[1])
		page := person.Person{Relay: p.remote(t), Token: token[1]}
		output := make(chan string, 1)
		go func() {
			text, err := curl.CombinedOutput()
			output <- fmt.Sprint(string(text), err)
		}()
		redistest.Until(t, func() bool { return len(page.Open(t)) == 1 || len(output) > 0 })
		page.AnswerAll(t, `{"action":"accept","content":{"seat":"Inside"}}`)
		if reply := <-output; !strings.Contains(reply, `"result":{"action":"accept","content":{"seat":"Inside"}}`) {
			t.Errorf("%s: %s", name, reply)
		}
	}
}

// The receiver in docs/server.md acts on a signed webhook once, and on nothing else.
func TestDocumentedVerification(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Fatal("python3 is not installed: .ci/setup python")
	}
	code := regexp.MustCompile("(?s)```python\n(.*?)```").FindStringSubmatch(document(t, "docs/server.md"))
	if code == nil {
		t.Fatal("there is no Python")
	}
	const key, body = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
		`{"type":"question.answered","timestamp":"2026-12-01T00:00:00.000Z","data":{"id":"q","state":"answered","result":{"action":"accept","content":{"é":1}}}}`
	signer, err := standardwebhooks.NewWebhook(key)
	if err != nil {
		t.Fatal(err)
	}
	// receive returns Python code that prints what the function prints, and its status.
	receive := func(id string, sentAt time.Time, change string) string {
		signature, err := signer.Sign(id, sentAt, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		headers, _ := json.Marshal(map[string]string{"Webhook-Id": id, "Webhook-Timestamp": fmt.Sprint(sentAt.Unix()), "Webhook-Signature": "v1a,x " + signature})
		return fmt.Sprintf("body, headers = %q.encode(), %s\n%s\nprint(receive(headers, body, %q, seen))\n", body, headers, change, key)
	}
	now := time.Now()
	script := code[1] + "\nseen = set()\n" +
		receive("msg_1", now, "") + receive("msg_1", now, "") + receive("msg_1", now.Add(time.Second), "") + receive("msg_2", now, "") +
		receive("msg_3", now.Add(-10*time.Minute), "") + receive("msg_3", now.Add(10*time.Minute), "") +
		receive("msg_4", now, `headers["Webhook-Id"] = "msg_5"`) + receive("msg_4", now, `headers["Webhook-Timestamp"] = "1"`) + receive("msg_4", now, `body += b" "`) +
		receive("msg_4", now, `headers["Webhook-Signature"] = "v1,"`)
	python := exec.Command("python3", "-")
	python.Env = append(os.Environ(), "PYTHONPATH=../../clients/python", "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8")
	python.Stdin = strings.NewReader(script)
	output, err := python.CombinedOutput()
	const event = "question.answered q {'action': 'accept', 'content': {'é': 1}}\n204\n"
	if want := event + "204\n204\n" + event + strings.Repeat("400\n", 6); err != nil || string(output) != want {
		t.Errorf("%v: %s, want %s", err, output, want)
	}
}

// verify_webhook is defined once, and each page that calls it does so with the same arguments in the same order.
func TestOneVerification(t *testing.T) {
	definition := regexp.MustCompile(`(?m)^def verify_webhook\((.*?), \*`).FindStringSubmatch(document(t, "clients/python/elicitform.py"))
	if definition == nil {
		t.Fatal("the client has no verify_webhook")
	}
	want := regexp.MustCompile(`: \w+(\[[^]]*\])?`).ReplaceAllString(definition[1], "")
	pages := 0
	err := filepath.WalkDir("../../docs", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, call := range regexp.MustCompile(`(def )?verify_webhook\(([^)]*)\)`).FindAllStringSubmatch(string(text), -1) {
			pages++
			if call[1] != "" || call[2] != want {
				t.Errorf("%s has %s, want verify_webhook(%s)", path, call[0], want)
			}
		}
		return err
	})
	if err != nil || pages < 2 {
		t.Errorf("%v, %d calls", err, pages)
	}
}
