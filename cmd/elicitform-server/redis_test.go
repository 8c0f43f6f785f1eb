package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/test/redistest"
)

func sharedSettings(redis string, more ...string) []string {
	return append([]string{"ELICITFORM_REDIS=redis://" + redis, "ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=agent:" + askKey}, more...)
}

func hook(t *testing.T) (server *httptest.Server, events chan map[string]any) {
	t.Helper()
	events = make(chan map[string]any, 10)
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var event map[string]any
		if err := json.NewDecoder(r.Body).Decode(&event); err != nil {
			t.Error(err)
		}
		event["webhook-id"] = r.Header.Get("webhook-id")
		events <- event
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(server.Close)
	return server, events
}

// One process asks and ends, a second one gets the answer, and a third one reads it.
func TestSeveralProcesses(t *testing.T) {
	receiver, events := hook(t)
	settings := sharedSettings(redistest.Start(t).Address, "ELICITFORM_WEBHOOK_ALLOW="+receiver.URL+"/hooks/", "ELICITFORM_WEBHOOK_PRIVATE=127.0.0.1")
	asking, answering := start(t, settings), start(t, settings)
	status, question := asking.do(t, "POST", "/v1/questions", fmt.Sprintf(order, `,"key":"k","callback":"`+receiver.URL+`/hooks/1"`))
	if status != 201 {
		t.Fatalf("%d %v", status, question)
	}
	if err := asking.stop(); err != nil {
		t.Error(err)
	}
	answering.page(t, "session of a person").AnswerAll(t, answer)
	event := <-events
	data := event["data"].(map[string]any)
	if event["type"] != "question.answered" || data["id"] != question["id"] || data["result"].(map[string]any)["action"] != "accept" || event["webhook-id"] == "" {
		t.Errorf("%v", event)
	}
	reading := start(t, settings)
	status, read := reading.do(t, "GET", "/v1/questions/"+question["id"].(string)+"?wait=60", "")
	if status != 200 || read["state"] != "answered" {
		t.Errorf("%d %v", status, read)
	}
	if _, reply := reading.do(t, "GET", "/v1/webhooks/failed", ""); len(reply["failed"].([]any)) != 0 {
		t.Errorf("%v", reply)
	}
	status, _ = reading.do(t, "POST", "/v1/questions/"+question["id"].(string)+"/acknowledgement", "")
	if status != 204 {
		t.Errorf("%d", status)
	}
}

// An asker that waits at one process gets the answer that another process has taken.
func TestWaitingAcrossProcesses(t *testing.T) {
	settings := sharedSettings(redistest.Start(t).Address)
	a, b := start(t, settings), start(t, settings)
	_, question := a.do(t, "POST", "/v1/questions", fmt.Sprintf(order, ""))
	replies := make(chan map[string]any, 1)
	go func() {
		_, reply := a.do(t, "GET", "/v1/questions/"+question["id"].(string)+"?wait=60", "")
		replies <- reply
	}()
	b.page(t, "session of a person").AnswerAll(t, answer)
	if reply := <-replies; reply["state"] != "answered" {
		t.Errorf("%v", reply)
	}
}

// The replica of a killed master has its questions.
func TestCluster(t *testing.T) {
	cluster := redistest.StartCluster(t)
	receiver, events := hook(t)
	settings := sharedSettings(cluster.Address(), "ELICITFORM_REDIS_CLUSTER=true",
		"ELICITFORM_WEBHOOK_ALLOW="+receiver.URL+"/", "ELICITFORM_WEBHOOK_PRIVATE=127.0.0.1")
	p := start(t, settings)
	ids := map[string]string{}
	// With twelve sessions each master has a question.
	for n := range 12 {
		session := fmt.Sprint("session ", n)
		status, question := p.do(t, "POST", "/v1/questions", strings.Replace(fmt.Sprintf(order, `,"callback":"`+receiver.URL+`/1"`), "session of a person", session, 1))
		if status != 201 {
			t.Fatalf("%d %v", status, question)
		}
		ids[session] = question["id"].(string)
	}
	cluster.AwaitReplicas(t)
	cluster.Masters[1].Kill()
	cluster.Replace(t, 1)
	for session, id := range ids {
		redistest.Until(t, func() bool {
			status, _ := p.do(t, "GET", "/v1/questions/"+id, "")
			return status == 202
		})
		redistest.Until(t, func() bool {
			status, _ := p.do(t, "POST", "/v1/sessions/"+url.PathEscape(session)+"/pages/e/finished", `{"server":"w"}`)
			return status == 204
		})
		if n := p.page(t, session).AnswerAll(t, answer); n != 1 {
			t.Errorf("%s shows %d questions", session, n)
		}
		status, read := p.do(t, "GET", "/v1/questions/"+id+"?wait=60", "")
		if status != 200 || read["state"] != "answered" {
			t.Errorf("%s: %d %v", session, status, read)
		}
	}
	reportedIDs := map[any]bool{}
	for len(reportedIDs) < len(ids) {
		reportedIDs[(<-events)["data"].(map[string]any)["id"]] = true
	}
}
