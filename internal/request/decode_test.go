package request

import "testing"

func TestDecode(t *testing.T) {
	tests := []struct {
		name, params string
		mode         Mode
		schema       Type
	}{
		{"B8 no mode is a form", `{"message":"m","requestedSchema":{"type":"object"}}`, ModeForm, Object},
		{"B8 form", `{"mode":"form","message":"m","requestedSchema":{}}`, ModeForm, Object},
		{"B8 url", `{"mode":"url","message":"m","url":"https://example.com/","elicitationId":"1"}`, ModeURL, Missing},
		{"B8 url of 2026-07-28", `{"mode":"url","message":"m","url":"https://example.com/"}`, ModeURL, Missing},
		{"B7 exact names", `{"Mode":"url","mode":"form","URL":"https://example.com/"}`, ModeForm, Missing},
		{"B7 mode by another name", `{"MODE":"voice"}`, ModeForm, Missing},
		{"B10 no schema", `{"message":"m"}`, ModeForm, Missing},
		{"B10 null schema", `{"requestedSchema":null}`, ModeForm, Missing},
		{"B10 empty schema", `{"requestedSchema":{}}`, ModeForm, Object},
		{"B10 array type is read later", `{"requestedSchema":{"type":"array"}}`, ModeForm, Object},
		{"B11 prototype", `{"__proto__":{"mode":"url","url":1}}`, ModeForm, Missing},
		{"no message", `{"mode":"form","requestedSchema":{}}`, ModeForm, Object},
		{"unknown members", `{"task":{"ttl":1},"x":[]}`, ModeForm, Missing},
		{"a form has no use for an identifier", `{"elicitationId":7}`, ModeForm, Missing},
		{"N05 null for what is not there", `{"mode":null,"message":null,"requestedSchema":null,"url":null,"elicitationId":null,"task":null,"_meta":null}`, ModeForm, Missing},
		{"N05 a page without an identifier", `{"mode":"url","url":"https://example.com/","elicitationId":null,"requestedSchema":null}`, ModeURL, Missing},
		{"meta of the wrong type", `{"_meta":[]}`, ModeForm, Missing},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			request, err := Decode(mustParse(t, tt.params))
			if err != nil {
				t.Fatal(err)
			}
			if request.Mode != tt.mode || request.Schema.Type != tt.schema {
				t.Errorf("got mode %q, schema %v", request.Mode, request.Schema.Type)
			}
		})
	}
}

func TestDecodeKeepsWhatTheServerWrote(t *testing.T) {
	request, err := Decode(mustParse(t,
		`{"mode":"url","message":"<b>\u202e","url":" HTTPS://example.com\\x","elicitationId":"é","_meta":{"a":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	if request.Message != "<b>\u202e" || request.URL != ` HTTPS://example.com\x` || request.ElicitationID != "é" {
		t.Errorf("got %+v", request)
	}
}

func TestDecodeRejects(t *testing.T) {
	tests := []struct {
		name, params string
		want         Reason
		detail       string
	}{
		{"B5 string", `"form"`, NotAnObject, ""},
		{"B5 array", `[]`, NotAnObject, ""},
		{"B5 null", `null`, NotAnObject, ""},
		{"B8 voice", `{"mode":"voice"}`, UnknownMode, "voice"},
		{"B8 other case", `{"mode":"Form"}`, UnknownMode, "Form"},
		{"B8 empty", `{"mode":""}`, UnknownMode, ""},
		{"B8 number", `{"mode":1}`, WrongType, "mode"},
		{"B9 form with url", `{"mode":"form","url":"https://example.com/","requestedSchema":{}}`, ModeConflict, "url"},
		{"B9 no mode with url", `{"url":"https://example.com/"}`, ModeConflict, "url"},
		{"B9 url with schema", `{"mode":"url","url":"https://example.com/","requestedSchema":{}}`, ModeConflict, "requestedSchema"},
		{"B10 true", `{"requestedSchema":true}`, NotAFormSchema, "boolean"},
		{"B10 array", `{"requestedSchema":[]}`, NotAFormSchema, "array"},
		{"B10 string", `{"requestedSchema":"{}"}`, NotAFormSchema, "string"},
		{"message number", `{"message":1}`, WrongType, "message"},
		{"url null", `{"mode":"url","message":"m","url":null}`, WrongType, "url"},
		{"url missing", `{"mode":"url","message":"m"}`, WrongType, "url"},
		{"url object", `{"mode":"url","url":{}}`, WrongType, "url"},
		{"url with half a character", `{"mode":"url","url":"https://example.com/\ud800"}`, WrongType, "url"},
		{"identifier number", `{"mode":"url","url":"https://example.com/","elicitationId":1}`, WrongType, "elicitationId"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Decode(mustParse(t, tt.params))
			if got := reasonOf(t, err); got != tt.want {
				t.Fatalf("reason %q, want %q", got, tt.want)
			}
			if got := err.(*Error).Detail; got != tt.detail {
				t.Errorf("detail %q, want %q", got, tt.detail)
			}
		})
	}
	if _, err := Decode(Value{}); reasonOf(t, err) != NotAnObject {
		t.Errorf("missing params: %v", err)
	}
}

func TestResult(t *testing.T) {
	content := Value{Type: Object, Members: []Member{{Name: "__proto__", Value: NumberValue("9007199254740993")}}}
	empty := Value{Type: Object}
	tests := []struct {
		name string
		r    Result
		want string
	}{
		{"B17 accept", Result{Action: Accept, Content: content}, `{"action":"accept","content":{"__proto__":9007199254740993}}`},
		{"B10 confirmed", Result{Action: Accept, Content: empty}, `{"action":"accept","content":{}}`},
		{"accepted URL", Result{Action: Accept}, `{"action":"accept"}`},
		{"decline", Result{Action: Decline}, `{"action":"decline"}`},
		{"decline never carries content", Result{Action: Decline, Content: content}, `{"action":"decline"}`},
		{"cancel never carries content", Result{Action: Cancel, Content: content}, `{"action":"cancel"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.r.Value().JSON(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
