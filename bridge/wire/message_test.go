package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
)

func parse(t testing.TB, text string) request.Value {
	t.Helper()
	v, err := request.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestDecode(t *testing.T) {
	tests := []struct {
		name, text string
		want       Message
	}{
		{"request", `{"jsonrpc":"2.0","id":7,"method":"elicitform/ask","params":{"10":1,"9":2}}`,
			Message{ID: request.NumberValue("7"), Method: MethodAsk, Params: parse(t, `{"10":1,"9":2}`)}},
		{"request with a text id", ` { "id" : "a\u0062" , "jsonrpc":"2.0", "method":"ping" } `,
			Message{ID: request.StringValue("ab"), Method: "ping"}},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
			Message{Method: MethodCancelled, Params: parse(t, `{"requestId":7}`)}},
		{"response", `{"jsonrpc":"2.0","id":1,"result":{"hostContext":{}}}`,
			Message{ID: request.NumberValue("1"), Result: parse(t, `{"hostContext":{}}`)}},
		{"null result", `{"jsonrpc":"2.0","id":1,"result":null}`,
			Message{ID: request.NumberValue("1"), Result: request.Value{Type: request.Null}}},
		{"error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"denied"}}`,
			Message{ID: request.NumberValue("1")}},
		{"unknown members", `{"jsonrpc":"2.0","method":"x","METHOD":"y","extra":[[{}]]}`, Message{Method: "x"}},
		{"brackets inside strings", `{"jsonrpc":"2.0","method":"x","params":{"a":"}],\"\\"}}`,
			Message{Method: "x", Params: parse(t, `{"a":"}],\"\\"}`)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Decode(tt.text)
			if !ok || got.Method != tt.want.Method || !got.ID.Equal(tt.want.ID) || got.Params.JSON() != tt.want.Params.JSON() ||
				got.Result.JSON() != tt.want.Result.JSON() || got.Result.Exists() != tt.want.Result.Exists() {
				t.Errorf("got %+v, %v", got, ok)
			}
		})
	}
}

func TestDecodeRejectsWhatIsNoMessage(t *testing.T) {
	for name, text := range map[string]string{
		"B5 nothing":                  ``,
		"B5 array":                    `[]`,
		"B5 batch":                    `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`,
		"B5 null":                     `null`,
		"B5 empty object":             `{}`,
		"B5 prose":                    `hello`,
		"B5 truncated":                `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":`,
		"B5 truncated in the id":      `{"jsonrpc":"2.0","method":"ping","id":1`,
		"B5 two messages":             `{"jsonrpc":"2.0","method":"x"}{"jsonrpc":"2.0","method":"y"}`,
		"B5 trailing comma":           `{"jsonrpc":"2.0","method":"x",}`,
		"B5 junk in an ignored place": `{"jsonrpc":"2.0","method":"x","y":nope}`,
		"B7 METHOD":                   `{"jsonrpc":"2.0","id":1,"METHOD":"ping"}`,
		"B7 two methods":              `{"jsonrpc":"2.0","id":1,"method":"ping","method":"elicitation/create"}`,
		"B7 two ids":                  `{"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"ping"}`,
		"no version":                  `{"id":1,"method":"ping"}`,
		"version 1.0":                 `{"jsonrpc":"1.0","id":1,"method":"ping"}`,
		"version is a number":         `{"jsonrpc":2.0,"id":1,"method":"ping"}`,
		"id null":                     `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		"id object":                   `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		"id with half a character":    `{"jsonrpc":"2.0","id":"\ud800","method":"ping"}`,
		"id of 50 digits":             `{"jsonrpc":"2.0","id":` + strings.Repeat("1", 50) + `,"method":"ping"}`,
		"method number":               `{"jsonrpc":"2.0","id":1,"method":1}`,
		"method empty":                `{"jsonrpc":"2.0","id":1,"method":""}`,
		"neither call nor answer":     `{"jsonrpc":"2.0","id":1}`,
		"call and answer":             `{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}`,
		"result and error":            `{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}`,
		"answer without id":           `{"jsonrpc":"2.0","result":{}}`,
		"answer with params":          `{"jsonrpc":"2.0","id":1,"result":{},"params":{}}`,
		"error without a code":        `{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}`,
		"error as text":               `{"jsonrpc":"2.0","id":1,"error":"m"}`,
		"B6 depth 10 000":             `{"jsonrpc":"2.0","method":"x","params":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			if got, ok := Decode(text); ok {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestEncodersWriteWhatDecodeReads(t *testing.T) {
	params := parse(t, `{"__proto__":1,"10":2,"9":3}`)
	tests := []struct{ name, text, want string }{
		{"request", Request("a", MethodOpenLink, params), `{"jsonrpc":"2.0","id":"a","method":"ui/open-link","params":{"__proto__":1,"10":2,"9":3}}`},
		{"request without params", Request("a", "ping", request.Value{}), `{"jsonrpc":"2.0","id":"a","method":"ping"}`},
		{"notification", Notification(MethodReady, request.Value{Type: request.Object}), `{"jsonrpc":"2.0","method":"elicitform/ready","params":{}}`},
		{"responses", Effect(flow.Reply{ID: request.StringValue("q\"1"), Responses: []request.InputResponse{{Result: request.Result{Action: request.Cancel}}}}),
			`{"jsonrpc":"2.0","id":"q\"1","result":{"responses":[{"result":{"action":"cancel"}}]}}`},
		{"no responses", Effect(flow.Reply{ID: request.NumberValue("1"), Responses: nil}), `{"jsonrpc":"2.0","id":1,"result":{"responses":[]}}`},
		{"error", Failure(request.NumberValue("1"), MethodNotFound, "method not found", request.Value{}), `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method not found"}}`},
		{"error with data", Failure(request.NumberValue("1"), InternalError, "m", params), `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m","data":{"__proto__":1,"10":2,"9":3}}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.text != tt.want {
				t.Fatalf("got %s", tt.text)
			}
			if _, ok := Decode(tt.text); !ok {
				t.Error("the text is not a message")
			}
		})
	}
}

// FuzzDecode checks that no text makes Decode panic, that it accepts only JSON, and that every
// call can be written and read back.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"elicitform/ask","params":{"notes":{"server":{"id":"a"}},"requests":[{"params":"{}"}]}}`,
		`{"jsonrpc":"2.0","id":"x","result":{}}`, `{"jsonrpc":"2.0","method":"x","params":{"a":1,"a":2}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}`, `{"jsonrpc":"2.0","id":1,"method":"x","params":{]}}`,
		`{"a":"\`, `{"a":"\"`, `{"a":[}`, `{`, `{}`, `[]`, `{"":}`, `{"a":1`, "{\"\xff\":1}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, ok := Decode(text)
		ReadNotes(m.Params)
		ReadRequests(m.Params)
		ReadContext(m.Params, Context{})
		if !ok {
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatal("accepted a text that is not JSON")
		}
		if m.Method == "" || m.ID.Exists() {
			return
		}
		reread, ok := Decode(Notification(m.Method, m.Params))
		if !ok || reread.Method != strings.ToValidUTF8(m.Method, "\ufffd") || !reread.Params.Equal(m.Params) {
			t.Fatalf("read back as %+v, %v", reread, ok)
		}
	})
}
