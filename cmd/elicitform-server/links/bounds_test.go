package links_test

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/person"
	"github.com/elicitform/elicitform/internal/test/redistest"
)

// metric returns -1 for a missing figure.
func (p program) metric(name string) int {
	p.t.Helper()
	text, err := io.ReadAll((&browser{program: p}).do("GET", "/metrics", "").Body)
	match := regexp.MustCompile(`(?m)^elicitform_` + name + ` (\d+)$`).FindSubmatch(text)
	if err != nil || match == nil {
		return -1
	}
	n, _ := strconv.Atoi(string(match[1]))
	return n
}

// Asking and withdrawing without end fills no memory, and removes no link of an open question.
func TestEndedQuestionsAreBounded(t *testing.T) {
	p := start(t, "--max-open", "10")
	openQuestion := p.ask("")
	paths := make([]string, 20)
	for i := range paths {
		paths[i] = p.link(openQuestion, "")
	}
	for range 60 {
		question := p.ask("")
		for range 5 {
			p.link(question, "")
		}
		if status, reply := p.api("DELETE", question, ""); status != 200 {
			t.Fatalf("%d %v", status, reply)
		}
	}
	if n := p.metric("links_kept"); n < 20 || n > 200 {
		t.Errorf("%d links are stored, want 20 to 200", n)
	}
	for _, path := range paths {
		(&browser{program: p}).expect(path, 200, "Open the question")
	}
	for range 1200 {
		p.api("DELETE", p.ask(""), "")
	}
	if n := p.metric("ends_kept"); n < 500 || n > 1000 {
		t.Errorf("%d ends are stored, want 500 to 1000", n)
	}

	p.api("DELETE", openQuestion, "")
	_, reply := p.api("POST", "/v1/sessions/chat/tokens", "")
	here := person.Person{Relay: p.handler, Token: fmt.Sprint(reply["token"])}
	var answered []string
	for range 100 {
		answered = append(answered, p.ask(""))
		if n := here.AnswerAll(t, `{"action":"decline"}`); n != 1 {
			t.Fatalf("%d questions are open", n)
		}
	}
	if n := p.metric("answers_kept"); n != 100 {
		t.Errorf("%d answers are stored, want 100", n)
	}
	ask := `{"session":"chat","server":"weather.example","parked":true,"params":` + form + `}`
	if status, reply := p.api("POST", "/v1/questions", ask); status != 429 || reply["reason"] != "too-many-questions" {
		t.Errorf("%d %v", status, reply)
	}
	if _, reply := p.api("GET", answered[0], ""); reply["state"] != "answered" {
		t.Errorf("%v", reply)
	}
	if status, reply := p.api("POST", answered[0]+"/acknowledgement", ""); status != 204 {
		t.Fatalf("%d %v", status, reply)
	}
	if status, reply := p.api("POST", "/v1/questions", ask); status/100 != 2 {
		t.Errorf("%d %v", status, reply)
	}
}

// In Redis, links expire a day after the end of their question, not at its deadline.
func TestLinksOfEndedQuestions(t *testing.T) {
	node := redistest.Start(t)
	p := start(t, "--redis", "redis://"+node.Address)
	client := redis.NewClient(&redis.Options{Addr: node.Address})
	defer client.Close()
	question := p.ask("")
	path := p.link(question, "")
	p.link(question, "")
	if status, reply := p.api("DELETE", question, ""); status != 200 {
		t.Fatalf("%d %v", status, reply)
	}
	p.end()
	keys := client.Keys(t.Context(), "*{link:*").Val()
	for _, key := range keys {
		if ttl := client.PTTL(t.Context(), key).Val(); ttl > 25*time.Hour || ttl < 23*time.Hour {
			t.Errorf("%s expires in %v, want a day", key, ttl)
		}
	}
	if len(keys) != 2 || len(client.Keys(t.Context(), "*{links:*").Val()) != 0 || strings.Contains(node.Dump(t), path[3:]) {
		t.Errorf("%v", keys)
	}
}

func TestWebhooksAreShown(t *testing.T) {
	p := start(t, "--webhook-allow", "https://agent.example/hooks/")
	for n := range 3 {
		if got := p.metric("webhooks_waiting"); got != n {
			t.Errorf("%d webhooks wait, want %d", got, n)
		}
		p.ask(`,"callback":"https://agent.example/hooks/a"`)
	}
}
