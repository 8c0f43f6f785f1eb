package wire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
)

func TestReadNotes_OutcomeMillis(t *testing.T) {
	for outcome, want := range map[string]int{`4000.5`: 4000, `0`: -1, `-3`: -1, `1e300`: -1, `"no"`: 0, `false`: 0, `null`: 0} {
		t.Run(outcome, func(t *testing.T) {
			if got := ReadNotes(parse(t, `{"notes":{"outcome":`+outcome+`}}`)).OutcomeMillis; got != want {
				t.Errorf("%s: got %d, want %d", outcome, got, want)
			}
		})
	}
}

func TestReadNotes(t *testing.T) {
	tests := []struct {
		name, params string
		want         request.Notes
	}{
		{"everything", `{"notes":{"server":{"id":"files","name":"fs","title":"<b>Files"},"focus":true,"queue":{"position":2,"total":3},"deadline":1790000000000}}`,
			request.Notes{Server: request.Server{ID: "files", Name: "fs", Title: "<b>Files"}, Focus: true, Queue: request.Queue{Position: 2, Total: 3}, Deadline: 1790000000000}},
		{"what else a host can do", `{"notes":{"drafts":true,"draft":{"fields":[]},"openLink":true,"waitForPages":true,"findings":true,"shortReview":true}}`,
			request.Notes{Drafts: true, Draft: parse(t, `{"fields":[]}`), HostOpens: true, WaitForPages: true, Findings: true, ShortReview: true}},
		{"nothing", `{}`, request.Notes{}},
		{"notes of the wrong type", `{"notes":"focus"}`, request.Notes{}},
		{"wrong types", `{"notes":{"server":"files","focus":1,"queue":[2,3],"deadline":"soon"}}`, request.Notes{}},
		{"B30 no id", `{"notes":{"server":{"id":7,"title":"Trust me"}}}`, request.Notes{Server: request.Server{Title: "Trust me"}}},
		{"other places", `{"Notes":{"focus":true},"focus":true,"_meta":{"elicitform/focus":true},"requests":[{"notes":{"focus":true}}]}`, request.Notes{}},
		{"impossible numbers", `{"notes":{"queue":{"position":4,"total":3},"deadline":-1}}`, request.Notes{}},
		{"huge numbers", `{"notes":{"queue":{"position":1,"total":1e300},"deadline":1e300}}`, request.Notes{}},
		{"no date", `{"notes":{"deadline":9007199254740991}}`, request.Notes{}},
		{"fraction of a millisecond", `{"notes":{"deadline":1790000000000.75}}`, request.Notes{Deadline: 1790000000000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ReadNotes(parse(t, tt.params)); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
	if got := ReadNotes(request.Value{}); !reflect.DeepEqual(got, request.Notes{}) {
		t.Errorf("no params: %+v", got)
	}
}

// Rows: P18.
func TestReadQueue(t *testing.T) {
	for params, want := range map[string]request.Queue{
		`{"requestId":1,"queue":{"position":1,"total":3}}`:  {Position: 1, Total: 3},
		`{"requestId":1,"queue":{"position":3,"total":2}}`:  {},
		`{"requestId":1,"queue":{"position":-1,"total":2}}`: {},
		`{"requestId":1,"queue":"1 of 3"}`:                  {},
		`{"requestId":1}`:                                   {},
	} {
		t.Run(params, func(t *testing.T) {
			if got := ReadQueue(parse(t, params)); got != want {
				t.Errorf("%s: %v, want %v", params, got, want)
			}
		})
	}
}

// Rows: B42.
func TestReadContext(t *testing.T) {
	before := Context{Locale: "de", TimeZone: "Europe/Berlin"}
	tests := []struct {
		name, context string
		want          Context
	}{
		{"nothing", `{}`, before},
		{"another language", `{"locale":"pt-BR"}`, Context{"pt-BR", "Europe/Berlin"}},
		{"everything", `{"theme":"dark","locale":"ar_EG","timeZone":"America/Argentina/Buenos_Aires"}`, Context{"ar_EG", "America/Argentina/Buenos_Aires"}},
		{"an offset as zone", `{"timeZone":"+05:30"}`, Context{"de", "+05:30"}},
		{"wrong types", `{"locale":{},"timeZone":null}`, before},
		{"impossible values", `{"locale":"de\"><b>","timeZone":""}`, before},
		{"too long", `{"locale":"` + strings.Repeat("a", 101) + `"}`, before},
		{"no object", `[]`, before},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ReadContext(parse(t, tt.context), before); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestRejection(t *testing.T) {
	tests := []struct {
		name, key string
		err       *request.Error
		want      string
	}{
		{"B8 unknown mode", "", &request.Error{Reason: request.UnknownMode, Detail: "voice"},
			`{"code":-32602,"message":"elicitation request: unknown-mode: voice","data":{"elicitform/code":"unsupported-mode","elicitform/reason":"unknown-mode"}}`},
		{"B5 not JSON", "", &request.Error{Reason: request.NotJSON},
			`{"code":-32602,"message":"elicitation request: not-json","data":{"elicitform/code":"invalid-request","elicitform/reason":"not-json"}}`},
		{"long detail", "", &request.Error{Reason: request.DuplicateName, Detail: "\u202e" + strings.Repeat("n", 10_000)},
			`{"code":-32602,"message":"elicitation request: duplicate-name: ` + strings.Repeat("n", 100) + `","data":{"elicitform/code":"invalid-request","elicitform/reason":"duplicate-name"}}`},
		{"N27 one of a round", "10", &request.Error{Reason: request.WrongType},
			`{"code":-32602,"message":"elicitation request: wrong-type","data":{"elicitform/code":"invalid-request","elicitform/reason":"wrong-type","elicitform/key":"10"}}`},
		{"our own fault", "", nil, `{"code":-32603,"message":"internal error","data":{"elicitform/code":"internal"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := Effect(flow.Fail{ID: request.NumberValue("1"), Err: tt.err, Key: tt.key}), `{"jsonrpc":"2.0","id":1,"error":`+tt.want+`}`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}
