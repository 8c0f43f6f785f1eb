package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

func parse(t testing.TB, text string) elicit.Value {
	t.Helper()
	v, err := elicit.Parse([]byte(text))
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
		{"request", `{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"10":1,"9":2}}`,
			Message{ID: elicit.NumberValue("7"), Method: MethodCreate, Params: parse(t, `{"10":1,"9":2}`)}},
		{"request with a text id", ` { "id" : "a\u0062" , "jsonrpc":"2.0", "method":"ping" } `,
			Message{ID: elicit.StringValue("ab"), Method: "ping"}},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
			Message{Method: MethodCancelled, Params: parse(t, `{"requestId":7}`)}},
		{"response", `{"jsonrpc":"2.0","id":1,"result":{"hostContext":{}}}`,
			Message{ID: elicit.NumberValue("1"), Result: parse(t, `{"hostContext":{}}`)}},
		{"null result", `{"jsonrpc":"2.0","id":1,"result":null}`,
			Message{ID: elicit.NumberValue("1"), Result: elicit.Value{Kind: elicit.Null}}},
		{"error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"denied"}}`,
			Message{ID: elicit.NumberValue("1"), Error: parse(t, `{"code":-32000,"message":"denied"}`)}},
		{"unknown members", `{"jsonrpc":"2.0","method":"x","METHOD":"y","extra":[[{}]]}`, Message{Method: "x"}},
		{"brackets inside strings", `{"jsonrpc":"2.0","method":"x","params":{"a":"}],\"\\"}}`,
			Message{Method: "x", Params: parse(t, `{"a":"}],\"\\"}`)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Decode(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got.Method != tt.want.Method || !got.ID.Equal(tt.want.ID) || got.Params.JSON() != tt.want.Params.JSON() ||
				got.Result.JSON() != tt.want.Result.JSON() || got.Result.Exists() != tt.want.Result.Exists() ||
				got.Error.JSON() != tt.want.Error.JSON() {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestDecodeRefusesWhatIsNoMessage(t *testing.T) {
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
		"members without end":         `{` + strings.Repeat(`"x":1,`, 2*maxMembers) + `"jsonrpc":"2.0","method":"x"}`,
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Decode(text)
			if !errors.Is(err, ErrNotAMessage) {
				t.Errorf("got %+v, %v", got, err)
			}
			if refusal := (*elicit.Error)(nil); errors.As(err, &refusal) {
				t.Errorf("looks as if it could be answered: %v", err)
			}
		})
	}
}

func TestDecodeKeepsTheIDOfARequestThatCannotBeShown(t *testing.T) {
	meta := `"_meta":{"elicitform/server":{"id":"files"},"theirs":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]}`
	tests := []struct {
		name, params string
		want         elicit.Reason
	}{
		{"B6 depth 10 000", `{` + meta + `,"a":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`, elicit.TooDeep},
		{"B6 deep in what the server wrote in _meta", `{` + meta + `}`, elicit.TooDeep},
		{"B16 huge number", `{"a":1e2000000,"_meta":{"elicitform/server":{"id":"files"}}}`, elicit.NumberTooLong},
		{"B7 duplicate", `{"mode":"form","mode":"url","_meta":{"elicitform/server":{"id":"files"}}}`, elicit.DuplicateName},
		{"B5 not JSON inside", `{"a":nope,"_meta":{"elicitform/server":{"id":"files"}}}`, elicit.NotJSON},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Decode(`{"jsonrpc":"2.0","id":12,"method":"elicitation/create","params":` + tt.params + `}`)
			var refusal *elicit.Error
			if !errors.As(err, &refusal) || refusal.Reason != tt.want || errors.Is(err, ErrNotAMessage) {
				t.Fatalf("got %v, want %s", err, tt.want)
			}
			if got.ID.Text != "12" || got.Method != MethodCreate {
				t.Errorf("got id %q, method %q", got.ID.Text, got.Method)
			}
			if server := ReadNotes(got.Params).Server.ID; server != "files" {
				t.Errorf("server %q", server)
			}
			if got.Params.Get("mode").Exists() {
				t.Error("unread params were kept")
			}
		})
	}
	for name, params := range map[string]string{
		"array": `[]`, "null": `null`, "text": `"x"`,
	} {
		t.Run("params "+name, func(t *testing.T) {
			got, err := Decode(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":` + params + `}`)
			var refusal *elicit.Error
			if !errors.As(err, &refusal) || refusal.Reason != elicit.NotAnObject || got.ID.Text != "q" || got.Params.Exists() {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	t.Run("ambiguous server", func(t *testing.T) {
		for _, params := range []string{
			`{"_meta":{"elicitform/server":{"id":"a"}},"_meta":{"elicitform/server":{"id":"b"}}}`,
			`{"_meta":{"elicitform/server":{"id":"a"},"elicitform\/server":{"id":"b"}}}`,
		} {
			got, err := Decode(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":` + params + `}`)
			if err == nil || got.Params.Exists() {
				t.Errorf("got %s, %v", got.Params.JSON(), err)
			}
		}
	})
	t.Run("B5 one megabyte", func(t *testing.T) {
		got, err := Decode(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"` + strings.Repeat("x", 1<<20) + `"}}`)
		var refusal *elicit.Error
		if !errors.As(err, &refusal) || refusal.Reason != elicit.TooLarge || got.ID.Text != "1" || got.Method != MethodCreate {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestEncodersWriteWhatDecodeReads(t *testing.T) {
	params := parse(t, `{"__proto__":1,"10":2,"9":3}`)
	tests := []struct{ name, text, want string }{
		{"request", Request("a", MethodOpenLink, params), `{"jsonrpc":"2.0","id":"a","method":"ui/open-link","params":{"__proto__":1,"10":2,"9":3}}`},
		{"request without params", Request("a", "ping", elicit.Value{}), `{"jsonrpc":"2.0","id":"a","method":"ping"}`},
		{"notification", Notification(MethodReady, elicit.Value{Kind: elicit.Object}), `{"jsonrpc":"2.0","method":"elicitform/ready","params":{}}`},
		{"response", Response(elicit.StringValue("q\"1"), elicit.Result{Action: elicit.Cancel}.Value()), `{"jsonrpc":"2.0","id":"q\"1","result":{"action":"cancel"}}`},
		{"response without result", Response(elicit.NumberValue("1"), elicit.Value{}), `{"jsonrpc":"2.0","id":1,"result":{}}`},
		{"error", ErrorResponse(elicit.NumberValue("1"), MethodNotFound, "method not found", elicit.Value{}), `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method not found"}}`},
		{"error with data", ErrorResponse(elicit.NumberValue("1"), InternalError, "m", params), `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m","data":{"__proto__":1,"10":2,"9":3}}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.text != tt.want {
				t.Fatalf("got %s", tt.text)
			}
			if _, err := Decode(tt.text); err != nil {
				t.Error(err)
			}
		})
	}
	if got := ErrorResponse(elicit.Value{}, -32700, "m", elicit.Value{}); got != `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}` {
		t.Errorf("got %s", got)
	}
}

// FuzzDecode checks that no text makes Decode panic, that what it takes for a
// message is JSON, and that every call can be written and read again.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"_meta":{"elicitform/server":{"id":"a"}}}}`,
		`{"jsonrpc":"2.0","id":"x","result":{}}`, `{"jsonrpc":"2.0","method":"x","params":{"a":1,"a":2}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}`, `{"jsonrpc":"2.0","id":1,"method":"x","params":{]}}`,
		`{"a":"\`, `{"a":"\"`, `{"a":[}`, `{`, `{}`, `[]`, `{"":}`, `{"a":1`, "{\"\xff\":1}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Decode(text)
		ReadNotes(m.Params)
		ReadContext(m.Params, Context{})
		var refusal *elicit.Error
		if err != nil {
			if errors.Is(err, ErrNotAMessage) == errors.As(err, &refusal) {
				t.Fatalf("neither or both kinds of error: %v", err)
			}
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatal("accepted what is not JSON")
		}
		if m.Method == "" || m.ID.Exists() {
			return
		}
		again, err := Decode(Notification(m.Method, m.Params))
		if errors.As(err, &refusal) && refusal.Reason == elicit.TooLarge {
			return // Escapes made it longer.
		}
		if err != nil || again.Method != strings.ToValidUTF8(m.Method, "\ufffd") || !again.Params.Equal(m.Params) {
			t.Fatalf("read back as %+v, %v", again, err)
		}
	})
}
