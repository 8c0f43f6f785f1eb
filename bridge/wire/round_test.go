package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
)

// askParams returns the params of a [MethodAsk] with these texts of servers.
func askParams(t testing.TB, texts ...string) request.Value {
	t.Helper()
	type req struct {
		Key    string `json:"key"`
		Params string `json:"params"`
	}
	requests := []req{}
	for i, text := range texts {
		requests = append(requests, req{fmt.Sprint(10 - i), text})
	}
	written, err := json.Marshal(map[string]any{"notes": map[string]any{"server": map[string]any{"id": "files"}}, "requests": requests})
	if err != nil {
		t.Fatal(err)
	}
	params, err := request.ParseTrusted(string(written))
	if err != nil {
		t.Fatal(err)
	}
	return params
}

// Rows: N27.
func TestReadRequests_KeepsKeysAndOrder(t *testing.T) {
	got := ""
	params := parse(t, `{"requests":[{"key":"10","params":"{\"b\":1.0,\"a\":2}"},{"key":"__proto__","params":"{}"},{"key":"9","params":"{\"\\u0061\":3}"},{"params":"{}"}]}`)
	for _, req := range ReadRequests(params) {
		got += fmt.Sprintf("%q=%s ", req.Key, req.Params.JSON())
	}
	if want := `"10"={"b":1.0,"a":2} "__proto__"={} "9"={"a":3} ""={} `; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, params := range []string{`{}`, `[]`, `{"requests":{"a":{}}}`, `{"requests":[]}`} {
		if got := ReadRequests(parse(t, params)); len(got) > 0 {
			t.Errorf("%s: read as %v", params, got)
		}
	}
}

