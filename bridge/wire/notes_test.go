package wire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

func TestReadNotes_OutcomeShown(t *testing.T) {
	for params, want := range map[string]int{
		`{"_meta":{"elicitform/showOutcome":true}}`: 0, `{"_meta":{"elicitform/showOutcome":false}}`: -1,
		`{"_meta":{"elicitform/showOutcome":4000.5}}`: 4000, `{"_meta":{"elicitform/showOutcome":0}}`: -1,
		`{"_meta":{"elicitform/showOutcome":-3}}`: -1, `{"_meta":{"elicitform/showOutcome":1e300}}`: -1,
		`{"_meta":{"elicitform/showOutcome":"no"}}`: 0, `{"_meta":{}}`: 0, `{}`: 0,
	} {
		if got := ReadNotes(parse(t, params)).OutcomeShown; got != want {
			t.Errorf("%s: %d, want %d", params, got, want)
		}
	}
}

func TestReadNotes(t *testing.T) {
	tests := []struct {
		name, params string
		want         elicit.HostNotes
	}{
		{"everything", `{"_meta":{"elicitform/server":{"id":"files","name":"fs","title":"<b>Files"},"elicitform/focus":true,
			"elicitform/queue":{"position":2,"total":3},"elicitform/deadline":1790000000000,"elicitform/rejected":"too-large"}}`,
			elicit.HostNotes{Server: elicit.Server{ID: "files", Name: "fs", Title: "<b>Files"}, Focus: true, Queue: elicit.Queue{Position: 2, Total: 3}, Deadline: 1790000000000, Rejected: elicit.TooLarge}},
		{"what else a host can do", `{"_meta":{"elicitform/drafts":true,"elicitform/draft":{"fields":[]},"elicitform/openLink":true,"elicitform/hold":true,"elicitform/findings":true,"elicitform/waits":true}}`,
			elicit.HostNotes{Drafts: true, Draft: parse(t, `{"fields":[]}`), HostOpens: true, Hold: true, Findings: true, Waits: true}},
		{"nothing", `{}`, elicit.HostNotes{}},
		{"meta of the wrong type", `{"_meta":"elicitform/focus"}`, elicit.HostNotes{}},
		{"wrong types", `{"_meta":{"elicitform/server":"files","elicitform/focus":1,"elicitform/queue":[2,3],
			"elicitform/deadline":"soon","elicitform/rejected":true}}`, elicit.HostNotes{}},
		{"B30 no id", `{"_meta":{"elicitform/server":{"id":7,"title":"Trust me"}}}`, elicit.HostNotes{Server: elicit.Server{Title: "Trust me"}}},
		{"other prefixes", `{"_meta":{"Elicitform/focus":true,"server":{"id":"x"}},"elicitform/focus":true}`, elicit.HostNotes{}},
		{"impossible numbers", `{"_meta":{"elicitform/queue":{"position":4,"total":3},"elicitform/deadline":-1}}`, elicit.HostNotes{}},
		{"huge numbers", `{"_meta":{"elicitform/queue":{"position":1,"total":1e300},"elicitform/deadline":1e300}}`, elicit.HostNotes{}},
		{"no date", `{"_meta":{"elicitform/deadline":9007199254740991}}`, elicit.HostNotes{}},
		{"fraction of a millisecond", `{"_meta":{"elicitform/deadline":1790000000000.75}}`, elicit.HostNotes{Deadline: 1790000000000}},
		{"unknown rejection stays one", `{"_meta":{"elicitform/rejected":"sunspots"}}`, elicit.HostNotes{Rejected: elicit.NotJSON}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ReadNotes(parse(t, tt.params)); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
	if got := ReadNotes(elicit.Value{}); !reflect.DeepEqual(got, elicit.HostNotes{}) {
		t.Errorf("no params: %+v", got)
	}
}

func TestReadQueue_P18(t *testing.T) {
	for params, want := range map[string]elicit.Queue{
		`{"requestId":1,"queue":{"position":1,"total":3}}`:  {Position: 1, Total: 3},
		`{"requestId":1,"queue":{"position":3,"total":2}}`:  {},
		`{"requestId":1,"queue":{"position":-1,"total":2}}`: {},
		`{"requestId":1,"queue":"1 of 3"}`:                  {},
		`{"requestId":1}`:                                   {},
	} {
		if id, got := ReadQueue(parse(t, params)); got != want || id.Text != "1" {
			t.Errorf("%s: %v, request %q, want %v", params, got, id.Text, want)
		}
	}
}

func TestReadContext_B42(t *testing.T) {
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

func TestRequestError(t *testing.T) {
	tests := []struct {
		name    string
		err     *elicit.Error
		code    int
		message string
		data    string
	}{
		{"B8 unknown mode", &elicit.Error{Reason: elicit.UnknownMode, Detail: "voice"}, InvalidParams, "elicitation request: unknown-mode: voice",
			`{"elicitform/code":"unsupported-mode","elicitform/reason":"unknown-mode"}`},
		{"B5 not JSON", &elicit.Error{Reason: elicit.NotJSON}, InvalidParams, "elicitation request: not-json",
			`{"elicitform/code":"invalid-request","elicitform/reason":"not-json"}`},
		{"long detail", &elicit.Error{Reason: elicit.DuplicateName, Detail: "\u202e" + strings.Repeat("n", 10_000)}, InvalidParams,
			"elicitation request: duplicate-name: " + strings.Repeat("n", 100),
			`{"elicitform/code":"invalid-request","elicitform/reason":"duplicate-name"}`},
		{"our own fault", nil, InternalError, "internal error", `{"elicitform/code":"internal"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, message, data := RequestError(tt.err, "")
			if code != tt.code || message != tt.message || data.JSON() != tt.data {
				t.Errorf("got %d %q %s", code, message, data.JSON())
			}
		})
	}
}