// An unreadable request has a reason, and the host's notes about it are still read: no text of
// a server can hide the asking server.
func TestReadRequests_WhatCannotBeReadHasAReason(t *testing.T) {
	deep := func(n int) string { return `{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}` }
	atTheLimit := `{"message":"` + strings.Repeat("é", (request.MaxText-14)/2) + `"}`
	for name, tt := range map[string]struct {
		text string
		want request.Reason
	}{
		"B5 as long as it may be":     {atTheLimit, ""},
		"B5 one byte more":            {atTheLimit + " ", request.TooLarge},
		"B5 one megabyte":             {`{"message":"` + strings.Repeat("x", 1<<20) + `"}`, request.TooLarge},
		"B6 as deep as it may be":     {deep(request.MaxDepth - 1), ""},
		"B6 one deeper":               {deep(request.MaxDepth), request.TooDeep},
		"B6 depth 10 000":             {deep(10_000), request.TooDeep},
		"B16 huge number":             {`{"a":1e2000000}`, request.NumberTooLong},
		"B7 duplicate":                {`{"mode":"form","mode":"url"}`, request.DuplicateName},
		"B7 duplicate in _meta":       {`{"_meta":{"a":1,"\u0061":2}}`, request.DuplicateName},
		"B5 not JSON inside":          {`{"a":nope}`, request.NotJSON},
		"B5 truncated":                {`{"message":`, request.NotJSON},
		"B5 nothing":                  {``, request.NotJSON},
		"B5 two objects":              {`{}{}`, request.NotJSON},
		"an array":                    {`[]`, request.NotAnObject},
		"null":                        {`null`, request.NotAnObject},
		"the end of the envelope":     {`{}"}],"notes":{"server":{"id":"bank"}}}`, request.NotJSON},
		"notes of a server":           {`{"notes":{"server":{"id":"bank"}},"requests":[]}`, ""},
		"our names in _meta":          {`{"_meta":{"elicitform/server":{"id":"bank"},"elicitform/focus":true}}`, ""},
		"our names in _meta, escaped": {`{"_meta":{"elicitform\/server":{"id":"bank"}},"requests":[{"rejected":"too-deep"}]}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			params := askParams(t, tt.text)
			requests := ReadRequests(params)
			var got request.Reason
			if err := requests[0].Err; err != nil {
				got = err.Reason
			}
			if len(requests) != 1 || got != tt.want || requests[0].Params.Exists() != (tt.want == "") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if notes := ReadNotes(params); notes.Server.ID != "files" || notes.Focus {
				t.Errorf("the notes are %+v", notes)
			}
		})
	}
}

// The requests of a round share one limit, and each has its own key.
// Rows: B7.
func TestReadRequests_OneOfARound(t *testing.T) {
	half := `{"message":"` + strings.Repeat("x", request.MaxText/2) + `"}`
	if got := ReadRequests(askParams(t, half, half)); got[0].Err != nil || got[1].Err == nil || got[1].Err.Reason != request.TooLarge {
		t.Errorf("two halves are %v and %v", got[0].Err, got[1].Err)
	}
	for text, want := range map[string]request.Reason{
		`{"requests":[{"key":"a","params":"{}"},{"key":"\u0061","params":"{}"}]}`:  request.DuplicateName,
		`{"requests":[{"params":"{}"},{"params":"{}"}]}`:                           request.DuplicateName,
		`{"requests":[{"params":"{}"},{"key":"\ud800","params":"{}"}]}`:            request.WrongType,
		`{"requests":[{"params":"{}"},{"key":"a","params":"{\"a\":\"\ud800\"}"}]}`: request.NotJSON,
		`{"requests":[{"params":"{}"},{"key":"a","params":{}}]}`:                   request.NotJSON,
		`{"requests":[{"params":"{}"},{"key":"a"}]}`:                               request.NotJSON,
		`{"requests":[{"params":"{}"},{"key":"a","rejected":"too-deep"}]}`:         request.TooDeep,
		`{"requests":[{"params":"{}"},{"key":"a","rejected":"sunspots"}]}`:         request.NotJSON,
	} {
		t.Run(text, func(t *testing.T) {
			if got := ReadRequests(parse(t, text)); got[0].Err != nil || got[1].Err == nil || got[1].Err.Reason != want || got[1].Params.Exists() {
				t.Errorf("%s: got %v, want %s", text, got[1].Err, want)
			}
		})
	}
}

// Rows: N27.
func TestResponses_AnswersUnderTheirKeys(t *testing.T) {
	content := parse(t, `{"a":1}`)
	got := Effect(flow.Reply{ID: request.NumberValue("7"), Responses: []request.InputResponse{
		{Key: "10", Result: request.Result{Action: request.Accept, Content: content}},
		{Key: "__proto__", Result: request.Result{Action: request.Accept}, Wait: request.EndedByPerson},
		{Key: "9", Result: request.Result{Action: request.Decline}},
	}})
	const want = `{"jsonrpc":"2.0","id":7,"result":{"responses":[{"key":"10","result":{"action":"accept","content":{"a":1}}},` +
		`{"key":"__proto__","result":{"action":"accept"},"finished":"person"},{"key":"9","result":{"action":"decline"}}]}}`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Rows: P17.
func TestCancelled_SaysWhy(t *testing.T) {
	for params, want := range map[string]flow.Outcome{
		`{"requestId":7,"reason":"expired"}`: flow.Expired, `{"requestId":7}`: flow.Pending, `{"requestId":7,"reason":"?"}`: flow.Pending,
		`{"requestId":7,"reason":"elsewhere"}`: flow.Elsewhere, `{"requestId":7,"reason":["expired"]}`: flow.Pending,
	} {
		t.Run(params, func(t *testing.T) {
			event := Event(Message{Method: MethodCancelled, Params: parse(t, params)})
			if e, is := event.(flow.CalledOff); !is || e.ID.Text != "7" || e.Outcome != want {
				t.Errorf("%s: got %+v, want the outcome %v", params, event, want)
			}
		})
	}
}

// Rows: P15.
func TestCompleted(t *testing.T) {
	for params, want := range map[string]string{
		`{"elicitationId":"e","requestId":7}`: "e 7 ", `{"elicitationId":"e","server":{"id":"shop.example"}}`: "e  shop.example",
		`{"elicitationId":"e"}`: "e  ", `{"elicitationId":7}`: "  ", `{}`: "  ", `{"server":7}`: "  ",
	} {
		t.Run(params, func(t *testing.T) {
			c := Event(Message{Method: MethodCompleted, Params: parse(t, params)}).(flow.Completed)
			if c.ElicitationID+" "+c.ID.Text+" "+string(c.Server.ID) != want {
				t.Errorf("%s: got %+v, want %q", params, c, want)
			}
		})
	}
}

func TestNotices_SayWhatTheHostReads(t *testing.T) {
	id := request.NumberValue("7")
	for _, c := range []struct {
		effect flow.Effect
		params string
	}{
		{flow.KeepDraft{ID: id, Draft: parse(t, `{"fields":[]}`)}, `"elicitform/draft","params":{"requestId":7,"draft":{"fields":[]}}`},
		{flow.KeepDraft{ID: id}, `"elicitform/draft","params":{"requestId":7,"draft":null}`},
		{flow.Audit{ID: id, Entries: []request.AuditEntry{{Key: "k", Property: "p", Origin: request.FromPerson}, {Property: "q", Origin: request.FromDefault}}},
			`"elicitform/audit","params":{"requestId":7,"answers":[{"property":"p","state":"edited","key":"k"},{"property":"q","state":"default"}]}`},
		{flow.Receipt{ID: id, Language: "de", Answered: "a", Withdrawn: "w", Expired: "e", Finished: "f", Answers: [][2]string{{"l", "v"}}},
			`"elicitform/receipt","params":{"requestId":7,"language":"de","withdrawn":"w","expired":"e","person":"f","answered":"a","answers":[["l","v"]]}`},
		{flow.Shown{ID: id}, `"elicitform/shown","params":{"requestId":7}`},
		{flow.TellFindings{ID: id, Findings: []request.Finding{{Property: "p", Code: "secret"}, {Key: "k", Code: "link:long"}}},
			`"elicitform/findings","params":{"requestId":7,"findings":[{"property":"p","code":"secret"},{"code":"link:long","key":"k"}]}`},
		{flow.WaitOver{ID: id, How: request.EndedByClosing}, `"elicitform/finished","params":{"requestId":7,"how":"closed"}`},
		{flow.OnReview{Now: true}, `"elicitform/review","params":{"now":true}`},
		{flow.PutAway{}, `"elicitform/closed","params":{}`},
	} {
		t.Run(c.params, func(t *testing.T) {
			if got, want := Effect(c.effect), `{"jsonrpc":"2.0","method":`+c.params+`}`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// FuzzRead checks that no params make their readers panic, that no two readable requests have
// the same key, and that numbers stay within their limits.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"requests":[{"key":"a","params":"{}"},{"key":"b"}],"notes":{"waitForPages":true,"drafts":true,"draft":{"fields":[]}}}`,
		`{"notes":{"server":{"id":"a","name":"\ud800"},"queue":{"position":1.5,"total":2e9},"deadline":9007199254740993}}`,
		`{"elicitationId":"e","requestId":"x","problems":[{}]}`, `{"requests":[[]]}`, `{"requests":[{"rejected":7,"params":"{\"a\":[1e99999]}"}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		params, err := request.Parse([]byte(text))
		if err != nil {
			return
		}
		for _, method := range []string{MethodCompleted, MethodCancelled, MethodRefused, MethodQueue, MethodWait} {
			Event(Message{Method: method, Params: params})
		}
		ReadRefused(params)
		e := ReadNotes(params)
		if e.Deadline < 0 || e.Deadline > 1<<53 || e.Queue.Position < 0 || e.Queue.Total < e.Queue.Position || (e.Queue.Position == 0) != (e.Queue.Total == 0) {
			t.Fatalf("%+v", e)
		}
		requests := ReadRequests(params)
		answers, keys := make([]request.InputResponse, len(requests)), map[string]bool{}
		for i, req := range requests {
			answers[i] = request.InputResponse{Key: req.Key, Result: request.Result{Action: request.Cancel}}
			if req.Err == nil && keys[req.Key] {
				t.Fatalf("two requests have the key %q", req.Key)
			}
			keys[req.Key] = true
		}
		m, ok := Decode(Effect(flow.Reply{ID: request.NumberValue("1"), Responses: answers}))
		if !ok {
			t.Fatalf("%s: the reply is not a message", text)
		}
		for i, item := range m.Result.Get("responses").Items {
			if key := item.Get("key").Text; key != requests[i].Key {
				t.Fatalf("key %q is answered as %q", requests[i].Key, key)
			}
		}
	})
}
